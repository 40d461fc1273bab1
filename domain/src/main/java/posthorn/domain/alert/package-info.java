/**
 * When somebody has to be told. Rules are data; an alert's state is a value folded over what was
 * observed. An alert fires once and, before it can fire again, resolves; what is folded in pieces
 * comes to the same as what is folded at once.
 */
@NullMarked
package posthorn.domain.alert;

import org.jspecify.annotations.NullMarked;
