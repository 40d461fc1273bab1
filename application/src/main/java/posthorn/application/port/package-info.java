/**
 * What the application needs from outside: stores, the sender, the announcer, chance. A port's
 * write returns when it is durable. Only interfaces, the values they exchange and their exceptions
 * live here.
 */
@NullMarked
package posthorn.application.port;

import org.jspecify.annotations.NullMarked;
