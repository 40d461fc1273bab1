package posthorn.http;

/**
 * Ends a request with a problem; thrown only within this module, where a request is read. It is an
 * answer and no fault of ours, so it carries no stack trace: that costs more than the request.
 */
final class ProblemException extends RuntimeException {
  private final transient Problem problem;

  ProblemException(Problem problem) {
    super(problem.code(), null, false, false);
    this.problem = problem;
  }

  Problem problem() {
    return problem;
  }
}
