/**
 * What is wrong with what a person wrote. Whoever checks a text names every mistake at once, each
 * with the place it stands in.
 */
@NullMarked
package posthorn.domain.field;

import org.jspecify.annotations.NullMarked;
