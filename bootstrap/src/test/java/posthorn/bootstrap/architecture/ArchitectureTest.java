package posthorn.bootstrap.architecture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeGradleTestFixtures;
import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.lang.ArchRule;
import java.io.File;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Every rule holds for the product, and is shown to fail for classes that break it. */
class ArchitectureTest {
  private static final String GUILTY = "guilty";

  private static final JavaClasses PRODUCT =
      new ClassFileImporter()
          .withImportOption(new DoNotIncludeTests())
          .withImportOption(new DoNotIncludeGradleTestFixtures())
          .importPackages("posthorn");

  private static final JavaClasses TESTS =
      new ClassFileImporter()
          .withImportOption(location -> !location.contains(GUILTY))
          .importPaths(
              Stream.of(System.getProperty("posthorn.tests").split(File.pathSeparator))
                  .map(Path::of)
                  .toList());

  static Stream<Arguments> rules() {
    return Stream.of(
        arguments(
            "the domain is pure", Rules.THE_DOMAIN_IS_PURE, PRODUCT, "posthorn.domain.guilty"),
        arguments(
            "the application knows itself and the domain",
            Rules.THE_APPLICATION_KNOWS_ITSELF_AND_THE_DOMAIN,
            PRODUCT,
            "posthorn.application.guilty.http"),
        arguments(
            "the http adapter knows its libraries",
            Rules.THE_HTTP_ADAPTER_KNOWS_ITS_LIBRARIES,
            PRODUCT,
            "posthorn.http.guilty"),
        arguments(
            "the sqlite adapter knows its libraries",
            Rules.THE_SQLITE_ADAPTER_KNOWS_ITS_LIBRARIES,
            PRODUCT,
            "posthorn.sqlite.guilty"),
        arguments(
            "the outbound adapter knows its libraries",
            Rules.THE_OUTBOUND_ADAPTER_KNOWS_ITS_LIBRARIES,
            PRODUCT,
            "posthorn.outbound.guilty"),
        arguments(
            "the files adapter knows its libraries",
            Rules.THE_FILES_ADAPTER_KNOWS_ITS_LIBRARIES,
            PRODUCT,
            "posthorn.files.guilty"),
        arguments(
            "the JSON Schema adapter knows its libraries",
            Rules.THE_JSON_SCHEMA_ADAPTER_KNOWS_ITS_LIBRARIES,
            PRODUCT,
            "posthorn.jsonschema.guilty"),
        arguments(
            "the benchmarks know the sender and their libraries",
            Rules.THE_BENCHMARKS_KNOW_THE_SENDER_AND_THEIR_LIBRARIES,
            PRODUCT,
            "posthorn.bench.guilty"),
        arguments(
            "the verifier knows nothing but Java",
            Rules.THE_VERIFIER_KNOWS_NOTHING_BUT_JAVA,
            PRODUCT,
            "posthorn.verifier.guilty"),
        arguments(
            "the receiver knows nothing but Java",
            Rules.THE_RECEIVER_KNOWS_NOTHING_BUT_JAVA,
            PRODUCT,
            "posthorn.receiver.guilty"),
        arguments(
            "only bootstrap knows Guice",
            Rules.ONLY_BOOTSTRAP_KNOWS_GUICE,
            PRODUCT,
            "posthorn.application.guilty.guice"),
        arguments(
            "only bootstrap reads clocks",
            Rules.ONLY_BOOTSTRAP_READS_CLOCKS_AND_ROLLS_DICE,
            PRODUCT,
            "posthorn.application.guilty.clock"),
        arguments(
            "only bootstrap rolls dice",
            Rules.ONLY_BOOTSTRAP_READS_CLOCKS_AND_ROLLS_DICE,
            PRODUCT,
            "posthorn.application.guilty.dice"),
        arguments(
            "the inner modules ask the system nothing",
            Rules.THE_INNER_MODULES_ASK_THE_SYSTEM_NOTHING,
            PRODUCT,
            "posthorn.domain.guilty.system"),
        arguments(
            "domain features have no cycles",
            Rules.DOMAIN_FEATURES_HAVE_NO_CYCLES,
            PRODUCT,
            "posthorn.domain"),
        arguments(
            "application features have no cycles",
            Rules.APPLICATION_FEATURES_HAVE_NO_CYCLES,
            PRODUCT,
            "posthorn.application"),
        arguments(
            "ports are interfaces, values and exceptions",
            Rules.PORTS_ARE_INTERFACES_VALUES_AND_EXCEPTIONS,
            PRODUCT,
            "posthorn.application.port.guilty"),
        arguments("tests do not sleep", Rules.TESTS_DO_NOT_SLEEP, TESTS, "posthorn.guilty.sleep"),
        arguments(
            "tests use JUnit, AssertJ and what they test",
            Rules.TESTS_USE_JUNIT_AND_ASSERTJ_AND_WHAT_THEY_TEST,
            TESTS,
            "posthorn.guilty.library"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("rules")
  void a_rule_holds(String name, ArchRule rule, JavaClasses classes, String guilty) {
    rule.check(classes);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("rules")
  void a_rule_can_fail(String name, ArchRule rule, JavaClasses classes, String guilty) {
    JavaClasses culprits =
        new ClassFileImporter()
            .withImportOption(location -> location.contains(GUILTY))
            .importPackages(guilty);
    assertThat(culprits).isNotEmpty();
    assertThatThrownBy(() -> rule.check(culprits)).isInstanceOf(AssertionError.class);
  }

  @Test
  void every_module_is_looked_at() {
    for (String name :
        List.of(
            "posthorn.domain.delivery.Delivery",
            "posthorn.application.dispatch.AttemptDelivery",
            "posthorn.http.HttpServer",
            "posthorn.sqlite.SqliteStore",
            "posthorn.outbound.PooledWebhookSender",
            "posthorn.files.JsonLinesArchive",
            "posthorn.jsonschema.JsonSchemas",
            "posthorn.receiver.LoopbackReceiver",
            "posthorn.verifier.WebhookVerifier",
            "posthorn.bench.Bench",
            "posthorn.bootstrap.Main")) {
      assertThat(PRODUCT.contain(name)).as(name).isTrue();
    }
    for (String name :
        List.of(
            "posthorn.domain.delivery.DeliveryTest",
            "posthorn.application.dispatch.AttemptDeliveryTest",
            "posthorn.http.HttpServerTest",
            "posthorn.sqlite.SqliteStoreTest",
            "posthorn.outbound.PooledWebhookSenderTest",
            "posthorn.files.JsonLinesArchiveTest",
            "posthorn.receiver.LoopbackReceiverTest",
            "posthorn.verifier.WebhookVerifierTest",
            "posthorn.bench.ReceiverTest",
            "posthorn.bootstrap.architecture.ArchitectureTest")) {
      assertThat(TESTS.contain(name)).as(name).isTrue();
    }
  }
}
