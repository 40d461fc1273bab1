package posthorn.jsonschema;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import com.networknt.schema.regex.RegularExpressions;
import java.util.regex.MatchResult;
import org.jspecify.annotations.Nullable;

/** Between the regular expressions of JSON Schema, which are ECMAScript's, and those of RE2. */
final class Re2Dialect {
  /** A backslash and what it escapes; where it is a code unit or a control letter, with that. */
  private static final java.util.regex.Pattern ESCAPE =
      java.util.regex.Pattern.compile(
          "\\\\(?:u([dD][89abAB]\\p{XDigit}{2})\\\\u([dD][c-fC-F]\\p{XDigit}{2})"
              + "|u(\\p{XDigit}{4})|c([a-zA-Z])|.)",
          java.util.regex.Pattern.DOTALL);

  private static final java.util.regex.Pattern SCRIPT =
      java.util.regex.Pattern.compile("(\\\\[pP]\\{)(?:Script|sc|General_Category|gc)=");

  private Re2Dialect() {}

  /** The same pattern, with what RE2 writes otherwise. */
  static String translated(String regex) {
    String properties = RegularExpressions.replaceLongformCharacterProperties(regex);
    String scripts = SCRIPT.matcher(properties).replaceAll("$1");
    return ESCAPE
        .matcher(scripts)
        .replaceAll(found -> java.util.regex.Matcher.quoteReplacement(escape(found)));
  }

  private static String escape(MatchResult found) {
    if (found.group(1) != null) {
      char high = (char) Integer.parseInt(found.group(1), 16);
      char low = (char) Integer.parseInt(found.group(2), 16);
      return "\\x{%x}".formatted(Character.toCodePoint(high, low));
    }
    if (found.group(3) != null) {
      return "\\x{" + found.group(3) + "}";
    }
    return found.group(4) != null
        ? "\\x{%x}".formatted(found.group(4).charAt(0) % 32)
        : found.group();
  }

  /**
   * Compiles what was {@link #translated}.
   *
   * @throws UnsupportedPatternException if RE2 does not know it
   */
  static Pattern compiled(String re2) {
    try {
      return Pattern.compile(re2);
    } catch (PatternSyntaxException e) {
      throw new UnsupportedPatternException(reason(e));
    } catch (StackOverflowError _) {
      throw new UnsupportedPatternException("is nested too deeply");
    }
  }

  private static String reason(PatternSyntaxException e) {
    String part = e.getPattern();
    String construct = constructOf(part);
    return construct == null
        ? "is no regular expression: " + e.getDescription() + " at '" + shortened(part) + "'"
        : "uses %s ('%s'), which no engine that runs in linear time can do"
            .formatted(construct, shortened(part));
  }

  private static @Nullable String constructOf(String part) {
    if (part.startsWith("(?=") || part.startsWith("(?!")) {
      return "a lookahead";
    }
    if (part.startsWith("(?<=") || part.startsWith("(?<!")) {
      return "a lookbehind";
    }
    if (part.startsWith("(?>")) {
      return "an atomic group";
    }
    return part.matches("\\\\[1-9k].*") ? "a backreference" : null;
  }

  private static String shortened(String part) {
    return part.length() <= 40 ? part : part.substring(0, 40) + "…";
  }
}
