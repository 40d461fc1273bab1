package posthorn.receiver;

import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;

/**
 * A script that people change over HTTP, with a {@code POST} of an order to {@code /behaviour};
 * every other request meets what was ordered last.
 */
public final class RemoteControl implements Script {
  /** Where orders go. */
  public static final String TARGET = "/behaviour";

  /** A flaky receiver fails one of so many requests. */
  private static final int FAILS_OF = 8;

  private static final int FIRST_TO_FAIL = 3;

  private final BiConsumer<Request, Order> witness;
  private final AtomicInteger requests = new AtomicInteger();
  private volatile Order order = Order.OK;

  /** Shows the witness every request that is no order, and what it meets, before it does. */
  public RemoteControl(BiConsumer<Request, Order> witness) {
    this.witness = witness;
  }

  /** From the next request on. */
  public void give(Order next) {
    order = next;
  }

  @Override
  public Behaviour behaviourFor(Request request) {
    if (request.target().equals(TARGET)) {
      return obey(request);
    }
    Order present = order.equals(Order.FLAKY) ? flaky(request) : order;
    witness.accept(request, present);
    return present.behaviour();
  }

  /** What a repetition meets is good, so that it can be seen to help. */
  private Order flaky(Request request) {
    boolean isTurn = requests.incrementAndGet() % FAILS_OF == FIRST_TO_FAIL;
    boolean isFirst = request.header("X-Webhook-Attempt").filter(it -> !it.equals("1")).isEmpty();
    return isTurn && isFirst ? Order.FAIL : Order.OK;
  }

  private Behaviour obey(Request request) {
    if (!request.method().equals("POST")) {
      return say(200, "now: " + order.text());
    }
    return Order.parse(request.body().strip())
        .map(next -> {
          give(next);
          return say(200, "from now on: " + next.text());
        })
        .orElseGet(() -> say(400, "orders are: " + Order.WORDS));
  }

  private static Behaviour say(int status, String text) {
    return Behaviour.answer(status, Map.of("Content-Type", "text/plain"), text + "\n");
  }
}
