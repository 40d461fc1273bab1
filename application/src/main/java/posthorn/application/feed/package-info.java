/**
 * Operator events for those who watch: the latest are kept, and each reader goes through them at
 * its own pace. Whoever announces waits for no reader.
 */
@NullMarked
package posthorn.application.feed;

import org.jspecify.annotations.NullMarked;
