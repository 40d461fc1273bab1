package posthorn.sqlite.guilty;

import posthorn.outbound.PooledWebhookSender;

/** Breaks the rule that adapters do not know one another. */
public final class KnowsTheSender {
  void close(PooledWebhookSender sender) {
    sender.close();
  }
}
