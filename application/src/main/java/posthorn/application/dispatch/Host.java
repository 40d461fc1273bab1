package posthorn.application.dispatch;

import posthorn.domain.dispatch.PlaceBounds;

/** The places of one host and port, which webhooks of several tenants may share. */
final class Host {
  final String name;
  final Places places;

  /** How many webhooks are there. */
  int desks;

  Host(String name, PlaceBounds bounds) {
    this.name = name;
    this.places = new Places(bounds);
  }
}
