package posthorn.http;

import static posthorn.domain.access.Permission.OPERATE;
import static posthorn.http.RouteText.answering;

import posthorn.application.retention.ReportStorage;

/** {@code /v1/storage}: what is on disk, for operators. */
final class StorageRoutes implements Routes {
  private final ReportStorage reportStorage;

  StorageRoutes(ReportStorage reportStorage) {
    this.reportStorage = reportStorage;
  }

  @Override
  public void addTo(Api api) {
    api.get("/v1/storage", OPERATE, context -> context.json(StorageView.of(reportStorage.report())))
        .as(
            answering(
                "Shows the sizes on disk, how long history is kept, and what was last removed",
                200,
                StorageView.class));
  }
}
