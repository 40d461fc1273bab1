package posthorn.bootstrap.architecture;

import static com.tngtech.archunit.core.domain.JavaCall.Predicates.target;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.nameMatching;
import static com.tngtech.archunit.core.domain.properties.HasOwner.Predicates.With.owner;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaCall;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchRule;
import java.io.ByteArrayInputStream;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.Clock;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZonedDateTime;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;

/**
 * The architecture as rules. They say what is allowed, not what is forbidden, wherever that can be
 * said: a forbidden package that is misspelt would forbid nothing.
 */
final class Rules {
  private static final String[] ANNOTATIONS = {"org.jspecify.annotations.."};
  private static final String[] PURE_JAVA = {
    "java.lang..", "java.util..", "java.time..", "java.math..", "java.nio.charset.."
  };
  private static final String[] JAVA = {"java..", "javax.."};
  private static final String[] DOMAIN = {"posthorn.domain.."};
  private static final String[] APPLICATION = {"posthorn.application.."};

  private Rules() {}

  static final ArchRule THE_DOMAIN_IS_PURE =
      classes()
          .that()
          .resideInAPackage("posthorn.domain..")
          .should()
          .onlyDependOnClassesThat(
              inPackages(
                      DOMAIN,
                      PURE_JAVA,
                      ANNOTATIONS,
                      new String[] {"javax.crypto..", "java.security.."})
                  // A stream over bytes in memory: how Java wants certificates.
                  .or(JavaClass.Predicates.type(ByteArrayInputStream.class))
                  .or(JavaClass.Predicates.type(URI.class))
                  .or(JavaClass.Predicates.type(URISyntaxException.class)));

  static final ArchRule THE_APPLICATION_KNOWS_ITSELF_AND_THE_DOMAIN =
      classes()
          .that()
          .resideInAPackage("posthorn.application..")
          .should()
          .onlyDependOnClassesThat(inPackages(APPLICATION, DOMAIN, PURE_JAVA, ANNOTATIONS));

  static final ArchRule THE_HTTP_ADAPTER_KNOWS_ITS_LIBRARIES =
      adapter(
          "posthorn.http..",
          "io.javalin..",
          "org.eclipse.jetty..",
          "jakarta.servlet..",
          "tools.jackson..",
          // Where the annotations of tools.jackson are.
          "com.fasterxml.jackson.annotation..",
          "org.slf4j..");

  static final ArchRule THE_SQLITE_ADAPTER_KNOWS_ITS_LIBRARIES =
      adapter(
          "posthorn.sqlite..",
          "org.jooq..",
          "org.flywaydb..",
          "com.zaxxer.hikari..",
          "org.sqlite..");

  static final ArchRule THE_OUTBOUND_ADAPTER_KNOWS_ITS_LIBRARIES =
      adapter("posthorn.outbound..", "org.apache.hc..", "jakarta.mail..", "jakarta.activation..");

  static final ArchRule THE_FILES_ADAPTER_KNOWS_ITS_LIBRARIES =
      adapter("posthorn.files..", "tools.jackson..");

  static final ArchRule THE_JSON_SCHEMA_ADAPTER_KNOWS_ITS_LIBRARIES =
      adapter(
          "posthorn.jsonschema..",
          "com.networknt.schema..",
          "com.google.re2j..",
          "tools.jackson..");

  static final ArchRule THE_BENCHMARKS_KNOW_THE_SENDER_AND_THEIR_LIBRARIES =
      adapter(
          "posthorn.bench..",
          "posthorn.outbound..",
          "tools.jackson..",
          "org.sqlite..",
          "io.javalin..");

  /** It is copied into other people's code; only its package says {@code @NullMarked}. */
  static final ArchRule THE_VERIFIER_KNOWS_NOTHING_BUT_JAVA =
      classes()
          .that()
          .resideInAPackage("posthorn.verifier..")
          .and()
          .doNotHaveSimpleName("package-info")
          .should()
          .onlyDependOnClassesThat(inPackages(new String[] {"posthorn.verifier.."}, JAVA));

  static final ArchRule THE_RECEIVER_KNOWS_NOTHING_BUT_JAVA =
      classes()
          .that()
          .resideInAPackage("posthorn.receiver..")
          .should()
          .onlyDependOnClassesThat(
              inPackages(new String[] {"posthorn.receiver.."}, JAVA, ANNOTATIONS));

  static final ArchRule ONLY_BOOTSTRAP_KNOWS_GUICE =
      classes()
          .that()
          .resideOutsideOfPackage("posthorn.bootstrap..")
          .should()
          .onlyDependOnClassesThat()
          .resideOutsideOfPackage("com.google.inject..");

