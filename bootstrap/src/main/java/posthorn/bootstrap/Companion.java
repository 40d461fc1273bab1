package posthorn.bootstrap;

import com.google.inject.Injector;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URI;
import java.nio.file.Path;
import java.util.function.Consumer;

/** What runs beside the server. */
interface Companion {
  /** Nothing does. */
  Companion NONE =
      new Companion() {
        @Override
        public Consumer<String> newOperatorKey(Path dataDir, PrintStream out) {
          return NewOperatorKey.in(dataDir, out);
        }

        @Override
        public void start(Injector server, URI address) {}

        @Override
        public void beforeStop() {}

        @Override
        public void afterStop() {}
      };

  /** What receives the operator key, if one is made. */
  Consumer<String> newOperatorKey(Path dataDir, PrintStream out);

  /** The server is ready there. */
  void start(Injector server, URI address) throws IOException;

  /** The server is about to finish what is under way; also after a start that failed. */
  void beforeStop();

  /** The server has stopped. */
  void afterStop();
}
