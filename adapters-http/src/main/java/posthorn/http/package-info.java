/**
 * The API over HTTP, on Javalin. Turns requests into commands and results into answers; every
 * answer that is no success is a problem document with a stable code. Changes go through a use
 * case, reads straight to the port.
 */
@NullMarked
package posthorn.http;

import org.jspecify.annotations.NullMarked;
