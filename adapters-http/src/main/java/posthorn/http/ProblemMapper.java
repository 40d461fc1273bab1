package posthorn.http;

import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import io.javalin.http.HttpResponseException;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import posthorn.application.port.StoreBusyException;
import posthorn.application.port.StoreException;

/** Turns everything that ends a request early into a problem document. */
final class ProblemMapper {
  private static final Logger LOG = LoggerFactory.getLogger(ProblemMapper.class);
  private static final String RETRY_SECONDS = "1";

  private ProblemMapper() {}

  static void register(RoutesConfig routes) {
    routes.exception(ProblemException.class, (e, context) -> answer(context, e.problem()));
    routes.exception(StoreException.class, ProblemMapper::storeFailed);
    routes.exception(StoreBusyException.class, ProblemMapper::overloaded);
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

  private static void storeFailed(StoreException e, Context context) {
    LOG.atError()
        .setCause(e)
        .addKeyValue("request_id", RequestIds.of(context))
        .addKeyValue("method", context.method())
        .addKeyValue("path", context.path())
        .log("The store failed; the caller is told to try again");
    context.header("Retry-After", RETRY_SECONDS);
    answer(
        context,
        Problem.of(
            503,
            "store_unavailable",
            "The store cannot be used right now",
            "nothing was lost that was acknowledged; try again"));
  }

  /** Nothing is wrong with us, there is only too much of it: nothing that an operator must read. */
  private static void overloaded(StoreBusyException e, Context context) {
    LOG.atDebug()
        .addKeyValue("path", context.path())
        .addKeyValue("reason", e.getMessage())
        .log("Too much waits to be written; the caller is told to try again");
    context.header("Retry-After", RETRY_SECONDS);
    answer(
        context,
        Problem.of(
            503,
            "overloaded",
            "The server has more to do than it can keep up with",
            "nothing of this request was written; try again"));
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
