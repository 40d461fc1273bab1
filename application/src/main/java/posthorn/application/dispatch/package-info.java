/**
 * Making due deliveries happen: claim under a lease, send, judge, settle. A worker that lost its
 * lease settles nothing.
 */
@NullMarked
package posthorn.application.dispatch;

import org.jspecify.annotations.NullMarked;
