package posthorn.bootstrap;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import posthorn.bootstrap.config.Configuration;
import posthorn.files.FileTrouble;
import posthorn.sqlite.Checkup;
import posthorn.sqlite.SqliteFile;

/**
 * The {@code doctor} command: looks at all that a server needs, and says what is wrong and what to
 * do about it. It changes nothing. Beside a server that runs it reads the database as any reader
 * does, without its lock.
 */
final class Doctor {
  private final PrintStream out;
  private final InstantSource clock;
  private final Findings findings = new Findings();

  Doctor(PrintStream out, InstantSource clock) {
    this.out = out;
    this.clock = clock;
  }

  /** When the configuration itself is wrong, there is nothing else to look at. */
  static int misconfigured(PrintStream out, List<String> mistakes) {
    var findings = new Findings();
    system(findings);
    mistakes.forEach(mistake -> findings.problem("configuration", mistake));
    return findings.print(out);
  }

  int run(Configuration configuration) {
    system(findings);
    findings.ok("configuration", "every setting is valid");
    Path database = configuration.store().file().toAbsolutePath();
    folders(configuration, database);
    databaseFiles(database);
    @Nullable Checkup checkup = Files.exists(database) ? examined(configuration, database) : null;
    if (Files.notExists(database)) {
      findings.ok("database", database + " is not there yet; the first start makes it");
    } else if (!Files.exists(database)) {
      findings.problem("database", database + KeptFolder.UNSEEN);
    }
    keyFile(configuration, checkup);
    archive(configuration);
    return findings.print(out);
  }

  private static void system(Findings findings) {
    findings.ok("version", "posthorn " + Version.text() + " on Java " + Runtime.version());
  }

  private void folders(Configuration configuration, Path database) {
    Set<Path> folders = new LinkedHashSet<>();
    folders.add(configuration.dataDir().toAbsolutePath());
    folders.add(KeptFolder.of(database));
    for (Path folder : folders) {
      KeptFolder.judge(folder, findings);
    }
  }

  private void databaseFiles(Path database) {
    if (!Files.exists(database)) {
      return;
    }
    try {
      List<Path> open = DatabaseFiles.of(database).openToOthers();
      if (open.isEmpty()) {
        findings.ok("database file", database + " is its owner's alone");
      } else {
        findings.problem("database file", database + " " + DatabaseFiles.wayOut(open));
      }
    } catch (IOException e) {
      findings.problem(
          "database file", database + " cannot be looked at: " + FileTrouble.reason(e));
    }
  }

  /** With the lock if it can be had, so that no server starts meanwhile. */
  private @Nullable Checkup examined(Configuration configuration, Path database) {
    try {
      Optional<DatabaseLock> lock = DatabaseLock.acquire(database);
      if (lock.isEmpty()) {
        findings.ok(
            "server", "runs; it was looked at beside it, 'doctor --free' needs it to be stopped");
        NativeFolder.useBeside(database);
        return examine(configuration, true);
      }
      try (DatabaseLock _ = lock.get()) {
        findings.ok("server", "does not run with this database");
        NativeFolder.prepareBeside(database);
        return examine(configuration, false);
      }
    } catch (IOException | RuntimeException e) {
      findings.problem(
          "database",
          database
              + " cannot be read: "
              + Serve.rootOf(e)
              + "; if this user may read it, restore a backup");
      return null;
    }
  }

  private Checkup examine(Configuration configuration, boolean serverRuns) {
    Instant now = clock.instant();
    Checkup checkup = new SqliteFile(configuration.store().url()).examine(now);
    new StoreFindings(findings, configuration, serverRuns).judge(checkup, now);
    return checkup;
  }

  private void keyFile(Configuration configuration, @Nullable Checkup checkup) {
    Path file = configuration.secrets().keyFile();
    if (configuration.secrets().key() != null) {
      findings.ok("sealing key", "is configured; no key file is needed");
      return;
    }
    if (Files.notExists(file)) {
      boolean isNeeded = checkup != null && checkup.work() != null && checkup.work().secrets() > 0;
      if (isNeeded) {
        findings.problem(
            "sealing key",
            file + " is not there, and secrets are sealed; restore it from a backup");
      } else {
        findings.ok("sealing key", file + " is not there yet; the first start makes it");
      }
      return;
    }
    if (!Files.exists(file)) {
      findings.problem("sealing key", file + KeptFolder.UNSEEN);
      return;
    }
    try {
      boolean isThere = KeyFile.read(file).isPresent();
      findings.ok("sealing key", isThere ? file + " is its owner's alone" : file + " is gone");
    } catch (IllegalStateException e) {
      findings.problem("sealing key", Serve.rootOf(e));
    }
  }

  private void archive(Configuration configuration) {
    try {
      RetentionModule.archiveSpaceOf(configuration)
          .taken()
          .ifPresentOrElse(
              taken ->
                  findings.ok(
                      "archive",
                      taken.folder()
                          + " has "
                          + taken.files()
                          + " files, "
                          + ByteText.of(taken.bytes())),
              () -> findings.ok("archive", "none is set; what is old is removed for good"));
    } catch (RuntimeException e) {
      findings.problem("archive", Serve.rootOf(e) + "; what is old stays until it can be written");
    }
  }
}
