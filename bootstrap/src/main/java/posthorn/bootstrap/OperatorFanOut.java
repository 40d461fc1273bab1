package posthorn.bootstrap;

import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import posthorn.application.port.OperatorEvent;
import posthorn.application.port.OperatorEvents;

/** Tells each listener, one after the other; what is wrong with one is nobody else's trouble. */
final class OperatorFanOut implements OperatorEvents {
  private static final Logger LOG = LoggerFactory.getLogger(OperatorFanOut.class);

  private final List<OperatorEvents> listeners;

  OperatorFanOut(List<OperatorEvents> listeners) {
    this.listeners = List.copyOf(listeners);
  }

  @Override
  public void announce(OperatorEvent event) {
    for (OperatorEvents listener : listeners) {
      try {
        listener.announce(event);
      } catch (RuntimeException e) {
        LOG.atError()
            .setCause(e)
            .addKeyValue("type", event.type())
            .log("A listener could not take an operator event; the others have it");
      }
    }
  }
}