  static final ArchRule ONLY_BOOTSTRAP_READS_CLOCKS_AND_ROLLS_DICE =
      noClasses()
          .that()
          .resideOutsideOfPackage("posthorn.bootstrap..")
          .should()
          .callMethodWhere(
              calls("now", Instant.class, LocalDateTime.class, ZonedDateTime.class)
                  .or(calls("(system|tick).*", Clock.class))
                  .or(calls("currentTimeMillis", System.class))
                  .or(calls("random", Math.class))
                  .or(calls("randomUUID", UUID.class))
                  .or(calls("current", ThreadLocalRandom.class))
                  .or(calls("(getDefault|of)", RandomGenerator.class)))
          .orShould()
          .callConstructorWhere(target(owner(JavaClass.Predicates.assignableTo(Random.class))));

  /** Copying an array is no question. */
  static final ArchRule THE_INNER_MODULES_ASK_THE_SYSTEM_NOTHING =
      noClasses()
          .that()
          .resideInAnyPackage("posthorn.domain..", "posthorn.application..")
          .should()
          .callMethodWhere(calls("(?!arraycopy$).*", System.class))
          .orShould()
          .accessField(System.class, "out")
          .orShould()
          .accessField(System.class, "err");

  static final ArchRule DOMAIN_FEATURES_HAVE_NO_CYCLES =
      slices().matching("posthorn.domain.(*)..").should().beFreeOfCycles();

  static final ArchRule APPLICATION_FEATURES_HAVE_NO_CYCLES =
      slices().matching("posthorn.application.(*)..").should().beFreeOfCycles();

  static final ArchRule PORTS_ARE_INTERFACES_VALUES_AND_EXCEPTIONS =
      classes()
          .that()
          .resideInAPackage("posthorn.application.port..")
          .should()
          .beInterfaces()
          .orShould()
          .beRecords()
          .orShould()
          .beEnums()
          .orShould()
          .beAssignableTo(RuntimeException.class);

  static final ArchRule TESTS_DO_NOT_SLEEP =
      noClasses().should().callMethodWhere(calls("sleep", Thread.class, TimeUnit.class));

  /** So there are no mocks either: no library that makes them is among these. */
  static final ArchRule TESTS_USE_JUNIT_AND_ASSERTJ_AND_WHAT_THEY_TEST =
      classes()
          .should()
          .onlyDependOnClassesThat(
              inPackages(
                  new String[] {"posthorn.."},
                  JAVA,
                  ANNOTATIONS,
                  new String[] {
                    "org.junit.jupiter..",
                    "org.assertj..",
                    "org.awaitility..",
                    "com.sun.net.httpserver..",
                    "com.tngtech.archunit..",
                    "tools.jackson..",
                    "org.jooq..",
                    "org.sqlite..",
                    // The server's own layout of its log.
                    "ch.qos.logback..",
                    "org.slf4j..",
                    // Servers, to be sent to and to be measured.
                    "org.apache.hc.core5..",
                    "io.javalin..",
                    "org.eclipse.jetty..",
                    "picocli..",
                    // The server's own wiring, with another clock.
                    "com.google.inject..",
                    "com.standardwebhooks..",
                    "com.networknt.schema.."
                  }));

  private static ArchRule adapter(String itself, String... libraries) {
    return classes()
        .that()
        .resideInAPackage(itself)
        .should()
        .onlyDependOnClassesThat(
            inPackages(new String[] {itself}, APPLICATION, DOMAIN, JAVA, ANNOTATIONS, libraries));
  }

  private static DescribedPredicate<JavaClass> inPackages(String[]... groups) {
    String[] all = Stream.of(groups).flatMap(Stream::of).toArray(String[]::new);
    DescribedPredicate<JavaClass> inOne = JavaClass.Predicates.resideInAnyPackage(all);
    // An array belongs to its elements' package, and a primitive to none.
    return DescribedPredicate.describe(
        inOne.getDescription(),
        type ->
            type.isPrimitive()
                || inOne.test(type.getBaseComponentType())
                || isPrimitiveArray(type));
  }

  private static boolean isPrimitiveArray(JavaClass type) {
    return type.getBaseComponentType().isPrimitive();
  }

  private static DescribedPredicate<JavaCall<?>> calls(String method, Class<?>... owners) {
    DescribedPredicate<JavaClass> anyOwner =
        DescribedPredicate.describe(
            "any of " + List.of(owners), type -> Stream.of(owners).anyMatch(type::isEquivalentTo));
    return target(nameMatching(method)).and(target(owner(anyOwner)));
  }
}
