package posthorn.application.guilty.http;

import java.net.http.HttpClient;

/** Breaks the rule that the application knows only itself and the domain. */
public final class TalksHttp {
  HttpClient client() {
    return HttpClient.newHttpClient();
  }
}
