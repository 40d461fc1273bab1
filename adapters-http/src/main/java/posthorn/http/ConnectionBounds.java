package posthorn.http;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.channels.SelectableChannel;
import java.nio.channels.SocketChannel;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;
import org.eclipse.jetty.io.SelectorManager;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import posthorn.domain.net.ClientAddress;

/**
 * How many connections there may be, in all and from one address. One too many is closed at once: a
 * connection that waits to be accepted would keep others waiting behind it.
 */
final class ConnectionBounds implements SelectorManager.AcceptListener {
  private static final Logger LOG = LoggerFactory.getLogger(ConnectionBounds.class);

  /** Connections of an address that has no bound of its own count in all. */
  private static final String SHARED = "";

  private final int most;
  private final int mostOfAddress;
  private final Predicate<ClientAddress> isShared;
  private final Lock lock = new ReentrantLock();
  private final Map<SelectableChannel, String> open = new HashMap<>();
  private final Map<String, Integer> byAddress = new HashMap<>();

  /** Whether the log says already that there are too many. */
  private boolean full;

  /**
   * Bounds.
   *
   * @param isShared whether many callers come from the address, as from a proxy's
   */
  ConnectionBounds(int most, int mostOfAddress, Predicate<ClientAddress> isShared) {
    this.most = most;
    this.mostOfAddress = mostOfAddress;
    this.isShared = isShared;
  }

  @Override
  public void onAccepting(SelectableChannel channel) {
    if (!admits(channel)) {
      close(channel);
    }
  }

  @Override
  public void onAcceptFailed(SelectableChannel channel, Throwable cause) {
    onClosed(channel);
  }

  @Override
  public void onClosed(SelectableChannel channel) {
    lock.lock();
    try {
      String address = open.remove(channel);
      if (address != null) {
        byAddress.computeIfPresent(address, (_, count) -> count == 1 ? null : count - 1);
      }
      full = full && open.size() >= most;
    } finally {
      lock.unlock();
    }
  }

  private boolean admits(SelectableChannel channel) {
    String address = networkOf(channel);
    lock.lock();
    try {
      if (open.size() >= most) {
        tellFull();
        return false;
      }
      int present = byAddress.getOrDefault(address, 0);
      if (present >= mostOfAddress && !address.equals(SHARED)) {
        return false;
      }
      open.put(channel, address);
      byAddress.put(address, present + 1);
      return true;
    } finally {
      lock.unlock();
    }
  }

  private void tellFull() {
    if (!full) {
      full = true;
      LOG.atWarn()
          .addKeyValue("connections", most)
          .log("All connections are taken; new ones are closed until one ends");
    }
  }

  private String networkOf(SelectableChannel channel) {
    try {
      if (channel instanceof SocketChannel socket
          && socket.getRemoteAddress() instanceof InetSocketAddress remote) {
        ClientAddress address = ClientAddress.ofPeer(remote.getAddress().getHostAddress());
        return isShared.test(address) ? SHARED : address.network();
      }
    } catch (IOException _) {
      // It is gone already.
    }
    return SHARED;
  }

  private static void close(SelectableChannel channel) {
    try {
      channel.close();
    } catch (IOException e) {
      LOG.atDebug().addKeyValue("reason", e.getMessage()).log("A connection did not close cleanly");
    }
  }
}
