package posthorn.bootstrap.jar;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import posthorn.bootstrap.config.Setting;

/** Reads {@code docs/limits.md} and tries each of its rows on the jar. */
class LimitsDocumentTest {
  private static final Pattern CODE = Pattern.compile("`([^`]+)`");

  /** Who tries the rows; each row has exactly one trial. */
  private static final List<LimitTrials> ALL =
      List.of(
          new InboundTrials(), //
          new VolumeTrials(),
          new QuotaTrials(),
          new SightTrials(),
          new DoorTrials(),
          new OutboundTrials(),
          new NameTrials(),
          new HttpTrials(),
          new StreamTrials(),
          new ComputeTrials(),
          new RetentionTrials(),
          new PlaceTrials());

  private record Row(String id, List<String> settings) {
    static Row of(String line) {
      String[] cells = line.split("\\|", -1);
      assertThat(cells).as(line).hasSize(8);
      return new Row(codes(cells[1]).getFirst(), codes(cells[6]));
    }

    private static List<String> codes(String cell) {
      return CODE.matcher(cell).results().map(found -> found.group(1)).toList();
    }
  }

  private static List<Row> rows() throws IOException {
    return Files.readAllLines(Path.of("../docs/limits.md")).stream()
        .filter(line -> line.startsWith("| `"))
        .map(Row::of)
        .toList();
  }

  @Test
  void every_setting_on_the_page_exists() throws IOException {
    List<String> known = Arrays.stream(Setting.values()).map(Setting::key).toList();
    assertThat(rows().stream().flatMap(row -> row.settings().stream())).isSubsetOf(known);
  }

  @Test
  void every_row_has_its_trial_and_every_trial_its_row() throws IOException {
    assertThat(trials().keySet())
        .containsExactlyInAnyOrderElementsOf(rows().stream().map(Row::id).toList());
  }

  @TestFactory
  Stream<DynamicTest> each_limit_holds() {
    return trials().entrySet().stream()
        .map(trial -> DynamicTest.dynamicTest(trial.getKey(), trial.getValue()::run));
  }

  private static Map<String, LimitTrials.Trial> trials() {
    var trials = new HashMap<String, LimitTrials.Trial>();
    ALL.forEach(each ->
        each.trials()
            .forEach((id, trial) -> {
              assertThat(trials.put(id, trial)).as(id).isNull();
            }));
    return trials;
  }
}
