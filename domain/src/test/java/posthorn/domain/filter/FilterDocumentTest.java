package posthorn.domain.filter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import posthorn.domain.field.FieldError;

/** Every example of {@code docs/filters.md}, which lies beside the modules. */
class FilterDocumentTest {
  /** A block of JSON and the table after it. */
  private static final Pattern EXAMPLE =
      Pattern.compile("```json( invalid)?\\n(.*?)\\n```\\n+((?:\\|[^\\n]*\\n)+)", Pattern.DOTALL);

  private static final Pattern ROW = Pattern.compile("\\| `(.*)` \\| (.*) \\|");

  @TestFactory
  Stream<DynamicTest> an_example_matches_as_the_document_says() throws IOException {
    var tests = new ArrayList<DynamicTest>();
    for (MatchResult example : examples()) {
      if (example.group(1) == null) {
        String filter = example.group(2);
        for (MatchResult row : rows(example)) {
          tests.add(
              dynamicTest(
                  filter + " on " + row.group(1), () -> check(filter, row.group(1), row.group(2))));
        }
      }
    }
    return tests.stream();
  }

  @TestFactory
  Stream<DynamicTest> a_mistake_is_named_as_the_document_says() throws IOException {
    return examples().stream()
        .filter(example -> example.group(1) != null)
        .map(example ->
            dynamicTest(
                example.group(2),
                () ->
                    assertThat(FilterParser.parse("filter", JsonText.parse(example.group(2))))
                        .isEqualTo(new ParsedFilter.Invalid(errors(example)))));
  }

  @Test
  void no_example_is_overlooked() throws IOException {
    assertThat(document().split("```json", -1)).hasSize(examples().size() + 1);
    assertThat(examples()).hasSizeGreaterThan(12);
    assertThat(examples()).allSatisfy(example -> assertThat(rows(example)).isNotEmpty());
  }

  private static void check(String filter, String event, String matches) {
    assertThat(matches).isIn("yes", "no");
    assertThat(FilterParser.parse("filter", JsonText.parse(filter)))
        .isInstanceOfSatisfying(
            ParsedFilter.Valid.class,
            valid ->
                assertThat(valid.filter().matches(JsonText.parse(event)))
                    .isEqualTo(matches.equals("yes")));
  }

  private static List<FieldError> errors(MatchResult example) {
    return rows(example).stream().map(row -> new FieldError(row.group(1), row.group(2))).toList();
  }

  private static List<MatchResult> rows(MatchResult example) {
    return ROW.matcher(example.group(3)).results().toList();
  }

  private static List<MatchResult> examples() throws IOException {
    return EXAMPLE.matcher(document()).results().toList();
  }

  private static String document() throws IOException {
    return Files.readString(Path.of("../docs/filters.md"));
  }
}
