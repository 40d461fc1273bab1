package posthorn.domain.signing;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.List;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import posthorn.domain.event.JsonBytes;
import posthorn.domain.field.Sha256;
import posthorn.domain.filter.JsonReader.TooManyPartsException;
import posthorn.domain.form.Form;

/** What a signature is over, given the body that came. */
sealed interface SignedText {

  /** The texts that it may be over, each in parts; none where the body cannot be in one. */
  Stream<byte[][]> of(byte[] body);

  /** The body as it came, between two texts that the headers and the source's settings give. */
  record Around(String head, String tail) implements SignedText {
    @Override
    public Stream<byte[][]> of(byte[] body) {
      return Stream.<byte[][]>of(new byte[][] {head.getBytes(UTF_8), body, tail.getBytes(UTF_8)});
    }
  }

  /**
   * Twilio's text: the address, and after it a form's fields without anything between them, sorted
   * by name; of any other body the address alone, with the body's SHA-256 as a last parameter.
   * Twilio names the address now with its standard port and now without; its own libraries try
   * both.
   */
  record Twilio(String address) implements SignedText {
    /** Twilio sends some dozens; parsing more would be work that a stranger makes us do. */
    static final int MOST_FIELDS = 1_000;

    private static final Pattern ORIGIN =
        Pattern.compile("(https?)://(\\[[^]]*]|[^/?:\\[]*)(:\\d+)?");

    @Override
    public Stream<byte[][]> of(byte[] body) {
      Stream<String> afterAddress =
          Stream.concat(Stream.of(digestParameter(body)), fields(body).stream());
      List<String> addresses = addresses();
      return afterAddress.flatMap(
          rest -> addresses.stream().map(each -> new byte[][] {(each + rest).getBytes(UTF_8)}));
    }

    private List<String> addresses() {
      Matcher origin = ORIGIN.matcher(address);
      if (!origin.lookingAt()) {
        return List.of(address);
      }
      String withoutPort = origin.group(1) + "://" + origin.group(2);
      String port = origin.group(1).equals("https") ? ":443" : ":80";
      String rest = address.substring(origin.end());
      return Stream.of(
              address,
              withoutPort + rest,
              withoutPort + (origin.group(3) == null ? port : origin.group(3)) + rest)
          .distinct()
          .toList();
    }

    private String digestParameter(byte[] body) {
      return (address.contains("?") ? "&" : "?") + "bodySHA256=" + Sha256.hex(body);
    }

    private static List<String> fields(byte[] body) {
      try {
        return new JsonBytes(body)
            .text().map(text -> sorted(Form.parse(text, MOST_FIELDS))).stream().toList();
      } catch (TooManyPartsException _) {
        return List.of();
      }
    }

    private static String sorted(Form form) {
      var text = new StringBuilder();
      new TreeMap<>(form.fields())
          .forEach((name, values) ->
              values.stream()
                  .distinct()
                  .sorted()
                  .forEach(value -> text.append(name).append(value)));
      return text.toString();
    }
  }
}
