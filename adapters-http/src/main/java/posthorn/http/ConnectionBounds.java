package posthorn.http;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectableChannel;
import java.nio.channels.SocketChannel;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;
import org.eclipse.jetty.io.SelectorManager;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * How many connections there may be, in all and from one address. One too many is closed at once: a
 * connection that waits to be accepted would keep others waiting behind it.
 */
final class ConnectionBounds implements SelectorManager.AcceptListener {
  private static final Logger LOG = LoggerFactory.getLogger(ConnectionBounds.class);
  private static final int IPV4_BYTES = 4;

  /** Of an IPv6 address: what one customer of a network gets at least. */
  private static final int NETWORK_BYTES = 8;

  /** Connections of an address that has no bound of its own count in all. */
  private static final ByteBuffer SHARED = ByteBuffer.allocate(0);

  private final int most;
  private final int mostOfAddress;
  private final Predicate<InetAddress> isShared;
  private final Lock lock = new ReentrantLock();
  private final Map<SelectableChannel, ByteBuffer> open = new HashMap<>();
  private final Map<ByteBuffer, Integer> byAddress = new HashMap<>();

  /** Whether the log says already that there are too many. */
  private boolean full;

  /**
   * Bounds.
   *
   * @param isShared whether many callers come from the address, as from a proxy's
   */
  ConnectionBounds(int most, int mostOfAddress, Predicate<InetAddress> isShared) {
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
      ByteBuffer address = open.remove(channel);
      if (address != null) {
        byAddress.computeIfPresent(address, (_, count) -> count == 1 ? null : count - 1);
      }
      full = full && open.size() >= most;
    } finally {
      lock.unlock();
    }
  }

  private boolean admits(SelectableChannel channel) {
    ByteBuffer address = addressOf(channel);
    lock.lock();
    try {
      if (open.size() >= most) {
        tellFull();
        return false;
      }
      int present = byAddress.getOrDefault(address, 0);
      if (present >= mostOfAddress && address.hasRemaining()) {
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

  private ByteBuffer addressOf(SelectableChannel channel) {
    try {
      if (channel instanceof SocketChannel socket
          && socket.getRemoteAddress() instanceof InetSocketAddress remote
          && !isShared.test(remote.getAddress())) {
        byte[] bytes = remote.getAddress().getAddress();
        return ByteBuffer.wrap(
            bytes.length == IPV4_BYTES ? bytes : Arrays.copyOf(bytes, NETWORK_BYTES));
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
