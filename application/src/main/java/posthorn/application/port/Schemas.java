package posthorn.application.port;

import java.util.List;
import posthorn.domain.event.JsonBytes;
import posthorn.domain.field.FieldError;

/** JSON Schema. Whatever a schema refers to, nothing is ever fetched. */
public interface Schemas {

  /** What became of a schema that was handed in. */
  sealed interface Compilation {
    record Compiled(Schema schema) implements Compilation {}

    /** It is none, or none that can be used; fields are {@code schema} and a JSON pointer. */
    record Wrong(List<FieldError> errors) implements Compilation {}
  }

  /** A schema that data can be judged by, from many threads at once. */
  interface Schema {
    /**
     * All that is wrong with the data, up to a bound; fields are {@code data} and a JSON pointer.
     * Data that would take too much work to judge is wrong too.
     */
    List<FieldError> violations(JsonBytes data);
  }

  /** Compiles it, which is much more work than judging by it. */
  Compilation compile(JsonBytes schema);
}
