package posthorn.bench;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import posthorn.application.port.WebhookRequest;
import posthorn.domain.event.JsonBytes;
import posthorn.domain.net.AddressPolicy;
import posthorn.domain.net.Cidr;
import posthorn.domain.net.UrlPolicy;
import posthorn.domain.net.WebhookUrl;
import posthorn.domain.retry.AttemptOutcome;
import posthorn.domain.retry.AttemptOutcome.Answered;
import posthorn.domain.tenant.TenantId;
import posthorn.outbound.PooledWebhookSender;

/**
 * The product's own HTTP client, posting requests as large as a delivery's, with as many under way,
 * and nothing read from or written to a database. As a program, it is told on standard input how
 * many to send, and says how many a second that were, until there is no more input.
 */
final class BareClient implements AutoCloseable {
  /** So many requests of a webhook are under way at once, by default. */
  private static final int IN_FLIGHT_EACH = 5;

  private static final int SAMPLE_BYTES = 1024;
  private static final int CONCURRENT = PublishRequest.TYPES * IN_FLIGHT_EACH;

  private final PooledWebhookSender sender;
  private final WebhookRequest request;

  BareClient(String url) {
    var loopback =
        new UrlPolicy(true, new AddressPolicy(List.of(Cidr.parse("127.0.0.0/8").orElseThrow())));
    sender =
        new PooledWebhookSender(
            loopback,
            new PooledWebhookSender.Settings(
                "Posthorn/bench",
                CONCURRENT,
                Duration.ofSeconds(10),
                SAMPLE_BYTES,
                List.of(),
                null));
    request =
        new WebhookRequest(
            TenantId.DEFAULT,
            new WebhookUrl(URI.create(url)),
            headers(),
            body(),
            Duration.ofSeconds(30));
  }

  public static void main(String[] args) throws IOException, InterruptedException {
    try (var client = new BareClient(args[0]);
        var counts = new BufferedReader(new InputStreamReader(System.in, US_ASCII))) {
      System.out.println(ChildProcess.READY + args[0]);
      for (String count = counts.readLine(); count != null; count = counts.readLine()) {
        System.out.println(client.measure(Integer.parseInt(count)));
      }
    }
  }

  /** As a delivery's; without the mark, so that the receiver enters it nowhere. */
  private static JsonBytes body() {
    String data = PublishRequest.data().replace("\"n\"", "\"m\"");
    return JsonBytes.of(
        "{\"type\":\"%s\",\"timestamp\":\"2026-01-01T00:00:00.000Z\",\"data\":%s}"
            .formatted(PublishRequest.typeOf(0), data));
  }

  private static Map<String, String> headers() {
    String id = "x".repeat(26);
    var headers = new LinkedHashMap<String, String>();
    headers.put("X-Webhook-ID", "wh_" + id);
    headers.put("X-Webhook-Event", PublishRequest.typeOf(0));
    headers.put("X-Webhook-Delivery", "dlv_" + id);
    headers.put("X-Webhook-Delivery-ID", "dlv_" + id);
    headers.put("X-Webhook-Attempt", "1");
    headers.put("X-Webhook-Timestamp", "2026-01-01T00:00:00Z");
    headers.put("X-Idempotency-Key", "evt_" + id);
    headers.put("webhook-id", "evt_" + id);
    headers.put("webhook-timestamp", "1767225600");
    headers.put("webhook-signature", "v1," + "x".repeat(44));
    headers.put("X-Webhook-Signature", "t=1767225600,v1=" + "x".repeat(64));
    return headers;
  }

  /** Requests per second, over so many. */
  double measure(int requests) throws InterruptedException {
    var left = new AtomicInteger(requests);
    long startedAt = System.nanoTime();
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var workers = new ArrayList<Future<?>>();
      for (int i = 0; i < CONCURRENT; i++) {
        workers.add(threads.submit(() -> sendWhile(left)));
      }
      for (Future<?> worker : workers) {
        worker.get();
      }
    } catch (ExecutionException e) {
      throw new BenchException("the bare HTTP client failed: " + e.getCause(), e);
    }
    return Rates.perSecond(requests, System.nanoTime() - startedAt);
  }

  private void sendWhile(AtomicInteger left) {
    while (left.getAndDecrement() > 0) {
      AttemptOutcome outcome = sender.send(request);
      if (!(outcome instanceof Answered answered && answered.status() == 200)) {
        throw new BenchException("it got " + outcome);
      }
    }
  }

  @Override
  public void close() {
    sender.close();
  }
}
