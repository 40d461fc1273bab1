package posthorn.application.dispatch;

/**
 * Who may take how many of the places.
 *
 * @param tenantPercent of a pool that several tenants share, for one of them
 * @param keptPercent of each pool, each tenant's part and each host, for webhooks that answer
 * @param perHost how many requests may be under way to one host and port
 */
public record PlaceShares(int tenantPercent, int keptPercent, int perHost) {
  public static final PlaceShares DEFAULT = new PlaceShares(50, 20, 100);

  public PlaceShares {
    if (tenantPercent < 1 || tenantPercent > 100 || keptPercent < 0 || keptPercent > 99) {
      throw new IllegalArgumentException(tenantPercent + " % and " + keptPercent + " %");
    }
    if (perHost < 1) {
      throw new IllegalArgumentException("a host has at least one place: " + perHost);
    }
  }
}
