package posthorn.bootstrap.seeds;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DynamicTest;

/**
 * A line of a document that is kept otherwise.
 *
 * @param line the document's words
 * @param instead what the product does
 * @param spec the section of the specification that decided it
 * @param shownBy the test of the same class that shows what the product does; null where no test of
 *     one process on SQLite can
 */
record Decided(String line, String instead, String why, String spec, @Nullable String shownBy) {

  /** A decision that a test of the same class shows. */
  static Decided shown(String line, String instead, String why, String spec, String shownBy) {
    return new Decided(line, instead, why, spec, shownBy);
  }

  /** A decision that no test shows. */
  static Decided unshown(String line, String instead, String why, String spec) {
    return new Decided(line, instead, why, spec, null);
  }

  /** A test a decision: its reason is there, and so is the test that shows it. */
  static Stream<DynamicTest> tests(Class<?> document, List<Decided> all) {
    List<String> names = testsOf(document).toList();
    return all.stream()
        .map(each ->
            DynamicTest.dynamicTest(each.line + " -> " + each.instead, () -> each.check(names)));
  }

  private void check(List<String> tests) {
    assertThat(List.of(line, instead, why, spec)).doesNotContain("");
    if (shownBy != null) {
      assertThat(tests).contains(shownBy);
    }
  }

  private static Stream<String> testsOf(Class<?> document) {
    return Stream.concat(
        Stream.of(document.getDeclaredMethods()).map(Method::getName),
        Stream.of(document.getDeclaredClasses()).flatMap(Decided::testsOf));
  }
}
