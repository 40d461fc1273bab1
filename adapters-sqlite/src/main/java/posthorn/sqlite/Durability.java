package posthorn.sqlite;

/** When a commit counts as done. */
public enum Durability {
  /** When it is on disk: a power failure loses nothing that was acknowledged. */
  FULL,
  /**
   * When the system has it: a crash of this process loses nothing, a power failure may lose the
   * last moments.
   */
  NORMAL
}
