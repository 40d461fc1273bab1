/**
 * Sends signed requests to URLs that strangers registered. Dials only addresses that were checked,
 * follows no redirect, and gives every request one deadline that holds for all of it.
 */
@NullMarked
package posthorn.outbound;

import org.jspecify.annotations.NullMarked;
