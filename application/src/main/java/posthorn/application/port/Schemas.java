package posthorn.application.port;

import java.util.List;
import java.util.function.BooleanSupplier;
import posthorn.domain.event.JsonBytes;
import posthorn.domain.field.FieldError;

/** JSON Schema. Whatever a schema refers to, nothing is ever fetched. */
public interface Schemas {

  /** What became of a schema that was handed in. */
  sealed interface Compilation {
    /**
     * It can be used.
     *
     * @param bytes about how much memory it takes
     */
    record Compiled(Schema schema, long bytes) implements Compilation {}

    /** It is none, or none that can be used; fields are {@code schema} and a JSON pointer. */
    record Wrong(List<FieldError> errors) implements Compilation {}
  }

  /**
   * How much work one judgement may be.
   *
   * @param steps keywords that may be applied
   * @param patternSteps steps that patterns may take
   * @param over asked now and then; true ends the judgement
   */
  record Effort(int steps, long patternSteps, BooleanSupplier over) {}

  /** What came of judging data. */
  sealed interface Judgement {
    /**
     * All that is wrong with the data, up to a bound; fields are {@code data} and a JSON pointer.
     */
    record Judged(List<FieldError> violations) implements Judgement {}

    /** The effort did not suffice; nothing is known about the data. */
    record GivenUp() implements Judgement {}
  }

  /** A schema that data can be judged by, from many threads at once. */
  @FunctionalInterface
  interface Schema {
    Judgement judge(JsonBytes data, Effort effort);
  }

  /** Compiles it, which is much more work than judging by it. */
  Compilation compile(JsonBytes schema);
}
