/** What holds for a webhook, when it, its tenant and the server each have their say. */
@NullMarked
package posthorn.application.policy;

import org.jspecify.annotations.NullMarked;
