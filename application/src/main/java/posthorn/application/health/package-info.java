/**
 * Whether the server is able to work, and what an operator should know about it. What is said here
 * is said to everybody: it names threads and times, and nothing of any tenant.
 */
@NullMarked
package posthorn.application.health;

import org.jspecify.annotations.NullMarked;
