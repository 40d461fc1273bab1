package posthorn.http;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import posthorn.application.alerts.Target;
import posthorn.domain.alert.AlertRules;
import posthorn.domain.alert.Channel;
import posthorn.domain.alert.MailDomains;
import posthorn.domain.alert.NotificationChannel;
import posthorn.domain.alert.NotificationChannel.Taking;
import posthorn.domain.alert.Severity;
import posthorn.domain.net.WebhookUrl;
import posthorn.domain.signing.SigningSecret;
import posthorn.domain.webhook.Ownership;

/** Reads a channel's settings, of one that is new or of one that is changed. */
final class ChannelFields {
  static final int DEPTH = 2;
  private static final List<String> KINDS = List.of("log", "email", "webhook");
  private static final int MAX_RULES = 50;

  /** The fields that only one type has. */
  private static final Map<String, String> OWN =
      Map.of("to", "email", "from", "email", "url", "webhook", "secret", "webhook");

  private final UrlField urls;
  private final MailDomains mailDomains;

  ChannelFields(UrlField urls, MailDomains mailDomains) {
    this.mailDomains = mailDomains;
    this.urls = urls;
  }

  /** What the caller may say. */
  record Reader(RequestFields fields, boolean operator) {}

  Optional<String> kindOf(RequestFields fields) {
    // Whichever type it is, these are fields that there are.
    OWN.keySet().forEach(fields::mentions);
    return fields.named("type", text -> Optional.of(text).filter(KINDS::contains), () -> KINDS);
  }

  @Nullable String nameOf(RequestFields fields, @Nullable String present) {
    return fields.mentions("name")
        ? fields.line("name", NotificationChannel.MAX_NAME_LENGTH).orElse(null)
        : present;
  }

  /**
   * Where it is to lead to; empty where something is wrong, which is noted.
   *
   * @param present null for a new channel
   * @param presentUrl null where there is none
   */
  Optional<Target> targetOf(
      Reader reader, String kind, @Nullable Channel present, @Nullable WebhookUrl presentUrl) {
    RequestFields fields = reader.fields();
    rejectOfOthers(fields, kind);
    return switch (kind) {
      case "email" -> email(reader, present instanceof Channel.Email mail ? mail : null);
      case "webhook" -> {
        if (presentUrl == null || fields.mentions("url")) {
          fields.require("url");
        }
        Optional<WebhookUrl> url =
            fields.has("url") ? urls.of(fields, "url") : Optional.ofNullable(presentUrl);
        SigningSecret secret =
            fields
                .text("secret", SigningSecret::isValid, SigningSecret.RULE)
                .map(SigningSecret::new)
                .orElse(null);
        if (secret != null && secret.isAsymmetric()) {
          fields.reject("secret", "must be a shared one, not a private key");
        }
        yield url.map(found -> new Target.Url(found, secret));
      }
      default -> Optional.of(new Target.Ready(new Channel.Log()));
    };
  }

  private static void rejectOfOthers(RequestFields fields, String kind) {
    OWN.forEach((name, owner) -> {
      if (fields.has(name) && !owner.equals(kind)) {
        fields.reject(name, "is for channels of the type " + owner);
      }
    });
  }

  private Optional<Target> email(Reader reader, Channel.@Nullable Email present) {
    RequestFields fields = reader.fields();
    List<String> to = present == null ? List.of() : present.to();
    if (present == null || fields.mentions("to")) {
      fields.require("to");
      to =
          fields.elements("to", 1, Channel.MAX_RECIPIENTS).stream()
              .flatMap(element -> addressOf(fields, element).stream())
              .distinct()
              .toList();
    }
    String from = present == null ? null : present.from();
    if (fields.mentions("from")) {
      from = fields.text("from", Ownership::isEmail, Ownership.EMAIL_RULE).orElse(null);
      if (from != null && !reader.operator()) {
        fields.reject("from", "is for operators to choose");
      }
    }
    return to.isEmpty()
        ? Optional.empty()
        : Optional.of(new Target.Ready(new Channel.Email(to, from)));
  }

  private Optional<String> addressOf(RequestFields fields, RawValue element) {
    Optional<String> text = element.text().filter(Ownership::isEmail);
    if (text.isEmpty()) {
      fields.reject("to", "each " + Ownership.EMAIL_RULE);
    } else if (!mailDomains.allows(text.get())) {
      fields.reject("to", "each " + mailDomains.refusal());
    }
    return text;
  }

  Taking takingOf(RequestFields fields, Taking present) {
    return new Taking(
        fields.mentions("enabled") ? fields.flag("enabled").orElse(true) : present.enabled(),
        fields.mentions("rules") ? rulesOf(fields) : present.rules(),
        fields.mentions("severities") ? severitiesOf(fields) : present.severities());
  }

  private static Set<String> rulesOf(RequestFields fields) {
    var rules = new HashSet<String>();
    for (RawValue element : fields.elements("rules", 0, MAX_RULES)) {
      Optional<String> name = element.text();
      if (name.flatMap(AlertRules.defaults()::named).isEmpty()) {
        fields.reject("rules", "must be names of alert rules");
      }
      name.ifPresent(rules::add);
    }
    return rules;
  }

  private static Set<Severity> severitiesOf(RequestFields fields) {
    var severities = new HashSet<Severity>();
    for (RawValue element : fields.elements("severities", 0, Severity.values().length)) {
      Optional<Severity> severity = element.text().flatMap(Severity::named);
      if (severity.isEmpty()) {
        fields.reject("severities", "must be of " + String.join(", ", Severity.names()));
      }
      severity.ifPresent(severities::add);
    }
    return severities;
  }
}
