package posthorn.files;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import posthorn.application.port.Archive;
import posthorn.application.port.ArchiveEntry;
import posthorn.application.port.ArchiveEntry.PastAttempt;
import posthorn.application.port.ArchiveEntry.PastChange;
import posthorn.application.port.ArchiveEntry.PastDelivery;
import posthorn.application.port.ArchiveEntry.PastEvent;
import posthorn.application.port.ArchiveEntry.PastMessage;
import posthorn.application.port.StoreException;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.json.JsonMapper;

/** {@link Archive} as JSON Lines: a folder with a file for every kind and day, in UTC. */
public final class JsonLinesArchive implements Archive {
  private static final JsonMapper JSON =
      JsonMapper.builder().propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE).build();

  private final Path folder;

  public JsonLinesArchive(Path folder) {
    this.folder = folder;
  }

  @Override
  public void write(List<? extends ArchiveEntry> entries, Instant at) {
    Map<String, List<ArchiveEntry>> byKind =
        entries.stream().collect(Collectors.groupingBy(JsonLinesArchive::kindOf));
    try {
      PrivateFiles.createFolder(folder);
      for (var kind : byKind.entrySet()) {
        String day = at.atZone(ZoneOffset.UTC).toLocalDate().toString();
        append(folder.resolve(kind.getKey() + "-" + day + ".jsonl"), linesOf(kind.getValue()));
      }
    } catch (IOException e) {
      throw new StoreException("the archive " + folder + " could not be written", e);
    }
  }

  private static String kindOf(ArchiveEntry entry) {
    return switch (entry) {
      case PastDelivery _ -> "deliveries";
      case PastAttempt _ -> "attempts";
      case PastEvent _ -> "events";
      case PastMessage _ -> "inbound";
      case PastChange _ -> "audit";
    };
  }

  private static ByteBuffer linesOf(List<ArchiveEntry> entries) {
    var lines = new ByteArrayOutputStream();
    for (ArchiveEntry entry : entries) {
      lines.writeBytes(JSON.writeValueAsBytes(lineOf(entry)));
      lines.write('\n');
    }
    return ByteBuffer.wrap(lines.toByteArray());
  }

  private static Record lineOf(ArchiveEntry entry) {
    return switch (entry) {
      case PastDelivery past -> DeliveryLine.of(past);
      case PastAttempt(var attempt, var delivery) -> AttemptLine.of(attempt, delivery);
      case PastEvent(var event) -> EventLine.of(event);
      case PastMessage(var message) -> MessageLine.of(message);
      case PastChange(var change) -> ChangeLine.of(change);
    };
  }

  private void append(Path file, ByteBuffer lines) throws IOException {
    try (FileChannel channel = PrivateFiles.open(file)) {
      // A crash or a full disk may have cut the last line off. What it was about has not been
      // removed then, and comes again.
      channel.truncate(endOfLastLine(channel));
      channel.position(channel.size());
      while (lines.hasRemaining()) {
        channel.write(lines);
      }
      channel.force(true);
    }
    // The file may be new.
    PrivateFiles.sync(folder);
  }

  private static long endOfLastLine(FileChannel channel) throws IOException {
    var last = ByteBuffer.allocate(1);
    long end = channel.size();
    while (end > 0) {
      channel.read(last.clear(), end - 1);
      if (last.get(0) == '\n') {
        break;
      }
      end--;
    }
    return end;
  }
}
