package posthorn.jsonschema;

import com.networknt.schema.ExecutionConfig;
import com.networknt.schema.ExecutionContext;

/** Counts each keyword that is applied: the validator notes all of them on its path. */
final class CountedContext extends ExecutionContext {
  private final Budget budget;

  CountedContext(ExecutionConfig config, Budget budget) {
    super(config);
    this.budget = budget;
  }

  @Override
  public void evaluationPathAddLast(String token) {
    budget.enter();
    super.evaluationPathAddLast(token);
  }

  @Override
  public void evaluationPathAddLast(int token) {
    budget.enter();
    super.evaluationPathAddLast(token);
  }

  @Override
  public void evaluationPathRemoveLast() {
    budget.leave();
    super.evaluationPathRemoveLast();
  }
}
