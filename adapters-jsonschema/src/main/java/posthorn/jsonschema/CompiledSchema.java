package posthorn.jsonschema;

import java.util.List;
import java.util.Optional;
import posthorn.application.port.Schemas;
import posthorn.application.port.Schemas.Effort;
import posthorn.application.port.Schemas.Judgement;
import posthorn.application.port.Schemas.Judgement.GivenUp;
import posthorn.application.port.Schemas.Judgement.Judged;
import posthorn.domain.event.JsonBytes;
import posthorn.domain.field.FieldError;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A schema that data can be judged by, from many threads at once. */
final class CompiledSchema implements Schemas.Schema {
  private static final String DATA = "data";

  private final JsonMapper mapper;
  private final Judge judge;
  private final boolean comparesItems;

  CompiledSchema(JsonMapper mapper, com.networknt.schema.Schema schema, boolean comparesItems) {
    this.mapper = mapper;
    this.comparesItems = comparesItems;
    this.judge = new Judge(schema, DATA, false);
  }

  @Override
  public Judgement judge(JsonBytes data, Effort effort) {
    try {
      JsonNode value = mapper.readTree(data.bytes());
      Optional<String> beyondMeasure = Numbers.beyondMeasure(value);
      if (beyondMeasure.isPresent()) {
        return refused(beyondMeasure.get(), "is a number too large to be checked");
      }
      Optional<String> colliding = comparesItems ? Collisions.find(value) : Optional.empty();
      if (colliding.isPresent()) {
        return refused(colliding.get(), "has elements that take too long to be told apart");
      }
      return new Judged(judge.judge(value, new Budget(effort)));
    } catch (Budget.ExhaustedException _) {
      return new GivenUp();
    } catch (StackOverflowError _) {
      return refused("", "is nested too deeply to be checked against the schema of its type");
    } catch (RuntimeException _) {
      // Whatever the validator trips over: data that was not found to be right is not let through.
      return refused("", "cannot be checked against the schema of its type");
    }
  }

  private static Judgement refused(String pointer, String message) {
    return new Judged(List.of(new FieldError(DATA + pointer, message)));
  }
}
