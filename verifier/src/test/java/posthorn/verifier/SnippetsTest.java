package posthorn.verifier;

import static java.util.function.Predicate.not;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import posthorn.domain.signing.SignatureScheme;
import posthorn.domain.signing.SigningSecret;

/**
 * What is told to receivers in {@code docs/verify} is run, with every runtime that is on this
 * machine, and has to say the same of a request as {@link WebhookVerifier}.
 */
class SnippetsTest {
  private static final String HEADER = SignatureScheme.DEFAULT_HEADER;
  private static final SigningSecret SHARED = SigningSecret.of(filled(1));
  private static final SigningSecret OTHER = SigningSecret.of(filled(2));
  private static final SigningSecret TEXT = new SigningSecret("*-text?[of]$the'callers\"own");
  private static final SigningSecret PRIVATE = SigningSecret.ofSeed(filled(3));
  private static final SigningSecret NEXT_PRIVATE = SigningSecret.ofSeed(filled(4));
  private static final String STRANGER = SigningSecret.ofSeed(filled(5)).publicKey().orElseThrow();

  private static final SignatureScheme STANDARD = new SignatureScheme.Standard();
  private static final SignatureScheme TIMESTAMPED = new SignatureScheme.Timestamped(HEADER);
  private static final SignatureScheme SHA256 = new SignatureScheme.Sha256(HEADER);

  @TempDir Path folder;

  static Stream<Snippet> found() {
    return Stream.of(Snippet.values()).filter(snippet -> snippet.found().isPresent());
  }

  static Stream<Snippet> foundWithEd25519() {
    return found().filter(Snippet::knowsEd25519);
  }

  @BeforeAll
  static void tellWhichRun() {
    System.out.printf(
        "docs/verify: run with %s; not on this machine: %s%n",
        found().toList(),
        Stream.of(Snippet.values()).filter(not(found().toList()::contains)).toList());
  }

  @Test
  void the_runtimes_are_here_that_every_machine_has_to_have() {
    for (Snippet snippet : Snippet.values()) {
      if (snippet.isRequired()) {
        assertThat(snippet.found())
            .as(
                "%s is not on the PATH; on Debian: apt-get install python3 nodejs openssl",
                snippet.runtime())
            .isPresent();
      }
    }
  }

  @ParameterizedTest
  @MethodSource("found")
  void it_judges_every_vector_as_the_vector_says(Snippet snippet) throws Exception {
    List<Sent> vectors = Sent.vectors();
    assertThat(vectors).hasSize(56);
    agrees(snippet, vectors);
    for (Vector vector : Vector.all()) {
      assertThat(Sent.of(vector).verdict().equals("valid")).isEqualTo(vector.expected());
    }
  }

  @ParameterizedTest
  @MethodSource("found")
  void it_takes_either_secret_while_they_rotate_and_texts_of_the_callers_own(Snippet snippet)
      throws Exception {
    var all = new ArrayList<Sent>();
    for (SignatureScheme scheme : List.of(STANDARD, TIMESTAMPED, SHA256)) {
      List<SigningSecret> live = List.of(SHARED, TEXT);
      all.add(Sent.signed(scheme, live, List.of(SHARED.text())));
      all.add(Sent.signed(scheme, live, List.of(TEXT.text())));
      all.add(Sent.signed(scheme, live, List.of(OTHER.text(), SHARED.text())));
      all.add(Sent.signed(scheme, live, List.of(OTHER.text())));
    }
    assertThat(all.stream().map(Sent::verdict))
        .containsExactly(
            "valid",
            "valid",
            "valid",
            "no_match",
            "valid",
            "valid",
            "valid",
            "no_match",
            "valid",
            "no_match",
            "valid",
            "no_match");
    agrees(snippet, all);
  }

