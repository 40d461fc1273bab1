package posthorn.http;

import io.javalin.config.RoutesConfig;
import io.javalin.http.Handler;
import io.javalin.http.HandlerType;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import posthorn.domain.access.Permission;

/**
 * The one table of routes: what each is called, who may use it, which parameters it takes, what it
 * does. Whoever asks for a route is known and permitted before its handler runs, and has given no
 * parameter that the route does not know.
 */
final class Api {
  private final List<Route> routes = new ArrayList<>();

  /** One method on one path. */
  static final class Route {
    private final HandlerType method;
    private final String path;
    private final @Nullable Permission permission;
    private final Handler handler;
    private final Map<String, Parameter> parameters = new LinkedHashMap<>();
    private RouteText text = RouteText.NONE;
    private boolean takesAnything;

    private Route(
        HandlerType method, String path, @Nullable Permission permission, Handler handler) {
      this.method = method;
      this.path = path;
      this.permission = permission;
      this.handler = handler;
    }

    /** The names of the query parameters that it takes, of those that are known. */
    Route takes(String... names) {
      return takes(Stream.of(names).map(KnownParameters::inQuery).toArray(Parameter[]::new));
    }

    /** The same for those that are its own, besides others. */
    Route takes(Parameter... own) {
      for (Parameter parameter : own) {
        parameters.put(parameter.name(), parameter);
      }
      return this;
    }

    /** What the API's description says about it. */
    void as(RouteText description) {
      text = description;
    }

    HandlerType method() {
      return method;
    }

    String methodName() {
      return method.name();
    }

    String path() {
      return path;
    }

    /** What its caller must be permitted; null where it is open to all. */
    @Nullable Permission permission() {
      return permission;
    }

    Collection<Parameter> parameters() {
      return parameters.values();
    }

    RouteText text() {
      return text;
    }

    @Override
    public String toString() {
      return method + " " + path;
    }
  }

  Route get(String path, Permission permission, Handler handler) {
    return add(HandlerType.GET, path, permission, handler);
  }

  Route post(String path, Permission permission, Handler handler) {
    return add(HandlerType.POST, path, permission, handler);
  }

  Route put(String path, Permission permission, Handler handler) {
    return add(HandlerType.PUT, path, permission, handler);
  }

  Route patch(String path, Permission permission, Handler handler) {
    return add(HandlerType.PATCH, path, permission, handler);
  }

  Route delete(String path, Permission permission, Handler handler) {
    return add(HandlerType.DELETE, path, permission, handler);
  }

  /** A page for anybody, with a key or without. */
  Route open(String path, Handler handler) {
    return add(HandlerType.GET, path, null, handler);
  }

  /** Where anybody may bring something. Whoever does may have added parameters of its own. */
  Route openPost(String path, Handler handler) {
    Route route = add(HandlerType.POST, path, null, handler);
    route.takesAnything = true;
    return route;
  }

  private Route add(
      HandlerType method, String path, @Nullable Permission permission, Handler handler) {
    var route = new Route(method, path, permission, handler);
    routes.add(route);
    return route;
  }

  List<Route> routes() {
    return List.copyOf(routes);
  }

  /** Who asks what a path can do is told, without a key: the API's description tells it too. */
  private void registerOptions(RoutesConfig config) {
    Map<String, List<String>> methods = new LinkedHashMap<>();
    for (Route route : routes) {
      List<String> ofPath = methods.computeIfAbsent(route.path, _ -> new ArrayList<>());
      ofPath.add(route.method.toString());
      if (route.method.equals(HandlerType.GET)) {
        ofPath.add("HEAD");
      }
    }
    methods.forEach((path, ofPath) ->
        config.addHttpHandler(
            HandlerType.OPTIONS,
            path,
            context ->
                context.status(204).header("Allow", String.join(", ", ofPath) + ", OPTIONS")));
  }

  void register(RoutesConfig config, Access access, AuditTrail trail) {
    registerOptions(config);
    for (Route route : routes) {
      Handler guarded = guarded(route, access, trail);
      config.addHttpHandler(route.method, route.path, guarded);
      if (route.method.equals(HandlerType.GET)) {
        // Else Javalin answers it by itself, to anybody.
        config.addHttpHandler(HandlerType.HEAD, route.path, guarded);
      }
    }
  }

  private static Handler guarded(Route route, Access access, AuditTrail trail) {
    Permission permission = route.permission;
    boolean audited = AuditTrail.covers(route);
    boolean takesAnything = route.takesAnything;
    Set<String> parameters = Set.copyOf(route.parameters.keySet());
    return context -> {
      if (permission == null && !takesAnything) {
        QueryParameters.requireKnown(context, parameters);
      } else if (permission != null) {
        access.admit(context, permission, parameters);
      }
      try {
        route.handler.handle(context);
      } finally {
        BodyIntake.release(context);
      }
      if (audited) {
        trail.record(context, route);
      }
    };
  }
}
