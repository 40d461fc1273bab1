package posthorn.bootstrap;

import java.io.IOException;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import posthorn.bootstrap.config.Configuration;
import posthorn.bootstrap.config.Setting;

/** Where the server listens, and what is to be said when it cannot. */
record ListenAddress(String host, int port) {
  static ListenAddress of(Configuration configuration) {
    return new ListenAddress(configuration.http().host(), configuration.http().port());
  }

  /**
   * Why nothing can listen there now, found by doing it. So a start that must fail makes no key and
   * no database first.
   */
  Optional<String> trouble() {
    var address = new InetSocketAddress(host, port);
    if (address.isUnresolved()) {
      return Optional.of(
          sentence("the name is unknown; set another with " + Setting.HTTP_HOST.flag()));
    }
    try (var socket = new ServerSocket()) {
      // As the server does: connections that are closing are no reason to wait.
      socket.setReuseAddress(true);
      socket.bind(address);
      return Optional.empty();
    } catch (IOException e) {
      return Optional.of(sentence(reason(e)));
    }
  }

  /** The same of a failure that says so: the address was taken after it was tried. */
  Optional<String> troubleIn(Throwable failure) {
    for (@Nullable Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof BindException refused) {
        return Optional.of(sentence(reason(refused)));
      }
    }
    return Optional.empty();
  }

  private String sentence(String why) {
    return "could not listen on " + this + ": " + why;
  }

  private static String reason(IOException failure) {
    String message = String.valueOf(failure.getMessage());
    if (message.contains("in use")) {
      return "another process listens there; stop it, or set another port with "
          + Setting.HTTP_PORT.flag();
    }
    if (message.contains("ermission denied")) {
      return "this user may not listen on that port; set one above 1023 with "
          + Setting.HTTP_PORT.flag();
    }
    if (message.contains("assign requested address")) {
      return "this machine has no such address; set another with " + Setting.HTTP_HOST.flag();
    }
    return message;
  }

  /** As in a URL; without the port where any will do. */
  @Override
  public String toString() {
    return (host.contains(":") ? "[" + host + "]" : host) + (port == 0 ? "" : ":" + port);
  }
}
