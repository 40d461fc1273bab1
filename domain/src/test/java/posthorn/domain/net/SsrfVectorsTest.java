package posthorn.domain.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

class SsrfVectorsTest {
  private static final UrlPolicy POLICY = new UrlPolicy(true, AddressPolicy.PUBLIC_ONLY);

  /** What the real DNS answers for the names that the vectors leave to it. */
  private static final Map<String, String> REAL_DNS =
      Map.of(
          "localtest.me", "127.0.0.1",
          "127.0.0.1.nip.io", "127.0.0.1",
          "169-254-169-254.sslip.io", "169.254.169.254");

  private static final Map<String, List<byte[]>> RESOLVER = resolver();

  @TestFactory
  Stream<DynamicTest> a_url_is_judged_as_its_vector_says() {
    return Vectors.read("ssrf-cases.tsv").stream()
        .map(line ->
            dynamicTest(
                "%s %s: %s".formatted(line.get(1), line.get(0), line.get(2)),
                () -> check(line.get(0), line.get(1), line.get(3))));
  }

  @TestFactory
  Stream<DynamicTest> a_name_is_allowed_only_when_all_its_addresses_are_public() {
    return Vectors.read("ssrf-dns.tsv").stream()
        .map(List::getFirst)
        .map(name ->
            dynamicTest(
                name,
                () ->
                    assertThat(
                            AddressPolicy.PUBLIC_ONLY.judgeAll(
                                RESOLVER.getOrDefault(name, List.of())))
                        .isInstanceOf(
                            name.startsWith("public")
                                ? AddressVerdict.Allowed.class
                                : AddressVerdict.Refused.class)));
  }

  private static void check(String url, String expected, String phase) {
    UrlVerdict verdict = POLICY.judge(url);
    if (phase.equals("literal")) {
      assertThat(verdict)
          .isInstanceOf(
              expected.equals("allow") ? UrlVerdict.Allowed.class : UrlVerdict.Refused.class);
      return;
    }
    assertThat(expected).isEqualTo("block");
    assertThat(verdict).isInstanceOf(UrlVerdict.Allowed.class);
    String name = ((UrlVerdict.Allowed) verdict).url().host();
    assertThat(name.startsWith("nxdomain.") || RESOLVER.containsKey(name)).isTrue();
    assertThat(AddressPolicy.PUBLIC_ONLY.judgeAll(RESOLVER.getOrDefault(name, List.of())))
        .isInstanceOf(AddressVerdict.Refused.class);
  }

  private static Map<String, List<byte[]>> resolver() {
    var resolver = new HashMap<String, List<byte[]>>();
    Vectors.read("ssrf-dns.tsv")
        .forEach(line -> resolver.put(line.getFirst(), addresses(line.get(1))));
    REAL_DNS.forEach((name, address) -> resolver.put(name, addresses(address)));
    return resolver;
  }

  private static List<byte[]> addresses(String list) {
    return Arrays.stream(list.split(",", -1))
        .map(text -> IpText.parse(text).orElseThrow())
        .toList();
  }
}
