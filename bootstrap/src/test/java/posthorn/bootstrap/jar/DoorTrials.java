package posthorn.bootstrap.jar;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import tools.jackson.databind.ObjectMapper;

/** Tries what comes without a right key or signature; the trials are a proxy for many clients. */
final class DoorTrials implements LimitTrials {
  private static final Map<String, String> BEHIND_US =
      Map.of("POSTHORN_HTTP_TRUSTED_PROXIES", "127.0.0.0/8");
  private static final String SECRET = "0123456789abcdef0123";
  private static final String CLIENT = "203.0.113.9";
  private static final int REMEMBERED = 10_000;

  @Override
  public Map<String, Trial> trials() {
    return Map.of(
        "wrong-keys", DoorTrials::theEleventhWrongKeyHasToWaitAndARightOneDoesNot,
        "bad-signatures", DoorTrials::theEleventhBadSignatureHasToWaitAndARightOneDoesNot,
        "failed-addresses", DoorTrials::theAddressThatIsKnownLongestIsForgotten,
        "told-refusals", DoorTrials::refusalsAreToldTogether);
  }

  private static void theEleventhWrongKeyHasToWaitAndARightOneDoesNot() throws Exception {
    try (var posthorn = Posthorn.start(folder(), BEHIND_US);
        var client = HttpClient.newHttpClient()) {
      assertThat(wrongKeys(posthorn, client, 10)).containsOnly(401);
      assertThat(wrongKeys(posthorn, client, 1)).containsOnly(429);
      HttpRequest right =
          from(posthorn, CLIENT).header("Authorization", "Bearer " + Posthorn.KEY).build();
      assertThat(client.send(right, BodyHandlers.discarding()).statusCode()).isEqualTo(200);
    }
  }

  private static void theEleventhBadSignatureHasToWaitAndARightOneDoesNot() throws Exception {
    try (var posthorn = Posthorn.start(folder(), Map.of());
        var client = HttpClient.newHttpClient()) {
      String made =
          posthorn
              .post(
                  "/v1/sources",
                  "{\"name\":\"s\",\"kind\":\"sha256\",\"secret\":\"" + SECRET + "\"}")
              .body();
      String path = new ObjectMapper().readTree(made).path("receive_url").asString();
      for (int i = 0; i < 10; i++) {
        assertThat(send(posthorn, client, path, "00")).isEqualTo(401);
      }
      assertThat(send(posthorn, client, path, "00")).isEqualTo(429);
      assertThat(send(posthorn, client, path, hmac("{}"))).isEqualTo(202);
    }
  }

  private static void theAddressThatIsKnownLongestIsForgotten() throws Exception {
    try (var posthorn = Posthorn.start(folder(), BEHIND_US);
        var client = HttpClient.newHttpClient()) {
      assertThat(wrongKeys(posthorn, client, 10)).containsOnly(401);
      assertThat(wrongKeys(posthorn, client, 1)).containsOnly(429);
      wrongKeysOfOthers(posthorn, client);

      // All ten again; by waiting it would have got a few back.
      assertThat(wrongKeys(posthorn, client, 10)).containsOnly(401);
    }
  }

  private static void refusalsAreToldTogether() throws Exception {
    Path data = folder();
    Path log = data.resolve("log");
    try (var posthorn = Posthorn.start(data.resolve("data"), BEHIND_US, log);
        var client = HttpClient.newHttpClient()) {
      wrongKeys(posthorn, client, 30);
      assertThat(refusalsIn(log)).hasSize(1).allMatch(line -> line.contains(CLIENT));

      for (int i = 0; i < 30; i++) {
        wrongKey(posthorn, client, "198.51.100." + i);
      }
      // Those of ten addresses, and one for all further ones.
      assertThat(refusalsIn(log)).hasSize(11);
    }
  }

  private static List<String> refusalsIn(Path log) throws IOException {
    return Files.readAllLines(log).stream().filter(line -> line.contains("were refused")).toList();
  }

  private static List<Integer> wrongKeys(Posthorn posthorn, HttpClient client, int count)
      throws IOException, InterruptedException {
    var statuses = new ArrayList<Integer>();
    for (int i = 0; i < count; i++) {
      statuses.add(wrongKey(posthorn, client, CLIENT));
    }
    return statuses;
  }

  /** From as many addresses as are remembered. */
  private static void wrongKeysOfOthers(Posthorn posthorn, HttpClient client) throws Exception {
    List<Callable<Integer>> calls = new ArrayList<>();
    for (int i = 0; i < REMEMBERED; i++) {
      String address = "10." + i / 65_536 + "." + i / 256 % 256 + "." + i % 256;
      calls.add(() -> wrongKey(posthorn, client, address));
    }
    try (var threads = Executors.newFixedThreadPool(8)) {
      for (Future<Integer> call : threads.invokeAll(calls)) {
        assertThat(call.get()).isEqualTo(401);
      }
    }
  }

  private static int wrongKey(Posthorn posthorn, HttpClient client, String address)
      throws IOException, InterruptedException {
    HttpRequest request = from(posthorn, address).header("Authorization", "Bearer wrong").build();
    return client.send(request, BodyHandlers.discarding()).statusCode();
  }

  private static HttpRequest.Builder from(Posthorn posthorn, String address) {
    return HttpRequest.newBuilder(posthorn.address.resolve("/v1/event-types"))
        .header("X-Forwarded-For", address);
  }

  private static int send(Posthorn posthorn, HttpClient client, String path, String signature)
      throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(posthorn.address.resolve(path))
            .header("X-Webhook-Signature", "sha256=" + signature)
            .POST(BodyPublishers.ofString("{}"))
            .build();
    return client.send(request, BodyHandlers.discarding()).statusCode();
  }

  private static String hmac(String text) throws GeneralSecurityException {
    Mac mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(SECRET.getBytes(UTF_8), "HmacSHA256"));
    return HexFormat.of().formatHex(mac.doFinal(text.getBytes(UTF_8)));
  }

  private static Path folder() throws IOException {
    return Files.createTempDirectory("posthorn-limits");
  }
}
