/**
 * What happened: an event, its type, and the bytes sent for it. An event's bytes are frozen when it
 * is accepted; every attempt sends the same ones.
 */
@NullMarked
package posthorn.domain.event;

import org.jspecify.annotations.NullMarked;
