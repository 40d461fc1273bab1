/**
 * HTML forms as senders post them: the fields of {@code application/x-www-form-urlencoded} text, in
 * their order. Any text is a form; the number of its fields is bounded.
 */
@NullMarked
package posthorn.domain.form;

import org.jspecify.annotations.NullMarked;
