package posthorn.sqlite;

import org.jspecify.annotations.Nullable;
import posthorn.domain.inbound.Source;
import posthorn.domain.inbound.SourceId;
import posthorn.domain.inbound.SourceSettings;
import posthorn.domain.inbound.WrittenSource;
import posthorn.domain.inbound.WrittenSource.Place;
import posthorn.domain.inbound.WrittenSource.Signature;
import posthorn.domain.tenant.TenantId;
import posthorn.sqlite.schema.tables.records.SourcesRecord;

/** A source as a row and back: what its owner wrote, from which all else follows. */
final class SourceRows {
  private SourceRows() {}

  static SourcesRecord rowOf(Source source, SecretRows secrets) {
    var row = new SourcesRecord();
    row.setId(source.id().value());
    row.setTenantId(source.tenant().value());
    row.setName(source.name());
    row.setActive(source.active() ? 1 : 0);
    row.setVersion(source.version());
    row.setCreatedAt(source.createdAt());
    row.setUpdatedAt(source.updatedAt());
    secrets.set(row, source.keys());
    set(row, source.settings().written());
    return row;
  }

  private static void set(SourcesRecord row, WrittenSource written) {
    Long tolerance = written.toleranceSeconds();
    Boolean json = written.requireJson();
    Place type = written.eventType();
    Place id = written.messageId();
    row.setKind(written.kind());
    row.setSignatureHeader(written.signature().header());
    row.setSignatureEncoding(written.signature().encoding());
    row.setSignaturePrefix(written.signature().prefix());
    row.setTimestampHeader(written.signature().timestampHeader());
    row.setToleranceSeconds(tolerance == null ? null : Math.toIntExact(tolerance));
    row.setEventTypeHeader(type == null ? null : type.header());
    row.setEventTypePointer(type == null ? null : type.pointer());
    row.setEventTypeTemplate(type == null ? null : type.template());
    row.setMessageIdHeader(id == null ? null : id.header());
    row.setMessageIdPointer(id == null ? null : id.pointer());
    row.setRequireJson(json == null ? null : json ? 1 : 0);
    row.setPublicUrl(written.publicUrl());
  }

  static Source sourceOf(SourcesRecord row, SecretRows secrets) {
    return new Source(
        new SourceId(row.getId()),
        new TenantId(row.getTenantId()),
        row.getName(),
        SourceSettings.of(writtenOf(row)),
        secrets.keysOf(row),
        row.getActive() == 1,
        row.getVersion(),
        row.getCreatedAt(),
        row.getUpdatedAt());
  }

  private static WrittenSource writtenOf(SourcesRecord row) {
    Integer tolerance = row.getToleranceSeconds();
    Integer json = row.getRequireJson();
    return new WrittenSource(
        row.getKind(),
        new Signature(
            row.getSignatureHeader(),
            row.getSignatureEncoding(),
            row.getSignaturePrefix(),
            row.getTimestampHeader()),
        tolerance == null ? null : tolerance.longValue(),
        placeOf(row.getEventTypeHeader(), row.getEventTypePointer(), row.getEventTypeTemplate()),
        placeOf(row.getMessageIdHeader(), row.getMessageIdPointer(), null),
        json == null ? null : json == 1,
        row.getPublicUrl());
  }

  private static @Nullable Place placeOf(
      @Nullable String header, @Nullable String pointer, @Nullable String template) {
    return header == null && pointer == null && template == null
        ? null
        : new Place(header, pointer, template);
  }
}
