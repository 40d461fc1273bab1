package posthorn.http;

import io.javalin.http.Context;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import posthorn.application.publish.PublishEvent;

/**
 * Many events in one request. Each is judged alone: one with mistakes gets the problem that it
 * would have got by itself, and the others are published all the same.
 */
final class EventBatch {
  private static final String FIELD = "events";
  private static final int MAX_EVENTS = 1_000;

  /** The batch's fields, its events, and theirs. */
  private static final int DEPTH = 3;

  private sealed interface Entry {
    record Right(PublishEvent.Command command) implements Entry {}

    record Wrong(Problem problem) implements Entry {}
  }

  private final List<Entry> entries;

  private EventBatch(List<Entry> entries) {
    this.entries = entries;
  }

  static EventBatch read(Context context, InstantSource clock) {
    byte[] body = RequestBody.read(context, RequestBody.MAX_BATCH_BYTES);
    RequestFields fields = RequestFields.of(RawReader.fieldsOf(body, DEPTH));
    fields.require(FIELD);
    List<RawValue> events = fields.elements(FIELD, 1, MAX_EVENTS);
    if (context.header(EventFields.KEY_HEADER) != null) {
      fields.reject(EventFields.KEY_HEADER, "is for one event; in a batch, each has its own field");
    }
    fields.check();
    Instant now = clock.instant();
    return new EventBatch(events.stream().map(event -> entryOf(context, event, now)).toList());
  }

  private static Entry entryOf(Context context, RawValue event, Instant now) {
    try {
      return event
          .fields()
          .<Entry>map(fields ->
              new Entry.Right(EventFields.commandOf(context, RequestFields.of(fields), null, now)))
          .orElseGet(() -> new Entry.Wrong(Problem.notAnObject()));
    } catch (ProblemException e) {
      return new Entry.Wrong(e.problem());
    }
  }

  /** Those that can be published, in their order. */
  List<PublishEvent.Command> commands() {
    var commands = new ArrayList<PublishEvent.Command>(entries.size());
    for (Entry entry : entries) {
      if (entry instanceof Entry.Right(var command)) {
        commands.add(command);
      }
    }
    return commands;
  }

  /** What became of each event of the batch, when this became of the {@link #commands}. */
  List<PublishView> results(
      List<PublishEvent.Result> ofCommands, HttpServer.Duplicates duplicates) {
    Iterator<PublishEvent.Result> next = ofCommands.iterator();
    return entries.stream()
        .<PublishView>map(entry ->
            switch (entry) {
              case Entry.Right _ -> PublishView.of(next.next(), duplicates);
              case Entry.Wrong(Problem problem) -> new PublishView.Refused(problem);
            })
        .toList();
  }
}
