package posthorn.bootstrap;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import posthorn.domain.access.ApiKey;
import posthorn.domain.access.ApiKeyId;
import posthorn.domain.access.Role;
import posthorn.domain.field.DurationText;
import posthorn.domain.field.PlainText;
import posthorn.domain.tenant.TenantId;

/** Reads the options of the {@code keys} commands; all that is wrong is said at once. */
final class KeyOptions {
  private final ParseResult command;
  private final List<String> mistakes = new ArrayList<>();

  KeyOptions(ParseResult command) {
    this.command = command;
  }

  /** The key that is to be made. */
  record Wanted(TenantId tenant, Role role, @Nullable String name, @Nullable Instant expiresAt) {}

  Wanted wanted(Instant now) {
    Optional<TenantId> tenant = tenant();
    Role role =
        text(Commands.ROLE)
            .map(name ->
                Role.named(name)
                    .orElseGet(() ->
                        wrong(
                            Role.OPERATOR,
                            Commands.ROLE,
                            "must be one of " + String.join(", ", Role.names()))))
            .orElse(Role.OPERATOR);
    Optional<String> name = text(Commands.NAME);
    if (name.filter(it -> it.length() > ApiKey.MAX_NAME_LENGTH || !PlainText.isPlain(it))
        .isPresent()) {
      mistakes.add(
          Commands.NAME
              + " must have at most "
              + ApiKey.MAX_NAME_LENGTH
              + " characters, and no control or format characters");
    }
    Optional<Instant> expiresAt = text(Commands.EXPIRES).map(text -> expiry(text, now));
    check();
    return new Wanted(
        tenant.orElse(TenantId.DEFAULT), role, name.orElse(null), expiresAt.orElse(null));
  }

  Optional<TenantId> onlyTenant() {
    Optional<TenantId> tenant = tenant();
    check();
    return tenant;
  }

  ApiKeyId id() {
    String text = command.matchedPositionalValue(0, "");
    try {
      return new ApiKeyId(text);
    } catch (IllegalArgumentException _) {
      throw misused("'" + text + "' is not a key's id; ids begin with " + ApiKeyId.PREFIX);
    }
  }

  private Optional<TenantId> tenant() {
    return text(Commands.TENANT)
        .map(text -> {
          try {
            return new TenantId(text);
          } catch (IllegalArgumentException _) {
            return wrong(TenantId.DEFAULT, Commands.TENANT, "must be the id of a tenant");
          }
        });
  }

  private Instant expiry(String text, Instant now) {
    Optional<Duration> duration = DurationText.parse(text).filter(Duration::isPositive);
    try {
      Instant at = duration.map(now::plus).orElseGet(() -> time(text));
      if (at.isAfter(now)) {
        return at.truncatedTo(ChronoUnit.MILLIS);
      }
    } catch (DateTimeException _) {
      // Neither a duration nor a time.
    }
    return wrong(
        now,
        Commands.EXPIRES,
        "must be a duration such as 12h or 90d, or a time to come such as 2027-01-31 or"
            + " 2027-01-31T12:00:00Z");
  }

  /** A date alone is its first moment. */
  private static Instant time(String text) {
    return text.contains("T")
        ? Instant.parse(text)
        : LocalDate.parse(text).atStartOfDay(ZoneOffset.UTC).toInstant();
  }

  private <T> T wrong(T other, String option, String rule) {
    mistakes.add(option + " " + rule + ", not '" + text(option).orElse("") + "'");
    return other;
  }

  private Optional<String> text(String option) {
    return Optional.ofNullable(command.<@Nullable String>matchedOptionValue(option, null));
  }

  private void check() {
    if (!mistakes.isEmpty()) {
      throw misused(String.join(System.lineSeparator() + "posthorn: ", mistakes));
    }
  }

  private ParameterException misused(String message) {
    return new ParameterException(command.commandSpec().commandLine(), message);
  }
}
