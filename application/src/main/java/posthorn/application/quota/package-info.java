/**
 * How fast tenants may ask and publish. Counted in memory: a restart gives everybody a full bucket,
 * and no request waits for a disk.
 */
@NullMarked
package posthorn.application.quota;

import org.jspecify.annotations.NullMarked;
