package posthorn.outbound;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hc.client5.http.async.AsyncExecCallback;
import org.apache.hc.client5.http.async.AsyncExecChain;
import org.apache.hc.client5.http.async.AsyncExecRuntime;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.apache.hc.core5.concurrent.Cancellable;
import org.apache.hc.core5.concurrent.CancellableDependency;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.HttpRequest;
import org.apache.hc.core5.http.nio.AsyncEntityProducer;
import org.jspecify.annotations.Nullable;

/**
 * Ends an exchange with its connection, however far it is. The client's own way does not always: it
 * forgets what it is waiting for when a step is done before the one that asked for it has returned,
 * and it takes an answer of 400 or more for the end though its body is still coming.
 */
final class CutOff implements CancellableDependency {
  private static final String ATTRIBUTE = CutOff.class.getName();

  private final List<Cancellable> steps = new ArrayList<>();
  private @Nullable AsyncExecRuntime runtime;
  private boolean cancelled;

  /** One for the exchange that is about to be made with this context. */
  static CutOff of(HttpClientContext context) {
    var cutOff = new CutOff();
    context.setAttribute(ATTRIBUTE, cutOff);
    return cutOff;
  }

  /** The first link of the client's chain: has the others report what they wait for. */
  static void intercept(
      HttpRequest request,
      @Nullable AsyncEntityProducer body,
      AsyncExecChain.Scope scope,
      AsyncExecChain chain,
      AsyncExecCallback callback)
      throws HttpException, IOException {
    if (scope.clientContext.getAttribute(ATTRIBUTE) instanceof CutOff cutOff) {
      cutOff.watch(scope.execRuntime);
      chain.proceed(request, body, cutOff.within(scope), callback);
    } else {
      chain.proceed(request, body, scope, callback);
    }
  }

  private AsyncExecChain.Scope within(AsyncExecChain.Scope scope) {
    return new AsyncExecChain.Scope(
        scope.exchangeId,
        scope.route,
        scope.originalRequest,
        this,
        scope.clientContext,
        scope.execRuntime,
        scope.scheduler,
        scope.execCount);
  }

  private synchronized void watch(AsyncExecRuntime watched) {
    runtime = watched;
  }

  /** Whether the exchange has a connection, or may make one. */
  synchronized boolean hasConnection() {
    return runtime != null && runtime.isEndpointAcquired();
  }

  @Override
  public void setDependency(Cancellable step) {
    synchronized (this) {
      if (!cancelled) {
        steps.add(step);
        return;
      }
    }
    step.cancel();
    discard();
  }

  @Override
  public synchronized boolean isCancelled() {
    return cancelled;
  }

  @Override
  public boolean cancel() {
    List<Cancellable> waitedFor;
    synchronized (this) {
      if (cancelled) {
        return false;
      }
      cancelled = true;
      waitedFor = List.copyOf(steps);
    }
    waitedFor.forEach(Cancellable::cancel);
    discard();
    return true;
  }

  /** Closes the connection, if there is one. */
  private void discard() {
    AsyncExecRuntime watched;
    synchronized (this) {
      watched = runtime;
    }
    if (watched != null) {
      watched.discardEndpoint();
    }
  }
}
