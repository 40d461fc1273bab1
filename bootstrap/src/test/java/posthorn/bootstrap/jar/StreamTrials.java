package posthorn.bootstrap.jar;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.ObjectMapper;

/** Tries how many live streams there may be. */
final class StreamTrials implements LimitTrials {
  private static final int ALL = 256;
  private static final int OF_TENANTS = 240;
  private static final int OF_TENANT = 24;

  @Override
  public Map<String, Trial> trials() {
    return Map.of(
        "streams", StreamTrials::thereAreSoManyStreams,
        "streams-kept", StreamTrials::operatorsFindAPlaceWhenTenantsHaveTheirs,
        "streams-tenant", StreamTrials::aTenantHasItsPart);
  }

  private static void thereAreSoManyStreams() throws Exception {
    try (var streams = new Streams()) {
      streams.assertOpen(Posthorn.KEY, ALL);
      streams.assertRefused(Posthorn.KEY, 503, "streams_full");
    }
  }

  private static void aTenantHasItsPart() throws Exception {
    try (var streams = new Streams()) {
      streams.assertOpen(streams.keyOf("acme"), OF_TENANT);
      streams.assertRefused(streams.keyOf("acme"), 429, "too_many_streams");
      streams.assertOpen(streams.keyOf("globex"), 1);
    }
  }

  private static void operatorsFindAPlaceWhenTenantsHaveTheirs() throws Exception {
    try (var streams = new Streams()) {
      for (int i = 0; i < OF_TENANTS / OF_TENANT; i++) {
        streams.assertOpen(streams.keyOf("tenant" + i), OF_TENANT);
      }
      streams.assertRefused(streams.keyOf("late"), 503, "streams_full");
      streams.assertOpen(Posthorn.KEY, ALL - OF_TENANTS);
    }
  }

  /** A server with the streams that were opened. */
  private static final class Streams implements AutoCloseable {
    private final Posthorn posthorn =
        Posthorn.start(Files.createTempDirectory("posthorn-limits"), Map.of());
    private final List<Socket> open = new ArrayList<>();

    Streams() throws IOException {}

    /** Of a tenant, which is made where it is not there. */
    String keyOf(String tenant) throws Exception {
      posthorn.post("/v1/tenants", "{\"id\":\"%s\",\"name\":\"%s\"}".formatted(tenant, tenant));
      String key =
          posthorn
              .post("/v1/api-keys", "{\"tenant_id\":\"%s\",\"role\":\"viewer\"}".formatted(tenant))
              .body();
      return new ObjectMapper().readTree(key).path("key").asString();
    }

    void assertOpen(String key, int times) throws IOException {
      for (int i = 0; i < times; i++) {
        assertThat(firstOf(stream(key), 12)).isEqualTo("HTTP/1.1 200");
      }
    }

    void assertRefused(String key, int status, String code) throws IOException {
      Socket refused = stream(key);
      assertThat(firstOf(refused, 1_000)).startsWith("HTTP/1.1 " + status).contains(code);
    }

    private Socket stream(String key) throws IOException {
      var socket = new Socket(InetAddress.getLoopbackAddress(), posthorn.address.getPort());
      open.add(socket);
      String head =
          "GET /v1/stream HTTP/1.1\r\nHost: a\r\nConnection: close\r\nAuthorization: Bearer "
              + key
              + "\r\n\r\n";
      socket.getOutputStream().write(head.getBytes(ISO_8859_1));
      return socket;
    }

    private static String firstOf(Socket socket, int bytes) throws IOException {
      return new String(socket.getInputStream().readNBytes(bytes), ISO_8859_1);
    }

    @Override
    public void close() throws IOException {
      for (Socket socket : open) {
        socket.close();
      }
      posthorn.close();
    }
  }
}
