package posthorn.http;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import posthorn.domain.webhook.ClientCertificate;

/** Reads what a webhook shows to receivers that ask who connects. */
final class ClientCertificateFields {
  private static final String FIELD = "client_certificate";
  private static final String CERTIFICATE = "certificate";
  private static final String PRIVATE_KEY = "private_key";

  private ClientCertificateFields() {}

  /** What is not mentioned stays as it is, null is none. */
  static @Nullable ClientCertificate certificateOf(
      RequestFields fields, @Nullable ClientCertificate present) {
    if (!fields.mentions(FIELD)) {
      return present;
    }
    return fields.object(FIELD).flatMap(ClientCertificateFields::read).orElse(null);
  }

  private static Optional<ClientCertificate> read(RequestFields fields) {
    Optional<String> chain = fields.requiredText(CERTIFICATE, ClientCertificate.MAX_LENGTH);
    Optional<String> key = fields.requiredText(PRIVATE_KEY, ClientCertificate.MAX_LENGTH);
    Optional<String> noChain = chain.flatMap(ClientCertificate::refusalOf);
    noChain.ifPresent(why -> fields.reject(CERTIFICATE, why));
    if (chain.isEmpty() || key.isEmpty() || noChain.isPresent()) {
      return Optional.empty();
    }
    Optional<String> noKey = ClientCertificate.refusalOf(key.get(), chain.get());
    noKey.ifPresent(why -> fields.reject(PRIVATE_KEY, why));
    return noKey.isPresent()
        ? Optional.empty()
        : Optional.of(new ClientCertificate(chain.get(), key.get()));
  }
}
