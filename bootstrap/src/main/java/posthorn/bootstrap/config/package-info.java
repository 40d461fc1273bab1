/**
 * Configuration: one tree of records, made of built-in defaults, a file, the environment and flags,
 * in this order. An unknown key or a bad value refuses to start, and all of them are named at once.
 */
@NullMarked
package posthorn.bootstrap.config;

import org.jspecify.annotations.NullMarked;
