package posthorn.http;

/** A part of the API. */
interface Routes {
  void addTo(Api api);

  /** The server stops: whoever answers without an end ends it now. */
  default void stopping() throws InterruptedException {}
}
