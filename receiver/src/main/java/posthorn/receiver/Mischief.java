package posthorn.receiver;

import java.time.Duration;
import posthorn.receiver.Step.Close;
import posthorn.receiver.Step.Drip;
import posthorn.receiver.Step.Forever;
import posthorn.receiver.Step.Reset;
import posthorn.receiver.Step.Stall;
import posthorn.receiver.Step.Write;

/** What a bad receiver does, or one in a bad moment. */
public final class Mischief {
  private static final String HALF_A_HEAD = "HTTP/1.1 200 OK\r\nX-Half: ";
  private static final String MORE = "x".repeat(8 * 1024);

  private Mischief() {}

  /** Takes the request and never says a word. */
  public static Behaviour stall() {
    return Behaviour.of(new Stall());
  }

  /** Says how it went, and not the rest of what it promised. */
  public static Behaviour stallInBody(int status) {
    return halfABody(status).then(new Stall());
  }

  /** A head that comes byte by byte, and has no end. */
  public static Behaviour drippingHead(Duration interval) {
    return Behaviour.raw(HALF_A_HEAD).then(new Forever(new Drip("x", interval)));
  }

  /** A body that comes byte by byte, and has no end. */
  public static Behaviour drippingBody(int status, Duration interval) {
    return endless(status).then(new Forever(new Drip("x", interval)));
  }

  /** As many bytes as the sender takes. */
  public static Behaviour endlessBody(int status) {
    return endless(status).then(new Forever(new Write(MORE)));
  }

  /** A header line without end. */
  public static Behaviour endlessHeader() {
    return Behaviour.raw(HALF_A_HEAD).then(new Forever(new Write(MORE)));
  }

  /** Header lines without end. */
  public static Behaviour endlessHead() {
    return Behaviour.raw("HTTP/1.1 200 OK\r\n").then(new Forever(new Write("X-More: more\r\n")));
  }

  /** Answers before the answer, one after the other. */
  public static Behaviour endlessHints(Duration interval) {
    return Behaviour.of(new Forever(new Drip("HTTP/1.1 103 Early Hints\r\n\r\n", interval)));
  }

  public static Behaviour resetBeforeAnswer() {
    return Behaviour.of(new Reset());
  }

  public static Behaviour resetInHead() {
    return Behaviour.raw(HALF_A_HEAD).then(new Reset());
  }

  public static Behaviour resetInBody(int status) {
    return halfABody(status).then(new Reset());
  }

  public static Behaviour closeWithoutAnswer() {
    return Behaviour.of(new Close());
  }

  public static Behaviour closeInStatusLine() {
    return Behaviour.raw("HTTP/1.1 2").then(new Close());
  }

  public static Behaviour closeInHead() {
    return Behaviour.raw(HALF_A_HEAD).then(new Close());
  }

  public static Behaviour closeInBody(int status) {
    return halfABody(status).then(new Close());
  }

  public static Behaviour malformedStatusLine() {
    return Behaviour.raw("HTTP/1.1 fine, thanks\r\nContent-Length: 0\r\n\r\n");
  }

  public static Behaviour malformedHeader() {
    return Behaviour.raw("HTTP/1.1 200 OK\r\nthis is no header\r\nContent-Length: 0\r\n\r\n");
  }

  /** A length that is none. */
  public static Behaviour malformedLength() {
    return Behaviour.raw("HTTP/1.1 200 OK\r\nContent-Length: ten\r\n\r\n0123456789");
  }

  /** Another protocol's greeting. */
  public static Behaviour garbage() {
    return Behaviour.raw("220 mail.example ESMTP\r\n\0\1\2\377\r\n\r\n").then(new Close());
  }

  private static Behaviour halfABody(int status) {
    return Behaviour.raw("HTTP/1.1 " + status + " Half\r\nContent-Length: 9\r\n\r\nhalf");
  }

  private static Behaviour endless(int status) {
    return Behaviour.raw("HTTP/1.1 " + status + " Endless\r\n\r\n");
  }
}
