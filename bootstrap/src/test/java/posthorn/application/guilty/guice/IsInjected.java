package posthorn.application.guilty.guice;

import com.google.inject.Inject;

/** Breaks the rule that only bootstrap knows Guice. */
public final class IsInjected {
  @Inject
  public IsInjected() {}
}
