package posthorn.verifier;

import static org.assertj.core.api.Assertions.assertThat;

import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class VectorsTest {
  static List<Vector> all() {
    return Vector.all();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("all")
  void a_request_is_judged_as_its_vector_says(Vector vector) {
    var result = vector.verifier().verify(vector.headers(), vector.body(), vector.now());
    assertThat(result.isValid()).as(result.detail()).isEqualTo(vector.expected());
  }

  @Test
  void fifty_six_vectors_are_of_schemes_that_are_sent() {
    assertThat(all()).hasSize(56);
  }

  @Test
  void the_bodies_are_read_as_they_were_meant() throws Exception {
    for (Vector vector : all()) {
      byte[] digest = MessageDigest.getInstance("SHA-256").digest(vector.body());
      assertThat(HexFormat.of().formatHex(digest)).isEqualTo(vector.sha256());
    }
  }
}
