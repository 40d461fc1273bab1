/**
 * Measures Posthorn: the server in a process of its own, and here the load and a receiver on
 * loopback. What the server is compared with is a process of its own too, where it speaks HTTP. All
 * of it shares one machine, so whatever runs here beside the server is kept cheap. A number counts
 * only if every event of its phase was received exactly once.
 */
@NullMarked
package posthorn.bench;

import org.jspecify.annotations.NullMarked;
