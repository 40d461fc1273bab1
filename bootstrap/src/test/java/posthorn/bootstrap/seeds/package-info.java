/**
 * The five documents that the product was made from, line by line: a class a document, its nested
 * classes in the order of its headings, each test with the document's words above it. What was
 * decided otherwise is the list {@code DECIDED} at the end of each class.
 */
@NullMarked
package posthorn.bootstrap.seeds;

import org.jspecify.annotations.NullMarked;
