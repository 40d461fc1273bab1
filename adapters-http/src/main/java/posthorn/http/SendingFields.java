package posthorn.http;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import posthorn.domain.event.JsonBytes;
import posthorn.domain.event.PayloadFormat;
import posthorn.domain.filter.FilterParser;
import posthorn.domain.filter.JsonReader;
import posthorn.domain.filter.ParsedFilter;
import posthorn.domain.net.HeaderRules;
import posthorn.domain.webhook.PayloadFilter;
import posthorn.domain.webhook.Sending;

/** Reads what is sent to a webhook. What is not mentioned stays as it is, null is the default. */
record SendingFields(RetryFields retry) {
  private static final String FORMAT = "payload_format";
  private static final String HEADERS = "headers";
  private static final String FILTER = "filter";

  Sending sendingOf(RequestFields fields, Sending present) {
    return new Sending(
        retry.settingsOf(fields, present.retry()),
        formatOf(fields, present.format()),
        fields.mentions(HEADERS) ? headersOf(fields) : present.headers(),
        fields.mentions(FILTER) ? filterOf(fields) : present.filter(),
        ClientCertificateFields.certificateOf(fields, present.certificate()));
  }

  static @Nullable PayloadFormat formatOf(RequestFields fields, @Nullable PayloadFormat present) {
    return fields.mentions(FORMAT)
        ? fields.named(FORMAT, PayloadFormat::named, PayloadFormat::names).orElse(null)
        : present;
  }

  private static Map<String, String> headersOf(RequestFields fields) {
    RequestFields inner = fields.object(HEADERS).orElse(null);
    if (inner == null) {
      return Map.of();
    }
    if (inner.names().size() > Sending.MAX_HEADERS) {
      fields.reject(HEADERS, "must be at most " + Sending.MAX_HEADERS);
      inner.names().forEach(inner::mentions);
      return Map.of();
    }
    var headers = new LinkedHashMap<String, String>();
    for (String name : inner.names()) {
      Optional<String> value = inner.text(name);
      Optional<String> refusal = value.flatMap(text -> HeaderRules.refusal(name, text));
      refusal.ifPresent(why -> inner.reject(name, why));
      if (value.isPresent() && refusal.isEmpty()) {
        headers.put(name, value.get());
      }
    }
    List<String> repeated = HeaderRules.repeated(headers.keySet());
    repeated.forEach(
        name -> inner.reject(name, "is given twice; upper and lower case do not matter"));
    headers.keySet().removeAll(repeated);
    return headers;
  }

  private static @Nullable PayloadFilter filterOf(RequestFields fields) {
    JsonBytes text = fields.bytes(FILTER).orElse(null);
    if (text == null) {
      return null;
    }
    if (text.length() > PayloadFilter.MAX_BYTES) {
      fields.reject(FILTER, "must have at most " + PayloadFilter.MAX_BYTES + " bytes");
      return null;
    }
    return switch (FilterParser.parse(FILTER, JsonReader.read(text))) {
      case ParsedFilter.Valid(var filter) -> new PayloadFilter(text, filter);
      case ParsedFilter.Invalid(var errors) -> {
        fields.rejectAll(errors);
        yield null;
      }
    };
  }
}
