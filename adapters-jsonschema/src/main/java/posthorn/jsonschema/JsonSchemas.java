package posthorn.jsonschema;

import com.networknt.schema.SchemaException;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SchemaRegistryConfig;
import com.networknt.schema.SpecificationVersion;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import posthorn.application.port.Schemas;
import posthorn.domain.event.JsonBytes;
import posthorn.domain.field.FieldError;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** {@link Schemas} with the validator of networknt. */
public final class JsonSchemas implements Schemas {
  private static final String FIELD = "schema";
  private static final SpecificationVersion DEFAULT = SpecificationVersion.DRAFT_2020_12;

  /** Of memory, about: for a byte of a schema's text, and for a step of a pattern. */
  private static final long MEMORY_OF_BYTE = 40;

  private static final long MEMORY_OF_STEP = 60;

  private final JsonMapper mapper = JsonMapper.builder().build();
  private final SchemaRegistry registry =
      SchemaRegistry.withDefaultDialect(
          DEFAULT,
          builder ->
              builder
                  .schemaLoader(
                      loader -> loader.fetchRemoteResources(false).allow(JsonSchemas::isPartOfUs))
                  .dialectRegistry(BoundedFormat::dialect)
                  .schemaRegistryConfig(
                      SchemaRegistryConfig.builder()
                          .regularExpressionFactory(LinearPattern::new)
                          .locale(Locale.ROOT)
                          .preloadSchema(false)
                          .build()));

  /** The drafts' own schemas come along with the validator; there is nothing else to refer to. */
  private static boolean isPartOfUs(Object iri) {
    return iri.toString().matches("https?://json-schema\\.org/draft.*");
  }

  @Override
  public Compilation compile(JsonBytes schema) {
    JsonNode node = mapper.readTree(schema.bytes());
    if (!node.isObject() && !node.isBoolean()) {
      return wrong("must be an object, true or false");
    }
    Optional<String> draft = draftOf(node);
    if (draft.isEmpty()) {
      return new Compilation.Wrong(
          List.of(
              new FieldError(
                  FIELD + "/$schema", "must be one of " + String.join(", ", drafts().toList()))));
    }
    var patterns = new Patterns(node, FIELD);
    List<FieldError> unusable = patterns.thatCannotBeUsed();
    if (!unusable.isEmpty()) {
      return new Compilation.Wrong(unusable);
    }
    try {
      List<FieldError> errors = metaSchema(draft.get()).judge(node, Budget.ofSchema());
      return errors.isEmpty()
          ? compiled(node, schema.length() * MEMORY_OF_BYTE + patterns.size() * MEMORY_OF_STEP)
          : new Compilation.Wrong(errors);
    } catch (Budget.ExhaustedException | StackOverflowError _) {
      return wrong("is too complex, or refers to itself without end");
    } catch (UnsupportedPatternException e) {
      return wrong("has a pattern that " + e.reason());
    } catch (SchemaException | IllegalArgumentException | NullPointerException e) {
      return new Compilation.Wrong(References.thatLeadNowhere(node, FIELD, e));
    }
  }

  private Compilation compiled(JsonNode node, long bytes) {
    var schema = registry.getSchema(node);
    schema.initializeValidators();
    // One that goes round in circles does so with whatever it is given.
    new Judge(schema, FIELD, false).judge(mapper.createObjectNode(), Budget.ofSchema());
    return new Compilation.Compiled(new CompiledSchema(mapper, schema, comparesItems(node)), bytes);
  }

  /** A draft's own schema, which may be referred to, compares some too. */
  private static boolean comparesItems(JsonNode schema) {
    return schema.findValue("uniqueItems") != null
        || schema.findValuesAsString("$ref").stream().anyMatch(ref -> !ref.startsWith("#"));
  }

  private Judge metaSchema(String draft) {
    // With formats: that is how a pattern that is none is found.
    return new Judge(registry.getSchema(SchemaLocation.of(draft)), FIELD, true);
  }

  private static Optional<String> draftOf(JsonNode schema) {
    JsonNode named = schema.path("$schema");
    if (named.isMissingNode()) {
      return Optional.of(DEFAULT.getDialectId());
    }
    return drafts()
        .filter(draft -> withoutHash(draft).equals(withoutHash(named.asString(""))))
        .findFirst();
  }

  private static Stream<String> drafts() {
    return Stream.of(SpecificationVersion.values()).map(SpecificationVersion::getDialectId);
  }

  private static String withoutHash(String id) {
    return id.endsWith("#") ? id.substring(0, id.length() - 1) : id;
  }

  private static Compilation wrong(String message) {
    return new Compilation.Wrong(List.of(new FieldError(FIELD, message)));
  }
}
