package posthorn.bench;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.util.Arrays;

/**
 * What an event's data begins with: its number and when it was sent. The digits have a fixed width,
 * so that bytes made once are marked in place.
 */
final class Mark {
  private static final int NUMBER_DIGITS = 12;
  private static final int TIME_DIGITS = 18;
  private static final String OPENING = "{\"n\":\"";
  private static final String MIDDLE = "\",\"at\":\"";

  /** The beginning of an event's data, to be written over. */
  static final String BLANK =
      OPENING + "0".repeat(NUMBER_DIGITS) + MIDDLE + "0".repeat(TIME_DIGITS) + "\"";

  private static final byte[] OPENING_BYTES = OPENING.getBytes(US_ASCII);
  private static final int NUMBER_OFFSET = OPENING.length();
  private static final int TIME_OFFSET = NUMBER_OFFSET + NUMBER_DIGITS + MIDDLE.length();

  /** {@link System#nanoTime} may be negative; what is written is not. */
  private static final long ORIGIN = System.nanoTime();

  private Mark() {}

  static void write(byte[] bytes, int at, long number, long nanoTime) {
    writeDigits(bytes, at + NUMBER_OFFSET, NUMBER_DIGITS, number);
    writeDigits(bytes, at + TIME_OFFSET, TIME_DIGITS, nanoTime - ORIGIN);
  }

  /** Where the mark begins, or -1. */
  static int find(byte[] bytes, int from, int to) {
    for (int at = from; at + BLANK.length() <= to; at++) {
      if (Arrays.equals(bytes, at, at + NUMBER_OFFSET, OPENING_BYTES, 0, NUMBER_OFFSET)) {
        return at;
      }
    }
    return -1;
  }

  static long number(byte[] bytes, int at) {
    return readDigits(bytes, at + NUMBER_OFFSET, NUMBER_DIGITS);
  }

  static long nanoTime(byte[] bytes, int at) {
    return ORIGIN + readDigits(bytes, at + TIME_OFFSET, TIME_DIGITS);
  }

  static void writeDigits(byte[] bytes, int at, int digits, long value) {
    long rest = value;
    for (int i = at + digits - 1; i >= at; i--) {
      bytes[i] = (byte) ('0' + rest % 10);
      rest /= 10;
    }
  }

  private static long readDigits(byte[] bytes, int at, int digits) {
    long value = 0;
    for (int i = at; i < at + digits; i++) {
      value = value * 10 + (bytes[i] - '0');
    }
    return value;
  }
}
