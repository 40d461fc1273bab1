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
import java.util.function.Consumer;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;
import posthorn.application.access.AddApiKey;
import posthorn.application.access.NewKeyText;
import posthorn.application.port.Randomness;
import posthorn.bootstrap.KeyOptions.Wanted;
import posthorn.bootstrap.config.Configuration;
import posthorn.bootstrap.keys.AskServer;
import posthorn.bootstrap.keys.KeyAnswer;
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
    String text = NewKeyText.from(randomness);
    var request =
        new KeyRequest.Create(
            wanted.tenant(), wanted.role(), wanted.name(), wanted.expiresAt(), KeyHash.of(text));
    return change(
        configuration,
        request,
        what -> {
          out.println(text);
          err.println("posthorn made " + what + "; it is shown only once");
        });
  }

  int revoke(Configuration configuration, ApiKeyId id) {
    return change(
        configuration,
        new KeyRequest.Revoke(id),
        what -> out.println("posthorn revoked " + what + "; requests with it are refused now"));
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

  private int change(Configuration configuration, KeyRequest request, Consumer<String> success) {
    String id = HexFormat.of().formatHex(randomness.bytes(REQUEST_ID_BYTES));
    return withDatabase(
        configuration,
        () -> report(applied(configuration, request, id), success),
        () -> report(asked(configuration, request, id), success));
  }

  private int report(KeyAnswer answer, Consumer<String> success) {
    return switch (answer) {
      case KeyAnswer.Done(String what) -> {
        success.accept(what);
        yield EXIT_OK;
      }
      case KeyAnswer.Refused(String why) -> StoppedServer.failed(err, why);
    };
  }

  private KeyAnswer applied(Configuration configuration, KeyRequest request, String id) {
    try (SqliteStore store = SealedStore.open(configuration, randomness)) {
      var ids = new MonotonicIds(new SecureRandom(), now -> now);
      var quotas = AccessModule.quotasOf(store.tenants(), store, configuration);
      var addApiKey = new AddApiKey(store.apiKeys(), quotas, ids);
      return AccessModule.applyKeyRequest(
              store.apiKeys(), store.tenants(), addApiKey, store.auditLog(), ids)
          .apply(request, id, clock.instant());
    }
  }

  private KeyAnswer asked(Configuration configuration, KeyRequest request, String id) {
    try {
      return new AskServer(configuration.store().file(), clock).ask(request, id);
    } catch (IOException e) {
      return new KeyAnswer.Refused("could not ask the server that runs: " + Serve.rootOf(e));
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      return new KeyAnswer.Refused("interrupted");
    }
  }

  /** One of the two, by whether another process has the database. */
  private int withDatabase(
      Configuration configuration, IntSupplier alone, IntSupplier besideServer) {
    Path database = configuration.store().file();
    if (Files.notExists(database)) {
      return StoppedServer.failed(
          err, "there is no database " + database + "; is --data-dir that of the server?");
    }
    try {
      Optional<DatabaseLock> lock = DatabaseLock.acquire(database);
      if (lock.isEmpty()) {
        return besideServer.getAsInt();
      }
      try (DatabaseLock _ = lock.get()) {
        NativeFolder.prepareBeside(database);
        return alone.getAsInt();
      }
    } catch (IOException e) {
      return StoppedServer.failed(err, FolderTrouble.sentenceBesideServer(configuration, e));
    } catch (RuntimeException e) {
      return StoppedServer.failed(err, "could not work on the API keys: " + Serve.rootOf(e));
    }
  }
}
