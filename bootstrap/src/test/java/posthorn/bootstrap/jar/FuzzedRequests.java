package posthorn.bootstrap.jar;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_16;
import static java.nio.charset.StandardCharsets.UTF_16LE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static posthorn.bootstrap.jar.FuzzedJson.pick;

import java.io.ByteArrayOutputStream;
import java.net.URLEncoder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import tools.jackson.databind.JsonNode;

/**
 * Requests to every route that the API's description has: some as they should be, most not quite,
 * each made from its random alone.
 */
final class FuzzedRequests {
  private static final int LARGE = 2_200_000;

  private static final List<String> METHODS =
      List.of("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "get", "GETT");

  private static final List<String> SEGMENTS =
      List.of(
          "wh_00000000000000000000000000",
          "%u002e",
          "%2e%2e",
          "%zz",
          "%00",
          "%2f",
          "%c0%ae",
          "%F0%9F%93%AF",
          "..",
          ";a=b",
          "*",
          "a".repeat(3_000));

  private static final List<String> ESCAPES =
      List.of("%zz", "%", "%ff", "%00", "+", "%2", "[]", "%ed%a0%80", "%u0041", "%F0%9F%93%AF");

  private static final List<String> QUERIES =
      List.of("a=b", "%zz=1", "=", "tenant_id", "&&", "%u0041=1", "a=%ff", "tenant_id=acme");

  private static final List<String> CONTENT_TYPES =
      List.of(
          "application/json; charset=utf-8",
          "application/json; charset=nope",
          "application/json; charset=utf-16",
          "application/json;;;",
          "application/json; charset=\"",
          "application/x-www-form-urlencoded",
          "multipart/form-data; boundary=x",
          "multipart/form-data",
          "text/plain",
          "/",
          "é",
          "");

  private static final List<String> HEADERS =
      List.of(
          "X-HTTP-Method-Override: DELETE",
          "Accept-Encoding: gzip",
          "Accept-Encoding: gzip;q=0, *;q=x",
          "Idempotency-Key: a",
          "Idempotency-Key: é",
          "If-Match: \"1\"",
          "If-Match: \"99\"",
          "If-Match: ,,,\"",
          "If-None-Match: *",
          "X-Request-Id: a b",
          "Expect: 100-continue",
          "Expect: something",
          "Content-Encoding: gzip",
          "Upgrade: h2c",
          "Upgrade: websocket",
          "Range: bytes=0-1",
          "Last-Event-ID: x-1",
          "Origin: null",
          "Host: b",
          "Cookie: a=b; c",
          "X-Forwarded-For: 10.0.0.1, ,x",
          "Forwarded: for=\"[::1]\"",
          "X-Hub-Signature-256: sha256=00",
          "Transfer-Encoding: gzip",
          "Content-Length: -1",
          "Content-Length: 99999999999999999999",
          "X-A: " + "a".repeat(9_000));

  /**
   * One method on one path.
   *
   * @param parameters of the query, as they are described
   * @param body the schema of its body; missing where it takes none
   */
  private record Operation(String method, String path, List<JsonNode> parameters, JsonNode body) {}

  private final List<Operation> operations = new ArrayList<>();
  private final JsonNode schemas;
  private final Map<String, String> things;
  private final List<String> ids;
  private final List<String> keys;

  /**
   * Requests to what the document describes.
   *
   * @param things the id of one that is there, by where things like it are
   * @param keys the most powerful first
   */
  FuzzedRequests(JsonNode document, Map<String, String> things, List<String> keys) {
    this.schemas = document.path("components").path("schemas");
    this.things = things;
    this.ids = things.values().stream().distinct().sorted().toList();
    this.keys = keys;
    document
        .path("paths")
        .properties()
        .forEach(path ->
            path.getValue()
                .properties()
                .forEach(it -> add(it.getKey(), path.getKey(), it.getValue())));
  }

  private void add(String method, String path, JsonNode described) {
    operations.add(
        new Operation(
            method.toUpperCase(Locale.ROOT),
            path,
            described
                .path("parameters")
                .valueStream()
                .filter(it -> it.path("in").asString().equals("query"))
                .toList(),
            described.path("requestBody").path("content").path("application/json").path("schema")));
  }

  byte[] next(Random random) {
    Operation operation = pick(operations, random);
    if (operation.method().equals("DELETE") && random.nextInt(20) > 0) {
      // Where all is soon removed, nothing else would find anything.
      operation = pick(operations, random);
    }
    var json = new FuzzedJson(schemas, ids, random);
    String method = random.nextInt(30) == 0 ? pick(METHODS, random) : operation.method();
    byte[] body = body(operation, json, random);
    var lines = new ArrayList<String>();
    lines.add(
        method
            + " "
            + path(operation, random)
            + query(operation, json, random)
            + (random.nextInt(50) == 0 ? " HTTP/1.0" : " HTTP/1.1"));
    lines.add("Host: a");
    lines.add("Connection: close");
    addKey(lines, random);
    boolean plain = random.nextInt(10) > 0;
    lines.add("Content-Type: " + (plain ? "application/json" : pick(CONTENT_TYPES, random)));
    while (random.nextInt(6) == 0) {
      lines.add(pick(HEADERS, random));
    }
    boolean chunked = body.length > 0 && random.nextInt(10) == 0;
    if (chunked) {
      lines.add("Transfer-Encoding: chunked");
    } else if (body.length > 0 && random.nextInt(50) > 0) {
      int lie = random.nextInt(40) == 0 ? random.nextInt(7) - 3 : 0;
      lines.add("Content-Length: " + (body.length + lie));
    }
    byte[] head = (String.join("\r\n", lines) + "\r\n\r\n").getBytes(UTF_8);
    return broken(joined(head, chunked ? chunks(body, random) : body), head.length, random);
  }

  private String path(Operation operation, Random random) {
    String path = operation.path();
    int parameter = path.indexOf('{');
    if (parameter >= 0) {
      String segment =
          switch (random.nextInt(10)) {
            case 0 -> pick(ids, random);
            case 1 -> pick(SEGMENTS, random);
            default -> things.getOrDefault(path.substring(0, parameter), pick(ids, random));
          };
      path = path.replaceFirst("\\{\\w+}", segment);
    }
    return random.nextInt(100) == 0 ? path + "/" + pick(SEGMENTS, random) : path;
  }

  private String query(Operation operation, FuzzedJson json, Random random) {
    var pairs = new ArrayList<String>();
    for (JsonNode parameter : operation.parameters()) {
      String name = parameter.path("name").asString();
      while (random.nextInt(6) == 0) {
        String value = json.of(name, parameter.path("schema")).replaceAll("^\"|\"$", "");
        String escaped = URLEncoder.encode(value, UTF_8);
        boolean odd = random.nextInt(15) == 0 || escaped.length() > 1_000;
        pairs.add(name + "=" + (odd ? pick(ESCAPES, random) : escaped));
      }
    }
    if (random.nextInt(30) == 0) {
      pairs.add(pick(QUERIES, random));
    }
    return pairs.isEmpty() ? "" : "?" + String.join("&", pairs);
  }

  private void addKey(List<String> lines, Random random) {
    switch (random.nextInt(60)) {
      case 0 -> {}
      case 1 -> lines.add("Authorization: Bearer wrong" + random.nextInt());
      case 2 ->
          lines.add("Authorization: " + pick(List.of("", "Bearer", "Basic eDp5", "é"), random));
      case 3 -> {
        lines.add("Authorization: Bearer " + keys.getFirst());
        lines.add("Authorization: Bearer wrong");
      }
      case 4, 5, 6, 7, 8, 9 -> lines.add("Authorization: Bearer " + pick(keys, random));
      default -> lines.add("Authorization: Bearer " + keys.getFirst());
    }
  }

  private byte[] body(Operation operation, FuzzedJson json, Random random) {
    if (operation.body().isMissingNode() && random.nextInt(20) > 0) {
      return new byte[0];
    }
    if (random.nextInt(300) == 0) {
      return ("{\"data\": \"" + "a".repeat(random.nextInt(LARGE)) + "\"}").getBytes(UTF_8);
    }
    String text =
        switch (random.nextInt(30)) {
          case 0 -> "";
          case 1 -> json.odd(3);
          case 2 -> "[".repeat(random.nextInt(2_000));
          default -> json.of("", operation.body());
        };
    return switch (random.nextInt(60)) {
      case 0 -> text.getBytes(UTF_16);
      case 1 -> text.getBytes(UTF_16LE);
      case 2 -> text.getBytes(ISO_8859_1);
      case 3 -> ("\uFEFF" + text).getBytes(UTF_8);
      default -> text.getBytes(UTF_8);
    };
  }

  private static byte[] chunks(byte[] body, Random random) {
    boolean odd = random.nextInt(5) == 0;
    String size =
        odd
            ? pick(List.of("-1", "zz", "ffffffffff", ""), random)
            : Integer.toHexString(body.length);
    byte[] first = joined((size + "\r\n").getBytes(ISO_8859_1), body);
    return joined(first, "\r\n0\r\n\r\n".getBytes(ISO_8859_1));
  }

  /** Now and then some bytes are others, or the end is missing. */
  private static byte[] broken(byte[] request, int head, Random random) {
    if (random.nextInt(20) == 0) {
      int from = random.nextInt(4) == 0 ? 0 : Math.min(head, request.length - 1);
      for (int i = random.nextInt(4); i >= 0; i--) {
        request[from + random.nextInt(request.length - from)] = (byte) random.nextInt(256);
      }
    }
    return random.nextInt(60) == 0
        ? Arrays.copyOf(request, random.nextInt(request.length))
        : request;
  }

  private static byte[] joined(byte[] first, byte[] second) {
    var out = new ByteArrayOutputStream();
    out.writeBytes(first);
    out.writeBytes(second);
    return out.toByteArray();
  }
}
