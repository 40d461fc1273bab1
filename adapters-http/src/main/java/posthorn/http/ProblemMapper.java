package posthorn.http;

import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import io.javalin.http.HttpResponseException;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import posthorn.application.port.HeavyWork;
import posthorn.application.port.QueryTooSlowException;
import posthorn.application.port.StoreBusyException;
import posthorn.application.port.StoreException;
import posthorn.application.port.StoreFullException;

/** Turns everything that ends a request early into a problem document. */
final class ProblemMapper {
  private static final Logger LOG = LoggerFactory.getLogger(ProblemMapper.class);
  private static final String RETRY_SECONDS = "1";

  /** An operator has to make room. */
  private static final String FULL_RETRY_SECONDS = "60";

  private ProblemMapper() {}

  static void register(RoutesConfig routes) {
    routes.exception(ProblemException.class, (e, context) -> answer(context, e.problem()));
    routes.exception(StoreFullException.class, ProblemMapper::storeFull);
    routes.exception(StoreException.class, ProblemMapper::storeFailed);
    routes.exception(StoreBusyException.class, ProblemMapper::overloaded);
    routes.exception(QueryTooSlowException.class, ProblemMapper::tooSlow);
    routes.exception(HeavyWork.BusyException.class, ProblemMapper::overloaded);
    routes.exception(HttpResponseException.class, ProblemMapper::refusedByJavalin);
    routes.exception(Exception.class, ProblemMapper::unexpected);
  }

  static void answer(Context context, Problem problem) {
    if (problem.retryAfter() != null) {
      context.header("Retry-After", problem.retryAfter().toString());
    }
    context
        .status(problem.status())
        .contentType(Problem.CONTENT_TYPE)
        .result(Json.MAPPER.writeValueAsBytes(problem));
  }

  /** What an event of a batch is told whose part of it the store did not write. */
  static Problem notWritten(RuntimeException cause) {
    return switch (cause) {
      case StoreBusyException _ -> Problem.overloaded();
      case StoreFullException _ -> Problem.storageFull();
      default -> Problem.storeUnavailable();
    };
  }

  /** An operator is told when it begins and when it is over, and not of each request. */
  private static void storeFull(StoreFullException e, Context context) {
    if (e.getCause() != null) {
      log(e, context);
    }
    context.header("Retry-After", FULL_RETRY_SECONDS);
    answer(context, Problem.storageFull());
  }

  private static void storeFailed(StoreException e, Context context) {
    log(e, context);
    context.header("Retry-After", RETRY_SECONDS);
    answer(context, Problem.storeUnavailable());
  }

  /** A failure of the store is something that an operator must read. */
  static void log(StoreException e, Context context) {
    LOG.atError()
        .setCause(e)
        .addKeyValue("request_id", RequestIds.of(context))
        .addKeyValue("method", context.method())
        .addKeyValue("path", context.path())
        .log("The store failed; the caller is told to try again");
  }

  /** Nothing is wrong with us, there is only too much of it: nothing that an operator must read. */
  private static void overloaded(RuntimeException e, Context context) {
    LOG.atDebug()
        .addKeyValue("path", context.path())
        .addKeyValue("reason", e.getMessage())
        .log("There is too much to do; the caller is told to try again");
    context.header("Retry-After", RETRY_SECONDS);
    answer(context, Problem.overloaded());
  }

  private static void tooSlow(QueryTooSlowException e, Context context) {
    LOG.atWarn()
        .addKeyValue("request_id", RequestIds.of(context))
        .addKeyValue("path", context.path())
        .addKeyValue("deadline", e.deadline())
        .log("A search took too long and was given up; the caller is told to narrow it");
    answer(
        context,
        Problem.of(
            503,
            "query_too_slow",
            "The search took too long",
            "it was given up after "
                + e.deadline().toMillis()
                + " ms; narrow it: a shorter time between 'from' and 'to', or one"
                + " webhook, source or type"));
  }

  /** No such route, or no such method on it. */
  private static void refusedByJavalin(HttpResponseException e, Context context) {
    Problem problem =
        switch (e.getStatus()) {
          case 404 -> Problem.notFound("route");
          case 405 -> methodNotAllowed(e, context);
          default ->
              Problem.of(e.getStatus(), "refused", "Refused", String.valueOf(e.getMessage()));
        };
    answer(context, problem);
  }

  private static Problem methodNotAllowed(HttpResponseException e, Context context) {
    String methods = e.getDetails().getOrDefault("availableMethods", "");
    context.header("Allow", methods);
    return Problem.of(405, "method_not_allowed", "Method not allowed", "this route has " + methods);
  }

  /** An error, which is no exception: the process may not be able to go on. */
  static void error(HttpServletResponse response, Error error) {
    UncaughtErrors.report(error);
    response.setStatus(500);
    response.setContentType(Problem.CONTENT_TYPE);
    try {
      response.getOutputStream().write(Json.MAPPER.writeValueAsBytes(Problem.internalError()));
    } catch (IOException e) {
      LOG.atDebug().setCause(e).log("The caller has gone; it gets no answer");
    }
  }

  private static void unexpected(Exception e, Context context) {
    LOG.atError()
        .setCause(e)
        .addKeyValue("request_id", RequestIds.of(context))
        .addKeyValue("method", context.method())
        .addKeyValue("path", context.path())
        .log("A request failed in a way nobody thought of; the caller gets a 500");
    answer(context, Problem.internalError());
  }
}
