package posthorn.domain.inbound;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import posthorn.domain.event.EventType;
import posthorn.domain.field.FieldError;
import posthorn.domain.filter.JsonPointer;

/**
 * How a source's messages come by their event type: dotted words, each put together from fixed text
 * and from what stands somewhere in the message. A word is left out when something of it is
 * missing: {@code {header:X-GitHub-Event}.{/action}} makes {@code pull_request.opened}, and {@code
 * push} of a message without an action. A message that has none of what the rule looks for has no
 * type.
 */
public record EventTypeRule(List<Word> words) {

  /** The parts of a word, with nothing between them. */
  record Word(List<Part> parts) {
    Word {
      parts = List.copyOf(parts);
    }
  }

  sealed interface Part {}

  record Literal(String text) implements Part {}

  /** What stands at the first of these places where anything usable stands. */
  record Found(List<Lookup> lookups) implements Part {
    Found {
      lookups = List.copyOf(lookups);
    }

    Optional<String> in(InboundMessage message) {
      return lookups.stream()
          .flatMap(lookup -> lookup.in(message).stream())
          .flatMap(text -> EventTypeWords.normal(text).stream())
          .findFirst();
    }
  }

  /** What came of reading a rule. */
  public sealed interface Parsed {
    record Valid(EventTypeRule rule) implements Parsed {}

    record Invalid(List<FieldError> errors) implements Parsed {
      public Invalid {
        errors = List.copyOf(errors);
      }
    }
  }

  public EventTypeRule {
    words = List.copyOf(words);
    boolean looks =
        words.stream().flatMap(word -> word.parts().stream()).anyMatch(Found.class::isInstance);
    if (!looks) {
      throw new IllegalArgumentException("a rule looks at something in the message");
    }
  }

  /** The first of these places where anything stands. */
  public static EventTypeRule at(Lookup... lookups) {
    return new EventTypeRule(List.of(new Word(List.of(new Found(List.of(lookups))))));
  }

  /** The rule that a template writes; {@link EventTypeTemplate} tells its language. */
  public static EventTypeRule template(String template) {
    return switch (EventTypeTemplate.parse("template", template)) {
      case Parsed.Valid(var rule) -> rule;
      case Parsed.Invalid(var errors) -> throw new IllegalArgumentException(errors.toString());
    };
  }

  /**
   * Reads a source's {@code event_type}, of which exactly one member is given.
   *
   * @param field what the caller calls it; every error's path begins with it
   */
  public static Parsed parse(
      String field, @Nullable String header, @Nullable String pointer, @Nullable String template) {
    var errors = new ArrayList<FieldError>();
    var rules = new ArrayList<EventTypeRule>();
    if (header != null) {
      if (Lookup.Header.isValid(header)) {
        rules.add(at(new Lookup.Header(header)));
      } else {
        errors.add(new FieldError(field + ".header", Lookup.Header.RULE));
      }
    }
    if (pointer != null) {
      if (JsonPointer.isValid(pointer)) {
        rules.add(at(Lookup.Pointer.to(pointer)));
      } else {
        errors.add(new FieldError(field + ".pointer", JsonPointer.RULE));
      }
    }
    if (template != null) {
      switch (EventTypeTemplate.parse(field + ".template", template)) {
        case Parsed.Valid(var rule) -> rules.add(rule);
        case Parsed.Invalid(var found) -> errors.addAll(found);
      }
    }
    long given =
        Stream.of(
                Optional.ofNullable(header),
                Optional.ofNullable(pointer),
                Optional.ofNullable(template))
            .filter(Optional::isPresent)
            .count();
    if (given != 1) {
      errors.addFirst(
          new FieldError(field, "must have exactly one of 'header', 'pointer', 'template'"));
    }
    return errors.isEmpty() ? new Parsed.Valid(rules.getFirst()) : new Parsed.Invalid(errors);
  }

  /**
   * The message's event type; none when it has nothing that the rule looks for, or no valid type.
   */
  public Optional<EventType> typeOf(InboundMessage message) {
    var texts = new ArrayList<String>();
    boolean found = false;
    for (Word word : words) {
      Optional<String> text = text(word, message);
      text.ifPresent(texts::add);
      found |= text.isPresent() && word.parts().stream().anyMatch(Found.class::isInstance);
    }
    return found ? EventTypeWords.join(texts) : Optional.empty();
  }

  /** Whether it reads that header, whatever case its name is in. */
  public boolean looksAtHeader(String name) {
    return words.stream()
        .flatMap(word -> word.parts().stream())
        .filter(Found.class::isInstance)
        .flatMap(part -> ((Found) part).lookups().stream())
        .anyMatch(lookup ->
            lookup instanceof Lookup.Header(String header) && header.equalsIgnoreCase(name));
  }

  private static Optional<String> text(Word word, InboundMessage message) {
    var text = new StringBuilder();
    for (Part part : word.parts()) {
      Optional<String> piece =
          switch (part) {
            case Literal(String literal) -> Optional.of(literal);
            case Found found -> found.in(message);
          };
      if (piece.isEmpty()) {
        return Optional.empty();
      }
      text.append(piece.get());
    }
    return Optional.of(text.toString());
  }
}
