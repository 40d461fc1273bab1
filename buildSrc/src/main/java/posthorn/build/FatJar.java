package posthorn.build;

import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;
import org.gradle.api.DefaultTask;
import org.gradle.api.GradleException;
import org.gradle.api.file.ConfigurableFileCollection;
import org.gradle.api.file.RegularFileProperty;
import org.gradle.api.provider.MapProperty;
import org.gradle.api.tasks.CacheableTask;
import org.gradle.api.tasks.Classpath;
import org.gradle.api.tasks.Input;
import org.gradle.api.tasks.OutputFile;
import org.gradle.api.tasks.TaskAction;

/**
 * Packs a runtime class path into one runnable jar.
 *
 * <p>Service files are merged, because a driver or plugin whose line is lost is missed only at run
 * time. Signatures are dropped, because they no longer fit, and so are the jars' licences: {@link
 * LicenseTexts} gathers them. Any other file that two jars disagree about fails the build, so that
 * which of them wins is never left to chance. The same inputs give the same bytes.
 */
@CacheableTask
public abstract class FatJar extends DefaultTask {
  private static final Pattern DROPPED =
      Pattern.compile(
          "META-INF/MANIFEST\\.MF|META-INF/INDEX\\.LIST|META-INF/[^/]+\\.(SF|DSA|RSA|EC)"
              + "|META-INF/(native-image|proguard)/.*|(.*/)?module-info\\.class");
  private static final String SERVICES = "META-INF/services/";

  // One date for all, that every zip tool can store: the same inputs give the same bytes.
  private static final LocalDateTime ENTRY_TIME = LocalDateTime.of(1980, 2, 1, 0, 0);

  @Classpath
  public abstract ConfigurableFileCollection getContents();

  @Input
  public abstract MapProperty<String, String> getManifestAttributes();

  @OutputFile
  public abstract RegularFileProperty getArchiveFile();

  @TaskAction
  void pack() throws IOException {
    Map<String, byte[]> entries = new TreeMap<>();
    Map<String, String> origins = new LinkedHashMap<>();
    for (File file : getContents()) {
      if (file.isDirectory()) {
        addFolder(file.toPath(), entries, origins);
      } else if (file.isFile()) {
        addJar(file, entries, origins);
      }
    }
    write(entries);
  }

  private void addFolder(Path folder, Map<String, byte[]> entries, Map<String, String> origins)
      throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : (Iterable<Path>) files.filter(Files::isRegularFile).sorted()::iterator) {
        String name = folder.relativize(file).toString().replace(File.separatorChar, '/');
        add(name, Files.readAllBytes(file), "posthorn", entries, origins);
      }
    }
  }

  private void addJar(File jar, Map<String, byte[]> entries, Map<String, String> origins)
      throws IOException {
    try (ZipFile zip = new ZipFile(jar)) {
      zip.stream()
          .filter(entry -> !entry.isDirectory())
          .filter(entry -> !LicenseTexts.LEGAL.matcher(entry.getName()).matches())
          .forEach(entry -> add(entry.getName(), read(zip, entry), jar.getName(), entries, origins));
    }
  }

  private static byte[] read(ZipFile zip, ZipEntry entry) {
    try (var in = zip.getInputStream(entry)) {
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void add(
      String name,
      byte[] bytes,
      String origin,
      Map<String, byte[]> entries,
      Map<String, String> origins) {
    if (DROPPED.matcher(name).matches()) {
      return;
    }
    if (name.startsWith(SERVICES)) {
      entries.merge(name, bytes, FatJar::mergeLines);
      return;
    }
    byte[] present = entries.putIfAbsent(name, bytes);
    if (present == null) {
      origins.put(name, origin);
    } else if (!Arrays.equals(present, bytes)) {
      throw new GradleException(
          String.format(
              Locale.ROOT, "%s is in %s and, different, in %s", name, origins.get(name), origin));
    }
  }

  private static byte[] mergeLines(byte[] first, byte[] second) {
    Set<String> lines = new LinkedHashSet<>();
    new String(first, StandardCharsets.UTF_8).lines().forEach(lines::add);
    new String(second, StandardCharsets.UTF_8).lines().forEach(lines::add);
    return (String.join("\n", lines) + "\n").getBytes(StandardCharsets.UTF_8);
  }

  private void write(Map<String, byte[]> entries) throws IOException {
    Path archive = getArchiveFile().get().getAsFile().toPath();
    try (OutputStream file = new BufferedOutputStream(Files.newOutputStream(archive));
        ZipOutputStream zip = new ZipOutputStream(file)) {
      put(zip, JarFile.MANIFEST_NAME, manifest());
      Set<String> folders = new HashSet<>();
      for (Map.Entry<String, byte[]> entry : entries.entrySet()) {
        putFolders(zip, entry.getKey(), folders);
        put(zip, entry.getKey(), entry.getValue());
      }
    }
  }

  /** Who looks for a folder on the class path, as Flyway does, finds it only by its own entry. */
  private static void putFolders(ZipOutputStream zip, String name, Set<String> present)
      throws IOException {
    for (int end = name.indexOf('/'); end >= 0; end = name.indexOf('/', end + 1)) {
      String folder = name.substring(0, end + 1);
      if (present.add(folder)) {
        put(zip, folder, new byte[0]);
      }
    }
  }

  private static void put(ZipOutputStream zip, String name, byte[] bytes) throws IOException {
    ZipEntry entry = new ZipEntry(name);
    entry.setTimeLocal(ENTRY_TIME);
    zip.putNextEntry(entry);
    zip.write(bytes);
    zip.closeEntry();
  }

  private byte[] manifest() throws IOException {
    Manifest manifest = new Manifest();
    Attributes attributes = manifest.getMainAttributes();
    attributes.put(Attributes.Name.MANIFEST_VERSION, "1.0");
    new TreeMap<>(getManifestAttributes().get()).forEach(attributes::putValue);
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    manifest.write(bytes);
    return bytes.toByteArray();
  }
}
