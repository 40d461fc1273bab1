/**
 * What an attempt came to and what to do next. Policies are pure: the attempt's number, its
 * outcome, the time and a roll of the die in, a verdict out.
 */
@NullMarked
package posthorn.domain.retry;

import org.jspecify.annotations.NullMarked;
