package posthorn.bootstrap.config;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import posthorn.domain.field.DurationText;
import posthorn.domain.retry.RetrySettings;

/** Single values as people write them; what is not one throws. */
final class Texts {
  private Texts() {}

  static Duration duration(String text) {
    return DurationText.parse(text).orElseThrow(() -> new IllegalArgumentException(text));
  }

  static Duration positive(Duration duration) {
    if (!duration.isPositive()) {
      throw new IllegalArgumentException(duration.toString());
    }
    return duration;
  }

  /** How old a delivery may get. */
  static Duration age(String text) {
    Duration age = duration(text);
    if (!RetrySettings.isAge(age)) {
      throw new IllegalArgumentException(text);
    }
    return age;
  }

  static int between(int min, int max, int number) {
    if (number < min || number > max) {
      throw new IllegalArgumentException(Integer.toString(number));
    }
    return number;
  }

  static boolean bool(String text) {
    return switch (text) {
      case "true" -> true;
      case "false" -> false;
      default -> throw new IllegalArgumentException(text);
    };
  }

  /** The certificates in a file of them. */
  static List<X509Certificate> certificates(String file) {
    try (InputStream in = Files.newInputStream(Path.of(file))) {
      List<X509Certificate> certificates =
          CertificateFactory.getInstance("X.509").generateCertificates(in).stream()
              .map(X509Certificate.class::cast)
              .toList();
      if (certificates.isEmpty()) {
        throw new IllegalArgumentException("no certificate in " + file);
      }
      return certificates;
    } catch (IOException | CertificateException e) {
      throw new IllegalArgumentException(e);
    }
  }

  static URI proxy(String text) {
    URI proxy = URI.create(text);
    boolean complete =
        "http".equals(proxy.getScheme()) && proxy.getHost() != null && proxy.getPort() > 0;
    if (!complete || !proxy.getPath().isEmpty() || proxy.getQuery() != null) {
      throw new IllegalArgumentException("not the address of a proxy");
    }
    return proxy;
  }

  static Stream<String> list(String text) {
    return Stream.of(text.split(",")).map(String::strip);
  }
}
