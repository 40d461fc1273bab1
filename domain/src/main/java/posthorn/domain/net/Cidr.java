package posthorn.domain.net;

import java.math.BigInteger;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A network, {@code 10.0.0.0/8} or {@code fd00::/8}, as the first bits that its addresses share.
 *
 * @param addressLength 4 bytes in IPv4, 16 in IPv6
 * @param prefix the shared bits, read as a number
 * @param prefixLength how many they are
 */
public record Cidr(int addressLength, BigInteger prefix, int prefixLength) {
  private static final Pattern LENGTH = Pattern.compile("0|[1-9][0-9]{0,2}");

  public Cidr {
    if (addressLength != 4 && addressLength != 16) {
      throw new IllegalArgumentException("no address has " + addressLength + " bytes");
    }
    if (prefixLength < 0 || prefixLength > addressLength * Byte.SIZE) {
      throw new IllegalArgumentException("no prefix has " + prefixLength + " bits");
    }
    if (prefix.signum() < 0 || prefix.bitLength() > prefixLength) {
      throw new IllegalArgumentException("a prefix of more than " + prefixLength + " bits");
    }
  }

  /**
   * Reads what {@link #toString} writes. Bits after the prefix must be zero: {@code 10.1.2.3/8} is
   * more likely a slip than a wish for sixteen million addresses.
   */
  public static Optional<Cidr> parse(String text) {
    int slash = text.indexOf('/');
    if (slash < 0 || !LENGTH.matcher(text.substring(slash + 1)).matches()) {
      return Optional.empty();
    }
    int prefixLength = Integer.parseInt(text.substring(slash + 1));
    return IpText.parse(text.substring(0, slash))
        .flatMap(address -> startingAt(address, prefixLength));
  }

  private static Optional<Cidr> startingAt(byte[] address, int prefixLength) {
    int rest = address.length * Byte.SIZE - prefixLength;
    if (rest < 0) {
      return Optional.empty();
    }
    var bits = new BigInteger(1, address);
    BigInteger prefix = bits.shiftRight(rest);
    return prefix.shiftLeft(rest).equals(bits)
        ? Optional.of(new Cidr(address.length, prefix, prefixLength))
        : Optional.empty();
  }

  /** An address of the other family is in no network, also not in one of length 0. */
  public boolean contains(byte[] address) {
    return address.length == addressLength
        && new BigInteger(1, address).shiftRight(rest()).equals(prefix);
  }

  /** The network's first address. */
  byte[] first() {
    byte[] bits = prefix.shiftLeft(rest()).toByteArray();
    var address = new byte[addressLength];
    // A number's bytes have no leading zeros, or one more than asked for, for the sign.
    int length = Math.min(bits.length, addressLength);
    System.arraycopy(bits, bits.length - length, address, addressLength - length, length);
    return address;
  }

  private int rest() {
    return addressLength * Byte.SIZE - prefixLength;
  }

  @Override
  public String toString() {
    return IpText.print(first()) + "/" + prefixLength;
  }
}
