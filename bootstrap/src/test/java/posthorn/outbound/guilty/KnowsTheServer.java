package posthorn.outbound.guilty;

import posthorn.http.HttpServer;

/** Breaks the rule that adapters do not know one another. */
public final class KnowsTheServer {
  void close(HttpServer server) {
    server.close();
  }
}
