package posthorn.http;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import posthorn.domain.inbound.Source;
import posthorn.domain.inbound.SourceSettings;
import posthorn.domain.inbound.WrittenSource;

/**
 * A source as the API shows it: what its owner said about it, null where it is left to the kind,
 * and in {@code effective_config} what holds. The secret is in it once, when it was made here.
 */
record SourceView(
    String id,
    String tenantId,
    String name,
    String kind,
    @Nullable String signatureHeader,
    @Nullable String signatureEncoding,
    @Nullable String signaturePrefix,
    @Nullable String timestampHeader,
    @Nullable Long toleranceSeconds,
    @Nullable EventTypeView eventType,
    @Nullable MessageIdView messageId,
    boolean requireJson,
    @Nullable String publicUrl,
    boolean active,
    String receiveUrl,
    EffectiveView effectiveConfig,
    int version,
    Instant createdAt,
    Instant updatedAt,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String secret) {

  /** Where its messages come in. */
  private static final String RECEIVE = "/gateway/webhooks/";

  record EventTypeView(
      @Nullable String header, @Nullable String pointer, @Nullable String template) {}

  record MessageIdView(@Nullable String header, @Nullable String pointer) {}

  /**
   * What holds, whether the source says so or its kind.
   *
   * @param headers those that a message's signature is read from
   * @param toleranceSeconds null where no time is signed
   * @param publicUrl the address that a message has to be signed for; null where none is signed
   */
  record EffectiveView(
      List<String> headers, @Nullable Long toleranceSeconds, @Nullable String publicUrl) {
    private static EffectiveView of(Source source, boolean whole) {
      SourceSettings settings = source.settings();
      return new EffectiveView(
          settings.scheme().headers(),
          settings.kind().isTimed() ? settings.tolerance().toSeconds() : null,
          settings.publicUrl(source.id()).map(url -> UrlSight.of(url, whole)).orElse(null));
    }
  }

  /** As a caller sees it who may see URLs whole, or not. */
  static SourceView of(Source source, boolean whole) {
    return of(source, whole, null);
  }

  /** For {@link AuditTrail}, which hides when it is read. */
  static SourceView audited(Source source) {
    return of(source, true, null);
  }

  /** With the secret that was made for it, this once. */
  static SourceView withSecret(Source source) {
    return of(source, true, source.keys().current().text());
  }

  private static SourceView of(Source source, boolean whole, @Nullable String secret) {
    WrittenSource written = source.settings().written();
    String publicUrl = written.publicUrl();
    return new SourceView(
        source.id().value(),
        source.tenant().value(),
        source.name(),
        written.kind(),
        written.signature().header(),
        written.signature().encoding(),
        written.signature().prefix(),
        written.signature().timestampHeader(),
        written.toleranceSeconds(),
        eventTypeOf(written.eventType()),
        messageIdOf(written.messageId()),
        source.settings().requiresJson(),
        publicUrl == null ? null : UrlSight.of(publicUrl, whole),
        source.active(),
        RECEIVE + source.id(),
        EffectiveView.of(source, whole),
        source.version(),
        source.createdAt(),
        source.updatedAt(),
        secret);
  }

  private static @Nullable EventTypeView eventTypeOf(WrittenSource.@Nullable Place place) {
    return place == null
        ? null
        : new EventTypeView(place.header(), place.pointer(), place.template());
  }

  private static @Nullable MessageIdView messageIdOf(WrittenSource.@Nullable Place place) {
    return place == null ? null : new MessageIdView(place.header(), place.pointer());
  }

  @Override
  public String toString() {
    return "SourceView[" + id + "]";
  }
}
