package posthorn.domain.signing;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import posthorn.domain.signing.ComposedScheme.SignedTime;
import posthorn.domain.signing.ComposedScheme.SignedTime.Unit;
import posthorn.domain.signing.StandardHeaders.Family;
import posthorn.domain.signing.TimestampedScheme.Marks;
import posthorn.domain.signing.VerificationScheme.Standard;

/** The schemes whose headers are fixed, by kind, as their providers document them. */
final class ProviderSchemes {
  private static final String BODY = "{body}";
  private static final String TIME_AND_BODY = "{time}{body}";
  private static final String VERSION_TIME_AND_BODY = "v0:{time}:{body}";

  static final Map<String, VerificationScheme> BY_KIND =
      Map.ofEntries(
          Map.entry("standard", new Standard()),
          Map.entry("svix", new Standard(List.of(Family.SVIX, Family.WEBHOOK))),
          Map.entry("gitlab", new VerificationScheme.Gitlab()),
          Map.entry("twilio", new VerificationScheme.Twilio(null)),
          Map.entry("calendly", new TimestampedScheme("Calendly-Webhook-Signature")),
          Map.entry(
              "paddle",
              new TimestampedScheme("Paddle-Signature", null, SignatureEncoding.HEX, Marks.PADDLE)),
          Map.entry(
              "slack",
              composed(
                  "X-Slack-Signature",
                  "v0=",
                  Proof.HEX_HMAC,
                  seconds("X-Slack-Request-Timestamp"),
                  VERSION_TIME_AND_BODY)),
          Map.entry(
              "zoom",
              composed(
                  "x-zm-signature",
                  "v0=",
                  Proof.HEX_HMAC,
                  seconds("x-zm-request-timestamp"),
                  VERSION_TIME_AND_BODY)),
          Map.entry(
              "shopify", composed("X-Shopify-Hmac-SHA256", "", Proof.BASE64_HMAC, null, BODY)),
          Map.entry("linear", composed("Linear-Signature", "", Proof.HEX_HMAC, null, BODY)),
          Map.entry(
              "discord",
              composed(
                  "X-Signature-Ed25519",
                  "",
                  Proof.HEX_ED25519,
                  seconds("X-Signature-Timestamp"),
                  TIME_AND_BODY)),
          Map.entry(
              "sendgrid",
              composed(
                  "X-Twilio-Email-Event-Webhook-Signature",
                  "",
                  Proof.ECDSA_P256,
                  seconds("X-Twilio-Email-Event-Webhook-Timestamp"),
                  TIME_AND_BODY)),
          Map.entry(
              "square",
              composed(
                  "X-Square-HmacSha256-Signature", "", Proof.BASE64_HMAC, null, "{address}{body}")),
          Map.entry(
              "hubspot",
              composed(
                  "X-HubSpot-Signature-v3",
                  "",
                  Proof.BASE64_HMAC,
                  new SignedTime("X-HubSpot-Request-Timestamp", Unit.MILLISECONDS),
                  "POST{address}{body}{time}")));

  private ProviderSchemes() {}

  /** All kinds, also those whose header may be another. */
  static List<String> kinds() {
    return Stream.concat(
            Stream.of("sha256", "timestamped", "github", "stripe"),
            new TreeMap<>(BY_KIND).keySet().stream())
        .toList();
  }

  private static ComposedScheme composed(
      String header, String prefix, Proof proof, @Nullable SignedTime time, String text) {
    return new ComposedScheme(header, prefix, proof, time, text, null);
  }

  private static SignedTime seconds(String header) {
    return new SignedTime(header, Unit.SECONDS);
  }
}
