/**
 * Tests of the jar as users run it: a process of its own, over HTTP, with a receiver on loopback.
 */
package posthorn.bootstrap.jar;
