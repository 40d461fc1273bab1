package posthorn.build;

import groovy.json.JsonOutput;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import org.gradle.api.DefaultTask;
import org.gradle.api.file.ConfigurableFileCollection;
import org.gradle.api.file.RegularFileProperty;
import org.gradle.api.provider.MapProperty;
import org.gradle.api.provider.Property;
import org.gradle.api.tasks.CacheableTask;
import org.gradle.api.tasks.Classpath;
import org.gradle.api.tasks.Input;
import org.gradle.api.tasks.InputFile;
import org.gradle.api.tasks.OutputFile;
import org.gradle.api.tasks.PathSensitive;
import org.gradle.api.tasks.PathSensitivity;
import org.gradle.api.tasks.TaskAction;

/**
 * Writes what the jar is made of as a CycloneDX document.
 *
 * <p>It has no date, and its serial number is derived from its content: the same inputs give the
 * same bytes.
 */
@CacheableTask
public abstract class Sbom extends DefaultTask {
  @Classpath
  public abstract ConfigurableFileCollection getJars();

  /** The coordinates of each jar, {@code group:artifact:version}, by its file name. */
  @Input
  public abstract MapProperty<String, String> getModules();

  /** What each library needs, by coordinates; {@link #getProductVersion the product} is "". */
  @Input
  public abstract MapProperty<String, List<String>> getNeeds();

  @Input
  public abstract Property<String> getProductVersion();

  @InputFile
  @PathSensitive(PathSensitivity.NONE)
  public abstract RegularFileProperty getLicenseList();

  @OutputFile
  public abstract RegularFileProperty getDocument();

  @TaskAction
  void write() throws IOException, NoSuchAlgorithmException {
    Map<String, String> licenses = LicenseList.read(path(getLicenseList()));
    Map<String, Object> components = new TreeMap<>();
    for (File jar : getJars()) {
      String coordinates = getModules().get().get(jar.getName());
      if (coordinates != null) {
        String license = licenses.get(LicenseList.module(coordinates));
        components.put(coordinates, library(coordinates, license, sha256(jar.toPath())));
      }
    }
    String product = "pkg:maven/posthorn/posthorn@" + getProductVersion().get();
    List<Object> needs = new ArrayList<>();
    new TreeMap<>(getNeeds().get())
        .forEach(
            (from, to) -> {
              var ref = from.isEmpty() ? product : purl(from);
              needs.add(object("ref", ref, "dependsOn", to.stream().sorted().map(Sbom::purl).toList()));
            });
    var about =
        object(
            "type", "application",
            "bom-ref", product,
            "group", "posthorn",
            "name", "posthorn",
            "version", getProductVersion().get(),
            "licenses", List.of(object("expression", "Apache-2.0")),
            "purl", product);
    var content =
        object(
            "metadata", object("component", about),
            "components", components.values(),
            "dependencies", needs);
    var serial = UUID.nameUUIDFromBytes(JsonOutput.toJson(content).getBytes(StandardCharsets.UTF_8));
    var document =
        object(
            "bomFormat", "CycloneDX",
            "specVersion", "1.6",
            "serialNumber", "urn:uuid:" + serial,
            "version", 1);
    document.putAll(content);
    Files.writeString(
        path(getDocument()), JsonOutput.prettyPrint(JsonOutput.toJson(document)) + "\n");
  }

  private static Map<String, Object> library(String coordinates, String license, String sha256) {
    String[] parts = coordinates.split(":");
    return object(
        "type", "library",
        "bom-ref", purl(coordinates),
        "group", parts[0],
        "name", parts[1],
        "version", parts[2],
        "hashes", List.of(object("alg", "SHA-256", "content", sha256)),
        "licenses", List.of(object("expression", license)),
        "purl", purl(coordinates));
  }

  private static String purl(String coordinates) {
    String[] parts = coordinates.split(":");
    return "pkg:maven/" + parts[0] + "/" + parts[1] + "@" + parts[2];
  }

  private static Map<String, Object> object(Object... keysAndValues) {
    Map<String, Object> object = new LinkedHashMap<>();
    for (int i = 0; i < keysAndValues.length; i += 2) {
      object.put((String) keysAndValues[i], keysAndValues[i + 1]);
    }
    return object;
  }

  private static String sha256(Path file) throws IOException, NoSuchAlgorithmException {
    byte[] digest = MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(file));
    return HexFormat.of().formatHex(digest);
  }

  private static Path path(RegularFileProperty file) {
    return file.get().getAsFile().toPath();
  }
}
