package posthorn.guilty.library;

import com.google.common.collect.ImmutableList;

/** Breaks the rule about the libraries that tests use. */
public final class UsesAnotherLibrary {
  ImmutableList<String> list() {
    return ImmutableList.of();
  }
}
