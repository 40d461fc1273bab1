package posthorn.http;

import java.nio.ByteBuffer;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.PreEncodedHttpField;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/**
 * What comes before Javalin: it refuses requests that Javalin would take for others, and says of
 * every answer how browsers have to treat it, unless its route says more.
 */
final class Doorway extends Handler.Wrapper {
  /** Javalin would obey it, on GET too: a proxy in front would see another method than is done. */
  private static final String OVERRIDE = "X-HTTP-Method-Override";

  private static final HttpField NO_SNIFF =
      new PreEncodedHttpField("X-Content-Type-Options", "nosniff");
  private static final HttpField NO_STORE =
      new PreEncodedHttpField(HttpHeader.CACHE_CONTROL, "no-store");

  @Override
  public boolean handle(Request request, Response response, Callback callback) throws Exception {
    mark(response);
    if (request.getHeaders().contains(OVERRIDE)) {
      answer(response, Problem.methodOverride(OVERRIDE), callback);
      return true;
    }
    String path = request.getHttpURI().getPath();
    if (path != null && !PercentEncoding.decodes(path)) {
      answer(response, Problem.undecodable("path"), callback);
      return true;
    }
    return super.handle(request, response, callback);
  }

  /** An answer's type is what it says, and no cache keeps the answer. */
  static void mark(Response response) {
    response.getHeaders().put(NO_SNIFF).put(NO_STORE);
  }

  static void answer(Response response, Problem problem, Callback callback) {
    response.setStatus(problem.status());
    response.getHeaders().put(HttpHeader.CONTENT_TYPE, Problem.CONTENT_TYPE);
    response.write(true, ByteBuffer.wrap(Json.MAPPER.writeValueAsBytes(problem)), callback);
  }
}
