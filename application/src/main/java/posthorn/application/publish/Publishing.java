package posthorn.application.publish;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import posthorn.application.port.Events;
import posthorn.application.port.Events.Acceptance;
import posthorn.application.port.Events.Publication;
import posthorn.application.port.StoreBusyException;
import posthorn.application.port.StoreException;
import posthorn.application.publish.Drafts.Addressed;
import posthorn.application.publish.Drafts.Draft;
import posthorn.application.publish.PublishEvent.Command;
import posthorn.application.publish.PublishEvent.Result;
import posthorn.application.quota.TenantQuotas;
import posthorn.domain.event.EventId;

/** The events of one request on their way, as many at a time as one commit may have deliveries. */
final class Publishing {
  /** Less data has few enough parts, however small they are. */
  private static final int COUNTED_FROM = 256 * 1024;

  /** Where a filter or a schema looks into data, each part takes many times its bytes of memory. */
  private static final int MOST_PARTS = 200_000;

  private final Events events;
  private final Admission.Request admission;
  private final Drafts drafts;
  private final TenantQuotas quotas;
  private final List<Command> commands;
  private final Instant now;
  private final List<Result> results;

  /** Judged already, but with too many deliveries for the commit before. */
  private @Nullable Addressed next;

  Publishing(
      Events events,
      Admission.Request admission,
      Drafts drafts,
      TenantQuotas quotas,
      List<Command> commands,
      Instant now) {
    this.events = events;
    this.admission = admission;
    this.drafts = drafts;
    this.quotas = quotas;
    this.commands = commands;
    this.now = now;
    this.results = new ArrayList<>(commands.size());
  }

  /** What became of each, in their order. */
  List<Result> run() {
    while (results.size() < commands.size()) {
      try {
        publishPart();
      } catch (StoreException | StoreBusyException e) {
        if (results.isEmpty()) {
          throw e;
        }
        notWritten(e);
      }
    }
    return results;
  }

  /** What was committed before stays; nothing is known to have been written of the rest. */
  private void notWritten(RuntimeException cause) {
    while (results.size() < commands.size()) {
      results.add(new Result.NotWritten(cause));
    }
  }

  /** As many of those that are left as may share a commit. */
  private void publishPart() {
    var part = new Part();
    List<Acceptance> acceptances;
    try {
      gather(part);
      acceptances = accept(part.drafted);
    } catch (RuntimeException e) {
      part.drafted.forEach(drafts::withdrawn);
      throw e;
    }
    Iterator<Acceptance> accepted = acceptances.iterator();
    Iterator<Draft> of = part.drafted.iterator();
    for (Optional<Result> refusal : part.refusals) {
      results.add(refusal.orElseGet(() -> announce(of.next(), accepted.next())));
    }
  }

  private void gather(Part part) {
    for (int i = results.size(); i < commands.size(); i++) {
      Addressed judged = next;
      next = null;
      if (judged == null) {
        Optional<Result> refusal = refusalOf(commands.get(i));
        if (refusal.isPresent()) {
          part.refusals.add(refusal);
          continue;
        }
        judged = drafts.address(commands.get(i), now);
      }
      if (!part.hasRoomFor(judged)) {
        next = judged;
        return;
      }
      part.add(drafts.draft(judged, now));
    }
  }

  /** Data over the limit takes nothing of the quota: it is not looked into. */
  private Optional<Result> refusalOf(Command command) {
    int bytes = command.data().length();
    int limit = quotas.dataBytes(command.tenant());
    if (bytes > limit) {
      return Optional.of(new Result.TooLarge(bytes, limit));
    }
    if (bytes > COUNTED_FROM && command.data().hasMoreParts(MOST_PARTS)) {
      return Optional.of(new Result.TooManyParts(MOST_PARTS));
    }
    return admission
        .refusalOf(command.tenant(), command.type(), command.data(), now)
        .map(refused -> refused);
  }

  private List<Acceptance> accept(List<Draft> drafted) {
    if (drafted.isEmpty()) {
      return List.of();
    }
    var publications = new ArrayList<Publication>(drafted.size());
    for (Draft draft : drafted) {
      publications.add(draft.publication());
    }
    return events.accept(publications, now.minus(PublishEvent.KEY_WINDOW));
  }

  private Result announce(Draft draft, Acceptance acceptance) {
    return switch (acceptance) {
      case Acceptance.SeenBefore(EventId first) -> {
        drafts.withdrawn(draft);
        yield new Result.Duplicate(first);
      }
      case Acceptance.Accepted(long sequence) -> {
        drafts.committed(draft, sequence);
        yield new Result.Accepted(
            draft.publication().event().id(), draft.publication().deliveries().size());
      }
    };
  }

  /** What shares a commit, and what was refused in between. */
  private static final class Part {
    /** Of each in their order; nothing for what was drafted. */
    final List<Optional<Result>> refusals = new ArrayList<>();

    final List<Draft> drafted = new ArrayList<>();
    private int deliveries;

    /** One alone always has: a tenant has no more webhooks than that. */
    boolean hasRoomFor(Addressed event) {
      return drafted.isEmpty()
          || deliveries + event.receivers().size() <= Events.MOST_DELIVERIES_PER_COMMIT;
    }

    void add(Draft draft) {
      refusals.add(Optional.empty());
      drafted.add(draft);
      deliveries += draft.receivers().size();
    }
  }
}
