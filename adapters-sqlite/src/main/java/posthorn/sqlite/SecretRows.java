package posthorn.sqlite;

import static posthorn.sqlite.schema.Tables.SOURCES;
import static posthorn.sqlite.schema.Tables.WEBHOOKS;

import java.util.List;
import org.jooq.TableField;
import org.jspecify.annotations.Nullable;
import posthorn.application.port.SecretSeal;
import posthorn.domain.signing.RotatingSecret;
import posthorn.domain.signing.SigningSecret;
import posthorn.domain.signing.VerificationKey;
import posthorn.domain.webhook.ClientCertificate;
import posthorn.sqlite.schema.tables.records.SourcesRecord;
import posthorn.sqlite.schema.tables.records.WebhooksRecord;

/** The secrets of webhooks and sources as a part of their rows and back; all are sealed. */
final class SecretRows {
  /** All columns that hold sealed texts. */
  private static final List<TableField<WebhooksRecord, String>> OF_WEBHOOKS =
      List.of(WEBHOOKS.SECRET, WEBHOOKS.EARLIER_SECRETS, WEBHOOKS.CLIENT_KEY);

  private static final List<TableField<SourcesRecord, String>> OF_SOURCES =
      List.of(SOURCES.SECRET, SOURCES.EARLIER_SECRETS);

  private final SealedTexts texts;

  SecretRows(SecretSeal seal) {
    this.texts = new SealedTexts(seal);
  }

  /** The row has its id already: it is what the secrets are bound to. */
  void set(WebhooksRecord row, RotatingSecret<SigningSecret> secret) {
    texts.set(row, WEBHOOKS.SECRET, WEBHOOKS.EARLIER_SECRETS, secret, SigningSecret::text);
  }

  RotatingSecret<SigningSecret> secretOf(WebhooksRecord row) {
    return texts.open(row, WEBHOOKS.SECRET, WEBHOOKS.EARLIER_SECRETS, SigningSecret::new);
  }

  /** As above. */
  void set(SourcesRecord row, RotatingSecret<VerificationKey> keys) {
    texts.set(row, SOURCES.SECRET, SOURCES.EARLIER_SECRETS, keys, VerificationKey::text);
  }

  RotatingSecret<VerificationKey> keysOf(SourcesRecord row) {
    return texts.open(row, SOURCES.SECRET, SOURCES.EARLIER_SECRETS, VerificationKey::new);
  }

  void set(WebhooksRecord row, @Nullable ClientCertificate certificate) {
    row.setClientCertificate(certificate == null ? null : certificate.chain());
    texts.set(
        row,
        WEBHOOKS.CLIENT_KEY,
        certificate == null ? SealedTexts.NONE : certificate.privateKey());
  }

  @Nullable ClientCertificate certificateOf(WebhooksRecord row) {
    return row.getClientCertificate() == null
        ? null
        : new ClientCertificate(row.getClientCertificate(), texts.open(row, WEBHOOKS.CLIENT_KEY));
  }

  /** Seals with the present key what another one sealed; whether there was something to do. */
  boolean reseal(WebhooksRecord row) {
    return texts.reseal(row, OF_WEBHOOKS);
  }

  boolean reseal(SourcesRecord row) {
    return texts.reseal(row, OF_SOURCES);
  }

  /** Leaves no secret in the row of a webhook that needs none any more. */
  static void clear(WebhooksRecord row) {
    OF_WEBHOOKS.forEach(column -> row.set(column, SealedTexts.NONE));
  }
}
