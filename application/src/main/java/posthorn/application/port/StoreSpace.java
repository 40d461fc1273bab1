package posthorn.application.port;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** How much room the store takes. Asking is cheap, however much there is. */
public interface StoreSpace {

  Taken taken();

  /** How large the disk is that it is on, free or not. */
  long diskBytes();

  /** How much of that disk is free. */
  long diskFreeBytes();

  /**
   * What it takes.
   *
   * @param file the database; null where there is none
   * @param bytes of that file
   * @param freeBytes within the file, that nothing is in: for what comes next, or to be given back
   * @param logBytes of the write-ahead log beside it
   * @param diskFreeBytes on its disk
   * @param rows of each kind, by the name of the kind
   */
  record Taken(
      @Nullable String file,
      long bytes,
      long freeBytes,
      long logBytes,
      long diskFreeBytes,
      Map<String, Rows> rows) {}

  /**
   * How many there are of a kind.
   *
   * @param exact whether they were counted; else there are so many at most
   */
  record Rows(long count, boolean exact) {}
}
