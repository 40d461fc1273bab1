package posthorn.bootstrap.jar;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A mail server on loopback that takes every mail. */
final class MailPeer implements AutoCloseable {
  /** Each as one text, its headers first. */
  final List<String> mails = new CopyOnWriteArrayList<>();

  private final ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());

  MailPeer() throws IOException {
    Thread.ofVirtual().start(this::listen);
  }

  int port() {
    return server.getLocalPort();
  }

  private void listen() {
    while (!server.isClosed()) {
      try (Socket socket = server.accept()) {
        converse(socket);
      } catch (IOException _) {
        // Whoever sends has hung up, or the test is over.
      }
    }
  }

  private void converse(Socket socket) throws IOException {
    var in = new BufferedReader(new InputStreamReader(socket.getInputStream(), UTF_8));
    OutputStream out = socket.getOutputStream();
    say(out, "220 peer.example");
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      if (line.equals("DATA")) {
        say(out, "354 go on");
        var mail = new StringBuilder();
        for (String part = in.readLine(); !".".equals(part); part = in.readLine()) {
          mail.append(part).append('\n');
        }
        mails.add(mail.toString());
      }
      say(out, "250 fine");
    }
  }

  private static void say(OutputStream out, String line) throws IOException {
    out.write((line + "\r\n").getBytes(UTF_8));
    out.flush();
  }

  @Override
  public void close() throws IOException {
    server.close();
  }
}
