package posthorn.bench;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;

/** A kept-alive connection to the server; one request at a time. */
final class Connection implements Closeable {
  private final Socket socket = new Socket();
  private final MessageReader answers;

  Connection(InetSocketAddress server) throws IOException {
    socket.setTcpNoDelay(true);
    socket.connect(server);
    answers = new MessageReader(socket.getInputStream());
  }

  /** The bytes of a POST as far as its body. */
  static byte[] headOf(String path, int bodyLength) {
    return String.join(
            "\r\n",
            "POST " + path + " HTTP/1.1",
            "Host: localhost",
            "Authorization: Bearer " + ServerProcess.OPERATOR_KEY,
            "Content-Type: application/json",
            "Content-Length: " + bodyLength,
            "",
            "")
        .getBytes(US_ASCII);
  }

  /** Sends a whole request and reads its answer, which is good until the next. */
  MessageReader exchange(byte[] request) throws IOException {
    socket.getOutputStream().write(request);
    if (!answers.next()) {
      throw new EOFException("the server closed the connection instead of answering");
    }
    return answers;
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
