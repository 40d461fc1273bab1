package posthorn.domain.inbound;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import posthorn.domain.field.FieldError;
import posthorn.domain.filter.JsonPointer;
import posthorn.domain.inbound.EventTypeRule.Found;
import posthorn.domain.inbound.EventTypeRule.Literal;
import posthorn.domain.inbound.EventTypeRule.Parsed;
import posthorn.domain.inbound.EventTypeRule.Part;
import posthorn.domain.inbound.EventTypeRule.Word;

/**
 * Reads the text of a rule: dotted words of fixed text and of placeholders in braces. A placeholder
 * names a header, {@code {header:X-Topic}}, or a JSON pointer, {@code {/data/kind}}; or several of
 * them in order of preference, {@code {/event/type|/type}}. A pointer with a brace or a bar in it
 * cannot be written here, only given as the source's {@code pointer}.
 */
final class EventTypeTemplate {
  static final int MAX_LENGTH = 512;

  private static final String HEADER = "header:";
  private static final Pattern PIECE =
      Pattern.compile(
          "\\{(?<placeholder>[^{}]*+)\\}|(?<dot>\\.)|(?<literal>[^{}.]++)|(?<brace>[{}])");
  private static final Pattern LITERAL = Pattern.compile("[A-Za-z0-9_-]+");

  private final String field;
  private final List<FieldError> errors = new ArrayList<>();
  private boolean looks;

  private EventTypeTemplate(String field) {
    this.field = field;
  }

  static Parsed parse(String field, String template) {
    var reader = new EventTypeTemplate(field);
    if (template.length() > MAX_LENGTH) {
      reader.refuse("must have at most " + MAX_LENGTH + " characters");
      return new Parsed.Invalid(reader.errors);
    }
    List<Word> words = reader.words(template);
    if (!reader.looks) {
      reader.refuse("must have a placeholder such as '{/type}' or '{header:X-Event}'");
    }
    return reader.errors.isEmpty()
        ? new Parsed.Valid(new EventTypeRule(words))
        : new Parsed.Invalid(reader.errors);
  }

  private List<Word> words(String template) {
    var words = new ArrayList<Word>();
    var parts = new ArrayList<Part>();
    Matcher piece = PIECE.matcher(template);
    while (piece.find()) {
      if (piece.group("dot") != null) {
        words.add(word(parts));
        parts.clear();
      } else {
        parts.add(part(piece));
      }
    }
    words.add(word(parts));
    return words;
  }

  private Word word(List<Part> parts) {
    if (parts.isEmpty()) {
      refuse("must have something before, after and between its dots");
    }
    return new Word(parts);
  }

  private Part part(Matcher piece) {
    String placeholder = piece.group("placeholder");
    if (placeholder != null) {
      looks = true;
      return new Found(lookups(placeholder));
    }
    if (piece.group("brace") != null) {
      refuse("has a brace without its counterpart at character " + (piece.start() + 1));
    } else if (!LITERAL.matcher(piece.group()).matches()) {
      refuse("may have only letters, digits, '_' and '-' outside of braces: " + piece.group());
    }
    return new Literal(piece.group());
  }

  private List<Lookup> lookups(String placeholder) {
    return Arrays.stream(placeholder.split("\\|", -1))
        .flatMap(place -> lookup(place).stream())
        .toList();
  }

  private Optional<Lookup> lookup(String place) {
    if (place.startsWith(HEADER) && Lookup.Header.isValid(place.substring(HEADER.length()))) {
      return Optional.of(new Lookup.Header(place.substring(HEADER.length())));
    }
    if (!place.isEmpty() && JsonPointer.isValid(place)) {
      return Optional.of(Lookup.Pointer.to(place));
    }
    refuse("must have 'header:' and a name or a JSON pointer in braces: {" + place + "}");
    return Optional.empty();
  }

  private void refuse(String message) {
    errors.add(new FieldError(field, message));
  }
}
