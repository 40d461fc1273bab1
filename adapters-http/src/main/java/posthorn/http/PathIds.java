package posthorn.http;

import io.javalin.http.Context;
import java.util.function.Function;
import posthorn.domain.id.IdForm;

/** Ids in a request's path; what cannot be one is not there, like any other that is not. */
final class PathIds {
  private PathIds() {}

  static <T> T of(
      Context context, String name, String prefix, String kind, Function<String, T> constructor) {
    String text = context.pathParam(name);
    if (!IdForm.matches(prefix, text)) {
      throw new ProblemException(Problem.notFound(kind));
    }
    return constructor.apply(text);
  }
}
