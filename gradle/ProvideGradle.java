import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.stream.Collectors.joining;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.File;
import java.io.IOException;
import java.math.BigInteger;
import java.net.URI;
import java.net.URLConnection;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardLocation;
import javax.tools.ToolProvider;

/**
 * Finds or makes the Gradle that {@code gradlew} runs when the one pinned in {@code
 * gradle/wrapper/gradle-wrapper.properties} is not cached yet.
 *
 * <p>The first choice is that pinned distribution: downloaded, held against its SHA-256 and
 * unpacked to where the official wrapper would put it, so that each finds what the other left. On a
 * machine that cannot reach the distribution server, Gradle 8.7 is assembled from Maven artifacts:
 * its whole runtime is published as one jar, {@code dev.gradleplugins:gradle-api}, and {@link
 * Assembly} puts around it what Gradle looks for in its own installation. {@code
 * gradle/assembled.sha256} pins each of those artifacts; a Gradle without a pin is never run.
 *
 * <p>Run as {@code java ProvideGradle.java <project> <Gradle user home>}. Standard output is three
 * lines for the script that asked: the newest Java this Gradle runs on, its launcher, and which way
 * was taken. Whatever else people should know goes to standard error.
 */
final class ProvideGradle {
  private static final boolean WINDOWS = File.separatorChar == '\\';
  private static final String LAUNCHER = WINDOWS ? "gradle.bat" : "gradle";

  public static void main(String[] args) throws Exception {
    try {
      Gradle gradle = provide(Path.of(args[0]), Path.of(args[1]).toAbsolutePath().normalize());
      System.out.println(gradle.newestJava);
      System.out.println(gradle.launcher);
      System.out.println(gradle.way);
    } catch (NoGradle e) {
      tell(e.getMessage());
      System.exit(1);
    }
  }

  private static Gradle provide(Path project, Path userHome) throws Exception {
    useSystemPropertiesIn(userHome.resolve("gradle.properties"));
    Path wrapper = project.resolve("gradle/wrapper/gradle-wrapper.properties");
    Distribution pinned = Distribution.pinnedIn(wrapper);
    try {
      return pinned.install(userHome);
    } catch (Unreachable e) {
      return provideInstead(
          "the pinned %s could not be downloaded: %s".formatted(pinned.version, e.getMessage()),
          project,
          userHome);
    }
  }

  private static Gradle provideInstead(String why, Path project, Path userHome) throws Exception {
    try {
      Gradle assembled = Assembly.install(project.resolve("gradle/assembled.sha256"), userHome);
      return new Gradle(assembled.newestJava, assembled.launcher, assembled.way + "; " + why);
    } catch (NoGradle e) {
      throw new NoGradle(why + "; " + e.getMessage());
    }
  }

  /** Proxies are set there, as {@code systemProp.https.proxyHost}, for the official wrapper too. */
  private static void useSystemPropertiesIn(Path gradleProperties) throws IOException {
    if (!Files.exists(gradleProperties)) {
      return;
    }
    Properties properties = load(gradleProperties);
    for (String key : properties.stringPropertyNames()) {
      if (key.startsWith("systemProp.")) {
        System.setProperty(key.substring("systemProp.".length()), properties.getProperty(key));
      }
    }
  }

  /** From Gradle's compatibility matrix, as far as long-term releases of Java go. */
  private static int newestJava(String gradleVersion) {
    String[] numbers = gradleVersion.split("\\D+");
    int release = 100 * Integer.parseInt(numbers[0]) + Integer.parseInt(numbers[1]);
    if (release >= 901) {
      return 25;
    }
    return release >= 805 ? 21 : 17;
  }

  /** A Gradle that can be run, and a sentence on how it came to be the one. */
  private record Gradle(int newestJava, Path launcher, String way) {}

  /** The distribution server is out of reach: one of the other ways may lead to a Gradle. */
  private static final class Unreachable extends Exception {
    Unreachable(IOException cause) {
      super(cause.getClass().getSimpleName() + ": " + cause.getMessage(), cause);
    }
  }

  /** There is no way left, or none that may be taken; the message tells people what to do. */
  private static final class NoGradle extends RuntimeException {
    NoGradle(String message) {
      super(message);
    }
  }

