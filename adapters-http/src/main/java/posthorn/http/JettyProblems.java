package posthorn.http;

import java.nio.ByteBuffer;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.handler.ErrorHandler;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/**
 * Turns into a problem document what Jetty refuses before Javalin sees it: what is no HTTP, and
 * what comes while the server stops. Else it would be a page of HTML.
 */
final class JettyProblems extends ErrorHandler {
  private static final long RETRY_SECONDS = 1;

  /** Whatever the method: there may be none that was understood. */
  @Override
  public boolean errorPageForMethod(String method) {
    return true;
  }

  @Override
  protected void generateResponse(
      Request request,
      Response response,
      int status,
      String message,
      @Nullable Throwable cause,
      Callback callback) {
    UncaughtErrors.report(cause);
    Doorway.mark(response);
    Problem problem = problemOf(status);
    if (problem.retryAfter() != null) {
      response.getHeaders().put(HttpHeader.RETRY_AFTER, problem.retryAfter());
    }
    response.getHeaders().put(HttpHeader.CONTENT_TYPE, Problem.CONTENT_TYPE);
    byte[] body = Json.MAPPER.writeValueAsBytes(problem);
    response.write(true, ByteBuffer.wrap(body), callback);
  }

  /** What Jetty says about it is not told: it may be an exception's text. */
  private static Problem problemOf(int status) {
    if (status == HttpStatus.SERVICE_UNAVAILABLE_503) {
      return Problem.stopping(RETRY_SECONDS);
    }
    return status == HttpStatus.INTERNAL_SERVER_ERROR_500
        ? Problem.internalError()
        : Problem.malformedRequest(status, HttpStatus.getMessage(status));
  }
}
