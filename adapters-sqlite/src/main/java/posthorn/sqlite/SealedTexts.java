package posthorn.sqlite;

import static java.util.stream.Collectors.joining;

import java.time.Instant;
import java.util.List;
import java.util.function.Function;
import org.jooq.TableField;
import org.jooq.TableRecord;
import posthorn.application.port.SecretSeal;
import posthorn.domain.signing.RotatingSecret;

/**
 * Texts in columns that nobody can read without the key. Each is sealed for its column and for the
 * row's id, which is there before them; an empty text stands for none.
 */
final class SealedTexts {
  static final String NONE = "";

  private static final String ID = "id";
  private static final String UNTIL = " ";
  private static final String LINES = "\n";

  private final SecretSeal seal;

  SealedTexts(SecretSeal seal) {
    this.seal = seal;
  }

  <R extends TableRecord<R>> void set(R row, TableField<R, String> column, String text) {
    row.set(column, text.equals(NONE) ? NONE : seal.seal(text, place(row, column)));
  }

  <R extends TableRecord<R>> String open(R row, TableField<R, String> column) {
    String sealed = row.get(column);
    return sealed.equals(NONE) ? NONE : seal.open(sealed, place(row, column));
  }

  /** The present secret in the one column, in the other those that it replaced, a line each. */
  <R extends TableRecord<R>, S> void set(
      R row,
      TableField<R, String> present,
      TableField<R, String> earlier,
      RotatingSecret<S> secret,
      Function<S, String> text) {
    set(row, present, text.apply(secret.current()));
    set(
        row,
        earlier,
        secret.previous().stream()
            .map(retiring ->
                retiring.validUntil().toEpochMilli() + UNTIL + text.apply(retiring.secret()))
            .collect(joining(LINES)));
  }

  <R extends TableRecord<R>, S> RotatingSecret<S> open(
      R row,
      TableField<R, String> present,
      TableField<R, String> earlier,
      Function<String, S> secret) {
    return new RotatingSecret<>(
        secret.apply(open(row, present)),
        open(row, earlier).lines().map(line -> retiringOf(line, secret)).toList());
  }

  private static <S> RotatingSecret.Retiring<S> retiringOf(
      String line, Function<String, S> secret) {
    int end = line.indexOf(UNTIL);
    return new RotatingSecret.Retiring<>(
        secret.apply(line.substring(end + 1)),
        Instant.ofEpochMilli(Long.parseLong(line.substring(0, end))));
  }

  /** Seals with the present key what another one sealed; whether there was something to do. */
  <R extends TableRecord<R>> boolean reseal(R row, List<TableField<R, String>> columns) {
    boolean stale = false;
    for (TableField<R, String> column : columns) {
      String sealed = row.get(column);
      if (sealed != null && !sealed.equals(NONE) && !seal.isOfPresentKey(sealed)) {
        set(row, column, open(row, column));
        stale = true;
      }
    }
    return stale;
  }

  private static <R extends TableRecord<R>> String place(R row, TableField<R, String> column) {
    return row.getTable().getName() + "." + column.getName() + " of " + row.get(ID, String.class);
  }
}