  /** The pinned distribution. Names and places in the cache are those of the official wrapper. */
  private record Distribution(
      String url, String sha256, int timeoutMillis, String name, String version) {

    static Distribution pinnedIn(Path wrapperProperties) throws IOException {
      Properties pin = load(wrapperProperties);
      String url = pin.getProperty("distributionUrl", "");
      String sha256 = pin.getProperty("distributionSha256Sum", "");
      Matcher file = Pattern.compile(".*/(gradle-(.+)-(?:bin|all))\\.zip").matcher(url);
      if (!file.matches() || sha256.isEmpty()) {
        throw new NoGradle(wrapperProperties + " pins no Gradle distribution with its SHA-256");
      }
      int timeoutMillis = Integer.parseInt(pin.getProperty("networkTimeout", "10000"));
      return new Distribution(url, sha256, timeoutMillis, file.group(1), file.group(2));
    }

    Gradle install(Path userHome) throws Exception {
      byte[] md5 = MessageDigest.getInstance("MD5").digest(url.getBytes(UTF_8));
      String hash = new BigInteger(1, md5).toString(36);
      Path folder = userHome.resolve("wrapper/dists").resolve(name).resolve(hash);
      Path home = folder.resolve("gradle-" + version);
      Path launcher = home.resolve("bin").resolve(LAUNCHER);
      // Made last, so whatever lies there without it is the rest of an installation cut short.
      Path complete = folder.resolve(name + ".zip.ok");
      try (FileChannel lock = lock(folder.resolve(name + ".zip.lck"))) {
        if (!Files.exists(complete) || !Files.exists(launcher)) {
          Path zip = folder.resolve(name + ".zip.part");
          try {
            download(zip);
            deleteTree(home);
            unzip(zip, folder);
          } finally {
            Files.deleteIfExists(zip);
          }
          launcher.toFile().setExecutable(true);
          Files.writeString(complete, "");
        }
      }
      return new Gradle(newestJava(version), launcher, "Gradle " + version + " (pinned)");
    }

    private void download(Path zip) throws Exception {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      try {
        URLConnection connection = URI.create(url).toURL().openConnection();
        connection.setConnectTimeout(timeoutMillis);
        connection.setReadTimeout(timeoutMillis);
        try (var body = new DigestInputStream(connection.getInputStream(), digest)) {
          tell("downloading Gradle " + version + ", once");
          Files.copy(body, zip, StandardCopyOption.REPLACE_EXISTING);
        }
      } catch (IOException e) {
        throw new Unreachable(e);
      }
      String actual = HexFormat.of().formatHex(digest.digest());
      if (!actual.equalsIgnoreCase(sha256)) {
        throw new NoGradle(
            "%s has SHA-256 %s instead of the pinned %s: not using it"
                .formatted(url, actual, sha256));
      }
    }

    private static void unzip(Path zip, Path folder) throws IOException {
      try (var in = new ZipInputStream(Files.newInputStream(zip))) {
        for (ZipEntry entry; (entry = in.getNextEntry()) != null; ) {
          Path target = folder.resolve(entry.getName()).normalize();
          if (!target.startsWith(folder)) {
            throw new NoGradle("%s leads out of %s".formatted(entry.getName(), zip));
          }
          if (entry.isDirectory()) {
            Files.createDirectories(target);
          } else {
            Files.createDirectories(target.getParent());
            Files.copy(in, target);
          }
        }
      }
    }
  }

  /**
   * Builds a Gradle installation around the one jar that holds all of Gradle.
   *
   * <p>Gradle looks its parts up as modules: a jar named after the module, with a properties file
   * that names the jars it needs. Here each module is an empty jar that leads to the one jar.
   */
  private static final class Assembly {
    /** The last version whose published jar has the launcher's main class. */
    static final String VERSION = "8.7";

    private static final String RUNTIME = "gradle-api-" + VERSION + ".jar";

