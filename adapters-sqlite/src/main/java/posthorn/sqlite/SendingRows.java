package posthorn.sqlite;

import static java.nio.charset.StandardCharsets.UTF_8;

import org.jspecify.annotations.Nullable;
import posthorn.domain.event.JsonBytes;
import posthorn.domain.filter.FilterParser;
import posthorn.domain.filter.JsonReader;
import posthorn.domain.filter.ParsedFilter;
import posthorn.domain.webhook.ClientCertificate;
import posthorn.domain.webhook.PayloadFilter;
import posthorn.domain.webhook.PolicyChoices;
import posthorn.domain.webhook.Sending;
import posthorn.sqlite.schema.tables.records.WebhooksRecord;

/**
 * What is sent to a webhook, besides its policy and its certificate, as a part of its row and back.
 */
final class SendingRows {
  private SendingRows() {}

  static void set(WebhooksRecord row, Sending sending) {
    PayloadFilter filter = sending.filter();
    row.setHeaders(HeaderText.write(sending.headers()));
    row.setFilter(filter == null ? null : new String(filter.text().bytes(), UTF_8));
  }

  static Sending sendingOf(
      WebhooksRecord row, PolicyChoices choices, @Nullable ClientCertificate certificate) {
    return new Sending(
        choices.retry(),
        choices.format(),
        HeaderText.read(row.getHeaders()),
        row.getFilter() == null ? null : filterOf(JsonBytes.of(row.getFilter())),
        certificate);
  }

  private static PayloadFilter filterOf(JsonBytes text) {
    return switch (FilterParser.parse("filter", JsonReader.read(text))) {
      case ParsedFilter.Valid(var filter) -> new PayloadFilter(text, filter);
      case ParsedFilter.Invalid(var errors) ->
          throw new IllegalStateException("a stored filter cannot be read: " + errors);
    };
  }
}
