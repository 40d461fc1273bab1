package posthorn.http;

/** Ends a request with a problem; thrown only within this module, where a request is read. */
final class ProblemException extends RuntimeException {
  private final transient Problem problem;

  ProblemException(Problem problem) {
    super(problem.code());
    this.problem = problem;
  }

  Problem problem() {
    return problem;
  }
}
