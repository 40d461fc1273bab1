package posthorn.domain.filter;

import java.util.List;

/** What an event has to look like. Reading one from JSON is {@link FilterParser}'s. */
public sealed interface Filter {

  boolean matches(JsonValue document);

  /** What stands at a place passes a test. */
  record Where(JsonPointer pointer, Condition condition) implements Filter {
    @Override
    public boolean matches(JsonValue document) {
      return condition.holds(pointer.find(document));
    }
  }

  record All(List<Filter> filters) implements Filter {
    public All {
      filters = List.copyOf(filters);
    }

    @Override
    public boolean matches(JsonValue document) {
      return filters.stream().allMatch(filter -> filter.matches(document));
    }
  }

  record Any(List<Filter> filters) implements Filter {
    public Any {
      filters = List.copyOf(filters);
    }

    @Override
    public boolean matches(JsonValue document) {
      return filters.stream().anyMatch(filter -> filter.matches(document));
    }
  }

  record None(List<Filter> filters) implements Filter {
    public None {
      filters = List.copyOf(filters);
    }

    @Override
    public boolean matches(JsonValue document) {
      return filters.stream().noneMatch(filter -> filter.matches(document));
    }
  }

  /** The plain opposite: where a test is false because nothing is there, this is true. */
  record Not(Filter filter) implements Filter {
    @Override
    public boolean matches(JsonValue document) {
      return !filter.matches(document);
    }
  }
}
