package posthorn.jsonschema;

import com.networknt.schema.ExecutionContext;
import com.networknt.schema.SchemaContext;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.dialect.DefaultDialectRegistry;
import com.networknt.schema.dialect.Dialect;
import com.networknt.schema.format.Format;
import com.networknt.schema.keyword.FormatValidator;
import com.networknt.schema.path.NodePath;
import tools.jackson.databind.JsonNode;

/**
 * A format of the validator's. Some are patterns of Java's whose work grows with the cube of a
 * text's length, such as that of {@code email}; so a text has a greatest length, and its work is
 * counted.
 */
record BoundedFormat(Format format) implements Format {
  private static final int MOST_LENGTH = 2_048;

  /** The dialect of that name, with its formats bounded. */
  static Dialect dialect(String id, SchemaRegistry registry) {
    return Dialect.builder(DefaultDialectRegistry.getInstance().getDialect(id, registry))
        .formats(formats -> formats.replaceAll((_, format) -> new BoundedFormat(format)))
        .build();
  }

  @Override
  public String getName() {
    return format.getName();
  }

  @Override
  public String getMessageKey() {
    return format.getMessageKey();
  }

  @Override
  public boolean matches(
      ExecutionContext context,
      SchemaContext schemaContext,
      JsonNode node,
      JsonNode root,
      NodePath location,
      boolean asserting,
      FormatValidator validator) {
    if (node.isString()) {
      int length = node.asString().length();
      if (length > MOST_LENGTH) {
        return false;
      }
      Budget.current().matchFormat(length);
    }
    return format.matches(context, schemaContext, node, root, location, asserting, validator);
  }
}
