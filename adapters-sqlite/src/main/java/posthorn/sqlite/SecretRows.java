package posthorn.sqlite;

import static java.util.stream.Collectors.joining;
import static posthorn.sqlite.schema.Tables.WEBHOOKS;

import java.time.Instant;
import java.util.List;
import org.jooq.TableField;
import org.jspecify.annotations.Nullable;
import posthorn.application.port.SecretSeal;
import posthorn.domain.signing.RotatingSecret;
import posthorn.domain.signing.SigningSecret;
import posthorn.domain.webhook.ClientCertificate;
import posthorn.sqlite.schema.tables.records.WebhooksRecord;

/**
 * A webhook's secrets as a part of its row and back. They are sealed, each for its column and row;
 * an empty text stands for none.
 */
final class SecretRows {
  /** All columns that hold sealed texts. */
  private static final List<TableField<WebhooksRecord, String>> SEALED =
      List.of(WEBHOOKS.SECRET, WEBHOOKS.EARLIER_SECRETS, WEBHOOKS.CLIENT_KEY);

  private static final String NONE = "";
  private static final String UNTIL = " ";
  private static final String LINES = "\n";

  private final SecretSeal seal;

  SecretRows(SecretSeal seal) {
    this.seal = seal;
  }

  /** The row has its id already: it is what the secrets are bound to. */
  void set(WebhooksRecord row, RotatingSecret<SigningSecret> secret) {
    set(row, WEBHOOKS.SECRET, secret.current().text());
    set(row, WEBHOOKS.EARLIER_SECRETS, linesOf(secret.previous()));
  }

  RotatingSecret<SigningSecret> secretOf(WebhooksRecord row) {
    return new RotatingSecret<>(
        new SigningSecret(open(row, WEBHOOKS.SECRET)),
        open(row, WEBHOOKS.EARLIER_SECRETS).lines().map(SecretRows::earlierSecretOf).toList());
  }

  void set(WebhooksRecord row, @Nullable ClientCertificate certificate) {
    row.setClientCertificate(certificate == null ? null : certificate.chain());
    set(row, WEBHOOKS.CLIENT_KEY, certificate == null ? NONE : certificate.privateKey());
  }

  @Nullable ClientCertificate certificateOf(WebhooksRecord row) {
    return row.getClientCertificate() == null
        ? null
        : new ClientCertificate(row.getClientCertificate(), open(row, WEBHOOKS.CLIENT_KEY));
  }

  /** Seals with the present key what another one sealed; whether there was something to do. */
  boolean reseal(WebhooksRecord row) {
    boolean stale = false;
    for (TableField<WebhooksRecord, String> column : SEALED) {
      String sealed = row.get(column);
      if (sealed != null && !sealed.equals(NONE) && !seal.isOfPresentKey(sealed)) {
        set(row, column, open(row, column));
        stale = true;
      }
    }
    return stale;
  }

  /** Leaves no secret in the row of a webhook that needs none any more. */
  static void clear(WebhooksRecord row) {
    SEALED.forEach(column -> row.set(column, NONE));
  }

  private void set(WebhooksRecord row, TableField<WebhooksRecord, String> column, String secret) {
    row.set(column, secret.equals(NONE) ? NONE : seal.seal(secret, place(row, column)));
  }

  private String open(WebhooksRecord row, TableField<WebhooksRecord, String> column) {
    String sealed = row.get(column);
    return sealed.equals(NONE) ? NONE : seal.open(sealed, place(row, column));
  }

  private static String place(WebhooksRecord row, TableField<WebhooksRecord, String> column) {
    return WEBHOOKS.getName() + "." + column.getName() + " of " + row.getId();
  }

  private static String linesOf(List<RotatingSecret.Retiring<SigningSecret>> earlier) {
    return earlier.stream()
        .map(retiring -> retiring.validUntil().toEpochMilli() + UNTIL + retiring.secret().text())
        .collect(joining(LINES));
  }

  private static RotatingSecret.Retiring<SigningSecret> earlierSecretOf(String line) {
    int end = line.indexOf(UNTIL);
    return new RotatingSecret.Retiring<>(
        new SigningSecret(line.substring(end + 1)),
        Instant.ofEpochMilli(Long.parseLong(line.substring(0, end))));
  }
}
