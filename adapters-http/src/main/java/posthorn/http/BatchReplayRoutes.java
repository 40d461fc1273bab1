package posthorn.http;

import static posthorn.domain.access.Permission.MANAGE;
import static posthorn.domain.access.Permission.READ;
import static posthorn.http.RouteText.answering;
import static posthorn.http.RouteText.listing;

import io.javalin.http.Context;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import posthorn.application.deadletters.ControlBatchReplay;
import posthorn.application.deadletters.ControlBatchReplay.Action;
import posthorn.application.deadletters.StartBatchReplay;
import posthorn.application.port.BatchOperations;
import posthorn.application.port.Page;
import posthorn.application.port.Webhooks;
import posthorn.domain.deadletter.BatchOperation;
import posthorn.domain.deadletter.BatchOperationId;
import posthorn.domain.deadletter.BatchPlan;
import posthorn.domain.tenant.TenantId;

/** {@code POST /v1/dlq/retry-batch} and {@code /v1/dlq/batch-operations}: replays in bulk. */
final class BatchReplayRoutes implements Routes {
  private static final String KIND = "batch operation";
  private static final String PATH = DeadLetterRoutes.PATH + "/batch-operations";
  private static final String ONE = PATH + "/{id}";

  private final BatchOperations operations;
  private final StartBatchReplay startBatchReplay;
  private final ControlBatchReplay controlBatchReplay;
  private final BatchReplayFields reader;
  private final InstantSource clock;

  BatchReplayRoutes(
      HttpServer.UseCases.OfDeadLetters useCases, Webhooks webhooks, InstantSource clock) {
    this.operations = useCases.operations();
    this.startBatchReplay = useCases.startBatchReplay();
    this.controlBatchReplay = useCases.controlBatchReplay();
    this.reader = new BatchReplayFields(webhooks);
    this.clock = clock;
  }

  @Override
  public void addTo(Api api) {
    api.post(DeadLetterRoutes.PATH + "/retry-batch", MANAGE, this::start)
        .as(
            answering(
                    "Replays many dead letters, or counts them",
                    202,
                    BatchOperationView.StartedView.class)
                .taking("BatchReplayRequest"));
    api.get(PATH, READ, this::list)
        .takes("limit", "cursor")
        .as(listing("Lists the bulk replays, newest first", BatchOperationView.class));
    api.get(ONE, READ, this::show)
        .as(answering("Shows a bulk replay and its progress", 200, BatchOperationView.class));
    api.delete(ONE, MANAGE, context -> control(context, Action.CANCEL))
        .as(answering("Cancels a bulk replay", 200, BatchOperationView.class));
    api.post(ONE + "/pause", MANAGE, context -> control(context, Action.PAUSE))
        .as(answering("Has a bulk replay wait", 200, BatchOperationView.class));
    api.post(ONE + "/resume", MANAGE, context -> control(context, Action.RESUME))
        .as(answering("Has a bulk replay go on", 200, BatchOperationView.class));
  }

  private void start(Context context) {
    RequestFields fields = RequestBody.fields(context, BatchReplayFields.DEPTH);
    Instant now = clock.instant();
    TenantId tenant = Access.tenantOf(context, fields);
    boolean dryRun = fields.flag("dry_run").orElse(false);
    BatchPlan plan = reader.planOf(fields, tenant, now);

    var command = new StartBatchReplay.Command(tenant, plan, dryRun);
    switch (startBatchReplay.start(command, now)) {
      case StartBatchReplay.Result.Counted(int matched) ->
          context.status(200).json(Map.of("matched", matched));
      case StartBatchReplay.Result.Started(BatchOperation operation) -> {
        AuditTrail.created(context, BatchOperationView.of(operation));
        context
            .status(202)
            .header("Location", PATH + "/" + operation.id())
            .json(
                new BatchOperationView.StartedView(
                    operation.id().value(), operation.run().matched()));
      }
      case StartBatchReplay.Result.TooMany(int limit) ->
          ProblemMapper.answer(
              context,
              Problem.of(
                  422,
                  "too_many_batch_operations",
                  "There are too many batch operations",
                  "a tenant has at most " + limit + " that are not over; cancel some first"));
    }
  }

  private void list(Context context) {
    var parameters = new QueryParameters(context);
    int limit = parameters.limit();
    ListCursor<BatchOperationId> cursor =
        ListCursor.of(parameters, BatchOperationId.PREFIX, BatchOperationId::new);
    parameters.check();
    Page<BatchOperation, BatchOperationId> page =
        operations.page(Access.tenantOf(context), cursor.before(), limit);
    context.json(
        new PageView<>(
            page.items().stream().map(BatchOperationView::of).toList(),
            ListCursor.after(page, BatchOperationId::value)));
  }

  private void show(Context context) {
    context.json(
        operations
            .find(Access.tenantOf(context), idOf(context))
            .map(BatchOperationView::of)
            .orElseThrow(BatchReplayRoutes::notFound));
  }

  private void control(Context context, Action action) {
    RequestBody.optionalFields(context).check();
    TenantId tenant = Access.tenantOf(context);
    BatchOperation seen =
        operations.find(tenant, idOf(context)).orElseThrow(BatchReplayRoutes::notFound);
    switch (controlBatchReplay.control(tenant, seen.id(), action, clock.instant())) {
      case ControlBatchReplay.Result.Done(BatchOperation operation) -> {
        var view = BatchOperationView.of(operation);
        AuditTrail.changed(context, BatchOperationView.of(seen), view);
        context.json(view);
      }
      case ControlBatchReplay.Result.Over(BatchOperation operation) ->
          ProblemMapper.answer(
              context,
              Problem.of(
                  409,
                  "batch_operation_over",
                  "The batch operation is over",
                  "it is " + operation.state().wireName()));
      case ControlBatchReplay.Result.NotFound() -> throw notFound();
    }
  }

  private static BatchOperationId idOf(Context context) {
    return PathIds.of(context, "id", BatchOperationId.PREFIX, KIND, BatchOperationId::new);
  }

  private static ProblemException notFound() {
    return new ProblemException(Problem.notFound(KIND));
  }
}
