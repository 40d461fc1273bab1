package posthorn.outbound.mail;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import org.jspecify.annotations.Nullable;

/** A mail server on loopback that takes what it is sent, unless it is told not to. */
final class SmtpPeer implements AutoCloseable {

  /**
   * A mail that was taken.
   *
   * @param secure whether it came by TLS
   * @param user who sent it; null where nobody was asked
   */
  record Taken(
      boolean secure, @Nullable String user, String from, List<String> to, List<String> lines) {
    List<String> headers() {
      return lines.subList(0, lines.indexOf(""));
    }
  }

  /** What it is told. */
  static final class Manners {
    @Nullable SSLContext tls;
    boolean tlsAtOnce;
    boolean saysNothing;
    boolean drips;
    @Nullable String password;
    @Nullable String refusedRecipient;
    boolean refusesData;
  }

  final BlockingQueue<Taken> taken = new LinkedBlockingQueue<>();
  private final Manners manners;
  private final ServerSocket server;

  SmtpPeer(Manners manners) throws IOException {
    this.manners = manners;
    this.server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    Thread.ofVirtual().start(this::listen);
  }

  int port() {
    return server.getLocalPort();
  }

  private void listen() {
    while (!server.isClosed()) {
      try {
        Socket socket = server.accept();
        Thread.ofVirtual().start(() -> converse(socket));
      } catch (IOException _) {
        return;
      }
    }
  }

  private void converse(Socket socket) {
    try (socket) {
      new Conversation(manners.tlsAtOnce ? secured(socket) : socket, manners.tlsAtOnce).run();
    } catch (IOException _) {
      // Whoever sends has hung up.
    }
  }

  private Socket secured(Socket socket) throws IOException {
    SSLContext context = manners.tls;
    if (context == null) {
      throw new IllegalStateException("no certificate");
    }
    var secured =
        (SSLSocket) context.getSocketFactory().createSocket(socket, null, socket.getPort(), true);
    secured.setUseClientMode(false);
    return secured;
  }

  private final class Conversation {
    private final Socket socket;
    private final boolean secure;
    private final BufferedReader in;
    private final OutputStream out;
    private @Nullable String user;
    private String from = "";
    private final List<String> to = new ArrayList<>();

    Conversation(Socket socket, boolean secure) throws IOException {
      this.socket = socket;
      this.secure = secure;
      this.in = new BufferedReader(new InputStreamReader(socket.getInputStream(), UTF_8));
      this.out = socket.getOutputStream();
    }

    void run() throws IOException {
      if (manners.saysNothing) {
        in.readLine();
        return;
      }
      if (manners.drips) {
        // A greeting without an end, so that no single read takes long.
        while (true) {
          out.write("220-still here\r\n".getBytes(UTF_8));
          out.flush();
        }
      }
      say("220 peer.example");
      commands();
    }

    private void commands() throws IOException {
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        String word = line.split("[ :]", 2)[0].toUpperCase(Locale.ROOT);
        switch (word) {
          case "EHLO" -> greet();
          case "STARTTLS" -> {
            say("220 go ahead");
            new Conversation(secured(socket), true).commands();
            return;
          }
          case "AUTH" -> authenticate(line);
          case "MAIL" -> {
            from = line;
            say("250 fine");
          }
          case "RCPT" -> recipient(line);
          case "DATA" -> data();
          case "QUIT" -> {
            say("221 bye");
            return;
          }
          default -> say("250 fine");
        }
      }
    }

    private void greet() throws IOException {
      say("250-peer.example");
      if (manners.tls != null && !secure) {
        say("250-STARTTLS");
      }
      say(manners.password == null ? "250 8BITMIME" : "250 AUTH PLAIN");
    }

    private void authenticate(String line) throws IOException {
      String[] parts =
          new String(Base64.getDecoder().decode(line.substring("AUTH PLAIN ".length())), UTF_8)
              .split("\0", -1);
      if (parts[2].equals(manners.password)) {
        user = parts[1];
        say("235 welcome");
      } else {
        say("535 wrong password");
      }
    }

    private void recipient(String line) throws IOException {
      String refused = manners.refusedRecipient;
      if (refused != null && line.contains(refused)) {
        say("550 no such user");
        return;
      }
      to.add(line);
      say("250 fine");
    }

    private void data() throws IOException {
      if (manners.refusesData) {
        say("554 not today");
        return;
      }
      say("354 go on");
      var lines = new ArrayList<String>();
      for (String line = in.readLine(); line != null && !line.equals("."); line = in.readLine()) {
        lines.add(line);
      }
      taken.add(new Taken(secure, user, from, List.copyOf(to), lines));
      say("250 taken");
    }

    private void say(String line) throws IOException {
      out.write((line + "\r\n").getBytes(UTF_8));
      out.flush();
    }
  }

  @Override
  public void close() {
    try {
      server.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
