package posthorn.domain.signing;

/** A mistake that, when undone, makes the signature right. */
public enum Hint {
  TIME_ONLY("the signature itself is right, only its time is off"),
  NEWLINE_GAINED("the body matches if its trailing newline is removed"),
  NEWLINE_LOST("the body matches if a trailing newline is added"),
  LINE_ENDINGS("the body matches with other line endings"),
  BYTE_ORDER_MARK("the body matches if its byte order mark is removed or added"),
  JSON_REWRITTEN(
      "the body matches with other white space in its JSON: it was parsed and written again"),
  BODY_ALONE("the signature is over the body alone, without the time before it"),
  SEPARATOR_MISSING("the signature is over time and body without the separator between them"),
  KEY_NOT_DECODED("the signer took the secret's text as the key and did not decode its base64"),
  KEY_DECODED("the signer decoded the secret's base64; the key is the text itself here"),
  KEY_WITH_NEWLINE("the signer's secret has a newline at its end"),
  OTHER_ENCODING("the signature is right but written otherwise: hex, base64, upper case, padding"),
  WRONG_LENGTH("no signature has the length of a whole one"),
  OTHER_KIND_OF_KEY("no key is of the kind that the signature's version needs"),
  OTHER_HEADER("the right signature is in another header"),
  STANDARD_SCHEME("the request is signed in the standard scheme"),
  TIMESTAMPED_SCHEME("the request is signed in the timestamped scheme"),
  SHA256_SCHEME("the request is signed in the sha256 scheme");

  private final String sentence;

  Hint(String sentence) {
    this.sentence = sentence;
  }

  public String sentence() {
    return sentence;
  }
}
