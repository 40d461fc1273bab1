/** The thread that looks for alerts and has notices sent while the server runs. */
@NullMarked
package posthorn.bootstrap.alerts;

import org.jspecify.annotations.NullMarked;
