/**
 * The types of events that tenants tell about. A schema is known to be one before it is kept, so
 * that publishing never meets one that is not.
 */
@NullMarked
package posthorn.application.eventtypes;

import org.jspecify.annotations.NullMarked;
