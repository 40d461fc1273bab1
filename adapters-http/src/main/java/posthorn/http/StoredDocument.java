package posthorn.http;

import io.javalin.http.Context;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;

/** A document that stays as it is while the server runs: it is made once, and compressed once. */
final class StoredDocument {
  /** Short: after an update of the server, the next page is the new one. */
  private static final Duration FRESH = Duration.ofMinutes(5);

  static final String HTML = "text/html; charset=utf-8";

  private static final String GZIP = "gzip";

  private final String type;
  private final byte[] plain;
  private final byte[] zipped;
  private final String hash;

  StoredDocument(String type, byte[] content) {
    this.type = type;
    this.plain = content.clone();
    this.zipped = zip(content);
    this.hash = EntityTags.hashOf(content);
  }

  /** A file of the documents in the jar. */
  static byte[] read(String name) {
    try (InputStream in = StoredDocument.class.getResourceAsStream("docs/" + name)) {
      return Objects.requireNonNull(in, name + " is not in the jar").readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Answers with it, or that the client has it already. */
  void send(Context context) {
    boolean zips = accepts(context.header("Accept-Encoding"));
    // What differs in bytes differs in its tag.
    String tag = '"' + (zips ? hash + "-" + GZIP : hash) + '"';
    context
        .header("Cache-Control", "public, max-age=" + FRESH.toSeconds())
        .addHeader("Vary", "Accept-Encoding")
        .disableCompression();
    EntityTags.set(context, tag);
    if (knows(context.header("If-None-Match"), tag)) {
      context.status(304);
      return;
    }
    if (zips) {
      context.header("Content-Encoding", GZIP);
    }
    context.contentType(type).result(zips ? zipped : plain);
  }

  private static boolean knows(@Nullable String header, String tag) {
    return header != null
        && Arrays.stream(header.split(",", -1))
            .map(String::strip)
            .anyMatch(known -> known.equals("*") || known.equals(tag) || known.equals("W/" + tag));
  }

  private static boolean accepts(@Nullable String header) {
    return header != null
        && Stream.of(header.toLowerCase(Locale.ROOT).split(",", -1))
            .map(coding -> coding.replace(" ", ""))
            .anyMatch(coding ->
                coding.equals(GZIP)
                    || (coding.startsWith(GZIP + ";q=") && !coding.matches(".*=0(\\.0*)?")));
  }

  private static byte[] zip(byte[] content) {
    var zipped = new ByteArrayOutputStream();
    try (OutputStream out = new GZIPOutputStream(zipped)) {
      out.write(content);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return zipped.toByteArray();
  }
}
