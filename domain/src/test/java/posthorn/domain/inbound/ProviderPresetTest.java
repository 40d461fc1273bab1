package posthorn.domain.inbound;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import posthorn.domain.event.EventType;
import posthorn.domain.signing.TimestampedScheme;
import posthorn.domain.signing.VerificationScheme;

class ProviderPresetTest {
  private static ProviderPreset preset(String name) {
    return ProviderPreset.named(name).orElseThrow();
  }

  private static void assertNames(
      String preset, InboundMessage message, @Nullable String id, String type) {
    assertThat(MessageId.at(preset(preset).messageIds(), message).orElse(null)).isEqualTo(id);
    assertThat(preset(preset).eventType().typeOf(message)).contains(new EventType(type));
  }

  @Test
  void there_are_these_kinds() {
    assertThat(ProviderPreset.names())
        .containsExactly(
            "sha256",
            "timestamped",
            "standard",
            "github",
            "stripe",
            "slack",
            "shopify",
            "gitlab",
            "svix",
            "twilio",
            "hubspot",
            "linear",
            "zoom",
            "discord",
            "sendgrid",
            "paddle",
            "square",
            "calendly");
    assertThat(ProviderPreset.named("GitHub")).isEmpty();
  }

  @Test
  void sha256_signs_the_body_in_hex() {
    assertThat(preset("sha256").scheme())
        .isEqualTo(new VerificationScheme.Sha256("X-Webhook-Signature"));
    assertNames(
        "sha256",
        Messages.message(
            Map.of("X-Webhook-Event", "post.created", "X-Webhook-Delivery-ID", "d1"),
            "{\"id\": \"p1\"}"),
        "d1",
        "post.created");
    assertNames("sha256", Messages.body("{\"id\": \"p1\", \"event\": \"a\"}"), null, "a");
    assertNames("sha256", Messages.body("{\"event\": {}, \"event_type\": \"b\"}"), null, "b");
  }

  @Test
  void timestamped_signs_time_and_body_in_hex() {
    assertThat(preset("timestamped").scheme())
        .isEqualTo(new TimestampedScheme("X-Webhook-Signature"));
    var message =
        Messages.message(
            Map.of(
                "X-Idempotency-Key", "k1",
                "X-Webhook-Delivery", "d1",
                "X-Webhook-ID", "wh",
                "X-Webhook-Event", "user.created"),
            "{}");
    assertNames("timestamped", message, "k1", "user.created");
    assertNames(
        "timestamped",
        Messages.message(Map.of("X-Webhook-Delivery", "d1"), "{\"type\": \"a\"}"),
        "d1",
        "a");
  }

  @Test
  void standard_signs_id_time_and_body_in_base64() {
    assertThat(preset("standard").scheme()).isEqualTo(new VerificationScheme.Standard());
    assertNames(
        "standard",
        Messages.message(Map.of("Webhook-Id", "msg_1"), "{\"type\": \"invoice.paid\"}"),
        "msg_1",
        "invoice.paid");
  }

  @Test
  void github_names_the_event_in_a_header_and_the_action_in_the_body() {
    assertThat(preset("github").scheme())
        .isEqualTo(new VerificationScheme.Sha256("X-Hub-Signature-256"));
    var guid = "72d3162e-cc78-11e3-81ab-4c9367dc0958";
    var headers = Map.of("X-GitHub-Delivery", guid, "X-GitHub-Event", "pull_request");
    assertNames(
        "github",
        Messages.message(headers, "{\"action\": \"opened\", \"number\": 1}"),
        guid,
        "pull_request.opened");
    assertNames(
        "github",
        Messages.message(Map.of("X-GitHub-Event", "push"), "{\"ref\": \"refs/heads/main\"}"),
        null,
        "push");
  }

  @Test
  void stripe_names_id_and_type_in_the_body() {
    assertThat(preset("stripe").scheme()).isEqualTo(new TimestampedScheme("Stripe-Signature"));
    assertNames(
        "stripe",
        Messages.body("{\"id\": \"evt_1\", \"type\": \"customer.subscription.created\"}"),
        "evt_1",
        "customer.subscription.created");
  }

  @Test
  void slack_names_the_inner_event_or_else_the_outer() {
    assertNames(
        "slack",
        Messages.body(
            """
            {"type": "event_callback", "event_id": "Ev08MFMKH6", "event": {"type": "app_mention"}}
            """),
        "Ev08MFMKH6",
        "app_mention");
    assertNames(
        "slack",
        Messages.body("{\"type\": \"url_verification\", \"challenge\": \"c\"}"),
        null,
        "url_verification");
  }

  @Test
  void shopify_names_the_topic_in_a_header() {
    assertNames(
        "shopify",
        Messages.message(
            Map.of("X-Shopify-Topic", "orders/create", "X-Shopify-Webhook-Id", "b54557e4"),
            "{\"id\": 820982911946154508}"),
        "b54557e4",
        "orders.create");
  }

  @Test
  void gitlab_sends_its_token_and_names_the_kind_in_the_body() {
    assertThat(preset("gitlab").scheme()).isEqualTo(new VerificationScheme.Gitlab());
    var headers =
        Map.of(
            "X-Gitlab-Event", "Push Hook",
            "X-Gitlab-Event-UUID", "uuid",
            "Idempotency-Key", "key");
    assertNames("gitlab", Messages.message(headers, "{\"object_kind\": \"push\"}"), "key", "push");
    assertNames(
        "gitlab",
        Messages.message(
            Map.of("X-Gitlab-Event-UUID", "uuid"), "{\"event_name\": \"project_create\"}"),
        "uuid",
        "project_create");
  }

