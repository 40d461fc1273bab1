package posthorn.bench;

import java.io.IOException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** The ceilings, measured several times between the other phases; the median counts. */
final class Ceilings {
  private final HttpCeiling http;
  private final SqliteCeiling sqlite;
  private final HandlerCeiling emptyHandler;
  private final HandlerCeiling storingHandler;
  private final Progress progress;
  private final Map<Ceiling, List<Double>> rates = new EnumMap<>(Ceiling.class);

  Ceilings(
      HttpCeiling http,
      SqliteCeiling sqlite,
      HandlerCeiling emptyHandler,
      HandlerCeiling storingHandler,
      Progress progress) {
    this.http = http;
    this.sqlite = sqlite;
    this.emptyHandler = emptyHandler;
    this.storingHandler = storingHandler;
    this.progress = progress;
  }

  void warmUp(int events, Load publishing) throws IOException, InterruptedException, SQLException {
    double _ = http.measure(events);
    double _ = sqlite.measure(events);
    double _ = emptyHandler.measure(events, publishing);
    double _ = storingHandler.measure(events, publishing);
  }

  void measure(int events, Load publishing) throws IOException, InterruptedException, SQLException {
    progress.begin("the ceilings");
    note(Ceiling.HTTP, "the HTTP client without a database", http.measure(events));
    note(Ceiling.SQLITE, "the same rows into SQLite without HTTP", sqlite.measure(events));
    note(
        Ceiling.HANDLER,
        "the same requests to an empty handler",
        emptyHandler.measure(events, publishing));
    note(
        Ceiling.STORING_HANDLER,
        "the same requests to one that writes the rows",
        storingHandler.measure(events, publishing));
  }

  private void note(Ceiling ceiling, String what, double rate) {
    rates.computeIfAbsent(ceiling, _ -> new ArrayList<>()).add(rate);
    progress.end(what, Unit.PER_SECOND.print(rate));
  }

  Map<Ceiling, Double> medians() {
    var medians = new EnumMap<Ceiling, Double>(Ceiling.class);
    rates.forEach((ceiling, ofIt) -> medians.put(ceiling, Rates.median(ofIt)));
    return medians;
  }
}
