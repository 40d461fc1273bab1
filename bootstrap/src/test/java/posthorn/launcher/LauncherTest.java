package posthorn.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.DataInputStream;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class LauncherTest {
  private static final int CLASS_FILE_OF_JAVA_8 = 52;

  @Test
  void every_java_before_25_is_too_old() {
    for (String version : new String[] {"1.8", "11", "17", "21", "24"}) {
      assertThat(Launcher.isTooOld(version)).as(version).isTrue();
    }
    for (String version : new String[] {"25", "26"}) {
      assertThat(Launcher.isTooOld(version)).as(version).isFalse();
    }
  }

  @Test
  void java_8_can_load_the_launcher() throws IOException {
    try (var in = new DataInputStream(Launcher.class.getResourceAsStream("Launcher.class"))) {
      assertThat(in.readInt()).isEqualTo(0xCAFEBABE);
      assertThat(in.readUnsignedShort()).isZero();
      assertThat(in.readUnsignedShort()).isEqualTo(CLASS_FILE_OF_JAVA_8);
    }
  }
}
