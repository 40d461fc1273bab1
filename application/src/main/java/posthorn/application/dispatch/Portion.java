package posthorn.application.dispatch;

import posthorn.domain.dispatch.PlaceBounds;

/**
 * One tenant's part of a pool: how many requests it may have under way, how many deliveries it may
 * hold, and how many bytes of their events.
 */
final class Portion {
  final Places places;
  final Held held;
  final Held bytes;

  /** That many percent of the pool. */
  Portion(int size, int inAdvance, int heldBytes, int percent, int keptPercent) {
    int most = PlaceBounds.share(size, percent);
    int mostInAdvance = PlaceBounds.share(inAdvance, percent);
    places = new Places(PlaceBounds.of(most, keptPercent));
    held = new Held(PlaceBounds.of(most + mostInAdvance, keptPercent), mostInAdvance);
    bytes = Held.ofBytes(PlaceBounds.share(heldBytes, percent), keptPercent);
  }
}
