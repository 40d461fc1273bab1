package posthorn.domain.signing;

import java.util.List;

/** What is wrong with a signature, and what probably led to it; no hints when nothing fits. */
public record Explanation(Verification verdict, List<Hint> hints) {
  public Explanation {
    hints = List.copyOf(hints);
  }
}
