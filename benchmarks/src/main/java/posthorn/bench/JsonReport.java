package posthorn.bench;

import java.util.Locale;
import tools.jackson.databind.ObjectMapper;
import tools.jackson.databind.node.ObjectNode;

/** A report as JSON, for programs that keep or compare it. */
final class JsonReport {
  private static final ObjectMapper JSON = new ObjectMapper();

  private JsonReport() {}

  static String print(Report report) {
    ObjectNode root = JSON.createObjectNode();
    ObjectNode environment = root.putObject("environment");
    report.environment().forEach(environment::put);
    ObjectNode ceilings = root.putObject("ceilings_per_second");
    report.ceilings().forEach((ceiling, rate) -> ceilings.put(wordOf(ceiling), rate));
    var measurements = root.putArray("measurements");
    report
        .measurements()
        .forEach(measurement -> describe(measurements.addObject(), measurement, report));
    root.put("repeated", report.repeated());
    return JSON.writerWithDefaultPrettyPrinter().writeValueAsString(root);
  }

  private static void describe(ObjectNode node, Measurement measurement, Report report) {
    node.put("name", measurement.name());
    node.put("waiting", measurement.waiting());
    node.put("value", measurement.value());
    node.put("unit", wordOf(measurement.unit()));
    Ceiling ceiling = measurement.ceiling();
    if (ceiling != null) {
      node.put("compared_with", wordOf(ceiling));
    }
    report.ratio(measurement).ifPresent(ratio -> node.put("ratio", ratio));
    switch (measurement.target()) {
      case null -> {}
      case Target.AtLeast(double value) -> node.putObject("target").put("at_least", value);
      case Target.Below(double value) -> node.putObject("target").put("below", value);
      case Target.AtMost(double value) -> node.putObject("target").put("at_most", value);
      case Target.ShareAtLeast(double share) ->
          node.putObject("target").put("ratio_at_least", share);
    }
    report.isMet(measurement).ifPresent(met -> node.put("met", met));
  }

  private static String wordOf(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }
}
