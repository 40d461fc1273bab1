/**
 * Replaying dead letters in bulk. What an operation has replayed and how far it has come are
 * written together, so it may end between any two steps and go on later as if nothing had happened.
 */
@NullMarked
package posthorn.application.deadletters;

import org.jspecify.annotations.NullMarked;
