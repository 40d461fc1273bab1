package posthorn.domain.inbound;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import posthorn.domain.event.EventType;
import posthorn.domain.signing.VerificationScheme;

class ProviderPresetTest {
  private static ProviderPreset preset(String name) {
    return ProviderPreset.named(name).orElseThrow();
  }

  private static void assertNames(
      String preset, InboundMessage message, @Nullable String id, String type) {
    assertThat(preset(preset).messageId(message).orElse(null)).isEqualTo(id);
    assertThat(preset(preset).eventType().typeOf(message)).contains(new EventType(type));
  }

  @Test
  void there_are_these_kinds() {
    assertThat(ProviderPreset.names())
        .containsExactly(
            "sha256", "timestamped", "standard", "github", "stripe", "slack", "shopify", "gitlab");
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
        .isEqualTo(new VerificationScheme.Timestamped("X-Webhook-Signature"));
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
    assertThat(preset("stripe").scheme())
        .isEqualTo(new VerificationScheme.Timestamped("Stripe-Signature"));
    assertNames(
        "stripe",
        Messages.body("{\"id\": \"evt_1\", \"type\": \"customer.subscription.created\"}"),
        "evt_1",
        "customer.subscription.created");
  }

  @Test
  void slack_names_the_inner_event_or_else_the_outer() {
    assertThat(preset("slack").scheme()).isEqualTo(new VerificationScheme.Slack());
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
    assertThat(preset("shopify").scheme()).isEqualTo(new VerificationScheme.Shopify());
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
    assertThat(preset("standard").messageId(longest)).contains("a".repeat(255));
    var longer = Messages.message(Map.of("webhook-id", "a".repeat(256)), "{}");
    assertThat(preset("standard").messageId(longer)).isEmpty();
    assertThat(preset("standard").messageId(Messages.message(Map.of("webhook-id", " "), "{}")))
        .isEmpty();
  }
}
