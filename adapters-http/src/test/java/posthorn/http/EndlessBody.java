package posthorn.http;

import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpResponse.BodySubscriber;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;

/** The body of an answer that has no end: nobody waits for it. */
final class EndlessBody implements BodySubscriber<String> {
  private EndlessBody() {}

  /** Whole, unless it is a stream. */
  static BodyHandler<String> orString() {
    return info ->
        info.headers().firstValue("Content-Type").orElse("").startsWith(StreamRoutes.MEDIA)
            ? new EndlessBody()
            : BodyHandlers.ofString().apply(info);
  }

  @Override
  public CompletionStage<String> getBody() {
    return CompletableFuture.completedFuture("");
  }

  @Override
  public void onSubscribe(Flow.Subscription subscription) {
    subscription.cancel();
  }

  @Override
  public void onNext(List<ByteBuffer> item) {}

  @Override
  public void onError(Throwable throwable) {}

  @Override
  public void onComplete() {}
}
