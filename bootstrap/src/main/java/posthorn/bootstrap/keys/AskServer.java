package posthorn.bootstrap.keys;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import posthorn.files.PrivateFiles;

/** The command's side: hands a request to the server that runs, and waits for its answer. */
public final class AskServer {
  private static final Duration PATIENCE = Duration.ofSeconds(10);
  private static final Duration INTERVAL = Duration.ofMillis(50);

  private final KeyFolder folder;
  private final InstantSource clock;
  private final Duration patience;

  public AskServer(Path database, InstantSource clock) {
    this(database, clock, PATIENCE);
  }

  AskServer(Path database, InstantSource clock, Duration patience) {
    this.folder = KeyFolder.beside(database);
    this.clock = clock;
    this.patience = patience;
  }

  /**
   * The server's answer.
   *
   * @param id 16 hexadecimal digits that no other request has
   */
  public KeyAnswer ask(KeyRequest request, String id) throws IOException, InterruptedException {
    Instant until = clock.instant().plus(patience);
    // The server makes it when it starts; made here, it might be another user's.
    if (!await(folder.path(), until)) {
      return silent();
    }
    try {
      PrivateFiles.writeNew(folder.request(id), new RequestText(request, until).text());
      if (!await(folder.answer(id), until) && Files.deleteIfExists(folder.request(id))) {
        return silent();
      }
      // It was taken, so it is being answered.
      return await(folder.answer(id), clock.instant().plus(patience))
          ? parse(Files.readString(folder.answer(id)))
          : new KeyAnswer.Refused(
              "the server took the request and did not answer; see 'posthorn keys list'");
    } finally {
      Files.deleteIfExists(folder.request(id));
      Files.deleteIfExists(folder.answer(id));
    }
  }

  private KeyAnswer silent() {
    return new KeyAnswer.Refused(
        "another process uses the database and did not answer within "
            + patience.toSeconds()
            + " s; nothing was changed. If it is a server, see its log");
  }

  private static KeyAnswer parse(String text) {
    Optional<KeyAnswer> answer = KeyAnswer.parse(text);
    return answer.orElseGet(() -> new KeyAnswer.Refused("the server's answer was: " + text));
  }

  private boolean await(Path file, Instant until) throws InterruptedException {
    while (!Files.exists(file)) {
      if (!clock.instant().isBefore(until)) {
        return false;
      }
      Thread.sleep(INTERVAL);
    }
    return true;
  }
}
