/**
 * The store on SQLite: one file, one writer whose callers share commits, a few readers. A write
 * returns when it is on disk; that many writes may share one commit is known only here. Who has
 * which waiting delivery is known in memory only, as one process has the file.
 */
@NullMarked
package posthorn.sqlite;

import org.jspecify.annotations.NullMarked;
