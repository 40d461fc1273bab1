package posthorn.receiver;

/** Which behaviour a request meets; asked for each, on that connection's thread. */
public interface Script {
  Behaviour behaviourFor(Request request);
}
