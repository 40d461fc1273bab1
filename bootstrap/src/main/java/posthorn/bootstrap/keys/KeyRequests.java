package posthorn.bootstrap.keys;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.UserPrincipal;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import posthorn.files.PrivateFiles;

/**
 * The server's side: looks into the folder for what commands want done with API keys, and does it.
 * Only the server's own user, which can read the database anyway, can put files there.
 */
public final class KeyRequests {
  private static final Logger LOG = LoggerFactory.getLogger(KeyRequests.class);
  private static final Duration INTERVAL = Duration.ofMillis(500);
  private static final Duration KEPT = Duration.ofMinutes(1);

  private final KeyFolder folder;
  private final ApplyKeyRequest apply;
  private final InstantSource clock;
  private final ScheduledExecutorService thread =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().daemon().name("key-requests").factory());
  private @Nullable UserPrincipal user;
  private boolean failing;

  public KeyRequests(Path database, ApplyKeyRequest apply, InstantSource clock) {
    this(database, apply, clock, null);
  }

  /** With the user that the process runs as, or null to find that out. */
  KeyRequests(
      Path database, ApplyKeyRequest apply, InstantSource clock, @Nullable UserPrincipal user) {
    this.folder = KeyFolder.beside(database);
    this.apply = apply;
    this.clock = clock;
    this.user = user;
  }

  public void start() {
    ScheduledFuture<?> _ =
        thread.scheduleWithFixedDelay(this::look, 0, INTERVAL.toMillis(), TimeUnit.MILLISECONDS);
  }

  public void stop() {
    thread.shutdown();
  }

  /** Answers what waits. The server does not need it: should it fail, it is tried again later. */
  void look() {
    try {
      UserPrincipal own = ownUser();
      folder.prepareFor(own);
      for (String id : folder.waiting()) {
        answer(id, own);
      }
      folder.removeOlderThan(clock.instant().minus(KEPT));
      failing = false;
    } catch (IOException | RuntimeException e) {
      if (failing) {
        return;
      }
      // Once, or it would fill the log.
      failing = true;
      LOG.atWarn()
          .addKeyValue("folder", folder.path())
          .addKeyValue("reason", String.valueOf(e.getMessage()))
          .log("Could not read the requests of 'posthorn keys'; trying again");
    }
  }

  private UserPrincipal ownUser() throws IOException {
    UserPrincipal known = user == null ? OwnUser.find() : user;
    user = known;
    return known;
  }

  void answer(String id, UserPrincipal own) throws IOException {
    Path taken = folder.taken(id);
    try {
      Files.move(folder.request(id), taken, StandardCopyOption.ATOMIC_MOVE);
    } catch (NoSuchFileException _) {
      // Its command has withdrawn it.
      return;
    }
    KeyAnswer answer;
    try {
      answer = judge(taken, id, own);
    } catch (IOException | RuntimeException e) {
      LOG.atWarn().setCause(e).addKeyValue("request_id", id).log("A request for API keys failed");
      answer = new KeyAnswer.Refused("the server failed; its log says why");
    }
    LOG.atInfo()
        .addKeyValue("request_id", id)
        .addKeyValue("answer", answer.text())
        .log("Answered a 'posthorn keys' command");
    Files.deleteIfExists(taken);
    PrivateFiles.writeNew(folder.answer(id), answer.text());
  }

  private KeyAnswer judge(Path file, String id, UserPrincipal own) throws IOException {
    Optional<String> distrust = KeyFolder.distrust(file, own);
    if (distrust.isPresent()) {
      return new KeyAnswer.Refused("the request " + distrust.get());
    }
    Instant now = clock.instant();
    return RequestText.parse(Files.readString(file))
        .map(text ->
            now.isAfter(text.until())
                ? new KeyAnswer.Refused("the request came too late")
                : apply.apply(text.request(), id, now))
        .orElseGet(() -> new KeyAnswer.Refused("the request is none that this version knows"));
  }
}
