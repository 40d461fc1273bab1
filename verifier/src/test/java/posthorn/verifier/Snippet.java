package posthorn.verifier;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A program of {@code docs/verify}, run by the runtime of this machine. */
enum Snippet {
  JAVA("java", "Verify.java", true, true),
  PYTHON("python3", "verify.py", true, false),
  NODE("node", "verify.js", true, true),
  SHELL("openssl", "verify.sh", true, false),
  GO("go", "verify.go", false, true),
  RUBY("ruby", "verify.rb", false, true),
  PHP("php", "verify.php", false, true);

  private static final Path FOLDER = Path.of("../docs/verify").toAbsolutePath().normalize();

  private final String runtime;
  private final String file;
  private final boolean required;
  private final boolean edwards;

  Snippet(String runtime, String file, boolean required, boolean edwards) {
    this.runtime = runtime;
    this.file = file;
    this.required = required;
    this.edwards = edwards;
  }

  /** What it answered: the word, or whatever else it wrote, and its exit code. */
  record Answer(String output, int code) {}

  String runtime() {
    return runtime;
  }

  /** Whether the tests fail on a machine without its runtime. */
  boolean isRequired() {
    return required;
  }

  boolean knowsEd25519() {
    return edwards;
  }

  Optional<Path> found() {
    if (this == JAVA) {
      return Optional.of(java("java"));
    }
    return Stream.of(System.getenv("PATH").split(File.pathSeparator))
        .map(folder -> Path.of(folder, runtime))
        .filter(Files::isExecutable)
        .findFirst();
  }

  /** What runs it; a compiled language is compiled into the folder, once. */
  List<String> prepared(Path folder) throws Exception {
    String source = FOLDER.resolve(file).toString();
    Path binary = folder.resolve("verify");
    String classes = classes();
    return switch (this) {
      case JAVA -> {
        String javac = java("javac").toString();
        run(List.of(javac, "--release", "17", "-cp", classes, "-d", folder.toString(), source));
        yield List.of(
            java("java").toString(),
            "-XX:TieredStopAtLevel=1",
            "-cp",
            classes + File.pathSeparator + folder,
            "Verify");
      }
      case GO -> {
        run(List.of("go", "build", "-o", binary.toString(), source));
        yield List.of(binary.toString());
      }
      case SHELL -> List.of("bash", source);
      case PYTHON, NODE, RUBY, PHP -> List.of(runtime, source);
    };
  }

  private static void run(List<String> command) throws Exception {
    Process process = builder(command).start();
    String output = new String(process.getInputStream().readAllBytes(), UTF_8);
    assertThat(process.waitFor()).as("%s: %s", command, output).isZero();
  }

  /**
   * Runs a prepared command. Its variables are set by bash, byte for byte: Java would write those
   * that are not ASCII as its locale has them.
   */
  static Answer ask(List<String> command, Sent sent, Path body) throws Exception {
    Files.write(body, sent.body());
    String exports =
        sent.environment().entrySet().stream()
            .map(variable -> "export " + variable.getKey() + "=" + quoted(variable.getValue()))
            .collect(Collectors.joining("\n"));
    var all = new ArrayList<>(List.of("bash", "-c", exports + "\nexec \"$@\"", "bash"));
    all.addAll(command);
    ProcessBuilder builder = builder(all);
    builder.redirectInput(body.toFile());
    Process process = builder.start();
    String output = new String(process.getInputStream().readAllBytes(), UTF_8);
    return new Answer(output.strip(), process.waitFor());
  }

  private static ProcessBuilder builder(List<String> command) {
    var builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().keySet().removeIf(name -> name.startsWith("WEBHOOK_"));
    // Makes every Java write a line about it.
    builder.environment().remove("JAVA_TOOL_OPTIONS");
    builder.environment().put("LC_ALL", "C.UTF-8");
    return builder;
  }

  private static String quoted(String value) {
    var quoted = new StringBuilder("$'");
    for (byte b : value.getBytes(UTF_8)) {
      quoted.append("\\%03o".formatted(b & 0xFF));
    }
    return quoted.append('\'').toString();
  }

  private static Path java(String tool) {
    return Path.of(System.getProperty("java.home"), "bin", tool);
  }

  private static String classes() throws Exception {
    return Path.of(
            WebhookVerifier.class.getProtectionDomain().getCodeSource().getLocation().toURI())
        .toString();
  }
}
