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

  /** The bytes of a POST by the operator, as far as its body. */
  static byte[] headOf(String path, int bodyLength) {
    return head(path, bodyLength, "Authorization: Bearer " + ServerProcess.OPERATOR_KEY)
        .getBytes(US_ASCII);
  }

  /** A POST of JSON with these headers besides, as far as its body. */
  static String head(String path, int bodyLength, String... headers) {
    return String.join(
        "\r\n",
        "POST " + path + " HTTP/1.1",
        "Host: localhost",
        String.join("\r\n", headers),
        "Content-Type: application/json",
        "Content-Length: " + bodyLength,
        "",
        "");
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
