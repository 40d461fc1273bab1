package posthorn.domain.signing;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** How a sender writes the bytes of its signature. */
public enum SignatureEncoding {
  HEX(Proof.HEX_HMAC),
  BASE64(Proof.BASE64_HMAC);

  private final Proof proof;

  SignatureEncoding(Proof proof) {
    this.proof = proof;
  }

  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }

  public static Optional<SignatureEncoding> named(String name) {
    return Stream.of(values()).filter(encoding -> encoding.wireName().equals(name)).findFirst();
  }

  public static List<String> names() {
    return Stream.of(values()).map(SignatureEncoding::wireName).toList();
  }

  Proof proof() {
    return proof;
  }
}
