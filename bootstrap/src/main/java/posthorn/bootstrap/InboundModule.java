package posthorn.bootstrap;

import com.google.inject.AbstractModule;
import com.google.inject.Provides;
import posthorn.application.inbound.AddRoute;
import posthorn.application.inbound.ChangeRoute;
import posthorn.application.inbound.ChangeSource;
import posthorn.application.inbound.CreateSource;
import posthorn.application.inbound.ReceiveWebhook;
import posthorn.application.inbound.RemoveRoute;
import posthorn.application.inbound.RemoveSource;
import posthorn.application.inbound.RerouteMessage;
import posthorn.application.inbound.RerouteMessages;
import posthorn.application.inbound.RotateSourceSecret;
import posthorn.application.inbound.Router;
import posthorn.application.port.Ids;
import posthorn.application.port.InboundMessages;
import posthorn.application.port.InboundRoutes;
import posthorn.application.port.OperatorEvents;
import posthorn.application.port.Randomness;
import posthorn.application.port.Sources;
import posthorn.application.publish.Admission;
import posthorn.application.publish.Drafts;
import posthorn.http.HttpServer;
import posthorn.sqlite.SqliteStore;

/** Webhooks that others send us: who sends them, and where they go. */
final class InboundModule extends AbstractModule {
  @Provides
  Sources sources(SqliteStore store) {
    return store.sources();
  }

  @Provides
  InboundRoutes inboundRoutes(SqliteStore store) {
    return store.inboundRoutes();
  }

  @Provides
  InboundMessages inboundMessages(SqliteStore store) {
    return store.inboundMessages();
  }

  @Provides
  Router router(InboundRoutes routes, Admission admission, Drafts drafts) {
    return new Router(routes, admission, drafts);
  }

  @Provides
  HttpServer.UseCases.OfMessages ofMessages(
      Sources sources,
      InboundMessages messages,
      Router router,
      Ids ids,
      OperatorEvents operatorEvents) {
    var rerouteMessage = new RerouteMessage(sources, messages, router);
    return new HttpServer.UseCases.OfMessages(
        new ReceiveWebhook(sources, messages, router, ids, operatorEvents),
        messages,
        rerouteMessage,
        new RerouteMessages(messages, rerouteMessage));
  }

  @Provides
  HttpServer.UseCases.OfSources ofSources(Sources sources, Ids ids, Randomness randomness) {
    return new HttpServer.UseCases.OfSources(
        sources,
        new CreateSource(sources, ids, randomness),
        new ChangeSource(sources),
        new RemoveSource(sources),
        new RotateSourceSecret(sources, randomness));
  }

  @Provides
  HttpServer.UseCases.OfRoutes ofRoutes(Sources sources, InboundRoutes routes, Ids ids) {
    return new HttpServer.UseCases.OfRoutes(
        routes,
        new AddRoute(sources, routes, ids),
        new ChangeRoute(sources, routes),
        new RemoveRoute(routes));
  }

  @Provides
  HttpServer.UseCases.OfInbound ofInbound(
      HttpServer.UseCases.OfSources ofSources,
      HttpServer.UseCases.OfRoutes ofRoutes,
      HttpServer.UseCases.OfMessages ofMessages) {
    return new HttpServer.UseCases.OfInbound(ofSources, ofRoutes, ofMessages);
  }
}