    private static final String POM =
        """
        <project>
          <modelVersion>4.0.0</modelVersion>
          <groupId>assembled</groupId>
          <artifactId>gradle</artifactId>
          <version>%1$s</version>
          <dependencies>
            <dependency>
              <groupId>dev.gradleplugins</groupId>
              <artifactId>gradle-api</artifactId>
              <version>%1$s</version>
            </dependency>
            <dependency>
              <groupId>org.codehaus.groovy</groupId>
              <artifactId>groovy-dateutil</artifactId>
              <version>3.0.17</version>
            </dependency>
          </dependencies>
        </project>
        """
            .formatted(VERSION);

    /** The libraries that Gradle's jar has not relocated into itself, by group. */
    private static final String GROUPS =
        "dev.gradleplugins,org.codehaus.groovy,org.apache.ant,org.jetbrains.kotlin,"
            + "com.thoughtworks.qdox,com.github.javaparser,org.hamcrest,junit";

    /** What Gradle looks up besides the modules that the jar lists itself. */
    private static final String FURTHER_MODULES =
        "gradle-installation-beacon gradle-instrumentation-agent gradle-java-compiler-plugin"
            + " junit-platform-commons junit-platform-engine junit-platform-launcher"
            + " asm commons-lang guava javax.inject jul-to-slf4j kryo native-platform slf4j-api";

    /** Gradle takes the installation that this class is loaded from for its own. */
    private static final String INSTALLATION_BEACON =
        """
        package org.gradle.internal.installation.beacon;

        public class InstallationBeacon {}
        """;

    /** Gradle runs every compilation through this class, which only hands it on. */
    private static final String INCREMENTAL_COMPILE_TASK =
        """
        package org.gradle.internal.compiler.java;

        import java.util.Locale;
        import java.util.function.*;
        import javax.annotation.processing.Processor;
        import javax.tools.JavaCompiler.CompilationTask;

        public record IncrementalCompileTask(
            CompilationTask task, Function<?, ?> relativize, Consumer<?> onBackup,
            Consumer<?> onMapping, BiConsumer<?, ?> onPublic, BiConsumer<?, ?> onPrivate)
            implements CompilationTask {
          public void addModules(Iterable<String> names) { task.addModules(names); }
          public void setProcessors(Iterable<? extends Processor> all) { task.setProcessors(all); }
          public void setLocale(Locale locale) { task.setLocale(locale); }
          public Boolean call() { return task.call(); }
        }
        """;

    static Gradle install(Path checksums, Path userHome) throws Exception {
      if (WINDOWS) {
        throw new NoGradle("on Windows no Gradle can be assembled in its place");
      }
      Path home = userHome.resolve("assembled/gradle-" + VERSION);
      try (FileChannel lock = lock(home.resolveSibling(home.getFileName() + ".lck"))) {
        if (!Files.exists(home)) {
          tell("assembling Gradle " + VERSION + " from Maven artifacts, once");
          Path unfinished = home.resolveSibling(home.getFileName() + ".part");
          deleteTree(unfinished);
          assemble(checksums, unfinished);
          Files.move(unfinished, home, StandardCopyOption.ATOMIC_MOVE);
        }
      }
      String way = "Gradle %s assembled from Maven artifacts (%s)".formatted(VERSION, home);
      return new Gradle(newestJava(VERSION), home.resolve("bin/gradle"), way);
    }

    private static void assemble(Path checksums, Path home) throws Exception {
      Path lib = home.resolve("lib");
      // Gradle takes a lib/ for its own only if there is a plugins/ in it.
      Files.createDirectories(lib.resolve("plugins"));
      fetchJars(home, lib);
      verify(checksums, lib);
      Set<String> modules = new TreeSet<>(List.of(FURTHER_MODULES.split(" ")));
      try (FileSystem runtime = FileSystems.newFileSystem(lib.resolve(RUNTIME))) {
        modules.addAll(modulesListedIn(runtime));
        completeRuntime(runtime.getPath("/"));
      }
      List<String> jars = namesIn(lib, ".jar");
      for (String module : modules) {
        writeModule(lib, module, jars);
      }
      writeInitScript(home.resolve("init.d"));
      writeLauncher(home.resolve("bin"));
    }

