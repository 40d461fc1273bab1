package posthorn.jsonschema;

import com.networknt.schema.Error;
import com.networknt.schema.ExecutionConfig;
import com.networknt.schema.OutputFormat;
import com.networknt.schema.Schema;
import java.util.List;
import java.util.Locale;
import posthorn.domain.field.FieldError;
import tools.jackson.databind.JsonNode;

/**
 * Judges values by one schema.
 *
 * @param field what the value is called; where in it something is wrong, follows as a pointer
 */
record Judge(Schema schema, String field, boolean assertsFormats) {
  private static final int MOST_ERRORS = 20;
  private static final int MOST_MESSAGE = 300;

  List<FieldError> judge(JsonNode value, Budget budget) {
    var config =
        ExecutionConfig.builder()
            .locale(Locale.ROOT)
            // Else it is as the schema's draft has it.
            .formatAssertionsEnabled(assertsFormats ? Boolean.TRUE : null)
            .build();
    List<Error> errors =
        ScopedValue.where(Budget.CURRENT, budget)
            .call(() ->
                schema.validate(new CountedContext(config, budget), value, OutputFormat.DEFAULT));
    return errors.stream().limit(MOST_ERRORS).map(this::errorOf).distinct().toList();
  }

  private FieldError errorOf(Error error) {
    String message = error.getMessage();
    return new FieldError(
        field + error.getInstanceLocation(),
        message.length() <= MOST_MESSAGE ? message : message.substring(0, MOST_MESSAGE) + "…");
  }
}
