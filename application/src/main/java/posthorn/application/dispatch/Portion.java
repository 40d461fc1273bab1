package posthorn.application.dispatch;

import posthorn.domain.dispatch.PlaceBounds;

/**
 * One tenant's part of a pool: how many requests it may have under way, and how many deliveries it
 * may hold.
 */
final class Portion {
  final Places places;
  final Held held;

  /** That many percent of the pool. */
  Portion(int size, int inAdvance, int percent, int keptPercent) {
    int most = PlaceBounds.share(size, percent);
    int mostInAdvance = PlaceBounds.share(inAdvance, percent);
    places = new Places(PlaceBounds.of(most, keptPercent));
    held = new Held(PlaceBounds.of(most + mostInAdvance, keptPercent), mostInAdvance);
  }
}
