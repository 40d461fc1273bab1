import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import posthorn.verifier.WebhookVerifier;

/**
 * Verifies webhooks with {@code posthorn-verifier.jar}, or with {@code WebhookVerifier.java} copied
 * into your own sources; Java 17 or newer.
 */
final class Verify {
  private final WebhookVerifier verifier = WebhookVerifier.standard(System.getenv("WEBHOOK_SECRET"));

  /** In a receiver: the raw body, before anything parses it. */
  boolean isGenuine(com.sun.net.httpserver.HttpExchange exchange) throws IOException {
    byte[] body = exchange.getRequestBody().readAllBytes();
    return verifier.verify(exchange.getRequestHeaders(), body, Instant.now()).isValid();
  }

  /** One request on the command line, as the snippets of the other languages take it. */
  public static void main(String[] args) throws IOException {
    Map<String, String> env = System.getenv();
    String scheme = env.getOrDefault("WEBHOOK_SCHEME", "standard");
    String[] secrets = env.get("WEBHOOK_SECRET").split(" ");
    WebhookVerifier verifier =
        switch (scheme) {
          case "standard" -> WebhookVerifier.standard(secrets);
          case "timestamped" -> WebhookVerifier.timestamped(secrets);
          case "sha256" -> WebhookVerifier.sha256(secrets);
          default -> throw new IllegalArgumentException(scheme);
        };
    var headers = new HashMap<String, List<String>>();
    Map<String, String> names =
        scheme.equals("standard")
            ? Map.of(
                "WEBHOOK_ID", "webhook-id",
                "WEBHOOK_TIMESTAMP", "webhook-timestamp",
                "WEBHOOK_SIGNATURE", "webhook-signature")
            : Map.of("WEBHOOK_SIGNATURE", WebhookVerifier.DEFAULT_HEADER);
    names.forEach((variable, name) -> {
      if (env.containsKey(variable)) {
        headers.put(name, List.of(env.get(variable)));
      }
    });
    Instant now =
        env.containsKey("WEBHOOK_NOW")
            ? Instant.ofEpochSecond(Long.parseLong(env.get("WEBHOOK_NOW")))
            : Instant.now();
    var tolerance =
        Duration.ofSeconds(Long.parseLong(env.getOrDefault("WEBHOOK_TOLERANCE", "300")));
    var result = verifier.withTolerance(tolerance).verify(headers, System.in.readAllBytes(), now);
    System.out.println(result.verdict().name().toLowerCase(java.util.Locale.ROOT));
    System.exit(result.isValid() ? 0 : 1);
  }
}
