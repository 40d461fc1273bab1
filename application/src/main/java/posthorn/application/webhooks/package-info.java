/** Registering webhooks. */
@NullMarked
package posthorn.application.webhooks;

import org.jspecify.annotations.NullMarked;
