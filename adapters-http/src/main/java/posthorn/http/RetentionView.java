package posthorn.http;

import posthorn.application.retention.RetentionPolicy;
import posthorn.domain.field.DurationText;

/** For how long history is kept. */
record RetentionView(String delivered, String attempts, String dead) {
  static RetentionView of(RetentionPolicy policy) {
    return new RetentionView(
        DurationText.of(policy.delivered()),
        DurationText.of(policy.attempts()),
        DurationText.of(policy.dead()));
  }
}
