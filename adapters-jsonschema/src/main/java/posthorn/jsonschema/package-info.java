/**
 * JSON Schema, drafts 4 to 2020-12. Shows only {@link posthorn.jsonschema.JsonSchemas}. Nothing is
 * ever fetched, patterns are matched in linear time, and the work that a schema makes is counted
 * and bounded: a tenant's schema is as little to be trusted as its data.
 */
@NullMarked
package posthorn.jsonschema;

import org.jspecify.annotations.NullMarked;
