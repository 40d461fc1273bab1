package posthorn.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GcLogTest {
  @TempDir Path folder;

  @Test
  void the_peak_is_the_most_that_a_collection_found() throws IOException {
    Path log = folder.resolve("gc.log");
    Files.writeString(
        log,
        """
        [0.010s][info][gc] Using G1
        [0.512s][info][gc] GC(0) Pause Young (Normal) (G1 Evacuation Pause) 23M->4M(512M) 3.102ms
        [1.733s][info][gc] GC(1) Pause Young (Normal) (G1 Evacuation Pause) 301M->45M(512M) 8.117ms
        [2.000s][info][gc] GC(2) Concurrent Mark Cycle
        [2.300s][info][gc] GC(3) Pause Remark 88M->61M(512M) 2.000ms
        """);
    assertThat(GcLog.peakMegabytes(log)).hasValue(301);
  }

  @Test
  void without_a_log_it_is_unknown() {
    assertThat(GcLog.peakMegabytes(folder.resolve("missing"))).isEmpty();
  }
}
