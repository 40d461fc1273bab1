package posthorn.jsonschema;

import com.google.re2j.Pattern;
import com.networknt.schema.regex.RegularExpression;

/**
 * A pattern of RE2, which reads a text once, whatever the pattern. Its work is the length of the
 * text times the size of the pattern, and is counted.
 */
final class LinearPattern implements RegularExpression {
  private final Pattern pattern;
  private final int size;

  /**
   * Compiles it.
   *
   * @throws UnsupportedPatternException if RE2 does not know it or it is too large
   */
  LinearPattern(String regex) {
    String re2 = Re2Dialect.translated(regex);
    PatternSize.check(re2);
    pattern = Re2Dialect.compiled(re2);
    size = pattern.programSize();
    // Data may be judged by a draft's own schema, and then has patterns that are to be compiled.
    Budget.current().compilePattern(size);
  }

  @Override
  public boolean matches(String value) {
    Budget budget = Budget.current();
    // As JSON Schema has it, a pattern need not match the whole text.
    return pattern.matcher(new CountedText(value, size, budget)).find();
  }

  /** Counts what the engine may do for each character that it reads. */
  private record CountedText(String text, int cost, Budget budget) implements CharSequence {
    @Override
    public int length() {
      return text.length();
    }

    @Override
    public char charAt(int index) {
      budget.lookAtCharacter(cost);
      return text.charAt(index);
    }

    @Override
    public CharSequence subSequence(int start, int end) {
      return new CountedText(text.substring(start, end), cost, budget);
    }

    @Override
    public String toString() {
      return text;
    }
  }
}
