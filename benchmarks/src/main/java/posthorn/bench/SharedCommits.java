package posthorn.bench;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;

/** Writes the rows of an event for whoever asks; those who ask at once share a commit. */
final class SharedCommits implements AutoCloseable {
  private final RowCopier copier;
  private final BlockingQueue<CompletableFuture<Boolean>> waiting = new LinkedBlockingQueue<>();
  private final ExecutorService writer = Executors.newSingleThreadExecutor();

  SharedCommits(CopiedDatabase database) throws SQLException {
    copier = new RowCopier(database);
  }

  /** Returns when the rows are on disk. */
  void write() {
    var written = new CompletableFuture<Boolean>();
    waiting.add(written);
    writer.execute(this::commitAllThatWait);
    boolean _ = written.join();
  }

  /** The first of those who ask brings the others along, who then find nothing left to do. */
  private void commitAllThatWait() {
    List<CompletableFuture<Boolean>> together = new ArrayList<>();
    waiting.drainTo(together);
    if (together.isEmpty()) {
      return;
    }
    try {
      copier.commit(together.size());
    } catch (SQLException e) {
      together.forEach(written -> written.completeExceptionally(e));
      return;
    }
    // As the server does: to wake many virtual threads is cheaper from one of their kind.
    Thread.startVirtualThread(() -> together.forEach(written -> written.complete(true)));
  }

  @Override
  public void close() throws SQLException {
    writer.close();
    copier.close();
  }
}
