/**
 * Never half dead: the threads that the server cannot do without, whether they come further, and
 * the end of the process when one of them dies. A process that has ended is started again by what
 * supervises it; one that has lost a thread looks alive and does nothing.
 */
@NullMarked
package posthorn.bootstrap.vital;

import org.jspecify.annotations.NullMarked;
