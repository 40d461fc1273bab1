package posthorn.http;

/** A part of the API. */
interface Routes {
  void addTo(Api api);
}
