package posthorn.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

class ReportTest {
  private static final Measurement DRAIN =
      Measurement.of("drain", 1_000_000, 12_345.6, Unit.PER_SECOND)
          .comparedWith(Ceiling.HTTP)
          .aimingAt(new Target.ShareAtLeast(0.5));
  private static final Measurement P99 =
      Measurement.of("p99", 0, 20, Unit.MILLISECONDS).aimingAt(new Target.Below(20));
  private static final Measurement HEAP =
      Measurement.of("heap", 0, 512, Unit.MEGABYTES).aimingAt(new Target.AtMost(512));
  private static final Measurement RATE =
      Measurement.of("in and out", 0, 8_000, Unit.PER_SECOND).aimingAt(new Target.AtLeast(8_000));
  private static final Measurement CPU = Measurement.of("CPU", 0, 45.678, Unit.MICROSECONDS);

  private final Report report =
      new Report(
          Map.of("java", "25"),
          Map.of(Ceiling.HTTP, 20_000.0),
          List.of(DRAIN, P99, HEAP, RATE, CPU),
          3);

  @Test
  void the_table_has_a_line_a_ceiling_and_a_line_a_measurement() {
    assertThat(report.table())
        .isEqualTo(
            """
            measurement          waiting      value      compared with   ratio       target
            -----------          -------      -----      -------------   -----       ------
            bare HTTP client               20 000/s
            drain              1 000 000   12 346/s   bare HTTP client    62 %       ≥ 50 %       met
            p99                        0   20.00 ms                              < 20.00 ms   not met
            heap                       0     512 MB                                ≤ 512 MB       met
            in and out                 0    8 000/s                               ≥ 8 000/s       met
            CPU                        0   45.68 µs
            """);
  }

  @Test
  void a_ratio_without_its_ceiling_is_not_judged() {
    var without = new Report(Map.of(), Map.of(), List.of(DRAIN), 0);
    assertThat(without.ratio(DRAIN)).isEmpty();
    assertThat(without.isMet(DRAIN)).isEmpty();
  }

  @Test
  void the_json_says_the_same() {
    JsonNode json = new ObjectMapper().readTree(JsonReport.print(report));
    assertThat(json.at("/environment/java").asString()).isEqualTo("25");
    assertThat(json.at("/ceilings_per_second/http").asDouble()).isEqualTo(20_000);
    assertThat(json.at("/repeated").asInt()).isEqualTo(3);
    assertThat(json.at("/measurements/0").toString())
        .isEqualTo(
            "{\"name\":\"drain\",\"waiting\":1000000,\"value\":12345.6,\"unit\":\"per_second\","
                + "\"compared_with\":\"http\",\"ratio\":0.61728,"
                + "\"target\":{\"ratio_at_least\":0.5},\"met\":true}");
    assertThat(json.at("/measurements/1/target/below").asInt()).isEqualTo(20);
    assertThat(json.at("/measurements/1/met").asBoolean()).isFalse();
    assertThat(json.at("/measurements/4").has("met")).isFalse();
  }
}
