package posthorn.jsonschema;

import com.networknt.schema.regex.RegularExpression;
import com.networknt.schema.regex.RegularExpressions;
import java.util.regex.Pattern;

/** A pattern of Java's that counts each character it looks at, however often. */
final class CountedPattern implements RegularExpression {
  private final Pattern pattern;

  CountedPattern(String regex) {
    pattern =
        Pattern.compile(
            RegularExpressions.replaceLongformCharacterProperties(
                RegularExpressions.replaceDollarAnchors(regex)));
  }

  @Override
  public boolean matches(String value) {
    Budget budget = Budget.CURRENT.isBound() ? Budget.CURRENT.get() : new Budget();
    // As JSON Schema has it, a pattern need not match the whole text.
    return pattern.matcher(new CountedText(value, budget)).find();
  }

  private record CountedText(String text, Budget budget) implements CharSequence {
    @Override
    public int length() {
      return text.length();
    }

    @Override
    public char charAt(int index) {
      budget.lookAtCharacter();
      return text.charAt(index);
    }

    @Override
    public CharSequence subSequence(int start, int end) {
      return new CountedText(text.substring(start, end), budget);
    }

    @Override
    public String toString() {
      return text;
    }
  }
}
