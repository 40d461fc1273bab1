package posthorn.bootstrap.jar;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.Schema;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class JarContentsTest {
  private static ZipFile jar;

  @BeforeAll
  static void open() throws IOException {
    jar = new ZipFile(Path.of(System.getProperty("posthorn.jar")).toFile());
  }

  @AfterAll
  static void close() throws IOException {
    jar.close();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "org/eclipse/jetty/websocket/",
        "org/eclipse/jetty/ee10/websocket/",
        "org/eclipse/jetty/ee10/annotations/",
        "org/eclipse/jetty/ee10/plus/",
        "org/eclipse/jetty/ee10/webapp/",
        "org/eclipse/jetty/jndi/",
        "org/eclipse/jetty/plus/",
        "org/eclipse/jetty/xml/",
        "jakarta/enterprise/",
        "jakarta/interceptor/",
        "jakarta/transaction/",
        "org/eclipse/angus/mail/imap/",
        "org/eclipse/angus/mail/pop3/",
      })
  void leaves_out_what_nothing_here_uses(String folder) {
    assertThat(jar.stream().map(ZipEntry::getName)).noneMatch(name -> name.startsWith(folder));
  }

  @Test
  void lists_its_libraries_as_cyclonedx_asks_for() throws IOException {
    assertThat(cycloneDx().validate(sbom())).isEmpty();
  }

  @Test
  void names_the_licence_of_each_library_it_lists() throws IOException {
    List<String> licenses =
        sbom().path("components").valueStream().map(JarContentsTest::licenseLine).toList();

    assertThat(text("META-INF/licenses/modules.tsv").lines().toList())
        .hasSizeGreaterThan(30)
        .containsExactlyElementsOf(licenses);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "META-INF/LICENSE",
        "META-INF/licenses/Apache-2.0.txt",
        "META-INF/licenses/EPL-2.0.txt",
        "META-INF/licenses/LGPL-2.1-only.txt",
        "META-INF/licenses/asm-9.10.1/LICENSE",
        "META-INF/licenses/slf4j-api-2.0.19/LICENSE.txt",
        "META-INF/licenses/swagger-ui-5.31.0/NOTICE-bundle.txt",
      })
  void brings_the_texts_of_the_licences(String name) throws IOException {
    assertThat(text(name)).isNotBlank();
  }

  private static String licenseLine(JsonNode component) {
    return "%s:%s:%s\t%s"
        .formatted(
            component.path("group").asString(),
            component.path("name").asString(),
            component.path("version").asString(),
            component.path("licenses").path(0).path("expression").asString());
  }

  private static JsonNode sbom() throws IOException {
    return JsonMapper.shared().readTree(text("META-INF/sbom/posthorn.cdx.json"));
  }

  private static String text(String name) throws IOException {
    ZipEntry entry = jar.getEntry(name);
    assertThat(entry).as(name).isNotNull();
    return new String(jar.getInputStream(entry).readAllBytes(), UTF_8);
  }

  /** The schemas of CycloneDX come with its library, under their files' names. */
  private static Schema cycloneDx() {
    String folder = "http://cyclonedx.org/schema/";
    return SchemaRegistry.withDefaultDialect(
            SpecificationVersion.DRAFT_7,
            builder ->
                builder.schemaIdResolvers(resolvers -> resolvers.mapPrefix(folder, "classpath:")))
        .getSchema(SchemaLocation.of(folder + "bom-1.6.schema.json"));
  }
}
