package posthorn.domain.dispatch;

import java.util.List;

/**
 * What leaves now, in the order of the turns, and where the next round goes on.
 *
 * @param picks each names one delivery more of its kind
 */
public record Round(List<Pick> picks, Cursor cursor) {
  public Round {
    picks = List.copyOf(picks);
  }
}
