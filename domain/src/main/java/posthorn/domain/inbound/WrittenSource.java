package posthorn.domain.inbound;

import org.jspecify.annotations.Nullable;

/**
 * A source's settings as its owner wrote them, null for what is left to its kind. It is what is
 * stored and shown; {@link SourceSettings} is what follows from it.
 *
 * @param publicUrl the address as the sender has it; only of kinds that sign it
 */
public record WrittenSource(
    String kind,
    Signature signature,
    @Nullable Long toleranceSeconds,
    @Nullable Place eventType,
    @Nullable Place messageId,
    @Nullable Boolean requireJson,
    @Nullable String publicUrl) {

  /**
   * How the signature is written.
   *
   * @param prefix what stands before it in its header
   * @param timestampHeader where the signed time stands, if not beside the signature
   */
  public record Signature(
      @Nullable String header,
      @Nullable String encoding,
      @Nullable String prefix,
      @Nullable String timestampHeader) {
    public static final Signature OF_KIND = new Signature(null, null, null, null);
  }

  /** Where something stands in a message; which of these are given, and how many, is not judged. */
  public record Place(
      @Nullable String header, @Nullable String pointer, @Nullable String template) {}

  /** All is left to the kind. */
  public static WrittenSource of(String kind) {
    return new WrittenSource(kind, Signature.OF_KIND, null, null, null, null, null);
  }
}
