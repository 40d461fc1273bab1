/**
 * Mail over SMTP. Whatever the mail server does is a result, never an exception, and is known
 * within the deadline; whatever texts hold, no header of a mail is made of them.
 */
@NullMarked
package posthorn.outbound.mail;

import org.jspecify.annotations.NullMarked;
