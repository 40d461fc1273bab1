package posthorn.domain.retry;

import static java.time.Duration.ofHours;
import static java.time.Duration.ofMinutes;
import static java.time.Duration.ofSeconds;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A policy that has a name. */
public record RetryPreset(String name, RetryPolicy policy, TimeoutPolicy timeout) {
  private static final TimeoutPolicy THIRTY_SECONDS = TimeoutPolicy.of(ofSeconds(30));

  private static final BackoffSchedule GATEWAY_WAITS =
      BackoffSchedule.exactly(
          new DelayList(
              List.of(ofSeconds(30), ofMinutes(2), ofMinutes(10), ofHours(1), ofHours(6))));

  /** What a server uses that is not told otherwise. */
  public static final RetryPreset GATEWAY =
      new RetryPreset("gateway", new RetryPolicy(5, GATEWAY_WAITS, RetryOn.ALL), THIRTY_SECONDS);

  /** The same waits, and one attempt more, so that all of them are used. */
  public static final RetryPreset GATEWAY_6 =
      new RetryPreset("gateway-6", new RetryPolicy(6, GATEWAY_WAITS, RetryOn.ALL), THIRTY_SECONDS);

  /** Quick and then slower, told by the kind of failure. */
  public static final RetryPreset CONSENSUS =
      new RetryPreset(
          "consensus",
          RetryConfig.DEFAULT.policy(RetryOn.CLASSIFIED),
          RetryConfig.DEFAULT.timeout());

  /** Doubling from half a minute. */
  public static final RetryPreset TENANT =
      new RetryPreset(
          "tenant",
          new RetryPolicy(
              5,
              BackoffSchedule.exactly(new ExponentialDelays(ofSeconds(30), 2, ofHours(1))),
              RetryOn.ALL),
          TimeoutPolicy.of(ofSeconds(10)));

  /** What Standard Webhooks recommends: ten attempts over three days. */
  public static final RetryPreset STANDARD =
      new RetryPreset(
          "standard",
          new RetryPolicy(
              10,
              new BackoffSchedule(
                  new DelayList(
                      List.of(
                          ofSeconds(5),
                          ofMinutes(5),
                          ofMinutes(30),
                          ofHours(2),
                          ofHours(5),
                          ofHours(10),
                          ofHours(14),
                          ofHours(20),
                          ofHours(24))),
                  0.2,
                  Map.of()),
              RetryOn.ALL),
          THIRTY_SECONDS);

  public static final List<RetryPreset> ALL =
      List.of(GATEWAY, GATEWAY_6, CONSENSUS, TENANT, STANDARD);

  public static Optional<RetryPreset> named(String name) {
    return ALL.stream().filter(preset -> preset.name.equals(name)).findFirst();
  }

  public static List<String> names() {
    return ALL.stream().map(RetryPreset::name).toList();
  }
}