    private static void fetchJars(Path home, Path lib) throws Exception {
      Files.writeString(home.resolve("pom.xml"), POM);
      Result maven;
      try {
        maven =
            run(
                home,
                "mvn",
                "-q",
                "-B",
                "--strict-checksums",
                "dependency:copy-dependencies",
                "-DincludeTypes=jar",
                "-DincludeGroupIds=" + GROUPS,
                "-DoutputDirectory=" + lib);
      } catch (IOException e) {
        throw new NoGradle(
            "there is no Maven to assemble one: install Maven, or let this machine reach the server"
                + " that gradle/wrapper/gradle-wrapper.properties names");
      }
      if (maven.exitCode != 0) {
        throw new NoGradle("Maven could not fetch the parts of Gradle:\n" + maven.output);
      }
    }

    /** Refuses a jar that differs from its pin, that has no pin, or that is missing. */
    private static void verify(Path checksums, Path lib) throws Exception {
      var pinned = new TreeSet<>(Files.readAllLines(checksums));
      var fetched = new TreeSet<String>();
      for (String name : namesIn(lib, ".jar")) {
        byte[] jar = Files.readAllBytes(lib.resolve(name));
        byte[] sha256 = MessageDigest.getInstance("SHA-256").digest(jar);
        fetched.add(HexFormat.of().formatHex(sha256) + "  " + name);
      }
      if (!fetched.equals(pinned)) {
        var unexpected = new TreeSet<>(fetched);
        unexpected.removeAll(pinned);
        pinned.removeAll(fetched);
        throw new NoGradle(
            "the artifacts that Maven fetched are not those pinned in %s: not using them%n%s%s"
                .formatted(checksums, lines("fetched", unexpected), lines("pinned ", pinned)));
      }
    }

    private static String lines(String title, Set<String> checksums) {
      return checksums.stream().map(line -> "  " + title + " " + line + "\n").collect(joining());
    }

    private static List<String> modulesListedIn(FileSystem runtime) throws IOException {
      String suffix = "-classpath.properties";
      return namesIn(runtime.getPath("/"), suffix).stream()
          .map(name -> name.substring(0, name.length() - suffix.length()))
          .toList();
    }

    private static void completeRuntime(Path root) throws Exception {
      // A real distribution keeps these off the class path of the JVM, which loads them unasked.
      Path services = root.resolve("META-INF/services");
      Files.delete(services.resolve("java.nio.file.spi.FileSystemProvider"));
      Files.delete(services.resolve("java.security.Provider"));
      Files.delete(services.resolve("java.sql.Driver"));
      Path bridge = root.resolve("org/gradle/api/internal/tasks/testing/junitplatform");
      for (String name : namesIn(bridge, ".class")) {
        Path file = bridge.resolve(name);
        Files.write(file, useRealJUnit(Files.readAllBytes(file)));
      }
      // `gradle --version` reads this; nothing else does, for there is no Kotlin DSL in the jar.
      Files.writeString(root.resolve("gradle-kotlin-dsl-versions.properties"), "kotlin=1.9.22\n");
      compileMissingClasses(root);
    }

    /** Tests bring the real JUnit Platform, so the constant pool of a bridge class must name it. */
    private static byte[] useRealJUnit(byte[] classFile) throws IOException {
      var in = new DataInputStream(new ByteArrayInputStream(classFile));
      var bytes = new ByteArrayOutputStream();
      var out = new DataOutputStream(bytes);
      out.write(in.readNBytes(8)); // magic and version
      int constants = in.readUnsignedShort();
      out.writeShort(constants);
      for (int i = 1; i < constants; i++) {
        int tag = in.readUnsignedByte();
        out.writeByte(tag);
        switch (tag) {
          case 1 -> // Utf8
              out.writeUTF(
                  in.readUTF()
                      .replace("org/gradle/internal/impldep/org/junit", "org/junit")
                      .replace("org.gradle.internal.impldep.org.junit", "org.junit"));
          case 5, 6 -> { // Long and Double, which take two places in the pool
            out.write(in.readNBytes(8));
            i++;
          }
          case 7, 8, 16, 19, 20 -> out.write(in.readNBytes(2));
          case 15 -> out.write(in.readNBytes(3));
          default -> out.write(in.readNBytes(4));
        }
      }
      in.transferTo(out);
      return bytes.toByteArray();
    }

