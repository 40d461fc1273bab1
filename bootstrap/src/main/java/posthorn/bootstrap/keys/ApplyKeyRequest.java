package posthorn.bootstrap.keys;

import java.time.Instant;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import posthorn.application.access.AddApiKey;
import posthorn.application.access.RecordChange;
import posthorn.application.access.RemoveApiKey;
import posthorn.application.port.ApiKeys;
import posthorn.application.port.Tenants;
import posthorn.bootstrap.keys.KeyRequest.Create;
import posthorn.bootstrap.keys.KeyRequest.Revoke;
import posthorn.domain.access.ApiKey;
import posthorn.domain.access.ApiKeyId;
import posthorn.domain.access.AuditEntry;
import posthorn.domain.access.Role;
import posthorn.domain.tenant.TenantId;

/** Does what a command wants done with API keys, as an operator would through the API. */
public final class ApplyKeyRequest {
  private static final Logger LOG = LoggerFactory.getLogger(ApplyKeyRequest.class);
  private static final String PATH = "/v1/api-keys";

  private final ApiKeys keys;
  private final Tenants tenants;
  private final AddApiKey addApiKey;
  private final RemoveApiKey removeApiKey;
  private final RecordChange recordChange;

  public ApplyKeyRequest(
      ApiKeys keys,
      Tenants tenants,
      AddApiKey addApiKey,
      RemoveApiKey removeApiKey,
      RecordChange recordChange) {
    this.keys = keys;
    this.tenants = tenants;
    this.addApiKey = addApiKey;
    this.removeApiKey = removeApiKey;
    this.recordChange = recordChange;
  }

  /** Does it; the id is that of the request in the audit log. */
  public KeyAnswer apply(KeyRequest request, String requestId, Instant now) {
    return switch (request) {
      case Create create -> create(create, requestId, now);
      case Revoke(ApiKeyId id) -> revoke(id, requestId, now);
    };
  }

  private KeyAnswer create(Create create, String requestId, Instant now) {
    if (tenants.find(create.tenant()).isEmpty()) {
      return new KeyAnswer.Refused("there is no tenant " + create.tenant());
    }
    var command =
        new AddApiKey.Command(
            Role.OPERATOR, create.tenant(), create.role(), create.name(), create.expiresAt());
    return switch (addApiKey.add(command, create.hash(), now)) {
      case AddApiKey.Result.Added(ApiKey key) -> {
        note(key, new AuditEntry.Subject("POST", PATH, key.id().value()), requestId, now);
        yield new KeyAnswer.Done(described(key));
      }
      case AddApiKey.Result.NotPermitted() -> new KeyAnswer.Refused("an operator may not do that");
      case AddApiKey.Result.QuotaExceeded(int limit) ->
          new KeyAnswer.Refused(
              "the tenant "
                  + create.tenant()
                  + " already has as many keys as its quota allows, "
                  + limit);
    };
  }

  private KeyAnswer revoke(ApiKeyId id, String requestId, Instant now) {
    Optional<ApiKey> found = keys.find(id);
    if (found.isEmpty()) {
      return new KeyAnswer.Refused("there is no key " + id);
    }
    ApiKey key = found.get();
    return switch (removeApiKey.remove(Role.OPERATOR, key.tenant(), id, now)) {
      case RemoveApiKey.Result.Removed() -> {
        note(key, new AuditEntry.Subject("DELETE", PATH + "/{id}", id.value()), requestId, now);
        yield new KeyAnswer.Done(described(key));
      }
      case RemoveApiKey.Result.NotFound() -> new KeyAnswer.Refused("there is no key " + id);
      case RemoveApiKey.Result.LastOperatorKey() ->
          new KeyAnswer.Refused(
              id + " is the last operator key; make another first with 'posthorn keys create'");
    };
  }

  private static String described(ApiKey key) {
    return "the " + key.role().wireName() + " key " + key.id() + " of the tenant " + key.tenant();
  }

  /** The change stands also where it cannot be written down. */
  private void note(ApiKey key, AuditEntry.Subject subject, String requestId, Instant now) {
    boolean isNew = subject.method().equals("POST");
    String json = KeyJson.of(key);
    var actor = AuditEntry.Actor.ofCommandLine(requestId);
    try {
      recordChange.record(
          key.role() == Role.OPERATOR ? TenantId.SYSTEM : key.tenant(),
          actor,
          subject,
          new AuditEntry.Change(isNew ? null : json, isNew ? json : null),
          now);
    } catch (RuntimeException e) {
      LOG.atError()
          .setCause(e)
          .addKeyValue("action", subject.action())
          .addKeyValue("object_id", subject.objectId())
          .log("A change was made and could not be written to the audit log; this line is all");
    }
  }
}
