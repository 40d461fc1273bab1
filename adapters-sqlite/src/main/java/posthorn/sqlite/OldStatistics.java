package posthorn.sqlite;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Sums the minutes of old hours up; how many hours that were. */
final class OldStatistics implements Batch<OldStatistics.Command, Integer> {
  private static final long HOUR_MS = Duration.ofHours(1).toMillis();

  record Command(Instant before, int limit) {}

  private record Hour(String webhook, long start) {}

  @Override
  public List<Integer> run(WriterSession session, List<Command> commands) throws SQLException {
    var done = new ArrayList<Integer>(commands.size());
    for (Command command : commands) {
      List<Hour> hours = hoursOf(session, command);
      for (Hour hour : hours) {
        sumUp(session, hour);
      }
      done.add(hours.size());
    }
    return done;
  }

  private static List<Hour> hoursOf(WriterSession session, Command command) throws SQLException {
    var hours = new ArrayList<Hour>();
    try (ResultSet rows =
        session
            .prepared(StatisticsSql.MINUTES)
            .time(command.before())
            .number((long) command.limit())
            .query()) {
      while (rows.next()) {
        hours.add(new Hour(rows.getString(1), rows.getLong(2)));
      }
    }
    return hours;
  }

  private static void sumUp(WriterSession session, Hour hour) throws SQLException {
    long end = hour.start() + HOUR_MS;
    session
        .prepared(StatisticsSql.SUM_UP)
        .number(hour.start())
        .text(hour.webhook())
        .number(hour.start())
        .number(end)
        .run();
    session
        .prepared(StatisticsSql.REMOVE_MINUTES)
        .text(hour.webhook())
        .number(hour.start())
        .number(end)
        .run();
  }
}
