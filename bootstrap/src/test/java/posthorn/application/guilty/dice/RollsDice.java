package posthorn.application.guilty.dice;

import java.util.Random;

/** Breaks the rule that only bootstrap rolls dice. */
public final class RollsDice {
  int roll() {
    return new Random().nextInt(6);
  }
}
