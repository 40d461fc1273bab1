package posthorn.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Names are shown in lines of mails and logs, so none begins a line or hides another text. */
class PlainNamesTest {
  @RegisterExtension final TestApi api = new TestApi();

  /** As JSON writes them. */
  private static final List<String> NAMES =
      List.of("x\\n2026-01-01 ERROR", "x\\u0085y", "x\\u2028y", "x\\u202Ey", "x\\u200By");

  @Test
  void a_name_with_control_or_format_characters_is_refused() throws Exception {
    for (String name : NAMES) {
      refused("/v1/webhooks", "name", TestApi.WEBHOOK.replace("{", "{\"name\": \"%s\", "), name);
      refused(
          "/v1/webhooks",
          "owner_id",
          TestApi.WEBHOOK.replace("{", "{\"owner_id\": \"%s\", "),
          name);
      refused(
          "/v1/webhooks",
          "owner_email",
          TestApi.WEBHOOK.replace("{", "{\"owner_email\": \"%s@example.com\", "),
          name);
      refused("/v1/tenants", "name", "{\"name\": \"%s\"}", name);
      refused("/v1/api-keys", "name", "{\"role\": \"viewer\", \"name\": \"%s\"}", name);
      refused("/v1/notification-channels", "name", "{\"type\": \"log\", \"name\": \"%s\"}", name);
      refused("/v1/sources", "name", "{\"kind\": \"slack\", \"name\": \"%s\"}", name);
    }
  }

  @Test
  void any_other_name_is_taken() throws Exception {
    String name = "{\"name\": \"Gr\u00FC\u00DFe, \u4F60\u597D \uD83D\uDE00\", ";
    assertThat(api.post("/v1/webhooks", TestApi.WEBHOOK.replace("{", name)).status())
        .isEqualTo(201);
  }

  private void refused(String path, String field, String body, String name) throws Exception {
    assertThat(api.post(path, body.formatted(name)).wrongFields())
        .as(path + " " + name)
        .containsExactly(field);
  }
}
