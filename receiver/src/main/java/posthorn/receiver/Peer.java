package posthorn.receiver;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import posthorn.receiver.Step.Close;
import posthorn.receiver.Step.Drip;
import posthorn.receiver.Step.Forever;
import posthorn.receiver.Step.Pause;
import posthorn.receiver.Step.Reset;
import posthorn.receiver.Step.Stall;
import posthorn.receiver.Step.Write;

/** A sender that is connected, to whom the steps are done. */
final class Peer implements Closeable {
  private final Socket socket;
  private final BufferedInputStream in;
  private final OutputStream out;
  private final RequestReader reader;

  Peer(Socket socket) throws IOException {
    this.socket = socket;
    in = new BufferedInputStream(socket.getInputStream());
    out = socket.getOutputStream();
    reader = new RequestReader(in);
  }

  /** The next request; empty when there will be none. */
  Optional<Request> next() throws IOException {
    return socket.isClosed() ? Optional.empty() : reader.next();
  }

  void perform(Behaviour behaviour) throws IOException {
    for (Step step : behaviour.steps()) {
      perform(step);
    }
  }

  private void perform(Step step) throws IOException {
    switch (step) {
      case Write(String text) -> out.write(text.getBytes(ISO_8859_1));
      case Drip(String text, Duration interval) -> drip(text, interval);
      case Pause(Duration time) -> pause(time);
      case Forever(Step repeated) -> {
        while (!socket.isClosed()) {
          perform(repeated);
        }
      }
      // What is sent meanwhile is not wanted.
      case Stall() -> in.transferTo(OutputStream.nullOutputStream());
      case Close() -> socket.close();
      case Reset() -> {
        socket.setSoLinger(true, 0);
        socket.close();
      }
    }
  }

  private void drip(String text, Duration interval) throws IOException {
    for (byte b : text.getBytes(ISO_8859_1)) {
      pause(interval);
      out.write(b);
    }
  }

  /** Listens for the sender's leaving meanwhile, which nobody would notice otherwise. */
  private void pause(Duration time) throws IOException {
    long end = System.nanoTime() + time.toNanos();
    in.mark(1);
    socket.setSoTimeout(Math.clamp(time.toMillis(), 1, Integer.MAX_VALUE));
    try {
      if (in.read() < 0) {
        throw new EOFException("the sender has left");
      }
      // It has sent its next request already: there is nothing more to hear.
      in.reset();
      for (long left = time.toNanos(); left > 0; left = end - System.nanoTime()) {
        LockSupport.parkNanos(this, left);
      }
    } catch (SocketTimeoutException _) {
      // That was the pause.
    }
    socket.setSoTimeout(0);
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
