package posthorn.bootstrap;

import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.OverwrittenOptionException;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** What is wrong with a command line, in words for people. */
final class Misuse {
  private static final String HELP = "help";

  private Misuse() {}

  /** The mistake, to be read after "posthorn: ". */
  static String sentence(ParameterException failure) {
    return switch (failure) {
      case UnmatchedArgumentException unmatched -> unexpected(unmatched);
      case MissingParameterException missing -> missing(missing);
      case OverwrittenOptionException twice -> nameOf(twice.getOverwritten()) + " is given twice";
      default -> wrong(failure);
    };
  }

  /** Whether help was asked for as if it were a command. */
  static boolean asksForHelp(ParameterException failure) {
    return failure instanceof UnmatchedArgumentException unmatched
        && unmatched.getUnmatched().getFirst().equals(HELP);
  }

  private static String unexpected(UnmatchedArgumentException unmatched) {
    String given = unmatched.getUnmatched().getFirst();
    if (given.startsWith("-")) {
      return "there is no option " + given.split("=", 2)[0];
    }
    return unmatched.getCommandLine().getSubcommands().isEmpty()
        ? "'" + given + "' is not expected here"
        : "there is no command '" + given + "'";
  }

  private static String missing(MissingParameterException missing) {
    ArgSpec first = missing.getMissing().getFirst();
    return first instanceof OptionSpec option
        ? option.longestName() + " needs a value"
        : "say which key: "
            + missing.getCommandLine().getCommandSpec().qualifiedName()
            + " "
            + first.paramLabel();
  }

  /** Flags and numbers are read before a command sees them. */
  private static String wrong(ParameterException failure) {
    if (!(failure.getArgSpec() instanceof OptionSpec option) || failure.getValue() == null) {
      return lowerFirst(String.valueOf(failure.getMessage()));
    }
    return option.longestName()
        + (option.arity().max() == 0
            ? " takes no value"
            : " must be a number, not '" + failure.getValue() + "'");
  }

  private static String nameOf(ArgSpec argument) {
    return argument instanceof OptionSpec option ? option.longestName() : argument.paramLabel();
  }

  private static String lowerFirst(String text) {
    return text.isEmpty() ? text : Character.toLowerCase(text.charAt(0)) + text.substring(1);
  }
}
