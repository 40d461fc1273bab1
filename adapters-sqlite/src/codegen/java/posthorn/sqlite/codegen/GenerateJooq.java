package posthorn.sqlite.codegen;

import java.nio.file.Files;
import java.nio.file.Path;
import org.flywaydb.core.Flyway;
import org.jooq.codegen.GenerationTool;
import org.jooq.meta.jaxb.Configuration;
import org.jooq.meta.jaxb.Database;
import org.jooq.meta.jaxb.ForcedType;
import org.jooq.meta.jaxb.Generate;
import org.jooq.meta.jaxb.Generator;
import org.jooq.meta.jaxb.Jdbc;
import org.jooq.meta.jaxb.LambdaConverter;
import org.jooq.meta.jaxb.Logging;
import org.jooq.meta.jaxb.Target;

/**
 * Applies the migrations to a new SQLite database and generates the classes of the schema they
 * make. Arguments: the folder of the migrations, the folder to generate into, a folder for the
 * database.
 */
final class GenerateJooq {
  private GenerateJooq() {}

  public static void main(String[] arguments) throws Exception {
    Path migrations = Path.of(arguments[0]);
    Path target = Path.of(arguments[1]);
    Path database = Path.of(arguments[2]).resolve("schema.db");
    Files.deleteIfExists(database);
    String url = "jdbc:sqlite:" + database;
    Flyway.configure()
        .dataSource(url, null, null)
        .locations("filesystem:" + migrations)
        .load()
        .migrate();
    GenerationTool.generate(configuration(url, target));
  }

  private static Configuration configuration(String url, Path target) {
    return new Configuration()
        .withLogging(Logging.WARN)
        .withJdbc(new Jdbc().withDriver("org.sqlite.JDBC").withUrl(url))
        .withGenerator(
            new Generator()
                .withDatabase(
                    new Database()
                        .withName("org.jooq.meta.sqlite.SQLiteDatabase")
                        .withExcludes("flyway_schema_history|sqlite_.*")
                        .withIncludeCheckConstraints(false)
                        .withForcedTypes(
                            new ForcedType()
                                .withIncludeExpression(".*_at")
                                .withName("BIGINT")
                                .withUserType("java.time.Instant")
                                .withLambdaConverter(
                                    new LambdaConverter()
                                        .withFrom("java.time.Instant::ofEpochMilli")
                                        .withTo("java.time.Instant::toEpochMilli")),
                            new ForcedType()
                                .withIncludeExpression(
                                    ".*_ms|.*_bytes|.*_number|.*\\.bytes|.*\\.epoch")
                                .withName("BIGINT"),
                            new ForcedType().withIncludeTypes("REAL").withName("DOUBLE"),
                            new ForcedType().withIncludeTypes("TEXT").withName("VARCHAR")))
                .withGenerate(new Generate().withRecords(true).withDaos(false))
                .withTarget(
                    new Target()
                        .withPackageName("posthorn.sqlite.schema")
                        .withDirectory(target.toString())));
  }
}