  @ParameterizedTest
  @MethodSource("found")
  void it_says_which_part_is_wrong(Snippet snippet) throws Exception {
    Sent standard = Sent.signed(STANDARD, List.of(SHARED), List.of(SHARED.text()));
    Sent timestamped = Sent.signed(TIMESTAMPED, List.of(SHARED), List.of(SHARED.text()));
    Sent sha256 = Sent.signed(SHA256, List.of(SHARED), List.of(SHARED.text()));
    String time = "WEBHOOK_TIMESTAMP";
    String signature = "WEBHOOK_SIGNATURE";
    agrees(
        snippet,
        List.of(
            standard.with("WEBHOOK_ID", ""),
            standard.with("WEBHOOK_ID", "a.b"),
            standard.with("WEBHOOK_ID", "a\n"),
            standard.with(time, ""),
            standard.with(time, "01767225600"),
            standard.with(time, "1767225600\n"),
            standard.with(time, "1767225601"),
            standard.with(time, "1767225299"),
            standard.with(time, "1767225901"),
            standard.with(signature, ""),
            standard.with(signature, "v2,AAAA"),
            standard.with(signature, "v1,AAAA\n"),
            standard.with(signature, "v1,AAAA ".repeat(16).strip()),
            standard.with(signature, "v1,AAAA ".repeat(17).strip()),
            timestamped.with(signature, "t=1767225600,t=1767225600,v1=00"),
            timestamped.with(signature, "t=1767225299,v1=00"),
            timestamped.with(signature, "t=1767225901,v1=00"),
            timestamped.with(signature, "t=1767225600,v1="),
            timestamped.with(signature, "t=1767225600" + ",v1=00".repeat(17)),
            timestamped.with(signature, ""),
            sha256.with(signature, "sha256="),
            sha256.with(signature, "sha256=é"),
            sha256.with(signature, "sha256=00\n")));
  }

  @ParameterizedTest
  @MethodSource("foundWithEd25519")
  void it_verifies_with_a_public_key_where_the_language_can(Snippet snippet) throws Exception {
    List<SigningSecret> live = List.of(NEXT_PRIVATE, PRIVATE);
    String key = PRIVATE.publicKey().orElseThrow();
    String next = NEXT_PRIVATE.publicKey().orElseThrow();
    Sent sent = Sent.signed(STANDARD, live, List.of(key));
    String lone =
        Sent.signed(STANDARD, List.of(PRIVATE), List.of(key))
            .variables()
            .getOrDefault("WEBHOOK_SIGNATURE", "");
    agrees(
        snippet,
        List.of(
            sent,
            Sent.signed(STANDARD, live, List.of(next)),
            Sent.signed(STANDARD, live, List.of(SHARED.text(), STRANGER, next)),
            Sent.signed(STANDARD, live, List.of(STRANGER)),
            Sent.signed(STANDARD, List.of(SHARED), List.of(key)),
            sent.with("WEBHOOK_TIMESTAMP", "1767225601"),
            sent.with("WEBHOOK_SIGNATURE", lone.replace("==", "")),
            sent.with("WEBHOOK_SIGNATURE", "v1a,"),
            sent.with("WEBHOOK_SIGNATURE", "v1a,AAAA")));
  }

  /** Else everybody could sign. */
  @ParameterizedTest
  @MethodSource("found")
  void it_never_takes_an_empty_secret_or_a_public_key_for_a_shared_one(Snippet snippet)
      throws Exception {
    List<String> command = snippet.prepared(folder);
    Sent any = Sent.signed(SHA256, List.of(SHARED), List.of(""));
    for (String secret : List.of("", "whsec_", STRANGER, "whsk_AAAA")) {
      for (Sent forged : Forgery.of(any, secret)) {
        Snippet.Answer answer = Snippet.ask(command, forged, folder.resolve("body"));
        assertThat(answer.code()).as("%s: %s", forged.name(), answer.output()).isNotZero();
        assertThat(answer.output()).isNotEqualTo("valid");
      }
    }
  }

  private void agrees(Snippet snippet, List<Sent> all) throws Exception {
    List<String> command = snippet.prepared(folder);
    for (Sent sent : all) {
      String verdict = sent.verdict();
      assertThat(Snippet.ask(command, sent, folder.resolve("body")))
          .as(sent.name())
          .isEqualTo(new Snippet.Answer(verdict, verdict.equals("valid") ? 0 : 1));
    }
  }

  private static byte[] filled(int value) {
    byte[] bytes = new byte[32];
    Arrays.fill(bytes, (byte) value);
    return bytes;
  }
}
