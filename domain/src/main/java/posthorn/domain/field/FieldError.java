package posthorn.domain.field;

/**
 * One mistake in one field.
 *
 * @param field the path to it as the caller wrote it: {@code filter.any[0]["/data/amount"].gte}
 * @param message reads on from the field's name: {@code must be a number or a string}
 */
public record FieldError(String field, String message) {}
