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
  private final HandlerCeiling handler;
  private final Progress progress;
  private final List<Double> httpRates = new ArrayList<>();
  private final List<Double> sqliteRates = new ArrayList<>();
  private final List<Double> handlerRates = new ArrayList<>();

  Ceilings(HttpCeiling http, SqliteCeiling sqlite, HandlerCeiling handler, Progress progress) {
    this.http = http;
    this.sqlite = sqlite;
    this.handler = handler;
    this.progress = progress;
  }

  void warmUp(int events, Load publishing) throws IOException, InterruptedException, SQLException {
    double _ = http.measure(events);
    double _ = sqlite.measure(events);
    double _ = handler.measure(events, publishing);
  }

  void measure(int events, Load publishing) throws IOException, InterruptedException, SQLException {
    progress.begin("the ceilings");
    httpRates.add(http.measure(events));
    progress.end("the HTTP client without a database", print(httpRates));
    sqliteRates.add(sqlite.measure(events));
    progress.end("the same rows into SQLite without HTTP", print(sqliteRates));
    handlerRates.add(handler.measure(events, publishing));
    progress.end("the same requests to an empty handler", print(handlerRates));
  }

  private static String print(List<Double> rates) {
    return Unit.PER_SECOND.print(rates.getLast());
  }

  Map<Ceiling, Double> medians() {
    var medians = new EnumMap<Ceiling, Double>(Ceiling.class);
    medians.put(Ceiling.HTTP, Rates.median(httpRates));
    medians.put(Ceiling.SQLITE, Rates.median(sqliteRates));
    medians.put(Ceiling.HANDLER, Rates.median(handlerRates));
    return medians;
  }
}
