package posthorn.build;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.gradle.api.DefaultTask;
import org.gradle.api.GradleException;
import org.gradle.api.file.ConfigurableFileCollection;
import org.gradle.api.file.DirectoryProperty;
import org.gradle.api.provider.MapProperty;
import org.gradle.api.tasks.CacheableTask;
import org.gradle.api.tasks.Classpath;
import org.gradle.api.tasks.Input;
import org.gradle.api.tasks.InputDirectory;
import org.gradle.api.tasks.OutputDirectory;
import org.gradle.api.tasks.PathSensitive;
import org.gradle.api.tasks.PathSensitivity;
import org.gradle.api.tasks.TaskAction;

/**
 * Gathers the licence of each library that the jar contains.
 *
 * <p>The build fails if a library is not in the list, if the list names one that is gone, or if the
 * text of a licence is missing. Licences such as MIT name their authors, so the library itself, or
 * the folder {@code modules}, has to bring the text.
 */
@CacheableTask
public abstract class LicenseTexts extends DefaultTask {
  /** The files of a jar that belong to its licence. */
  static final Pattern LEGAL =
      Pattern.compile(
          "(META-INF/(maven/[^/]+/[^/]+/)?)?(LICENSE|LICENCE|NOTICE|COPYING|README|DEPENDENCIES)"
              + "[^/]*",
          Pattern.CASE_INSENSITIVE);

  private static final Set<String> NAMES_ITS_AUTHORS = Set.of("MIT", "BSD-2-Clause", "BSD-3-Clause");

  @Classpath
  public abstract ConfigurableFileCollection getJars();

  /** The coordinates of each jar, {@code group:artifact:version}, by its file name. */
  @Input
  public abstract MapProperty<String, String> getModules();

  /** Has {@code modules.tsv}, {@code texts/<SPDX id>.txt} and {@code modules/<artifact>/}. */
  @InputDirectory
  @PathSensitive(PathSensitivity.RELATIVE)
  public abstract DirectoryProperty getLicenses();

  /** To be packed as it is. */
  @OutputDirectory
  public abstract DirectoryProperty getFolder();

  private final List<String> problems = new ArrayList<>();

  @TaskAction
  void gather() throws IOException {
    Path licenses = getLicenses().get().getAsFile().toPath();
    Path root = getFolder().get().getAsFile().toPath();
    deleteTree(root);
    Path target = Files.createDirectories(root.resolve("META-INF/licenses"));

    Map<String, String> listed = LicenseList.read(licenses.resolve("modules.tsv"));
    Map<String, String> lines = new TreeMap<>();
    Set<String> unused = new TreeSet<>(listed.keySet());
    for (var file : getJars()) {
      String coordinates = getModules().get().get(file.getName());
      if (coordinates == null) {
        continue; // a module of this project
      }
      String module = LicenseList.module(coordinates);
      String license = listed.get(module);
      unused.remove(module);
      if (license == null) {
        problems.add(module + " is not in the list");
        continue;
      }
      lines.put(coordinates, license);
      Path own = target.resolve(file.getName().replaceFirst("\\.jar$", ""));
      boolean bringsOne = copyFromJar(file.toPath(), own);
      bringsOne |= copyFolder(licenses.resolve("modules").resolve(artifact(module)), own);
      for (String id : LicenseList.idsIn(license)) {
        addText(id, module, bringsOne, licenses, target);
      }
    }
    unused.forEach(module -> problems.add(module + " is in the list, but not in the jar"));
    if (!problems.isEmpty()) {
      throw new GradleException(
          "The licences of the jar, see " + licenses + ":\n  " + String.join("\n  ", problems));
    }
    Files.write(
        target.resolve("modules.tsv"),
        lines.entrySet().stream().map(line -> line.getKey() + "\t" + line.getValue()).toList());
  }

  private static String artifact(String module) {
    return module.substring(module.indexOf(':') + 1);
  }

  private static boolean copyFromJar(Path jar, Path target) throws IOException {
    boolean found = false;
    try (ZipFile zip = new ZipFile(jar.toFile())) {
      for (ZipEntry entry : (Iterable<ZipEntry>) zip.stream().map(e -> (ZipEntry) e)::iterator) {
        if (!entry.isDirectory() && LEGAL.matcher(entry.getName()).matches()) {
          String name = entry.getName().substring(entry.getName().lastIndexOf('/') + 1);
          Files.createDirectories(target);
          try (var in = zip.getInputStream(entry)) {
            Files.copy(in, target.resolve(name), StandardCopyOption.REPLACE_EXISTING);
          }
          found |= !name.startsWith("README");
        }
      }
    }
    return found;
  }

  private static boolean copyFolder(Path folder, Path target) throws IOException {
    if (!Files.isDirectory(folder)) {
      return false;
    }
    Files.createDirectories(target);
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.toList()) {
        Files.copy(file, target.resolve(file.getFileName()), StandardCopyOption.REPLACE_EXISTING);
      }
    }
    return true;
  }

  private void addText(String id, String module, boolean bringsOne, Path licenses, Path target)
      throws IOException {
    if (NAMES_ITS_AUTHORS.contains(id)) {
      if (!bringsOne) {
        problems.add(module + " brings no text of its licence, and modules/ has none");
      }
      return;
    }
    String name = id.replace(' ', '-') + ".txt";
    Path text = licenses.resolve("texts").resolve(name);
    if (Files.exists(text)) {
      Files.copy(text, target.resolve(name), StandardCopyOption.REPLACE_EXISTING);
    } else {
      problems.add(module + " has the licence " + id + ", and texts/ has no " + name);
    }
  }

  private static void deleteTree(Path root) throws IOException {
    if (!Files.exists(root)) {
      return;
    }
    try (Stream<Path> files = Files.walk(root)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }
}
