/**
 * Everything wired together: the command line, the Guice modules, and the server's life from start
 * to stop. The only place that knows the time, rolls dice and sees all adapters.
 */
@NullMarked
package posthorn.bootstrap;

import org.jspecify.annotations.NullMarked;
