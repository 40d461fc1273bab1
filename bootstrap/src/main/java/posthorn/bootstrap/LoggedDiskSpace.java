package posthorn.bootstrap;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import posthorn.application.quota.DiskReserve;

/** Writes into the log when the disk has no room for new events, and when it has again. */
final class LoggedDiskSpace implements DiskReserve.Listener {
  private static final Logger LOG = LoggerFactory.getLogger(LoggedDiskSpace.class);

  private final long least;

  LoggedDiskSpace(long least) {
    this.least = least;
  }

  @Override
  public void changed(boolean low, long freeBytes) {
    if (low) {
      LOG.atError()
          .addKeyValue("free_bytes", freeBytes)
          .addKeyValue("storage.min_free", least)
          .log(
              "The disk has too little room; new events are refused until there is more, and"
                  + " deliveries go on");
    } else {
      LOG.atInfo()
          .addKeyValue("free_bytes", freeBytes)
          .log("The disk has room again; new events are taken");
    }
  }
}
