package posthorn.application.alerts;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Whom a mail goes to.
 *
 * @param from null for the server's own address
 */
record Recipients(List<String> to, @Nullable String from) {}
