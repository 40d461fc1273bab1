package posthorn.http;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import posthorn.application.policy.Policies;
import posthorn.domain.alert.MailDomains;
import posthorn.domain.event.EventType;
import posthorn.domain.event.EventTypePattern;
import posthorn.domain.event.JsonBytes;
import posthorn.domain.net.WebhookUrl;
import posthorn.domain.signing.SignaturePlan;
import posthorn.domain.signing.SigningSecret;
import posthorn.domain.tenant.TenantId;
import posthorn.domain.webhook.Flow;
import posthorn.domain.webhook.Ownership;
import posthorn.domain.webhook.Sending;
import posthorn.domain.webhook.Webhook;
import posthorn.domain.webhook.WebhookSettings;

/** Reads a webhook's settings, of one that is new or of one that is changed. */
final class WebhookFields {
  /** The webhook's fields, their elements, and theirs. */
  static final int DEPTH = 3;

  private static final String URL = "url";
  private static final String EVENTS = "events";
  private static final String NAME = "name";
  private static final String OWNER_ID = "owner_id";
  private static final String OWNER_EMAIL = "owner_email";
  private static final String METADATA = "metadata";

  private final UrlField urls;
  private final Policies policies;
  private final SendingFields sending;
  private final MailDomains mailDomains;

  WebhookFields(HttpServer.WebhookRules rules, MailDomains mailDomains) {
    this.mailDomains = mailDomains;
    this.urls = new UrlField(rules);
    this.policies = rules.policies();
    this.sending = new SendingFields(new RetryFields(rules.longestTimeout()));
  }

  /**
   * The settings of a new webhook, unless something is wrong, which ends the request.
   *
   * @param secret the caller's own, which its schemes have to take
   */
  WebhookSettings of(RequestFields fields, TenantId tenant, @Nullable SigningSecret secret) {
    return of(fields, tenant, secret, null, Sending.DEFAULT);
  }

  /** The same with other defaults. */
  WebhookSettings of(
      RequestFields fields,
      TenantId tenant,
      @Nullable SigningSecret secret,
      @Nullable SignaturePlan defaultPlan,
      Sending defaultSending) {
    fields.require(URL);
    fields.require(EVENTS);
    Optional<WebhookUrl> url = urls.of(tenant, fields, URL);
    List<EventTypePattern> events = eventsOf(fields);
    String name = nameOf(fields);
    SignaturePlan plan = SignatureFields.planOf(fields, defaultPlan, secret);
    Flow flow = FlowFields.flowOf(fields, Flow.DEFAULT, policies.mostInFlight());
    Sending sent = sending.sendingOf(fields, defaultSending);
    Ownership ownership = ownershipOf(fields, Ownership.NONE);
    rejectTaken(fields, tenant, sent, plan);
    fields.check();
    return new WebhookSettings(name, url.orElseThrow(), events, plan, flow, sent, ownership);
  }

  /** The settings that a webhook has after a change; as above. */
  WebhookSettings changed(RequestFields fields, Webhook seen) {
    WebhookSettings present = seen.settings();
    WebhookUrl url = present.url();
    List<EventTypePattern> events = present.events();
    if (fields.mentions(URL)) {
      fields.require(URL);
      url = urls.of(seen.tenant(), fields, URL).orElse(url);
    }
    if (fields.mentions(EVENTS)) {
      fields.require(EVENTS);
      events = eventsOf(fields);
    }
    String name = fields.mentions(NAME) ? nameOf(fields) : present.name();
    SignaturePlan plan =
        SignatureFields.planOf(fields, present.signatures(), seen.secret().current());
    Flow flow = FlowFields.flowOf(fields, present.flow(), policies.mostInFlight());
    Sending sent = sending.sendingOf(fields, present.sending());
    Ownership ownership = ownershipOf(fields, present.ownership());
    rejectTaken(fields, seen.tenant(), sent, plan);
    fields.check();
    return new WebhookSettings(name, url, events, plan, flow, sent, ownership);
  }

  /** However they are written: a receiver could not tell which of two to believe. */
  private void rejectTaken(
      RequestFields fields, TenantId tenant, Sending sent, @Nullable SignaturePlan own) {
    SignaturePlan plan = own == null ? policies.defaultsOf(tenant).signatures() : own;
    for (String header : sent.headers().keySet()) {
      if (plan.sets(header)) {
        fields.reject("headers." + header, "carries a signature of this webhook");
      }
    }
  }

  private static List<EventTypePattern> eventsOf(RequestFields fields) {
    var patterns = new ArrayList<EventTypePattern>();
    for (var element : fields.elements(EVENTS, 1, WebhookSettings.MAX_EVENTS)) {
      Optional<String> text = fields.textOf(EVENTS, element, EventType.MAX_LENGTH);
      if (text.isPresent() && !EventTypePattern.isValid(text.get())) {
        fields.reject(EVENTS, EventTypePattern.RULE + ", not '" + text.get() + "'");
      } else {
        text.map(EventTypePattern::new).ifPresent(patterns::add);
      }
    }
    return patterns;
  }

  private static @Nullable String nameOf(RequestFields fields) {
    return fields.line(NAME, WebhookSettings.MAX_NAME_LENGTH).orElse(null);
  }

  private Ownership ownershipOf(RequestFields fields, Ownership present) {
    return new Ownership(
        fields.mentions(OWNER_ID)
            ? fields.line(OWNER_ID, Ownership.MAX_ID_LENGTH).orElse(null)
            : present.id(),
        fields.mentions(OWNER_EMAIL) ? emailOf(fields) : present.email(),
        fields.mentions(METADATA) ? metadataOf(fields) : present.metadata());
  }

  private @Nullable String emailOf(RequestFields fields) {
    Optional<String> email = fields.text(OWNER_EMAIL, Ownership::isEmail, Ownership.EMAIL_RULE);
    if (email.isPresent() && !mailDomains.allows(email.get())) {
      fields.reject(OWNER_EMAIL, mailDomains.refusal());
    }
    return email.orElse(null);
  }

  private static JsonBytes metadataOf(RequestFields fields) {
    Optional<JsonBytes> bytes = fields.bytes(METADATA);
    if (bytes.isEmpty()) {
      return Ownership.NONE.metadata();
    }
    fields.object(METADATA).ifPresent(inner -> inner.names().forEach(inner::mentions));
    if (bytes.get().length() > Ownership.MAX_METADATA_BYTES) {
      fields.reject(METADATA, "must be at most " + Ownership.MAX_METADATA_BYTES + " bytes");
    }
    return bytes.get();
  }
}
