package posthorn.bootstrap;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import posthorn.application.port.Randomness;
import posthorn.bootstrap.config.Configuration.Secrets;
import posthorn.domain.sealing.Keyring;
import posthorn.domain.sealing.SealingKey;

/**
 * The keys of the configuration, of the key file, or made just now.
 *
 * @param unwritten where the present key is to be written to, if it was made; else null
 */
record SealingKeys(Keyring keyring, @Nullable Path unwritten) {
  private static final Logger LOG = LoggerFactory.getLogger(SealingKeys.class);

  static SealingKeys of(Secrets secrets, Randomness randomness) {
    if (secrets.key() != null) {
      return new SealingKeys(new Keyring(secrets.key(), secrets.previousKeys()), null);
    }
    return KeyFile.read(secrets.keyFile())
        .map(key -> new SealingKeys(new Keyring(key, secrets.previousKeys()), null))
        .orElseGet(() -> {
          SealingKey made = SealingKey.of(randomness.bytes(SealingKey.BYTES));
          return new SealingKeys(new Keyring(made, secrets.previousKeys()), secrets.keyFile());
        });
  }

  /** Writes a key that was made; before it seals anything. */
  void keep() {
    if (unwritten == null) {
      return;
    }
    KeyFile.write(unwritten, keyring.present());
    LOG.atInfo()
        .addKeyValue("file", unwritten)
        .addKeyValue("key", keyring.present().id())
        .log("Made the key that secrets are sealed with; a backup needs it besides the database");
  }
}
