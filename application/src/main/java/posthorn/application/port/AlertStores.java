package posthorn.application.port;

/** The ports of one store that are about alerts and who is told of them. */
public record AlertStores(
    AlertSignals signals,
    Alerts alerts,
    AlertRuleOverrides overrides,
    NotificationChannels channels,
    Outbox outbox,
    UntoldDeaths deaths) {}
