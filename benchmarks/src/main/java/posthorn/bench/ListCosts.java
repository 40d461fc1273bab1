package posthorn.bench;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.LinkedHashMap;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/** How long the lists of the API take, asked for one after another by one caller. */
final class ListCosts {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int WARM_UP = 50;
  private static final int ROUNDS = 200;
  private static final int OK = 200;

  private final InetSocketAddress server;

  ListCosts(InetSocketAddress server) {
    this.server = server;
  }

  /** By the name of the list. */
  Map<String, Percentiles> measure() throws IOException {
    var costs = new LinkedHashMap<String, Percentiles>();
    try (var connection = new Connection(server)) {
      for (Map.Entry<String, String> list : lists(connection).entrySet()) {
        costs.put(list.getKey(), measure(connection, list.getValue()));
      }
    }
    return costs;
  }

  /** What people ask for, and what finds little. */
  private static Map<String, String> lists(Connection connection) throws IOException {
    JsonNode newest = get(connection, "/v1/deliveries?limit=500");
    String webhook = newest.at("/items/0/webhook_id").asString();
    String event = newest.at("/items/0/event_id").asString();
    var lists = new LinkedHashMap<String, String>();
    lists.put("deliveries", "/v1/deliveries");
    lists.put("deliveries, a later page", "/v1/deliveries?cursor=" + deep(connection));
    lists.put("deliveries, 10 000 passed over", "/v1/deliveries?offset=10000");
    lists.put("deliveries, dead", "/v1/deliveries?status=dead");
    lists.put("deliveries, delivered", "/v1/deliveries?status=delivered");
    lists.put("deliveries, one webhook", "/v1/webhooks/" + webhook + "/deliveries");
    lists.put("deliveries, its dead ones", "/v1/webhooks/" + webhook + "/deliveries?status=dead");
    lists.put("deliveries, one event", "/v1/deliveries?event=" + event);
    lists.put("deliveries, text in error", "/v1/deliveries?status=dead&error=answer");
    lists.put("deliveries, none of a session", "/v1/deliveries?session_id=nobody");
    lists.put("dead of a rare session, by date", inspector(PastDeliveries.RARE_SESSION));
    lists.put("dead of a common session, by date", inspector(PastDeliveries.COMMON_SESSION));
    lists.put("dead of no session, by date", inspector("nobody"));
    lists.put("events", "/v1/events");
    lists.put("events, one type", "/v1/events?event_type=" + PublishRequest.typeOf(0));
    lists.put("events, none of a session", "/v1/events?session_id=nobody");
    lists.put("an event with its deliveries", "/v1/events/" + event);
    return lists;
  }

  /** What the inspector asks for: a session, a status and a range of dates together. */
  private static String inspector(String session) {
    return "/v1/deliveries?session_id=" + session + "&status=dead&from=2020-01-01&to=2100-01-01";
  }

  /** A cursor some pages down. */
  private static String deep(Connection connection) throws IOException {
    return get(connection, "/v1/deliveries?limit=50&offset=5000").path("next_cursor").asString();
  }

  private static Percentiles measure(Connection connection, String path) throws IOException {
    byte[] request = requestOf(path);
    for (int i = 0; i < WARM_UP; i++) {
      exchange(connection, path, request);
    }
    var nanos = new long[ROUNDS];
    for (int i = 0; i < ROUNDS; i++) {
      long startedAt = System.nanoTime();
      exchange(connection, path, request);
      nanos[i] = System.nanoTime() - startedAt;
    }
    return Percentiles.ofFirst(ROUNDS, nanos);
  }

  static JsonNode get(Connection connection, String path) throws IOException {
    return JSON.readTree(exchange(connection, path, requestOf(path)).body());
  }

  private static MessageReader exchange(Connection connection, String path, byte[] request)
      throws IOException {
    MessageReader answer = connection.exchange(request);
    if (answer.status() != OK) {
      throw new BenchException("GET " + path + ": " + answer.status() + " " + answer.body());
    }
    return answer;
  }

  private static byte[] requestOf(String path) {
    return String.join(
            "\r\n",
            "GET " + path + " HTTP/1.1",
            "Host: localhost",
            "Authorization: Bearer " + ServerProcess.OPERATOR_KEY,
            "",
            "")
        .getBytes(US_ASCII);
  }
}
