package posthorn.receiver;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What is done once a request was read. If the connection is still open after the last step, the
 * next request on it is waited for.
 */
public record Behaviour(List<Step> steps) {
  private static final DateTimeFormatter HTTP_DATE =
      DateTimeFormatter.ofPattern("EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.ENGLISH)
          .withZone(ZoneOffset.UTC);

  public Behaviour {
    steps = List.copyOf(steps);
  }

  public static Behaviour of(Step... steps) {
    return new Behaviour(List.of(steps));
  }

  /** Exactly this, be it HTTP or not. */
  public static Behaviour raw(String text) {
    return of(new Step.Write(text));
  }

  public static Behaviour answer(int status) {
    return answer(status, Map.of(), "");
  }

  /** An answer as it should be: with its length, so that the connection can be used again. */
  public static Behaviour answer(int status, Map<String, String> headers, String body) {
    String lines =
        headers.entrySet().stream()
            .map(header -> header.getKey() + ": " + header.getValue() + "\r\n")
            .collect(Collectors.joining());
    return raw(
        "HTTP/1.1 %d Scripted\r\n%sContent-Length: %d\r\n\r\n%s"
            .formatted(status, lines, body.length(), body));
  }

  public static Behaviour redirect(int status, String location) {
    return answer(status, Map.of("Location", location), "");
  }

  public static Behaviour tooManyRequests(Duration retryAfter) {
    return answer(429, Map.of("Retry-After", Long.toString(retryAfter.toSeconds())), "");
  }

  public static Behaviour tooManyRequests(Instant retryAfter) {
    return answer(429, Map.of("Retry-After", HTTP_DATE.format(retryAfter)), "");
  }

  /** The same, later. */
  public Behaviour after(Duration delay) {
    return new Behaviour(Stream.concat(Stream.of(new Step.Pause(delay)), steps.stream()).toList());
  }

  /** This, and then that. */
  public Behaviour then(Step step) {
    return new Behaviour(Stream.concat(steps.stream(), Stream.of(step)).toList());
  }
}
