package posthorn.bootstrap;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import posthorn.application.access.AddApiKey;
import posthorn.application.access.KeyText;
import posthorn.application.access.RecordChange;
import posthorn.application.access.RemoveApiKey;
import posthorn.application.port.Randomness;
import posthorn.bootstrap.KeyOptions.Wanted;
import posthorn.bootstrap.config.Configuration;
import posthorn.bootstrap.keys.ApplyKeyRequest;
import posthorn.bootstrap.keys.KeyAnswer;
import posthorn.bootstrap.keys.KeyErrand;
import posthorn.bootstrap.keys.KeyRequest;
import posthorn.domain.access.ApiKey;
import posthorn.domain.access.ApiKeyId;
import posthorn.domain.access.KeyHash;
import posthorn.domain.tenant.TenantId;
import posthorn.sqlite.SqliteFile;
import posthorn.sqlite.SqliteStore;

/**
 * The {@code keys create}, {@code list} and {@code revoke} commands. Where no server runs, they use
 * the database themselves; where one does, it is asked to make the change, as it has the database
 * and all keys in memory.
 */
final class KeysCommand {
  private static final int EXIT_OK = 0;
  private static final int REQUEST_ID_BYTES = 8;

  private final PrintStream out;
  private final PrintStream err;
  private final InstantSource clock;
  private final Randomness randomness;

  KeysCommand(PrintStream out, PrintStream err, SystemModule system) {
    this.out = out;
    this.err = err;
    this.clock = system.clock();
    this.randomness = system.randomness();
  }

  /** Prints the key alone to standard output, for a script to take it. */
  int create(Configuration configuration, Wanted wanted) {
    String text = KeyText.from(randomness);
    var request =
        new KeyRequest.Create(
            wanted.tenant(), wanted.role(), wanted.name(), wanted.expiresAt(), KeyHash.of(text));
    return told(
        configuration,
        request,
        what -> {
          out.println(text);
          err.println("posthorn made " + what + "; its text is shown this once");
        });
  }

  int revoke(Configuration configuration, ApiKeyId id) {
    return told(
        configuration,
        new KeyRequest.Revoke(id),
        what -> out.println("posthorn revoked " + what + "; it opens nothing any more"));
  }

  /** Reads as any reader does, beside a server or with the lock. */
  int list(Configuration configuration, @Nullable TenantId tenant, boolean json) {
    var file = new SqliteFile(configuration.store().url());
    return withDatabase(
        configuration,
        () -> print(file, tenant, json),
        () -> {
          NativeFolder.useBeside(configuration.store().file());
          return print(file, tenant, json);
        });
  }

  private int print(SqliteFile file, @Nullable TenantId tenant, boolean json) {
    if (tenant != null && !file.hasTenant(tenant)) {
      return StoppedServer.failed(err, "there is no tenant " + tenant);
    }
    List<ApiKey> keys =
        file.apiKeys().stream()
            .filter(key -> tenant == null || key.tenant().equals(tenant))
            .toList();
    var table = new KeyTable(keys, clock.instant());
    out.println(json ? table.json() : table.text());
    return EXIT_OK;
  }

  private interface Success {
    void tell(String what);
  }

  private int told(Configuration configuration, KeyRequest request, Success success) {
    String id = HexFormat.of().formatHex(randomness.bytes(REQUEST_ID_BYTES));
    return withDatabase(
        configuration,
        () -> tell(applied(configuration, request, id), success),
        () -> tell(asked(configuration, request, id), success));
  }

  private int tell(KeyAnswer answer, Success success) {
    return switch (answer) {
      case KeyAnswer.Done(String what) -> {
        success.tell(what);
        yield EXIT_OK;
      }
      case KeyAnswer.Refused(String why) -> StoppedServer.failed(err, why);
    };
  }

  private KeyAnswer applied(Configuration configuration, KeyRequest request, String id) {
    try (SqliteStore store = SealedStore.open(configuration, randomness)) {
      var ids = new MonotonicIds(new SecureRandom(), now -> now);
      var quotas = AccessModule.quotasOf(store.tenants(), store, configuration);
      return new ApplyKeyRequest(
              store.apiKeys(),
              store.tenants(),
              new AddApiKey(store.apiKeys(), quotas, ids),
              new RemoveApiKey(store.apiKeys()),
              new RecordChange(store.auditLog(), ids))
          .apply(request, id, clock.instant());
    }
  }

  private KeyAnswer asked(Configuration configuration, KeyRequest request, String id) {
    try {
      return new KeyErrand(configuration.store().file(), clock).ask(request, id);
    } catch (IOException e) {
      return new KeyAnswer.Refused("could not ask the server that runs: " + Serve.rootOf(e));
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      return new KeyAnswer.Refused("interrupted");
    }
  }

  /** One of the two, by whether another process has the database. */
  private int withDatabase(
      Configuration configuration, Supplier<Integer> alone, Supplier<Integer> besideServer) {
    Path database = configuration.store().file();
    if (Files.notExists(database)) {
      return StoppedServer.failed(
          err, "there is no database " + database + "; is --data-dir that of the server?");
    }
    try {
      Optional<DatabaseLock> lock = DatabaseLock.acquire(database);
      if (lock.isEmpty()) {
        return besideServer.get();
      }
      try (DatabaseLock _ = lock.get()) {
        NativeFolder.prepareBeside(database);
        return alone.get();
      }
    } catch (IOException e) {
      return StoppedServer.failed(err, FolderTrouble.sentenceBesideServer(configuration, e));
    } catch (RuntimeException e) {
      return StoppedServer.failed(err, "could not work on the API keys: " + Serve.rootOf(e));
    }
  }
}
