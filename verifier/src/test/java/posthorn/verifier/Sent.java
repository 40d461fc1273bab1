package posthorn.verifier;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import posthorn.domain.signing.SignatureScheme;
import posthorn.domain.signing.SigningSecret;

/**
 * A request with the secrets it is verified with, as every snippet takes it: headers by their
 * variables, the body's bytes as Latin-1.
 */
record Sent(
    String name,
    String scheme,
    List<String> secrets,
    Map<String, String> variables,
    String latin1,
    Instant now,
    Duration tolerance) {

  private static final Map<String, String> VARIABLES =
      Map.of(
          "webhook-id", "WEBHOOK_ID",
          "webhook-timestamp", "WEBHOOK_TIMESTAMP",
          "webhook-signature", "WEBHOOK_SIGNATURE",
          "x-webhook-signature", "WEBHOOK_SIGNATURE",
          "x-hub-signature-256", "WEBHOOK_SIGNATURE");

  private static final Instant NOW = Instant.ofEpochSecond(1_767_225_600);

  static Sent of(Vector vector) {
    var variables = new TreeMap<String, String>();
    vector
        .headers()
        .forEach((name, values) ->
            variables.put(VARIABLES.get(name.toLowerCase(Locale.ROOT)), values.getFirst()));
    return new Sent(
        vector.toString(),
        vector.scheme(),
        List.of(vector.secret()),
        variables,
        new String(vector.body(), ISO_8859_1),
        vector.now(),
        vector.tolerance());
  }

  /** What the server sends, to be verified with other secrets than those that signed, perhaps. */
  static Sent signed(SignatureScheme scheme, List<SigningSecret> live, List<String> secrets) {
    String text = "{\"name\":\"Zoë\\u0000\"}\n";
    var variables = new TreeMap<String, String>();
    scheme
        .sign(live, "evt_1", NOW, text.getBytes(UTF_8))
        .forEach(
            (name, value) -> variables.put(VARIABLES.get(name.toLowerCase(Locale.ROOT)), value));
    return new Sent(
        scheme.name() + " verified with " + secrets,
        scheme.name(),
        secrets,
        variables,
        new String(text.getBytes(UTF_8), ISO_8859_1),
        NOW,
        WebhookVerifier.DEFAULT_TOLERANCE);
  }

  Sent with(String variable, String value) {
    var changed = new LinkedHashMap<>(variables);
    changed.put(variable, value);
    return new Sent(
        name + " with " + variable + "=" + value, scheme, secrets, changed, latin1, now, tolerance);
  }

  byte[] body() {
    return latin1.getBytes(ISO_8859_1);
  }

  /** What {@link WebhookVerifier} says of it, in the snippets' words. */
  String verdict() {
    String[] all = secrets.toArray(String[]::new);
    WebhookVerifier verifier =
        switch (scheme) {
          case "standard" -> WebhookVerifier.standard(all);
          case "timestamped" -> WebhookVerifier.timestamped(all);
          default -> WebhookVerifier.sha256(all);
        };
    var headers = new LinkedHashMap<String, List<String>>();
    for (String header : headersOf(scheme)) {
      String value = variables.get(VARIABLES.get(header));
      if (value != null) {
        headers.put(header, List.of(value));
      }
    }
    return verifier
        .withTolerance(tolerance)
        .verify(headers, body(), now)
        .verdict()
        .name()
        .toLowerCase(Locale.ROOT);
  }

  private static List<String> headersOf(String scheme) {
    return scheme.equals("standard")
        ? List.of("webhook-id", "webhook-timestamp", "webhook-signature")
        : List.of("x-webhook-signature");
  }

  /** All that a snippet is given besides the body. */
  Map<String, String> environment() {
    var environment = new TreeMap<>(variables);
    environment.put("WEBHOOK_SCHEME", scheme);
    environment.put("WEBHOOK_SECRET", String.join(" ", secrets));
    environment.put("WEBHOOK_NOW", Long.toString(now.getEpochSecond()));
    environment.put("WEBHOOK_TOLERANCE", Long.toString(tolerance.toSeconds()));
    return environment;
  }

  static List<Sent> vectors() {
    var all = new ArrayList<Sent>();
    Vector.all().forEach(vector -> all.add(of(vector)));
    return all;
  }
}
