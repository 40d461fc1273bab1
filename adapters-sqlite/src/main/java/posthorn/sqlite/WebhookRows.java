package posthorn.sqlite;

import static java.util.stream.Collectors.joining;

import java.net.URI;
import java.util.stream.Stream;
import posthorn.domain.event.EventTypePattern;
import posthorn.domain.net.WebhookUrl;
import posthorn.domain.signing.SignaturePlan;
import posthorn.domain.signing.SignatureScheme;
import posthorn.domain.signing.SigningSecret;
import posthorn.domain.tenant.TenantId;
import posthorn.domain.webhook.Webhook;
import posthorn.domain.webhook.WebhookId;
import posthorn.sqlite.schema.tables.records.WebhooksRecord;

/** A webhook as a row and back. */
final class WebhookRows {
  // Neither event types nor header names can have these in them.
  private static final String WORDS = " ";
  private static final String HEADER = "=";

  private WebhookRows() {}

  static WebhooksRecord rowOf(Webhook webhook) {
    var row = new WebhooksRecord();
    row.setId(webhook.id().value());
    row.setTenantId(webhook.tenant().value());
    row.setName(webhook.name());
    row.setUrl(webhook.url().uri().toString());
    row.setEventPatterns(
        webhook.events().stream().map(EventTypePattern::value).collect(joining(WORDS)));
    row.setSecret(webhook.secret().text());
    row.setSignatureSchemes(
        webhook.signatures().schemes().stream()
            .map(scheme -> scheme.name() + HEADER + scheme.header())
            .collect(joining(WORDS)));
    row.setCreatedAt(webhook.createdAt());
    return row;
  }

  static Webhook webhookOf(WebhooksRecord row) {
    return new Webhook(
        new WebhookId(row.getId()),
        new TenantId(row.getTenantId()),
        row.getName(),
        new WebhookUrl(URI.create(row.getUrl())),
        words(row.getEventPatterns()).map(EventTypePattern::new).toList(),
        new SigningSecret(row.getSecret()),
        signaturesOf(row),
        row.getCreatedAt());
  }

  private static SignaturePlan signaturesOf(WebhooksRecord row) {
    return new SignaturePlan(
        words(row.getSignatureSchemes())
            .map(word -> word.split(HEADER, 2))
            .map(parts -> SignatureScheme.named(parts[0], parts[1]).orElseThrow())
            .toList());
  }

  private static Stream<String> words(String text) {
    return Stream.of(text.split(WORDS));
  }
}
