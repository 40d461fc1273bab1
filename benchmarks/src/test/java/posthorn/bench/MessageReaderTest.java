package posthorn.bench;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import org.junit.jupiter.api.Test;

class MessageReaderTest {
  @Test
  void messages_follow_one_another() throws IOException {
    MessageReader reader =
        reading(
            """
            POST / HTTP/1.1
            content-length: 3
            X: y

            abcPOST / HTTP/1.1

            POST / HTTP/1.1
            Content-Length:2

            de\
            """);
    assertThat(reader.next()).isTrue();
    assertThat(reader.body()).isEqualTo("abc");
    assertThat(reader.next()).isTrue();
    assertThat(reader.body()).isEmpty();
    assertThat(reader.next()).isTrue();
    assertThat(reader.body()).isEqualTo("de");
    assertThat(reader.next()).isFalse();
  }

  @Test
  void chunks_become_one_body() throws IOException {
    MessageReader reader =
        reading(
            """
            HTTP/1.1 202 Accepted
            Transfer-Encoding: chunked

            4
            abcd
            A
            efghijklmn
            0

            HTTP/1.1 404 Not Found
            Content-Length: 0

            """);
    assertThat(reader.next()).isTrue();
    assertThat(reader.status()).isEqualTo(202);
    assertThat(reader.body()).isEqualTo("abcdefghijklmn");
    assertThat(reader.next()).isTrue();
    assertThat(reader.status()).isEqualTo(404);
  }

  @Test
  void a_message_may_be_larger_than_the_buffer() throws IOException {
    String body = "x".repeat(100_000);
    MessageReader reader = reading("HTTP/1.1 200 OK\nContent-Length: 100000\n\n" + body);
    assertThat(reader.next()).isTrue();
    assertThat(reader.body()).isEqualTo(body);
  }

  @Test
  void a_message_without_its_end_is_an_error() {
    MessageReader reader = reading("HTTP/1.1 200 OK\nContent-Length: 5\n\nabc");
    assertThatThrownBy(reader::next).isInstanceOf(EOFException.class);
  }

  /** Gives a few bytes at a time, as a network may; lines end as in HTTP. */
  private static MessageReader reading(String text) {
    InputStream bytes = new ByteArrayInputStream(text.replace("\n", "\r\n").getBytes(US_ASCII));
    return new MessageReader(
        new InputStream() {
          @Override
          public int read() throws IOException {
            return bytes.read();
          }

          @Override
          public int read(byte[] buffer, int offset, int length) throws IOException {
            return bytes.read(buffer, offset, Math.min(length, 7));
          }
        });
  }
}
