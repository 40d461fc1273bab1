package posthorn.application.testing;

class InMemoryStatisticsTest extends StatisticsContract {
  @Override
  protected Stores open() {
    return Stores.inMemory();
  }
}
