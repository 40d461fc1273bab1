package posthorn.bootstrap;

import com.google.inject.Injector;
import java.io.IOException;
import java.net.URI;

/** What runs beside the server. */
interface Companion {
  /** Nothing does. */
  Companion NONE =
      new Companion() {
        @Override
        public void start(Injector server, URI address) {}

        @Override
        public void beforeStop() {}

        @Override
        public void afterStop() {}
      };

  /** The server is ready there. */
  void start(Injector server, URI address) throws IOException;

  /** The server is about to finish what is under way; also after a start that failed. */
  void beforeStop();

  /** The server has stopped. */
  void afterStop();
}
