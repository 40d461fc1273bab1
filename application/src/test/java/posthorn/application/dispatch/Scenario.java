package posthorn.application.dispatch;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import posthorn.application.port.Ids;
import posthorn.application.testing.Samples;
import posthorn.application.testing.TestTime;
import posthorn.domain.circuit.CircuitConfig;
import posthorn.domain.circuit.Ramp;
import posthorn.domain.dispatch.PlaceBounds;
import posthorn.domain.event.EventTypePattern;
import posthorn.domain.net.WebhookUrl;
import posthorn.domain.ordering.OnHeadFailure;
import posthorn.domain.ordering.OrderingGuarantee;
import posthorn.domain.ratelimit.RateLimit;
import posthorn.domain.retry.BackoffSchedule;
import posthorn.domain.retry.DelayList;
import posthorn.domain.retry.RetryOn;
import posthorn.domain.retry.RetryPolicy;
import posthorn.domain.retry.RetryPreset;
import posthorn.domain.signing.RotatingSecret;
import posthorn.domain.tenant.TenantId;
import posthorn.domain.webhook.Flow;
import posthorn.domain.webhook.Webhook;
import posthorn.domain.webhook.WebhookId;
import posthorn.domain.webhook.WebhookSettings;
import posthorn.domain.webhook.WebhookStatus;

/**
 * What a simulation is about: a server's settings, its webhooks, and what may go wrong.
 *
 * @param polls how many are taken each time by a server that only looks now and then; 0 for one
 *     that looks as soon as there is something
 * @param trouble how long the receivers and all else misbehave; then all is well
 */
record Scenario(
    DispatchSettings settings,
    int maxInFlightPerWebhook,
    RetryPolicy policy,
    Duration timeout,
    Ramp ramp,
    @Nullable RateLimit tenantLimit,
    List<Webhook> webhooks,
    int polls,
    Duration trouble,
    Faults faults) {
  static final List<TenantId> TENANTS = List.of(TenantId.DEFAULT, new TenantId("acme"));
  static final Duration POLL_INTERVAL = Duration.ofSeconds(2);

  private static final Duration LEASE = Duration.ofSeconds(15);
  private static final int POLL_BATCH = 5;
  private static final Duration TIMEOUT = Duration.ofSeconds(6);

  /** A webhook that only the places hold back, so that those are all taken now and then. */
  private static final Flow UNHINDERED =
      new Flow(
          OrderingGuarantee.NONE,
          OnHeadFailure.BLOCK,
          5,
          null,
          new CircuitConfig(false, 50, 10, secs(60), secs(30), 3, null));

  static Scenario of(Random random, Ids ids) {
    boolean polls = random.nextInt(5) == 0;
    return new Scenario(
        settings(random, polls),
        1 + random.nextInt(5),
        policy(random),
        TIMEOUT,
        !polls && random.nextBoolean() ? new Ramp(1 + random.nextInt(5), 2, secs(5)) : Ramp.OFF,
        random.nextInt(4) == 0 ? new RateLimit(60, 1 + random.nextInt(5)) : null,
        IntStream.rangeClosed(0, random.nextInt(4)).mapToObj(_ -> webhook(random, ids)).toList(),
        polls ? POLL_BATCH : 0,
        secs(5 + random.nextInt(30)),
        Faults.of(random));
  }

  private static DispatchSettings settings(Random random, boolean polls) {
    Map<TenantId, Integer> pools =
        random.nextBoolean() ? Map.of() : Map.of(TENANTS.getLast(), 1 + random.nextInt(4));
    return new DispatchSettings(
        "node",
        LEASE,
        1 + random.nextInt(8),
        pools,
        places(random),
        polls ? POLL_BATCH : 0,
        heldBytes(random));
  }

  /** Sometimes so few that a single event exceeds them. */
  private static int heldBytes(Random random) {
    return random.nextInt(4) == 0 ? 1 + random.nextInt(100) : 64 << 20;
  }

  private static PlaceShares places(Random random) {
    return new PlaceShares(
        random.nextBoolean() ? 100 : 30 + random.nextInt(50),
        random.nextBoolean() ? 20 : random.nextInt(60),
        1 + random.nextInt(8));
  }

  private static RetryPolicy policy(Random random) {
    return switch (random.nextInt(4)) {
      case 0 -> RetryPreset.CONSENSUS.policy();
      case 1 -> RetryPreset.GATEWAY.policy().withMaxAttempts(1 + random.nextInt(3));
      default ->
          new RetryPolicy(
              1 + random.nextInt(5),
              new BackoffSchedule(new DelayList(List.of(secs(1), secs(5))), 0.2, Map.of()),
              random.nextBoolean() ? RetryOn.ALL : RetryOn.CLASSIFIED,
              random.nextBoolean(),
              // Now and then short enough to matter.
              secs(random.nextInt(4) == 0 ? 30 : 100_000));
    };
  }

  private static Webhook webhook(Random random, Ids ids) {
    return Webhook.registered(
        new WebhookId(ids.next(WebhookId.PREFIX, TestTime.START)),
        TENANTS.get(random.nextInt(TENANTS.size())),
        WebhookSettings.of(
                new WebhookUrl(
                    URI.create("https://receiver" + random.nextInt(2) + ".example/hook")),
                List.of(new EventTypePattern(random.nextBoolean() ? "*" : "order.*")))
            .with(flow(random)),
        RotatingSecret.of(Samples.SECRET),
        WebhookStatus.ACTIVE,
        TestTime.START);
  }

  private static Flow flow(Random random) {
    if (random.nextInt(3) == 0) {
      return UNHINDERED;
    }
    OrderingGuarantee[] guarantees = OrderingGuarantee.values();
    return new Flow(
        guarantees[random.nextInt(guarantees.length)],
        random.nextBoolean() ? OnHeadFailure.BLOCK : OnHeadFailure.SKIP,
        random.nextBoolean() ? null : 1 + random.nextInt(5),
        random.nextInt(3) == 0
            ? new RateLimit(30 + random.nextInt(300), 1 + random.nextInt(5))
            : null,
        circuit(random));
  }

  private static CircuitConfig circuit(Random random) {
    return new CircuitConfig(
        random.nextInt(4) > 0,
        1 + random.nextInt(100),
        1 + random.nextInt(6),
        secs(10),
        secs(1 + random.nextInt(15)),
        1 + random.nextInt(3),
        null);
  }

  /** Where the webhook's requests have their places, and how many there are. */
  int placesOfItsPool(TenantId tenant) {
    return settings.pools().getOrDefault(tenant, settings.maxInFlight());
  }

  /** How many of those its tenant may take. */
  int shareOfItsPool(TenantId tenant) {
    return settings.pools().containsKey(tenant)
        ? placesOfItsPool(tenant)
        : PlaceBounds.share(settings.maxInFlight(), settings.places().tenantPercent());
  }

  /** Those tenants with no pool of their own share one. */
  boolean samePool(TenantId one, TenantId other) {
    return one.equals(other)
        || !(settings.pools().containsKey(one) || settings.pools().containsKey(other));
  }

  int maxInFlight(Webhook webhook) {
    Integer own = webhook.flow().maxInFlight();
    return own == null ? maxInFlightPerWebhook : own;
  }

  private static Duration secs(long seconds) {
    return Duration.ofSeconds(seconds);
  }
}
