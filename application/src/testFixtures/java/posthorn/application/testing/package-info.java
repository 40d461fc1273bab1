/**
 * What tests of every module share: the ports in memory, the contracts that any implementation of a
 * port is held to, time that stands still, and samples.
 */
@NullMarked
package posthorn.application.testing;

import org.jspecify.annotations.NullMarked;
