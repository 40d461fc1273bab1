package posthorn.bootstrap;

import com.google.inject.AbstractModule;
import com.google.inject.Provides;
import com.google.inject.Singleton;
import java.time.InstantSource;
import posthorn.application.deadletters.ControlBatchReplay;
import posthorn.application.deadletters.RunBatchReplays;
import posthorn.application.deadletters.StartBatchReplay;
import posthorn.application.dispatch.Dispatcher;
import posthorn.application.port.BatchOperations;
import posthorn.application.port.DeadLetters;
import posthorn.application.port.Ids;
import posthorn.application.port.OperatorEvents;
import posthorn.application.port.ReplayBell;
import posthorn.application.port.VitalThreads;
import posthorn.application.port.Webhooks;
import posthorn.bootstrap.replay.ReplayLoop;
import posthorn.http.HttpServer;
import posthorn.sqlite.SqliteStore;

/** Dead letters and their replay in bulk. */
final class ReplayModule extends AbstractModule {
  @Provides
  DeadLetters deadLetters(SqliteStore store) {
    return store.deadLetters();
  }

  @Provides
  @Singleton
  BatchOperations batchOperations(SqliteStore store) {
    return store.batchOperations();
  }

  @Provides
  @Singleton
  ReplayLoop.Bell bell() {
    return new ReplayLoop.Bell();
  }

  @Provides
  ReplayBell replayBell(ReplayLoop.Bell bell) {
    return bell;
  }

  @Provides
  StartBatchReplay startBatchReplay(
      BatchOperations operations,
      DeadLetters letters,
      Ids ids,
      OperatorEvents operatorEvents,
      ReplayBell bell) {
    return new StartBatchReplay(operations, letters, ids, operatorEvents, bell);
  }

  @Provides
  ControlBatchReplay controlBatchReplay(
      BatchOperations operations, OperatorEvents operatorEvents, ReplayBell bell) {
    return new ControlBatchReplay(operations, operatorEvents, bell);
  }

  @Provides
  RunBatchReplays runBatchReplays(
      BatchOperations operations,
      DeadLetters letters,
      Webhooks webhooks,
      Ids ids,
      Dispatcher dispatcher,
      OperatorEvents operatorEvents) {
    return new RunBatchReplays(operations, letters, webhooks, ids, dispatcher, operatorEvents);
  }

  @Provides
  @Singleton
  ReplayLoop replayLoop(
      RunBatchReplays run, InstantSource clock, ReplayLoop.Bell bell, VitalThreads threads) {
    return new ReplayLoop(run, clock, bell, threads);
  }

  @Provides
  HttpServer.UseCases.OfDeadLetters ofDeadLetters(
      DeadLetters letters,
      BatchOperations operations,
      StartBatchReplay start,
      ControlBatchReplay control) {
    return new HttpServer.UseCases.OfDeadLetters(letters, operations, start, control);
  }
}
