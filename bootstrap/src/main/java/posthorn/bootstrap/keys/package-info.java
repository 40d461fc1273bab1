/**
 * API keys from the command line: asked of the store where no server runs, and of the server
 * through files in a folder beside the database where one does. That folder is its user's alone. A
 * request has a key's hash and never its text.
 */
@NullMarked
package posthorn.bootstrap.keys;

import org.jspecify.annotations.NullMarked;
