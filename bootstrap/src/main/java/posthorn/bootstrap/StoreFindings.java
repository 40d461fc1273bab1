package posthorn.bootstrap;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import posthorn.application.port.StoreSpace;
import posthorn.bootstrap.config.Configuration;
import posthorn.sqlite.Checkup;
import posthorn.sqlite.SchemaState;

/** What is to be said of a database that was looked at. */
final class StoreFindings {
  private static final long LITTLE_DISK = 1024L * 1024 * 1024;
  private static final long NO_DISK = 100L * 1024 * 1024;
  private static final Duration LATE = Duration.ofMinutes(5);

  /** From which number on an alert fires, unless it is set otherwise. */
  private static final int MANY_DEAD = 1_000;

  /** What a server leaves free on purpose is a tenth. */
  private static final int MUCH_FREE = 4;

  private final Findings findings;
  private final Configuration configuration;
  private final boolean serverRuns;

  StoreFindings(Findings findings, Configuration configuration, boolean serverRuns) {
    this.findings = findings;
    this.configuration = configuration;
    this.serverRuns = serverRuns;
  }

  void judge(Checkup checkup, Instant now) {
    integrity(checkup);
    schema(checkup.schema());
    StoreSpace.Taken taken = checkup.taken();
    if (taken != null) {
      sizes(taken);
    }
    Checkup.Work work = checkup.work();
    if (work != null) {
      backlog(work, now);
      leases(work);
      deadLetters(work);
    }
  }

  private void integrity(Checkup checkup) {
    if (!checkup.damage().isEmpty()) {
      findings.problem(
          "database",
          configuration.store().file()
              + " is damaged: "
              + String.join("; ", checkup.damage())
              + "; stop the server and restore a backup");
    } else if (checkup.brokenReferences() > 0) {
      findings.problem(
          "database",
          checkup.brokenReferences()
              + " rows refer to others that are not there; restore a backup, or report it");
    } else {
      findings.ok("database", configuration.store().file() + " is sound");
    }
  }

  private void schema(SchemaState schema) {
    if (schema.version() == null) {
      findings.problem("schema", "there is none: this is not a database of posthorn");
    } else if (!schema.mistakes().isEmpty()) {
      findings.problem(
          "schema",
          "is not one that this version knows: "
              + String.join("; ", schema.mistakes())
              + "; use the version that made it");
    } else if (schema.pending() > 0) {
      findings.warning(
          "schema", "is " + schema.version() + "; the next start brings it up to date");
    } else {
      findings.ok("schema", "is " + schema.version() + ", up to date");
    }
  }

  private void sizes(StoreSpace.Taken taken) {
    String size =
        ByteText.of(taken.bytes())
            + ", of which "
            + ByteText.of(taken.freeBytes())
            + " are free; write-ahead log "
            + ByteText.of(taken.logBytes());
    if (taken.freeBytes() > taken.bytes() / MUCH_FREE && taken.freeBytes() > NO_DISK) {
      findings.warning("size", size + "; 'posthorn doctor --free' gives it back");
    } else {
      findings.ok("size", size);
    }
    findings.ok("rows", rows(taken.rows()));
    String free = ByteText.of(taken.diskFreeBytes()) + " are free on the disk";
    if (taken.diskFreeBytes() < NO_DISK) {
      findings.problem("disk", free + "; make room, or nothing can be accepted any more");
    } else if (taken.diskFreeBytes() < LITTLE_DISK) {
      findings.warning("disk", free + "; make room, or keep history for a shorter time");
    } else {
      findings.ok("disk", free);
    }
  }

  private static String rows(Map<String, StoreSpace.Rows> rows) {
    return rows.entrySet().stream()
        .map(of ->
            of.getKey().replace('_', ' ')
                + " "
                + (of.getValue().exact() ? "" : "at most ")
                + of.getValue().count())
        .collect(Collectors.joining(", "));
  }

  private void backlog(Checkup.Work work, Instant now) {
    @Nullable Instant oldest = work.oldestDueAt();
    if (oldest == null) {
      findings.ok("backlog", "no delivery is due");
      return;
    }
    Duration late = Duration.between(oldest, now).truncatedTo(ChronoUnit.SECONDS);
    String text = work.due() + " deliveries are due, the first since " + oldest;
    if (!serverRuns) {
      findings.warning("backlog", text + "; start the server, nothing is sent meanwhile");
    } else if (late.compareTo(LATE) > 0) {
      findings.warning("backlog", text + "; see which receivers are slow, or allow more at once");
    } else {
      findings.ok("backlog", text);
    }
  }

  private void leases(Checkup.Work work) {
    String text =
        work.inFlight() + " leases are in the file, " + work.expired() + " of them expired";
    if (work.expired() > 0 && serverRuns) {
      findings.warning("leases", text + "; they are tried again by themselves, if not restart");
    } else if (work.inFlight() > 0 && !serverRuns) {
      findings.ok("leases", text + "; the next start tries those deliveries again");
    } else {
      findings.ok("leases", text);
    }
  }

  private void deadLetters(Checkup.Work work) {
    String text = work.deadLetters() + " deliveries were given up";
    if (work.deadLetters() > MANY_DEAD) {
      findings.warning("dead letters", text + "; see GET /v1/dlq/summary, and replay them");
    } else {
      findings.ok("dead letters", text);
    }
  }
}