  @Test
  void an_id_has_at_most_255_characters() {
    var longest = Messages.message(Map.of("webhook-id", "a".repeat(255)), "{}");
    SourceSettings standard = SourceSettings.of(preset("standard"));
    assertThat(standard.messageId(longest)).contains("a".repeat(255));
    var longer = Messages.message(Map.of("webhook-id", "a".repeat(256)), "{}");
    assertThat(standard.messageId(longer)).isEmpty();
    assertThat(standard.messageId(Messages.message(Map.of("webhook-id", " "), "{}"))).isEmpty();
  }

  @Test
  void svix_names_its_messages_as_the_standard_does_or_in_its_own_headers() {
    assertNames(
        "svix",
        Messages.message(Map.of("svix-id", "msg_1"), "{\"eventType\": \"invoice.paid\"}"),
        "msg_1",
        "invoice.paid");
    var both = Messages.message(Map.of("svix-id", "s", "webhook-id", "w"), "{\"type\": \"a\"}");
    assertNames("svix", both, "s", "a");
    assertNames("standard", both, "w", "a");
    assertNames(
        "standard", Messages.message(Map.of("svix-id", "s"), "{\"type\": \"a\"}"), "s", "a");
  }

  @Test
  void twilio_names_the_state_of_a_message_or_a_call() {
    assertNames(
        "twilio",
        Messages.message(
            Map.of("I-Twilio-Idempotency-Token", "t"),
            "{\"MessageSid\": \"SM1\", \"MessageStatus\": \"delivered\"}"),
        "t",
        "message_delivered");
    assertNames("twilio", Messages.body("{\"SmsStatus\": \"received\"}"), null, "message_received");
    assertNames("twilio", Messages.body("{\"CallStatus\": \"ringing\"}"), null, "call_ringing");
  }

  @Test
  void linear_names_the_thing_and_what_was_done_with_it() {
    assertNames(
        "linear",
        Messages.message(
            Map.of("Linear-Delivery", "234d1a4e"), "{\"type\": \"Issue\", \"action\": \"create\"}"),
        "234d1a4e",
        "Issue.create");
    assertThat(preset("linear").isTimed()).isTrue();
  }

  @Test
  void zoom_and_calendly_name_the_event() {
    assertNames("zoom", Messages.body("{\"event\": \"meeting.started\"}"), null, "meeting.started");
    assertNames(
        "calendly", Messages.body("{\"event\": \"invitee.created\"}"), null, "invitee.created");
  }

  @Test
  void discord_names_the_inner_event() {
    assertNames(
        "discord",
        Messages.body("{\"type\": 1, \"event\": {\"type\": \"ENTITLEMENT_CREATE\"}}"),
        null,
        "ENTITLEMENT_CREATE");
    assertNames(
        "discord",
        Messages.body("{\"type\": 2, \"id\": \"846462639134605312\"}"),
        "846462639134605312",
        "2");
  }

  @Test
  void paddle_and_square_name_id_and_type_in_the_body() {
    assertNames(
        "paddle",
        Messages.body("{\"event_id\": \"evt_01\", \"event_type\": \"transaction.paid\"}"),
        "evt_01",
        "transaction.paid");
    assertNames(
        "square",
        Messages.body("{\"event_id\": \"6a8f5f28\", \"type\": \"payment.created\"}"),
        "6a8f5f28",
        "payment.created");
  }

  @Test
  void a_batch_has_the_type_of_its_events_and_is_mixed_if_they_differ() {
    assertNames(
        "sendgrid", Messages.body("[{\"event\": \"open\"}, {\"event\": \"open\"}]"), null, "open");
    assertNames(
        "sendgrid",
        Messages.body("[{\"event\": \"open\"}, {\"event\": \"click\"}]"),
        null,
        "mixed");
    assertNames("sendgrid", Messages.body("[{\"event\": \"open\"}, {}]"), null, "mixed");
    assertNames("sendgrid", Messages.body("{\"event\": \"test_event\"}"), null, "test_event");
    assertNames(
        "hubspot",
        Messages.body("[{\"subscriptionType\": \"contact.creation\", \"eventId\": 1}]"),
        null,
        "contact.creation");
    for (String nothing : List.of("[]", "[1, 2]", "[{}]", "{}", "7")) {
      assertThat(preset("sendgrid").eventType().typeOf(Messages.body(nothing))).isEmpty();
    }
  }

  @Test
  void where_no_id_is_written_the_body_tells_messages_apart() {
    var written =
        new WrittenSource(
            "zoom",
            WrittenSource.Signature.OF_KIND,
            null,
            null,
            new WrittenSource.Place("X-Own", null, null),
            null,
            null);
    InboundMessage message = Messages.body("{}");
    byte[] body = {1, 2};
    // As printf '\1\2' | openssl dgst -sha256 says.
    assertThat(SourceSettings.of(preset("zoom")).messageId(message, body))
        .contains("sha256:a12871fee210fb8619291eaea194581cbd2531e4b23759d225f6806923f63222");
    assertThat(SourceSettings.of(written).messageId(message, body)).isEmpty();
    assertThat(SourceSettings.of(preset("github")).messageId(message, body)).isEmpty();
  }
}