    /** Adds the two classes that Gradle cannot do without and that the published jar lacks. */
    private static void compileMissingClasses(Path root) throws IOException {
      JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
      try (var files = compiler.getStandardFileManager(null, null, UTF_8)) {
        files.setLocationFromPaths(StandardLocation.CLASS_OUTPUT, List.of(root));
        var options = List.of("--release", "17");
        var sources =
            List.of(
                source("InstallationBeacon", INSTALLATION_BEACON),
                source("IncrementalCompileTask", INCREMENTAL_COMPILE_TASK));
        if (!compiler.getTask(null, files, null, options, null, sources).call()) {
          throw new IllegalStateException("the missing classes do not compile");
        }
      }
    }

    private static JavaFileObject source(String name, String text) {
      URI file = URI.create("string:///" + name + ".java");
      return new SimpleJavaFileObject(file, JavaFileObject.Kind.SOURCE) {
        @Override
        public String getCharContent(boolean ignoreEncodingErrors) {
          return text;
        }
      };
    }

    private static void writeModule(Path lib, String module, List<String> jars) throws IOException {
      Path jar = lib.resolve(module + "-" + VERSION + ".jar");
      try (FileSystem zip = FileSystems.newFileSystem(jar, Map.of("create", "true"))) {
        Path manifest = zip.getPath("META-INF/MANIFEST.MF");
        Files.createDirectories(manifest.getParent());
        Files.writeString(manifest, "Manifest-Version: 1.0\nClass-Path: " + RUNTIME + "\n\n");
        Files.writeString(
            zip.getPath(module + "-classpath.properties"),
            "projects=\nruntime=" + String.join(",", jars) + "\n");
      }
    }

    private static void writeInitScript(Path folder) throws IOException {
      Files.createDirectories(folder);
      Files.writeString(
          folder.resolve("java-compile.gradle"),
          """
          allprojects {
            tasks.withType(JavaCompile).configureEach {
              // What it takes to compile incrementally is not in the published jar.
              options.incremental = false
              // A compiler needs no native code, and a new Java warns of it.
              options.forkOptions.jvmArgs += '-Dorg.gradle.native=false'
            }
          }
          """);
    }

    private static void writeLauncher(Path folder) throws IOException {
      Files.createDirectories(folder);
      Path launcher = folder.resolve("gradle");
      Files.writeString(
          launcher,
          """
          #!/bin/sh
          # gradlew sets JAVA_HOME. The instrumentation agent is not in the published jar.
          exec "$JAVA_HOME/bin/java" -Xmx64m ${JAVA_OPTS:-} ${GRADLE_OPTS:-} \\
            -cp "${0%%/bin/gradle}/lib/gradle-launcher-%s.jar" org.gradle.launcher.GradleMain \\
            -Dorg.gradle.internal.instrumentation.agent=false "$@"
          """
              .formatted(VERSION));
      launcher.toFile().setExecutable(true);
    }
  }

  private record Result(int exitCode, String output) {}

  private static Result run(Path folder, String... command) throws Exception {
    ProcessBuilder builder =
        new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true);
    builder.environment().putIfAbsent("JAVA_HOME", System.getProperty("java.home"));
    Process process = builder.start();
    process.getOutputStream().close();
    String output = new String(process.getInputStream().readAllBytes(), UTF_8);
    return new Result(process.waitFor(), output);
  }

  private static Properties load(Path file) throws IOException {
    var properties = new Properties();
    try (var reader = Files.newBufferedReader(file)) {
      properties.load(reader);
    }
    return properties;
  }

  private static List<String> namesIn(Path folder, String suffix) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.endsWith(suffix))
          .sorted()
          .toList();
    }
  }

  /** Waits for any other process that holds the lock, which ends with the channel. */
  private static FileChannel lock(Path file) throws IOException {
    Files.createDirectories(file.getParent());
    FileChannel channel =
        FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    channel.lock();
    return channel;
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

  private static void tell(String sentence) {
    System.err.println("gradlew: " + sentence);
  }
}
