package posthorn.http;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import org.jspecify.annotations.Nullable;
import posthorn.domain.access.Role;
import posthorn.domain.event.EventId;
import posthorn.domain.field.FieldError;
import posthorn.domain.tenant.Quotas;

/**
 * An answer that is no success, as RFC 9457 has it, with a code that programs can rely on.
 *
 * @param eventId the event that it is about, where that is another than what was handed in
 * @param retryAfter how many seconds to wait before trying again, where waiting helps
 */
record Problem(
    String type,
    String title,
    int status,
    String detail,
    String code,
    List<FieldError> errors,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String eventId,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Long retryAfter) {

  static final String CONTENT_TYPE = "application/problem+json";

  static Problem of(int status, String code, String title, String detail) {
    return new Problem(
        "urn:posthorn:problem:" + code, title, status, detail, code, List.of(), null, null);
  }

  Problem withErrors(List<FieldError> all) {
    return new Problem(type, title, status, detail, code, List.copyOf(all), eventId, retryAfter);
  }

  static Problem duplicate(EventId first) {
    return new Problem(
        "urn:posthorn:problem:duplicate_event",
        "The event was published before",
        409,
        "its idempotency key came first with " + first,
        "duplicate_event",
        List.of(),
        first.value(),
        null);
  }

  private Problem withRetryAfter(long seconds) {
    return new Problem(type, title, status, detail, code, errors, eventId, seconds);
  }

  /** Of what is not even HTTP, or more of it than the server reads. */
  static Problem malformedRequest(int status, String detail) {
    return of(status, "malformed_request", "The request could not be read", detail);
  }

  static Problem methodOverride(String header) {
    return of(
        400,
        "method_override",
        "A request cannot be another than it says",
        "send it with the method that is meant, without the header '" + header + "'");
  }

  static Problem undecodable(String part) {
    return malformedRequest(
        400, "its " + part + " does not decode: write each byte of UTF-8 as % and two digits");
  }

  static Problem stopping(long seconds) {
    return of(503, "stopping", "The server stops", "nothing of this request was done; try again")
        .withRetryAfter(seconds);
  }

  static Problem storeUnavailable() {
    return of(
        503,
        "store_unavailable",
        "The store cannot be used right now",
        "nothing was lost that was acknowledged; try again");
  }

  static Problem storageFull() {
    return of(
        503,
        "storage_full",
        "The server's disk has no room for anything new",
        "nothing of this was written, and deliveries go on; try again once an operator has made"
            + " room on the disk");
  }

  static Problem overloaded() {
    return of(
        503,
        "overloaded",
        "The server has more to do than it can keep up with",
        "nothing of this was written; try again");
  }

  static Problem internalError() {
    return of(500, "internal_error", "Something went wrong", "the server's log says what");
  }

  static Problem malformedJson(String detail) {
    return of(400, "malformed_json", "The body is not valid JSON", detail);
  }

  static Problem incompleteBody() {
    return of(
        400,
        "incomplete_body",
        "The body ended early",
        "it is shorter than announced, or came slowly");
  }

  static Problem tooSlow(int bytesPerSecond) {
    return of(
        408,
        "body_too_slow",
        "The body came too slowly",
        "send it at " + bytesPerSecond + " bytes a second or faster");
  }

  static Problem busy(long seconds) {
    return of(
            503,
            "busy",
            "Too many bodies are being read at once",
            "nothing of this request was done; wait, then send it again, fewer at a time")
        .withRetryAfter(seconds);
  }

  static Problem notAnObject() {
    return malformedJson("it must be a JSON object");
  }

  static Problem tooManyParts(int limit) {
    return of(
        422,
        "validation_failed",
        "The request is not valid",
        "it has more than " + limit + " fields and elements");
  }

  static Problem invalid(List<FieldError> errors) {
    return of(
            422,
            "validation_failed",
            "The request is not valid",
            errors.size() == 1 ? "1 field is wrong" : errors.size() + " fields are wrong")
        .withErrors(errors);
  }

  static Problem violation(List<FieldError> errors) {
    return of(
            422,
            "schema_violation",
            "The data is not as its type wants it",
            "the schema that is registered for the event's type says so")
        .withErrors(errors);
  }

  static Problem notFound(String what) {
    return of(404, "not_found", "Not found", "there is no such " + what);
  }

  static Problem unauthorized(String detail) {
    return of(401, "unauthorized", "A valid API key is needed", detail);
  }

  static Problem forbidden(Role role) {
    return of(
        403,
        "forbidden",
        "The key may not do this",
        "its role is '" + role.wireName() + "', and this takes another");
  }

  /** The tenant has as much as it may have; waiting does not help. */
  static Problem quotaExceeded(String quota, long limit) {
    return of(
        403,
        "quota_exceeded",
        "The tenant has as many as it may have",
        "its quota '" + quota + "' is " + limit + "; remove some, or ask the operator for more");
  }

  /** Waiting helps: history grows old and is removed. */
  static Problem storageExceeded(long quota) {
    return of(
        403,
        "quota_exceeded",
        "The tenant has stored as much as it may",
        "its quota '%s' is %d; ask the operator for more, or wait until its history is removed, which a shorter 'retention' of the tenant does sooner"
            .formatted(Quotas.MAX_STORED_BYTES, quota));
  }

  static Problem rateLimited(String detail, long seconds) {
    return of(429, "rate_limited", "Too many in a short time", detail).withRetryAfter(seconds);
  }

  static Problem tooManyFailures(long seconds) {
    return of(
            429,
            "too_many_failures",
            "Too many wrong API keys came from your address",
            "this one is wrong too; wait before you try another, a right one is let in at once")
        .withRetryAfter(seconds);
  }

  static Problem tooManyBadSignatures(long seconds) {
    return of(
            429,
            "too_many_failures",
            "Too many bad signatures came from your address",
            "this one is bad too; wait before you send again, a right one is taken at once")
        .withRetryAfter(seconds);
  }

  static Problem badSignature(String reason) {
    return of(401, "invalid_signature", "The signature is not valid", reason);
  }

  static Problem loopDetected(int hops) {
    return of(
        508,
        "loop_detected",
        "The message goes in a circle",
        "it has come in "
            + hops
            + " times before; find the webhook that sends its event back to this address, and"
            + " change the webhook's URL or its event types");
  }

  static Problem tooManyStreams(int most, long seconds) {
    return of(
            429,
            "too_many_streams",
            "The tenant has as many streams as it may have",
            "at most " + most + " at a time; close one, or wait for one to end")
        .withRetryAfter(seconds);
  }

  /** Each would send a request and wait for its answer. */
  static Problem tooManyTests(String whose, int most, long seconds) {
    return of(
            429,
            "too_many_tests",
            "Too many tests are under way",
            whose + " has at most " + most + " at a time; wait for one to end")
        .withRetryAfter(seconds);
  }

  static Problem streamsFull(int most, long seconds) {
    return of(
            503,
            "streams_full",
            "The server has as many streams as it can have",
            "at most " + most + " at a time; wait for one to end")
        .withRetryAfter(seconds);
  }

  static Problem unsupportedMediaType(String given) {
    return of(
        415,
        "unsupported_media_type",
        "The body is not JSON",
        "send it with 'Content-Type: application/json', not '" + given + "'");
  }

  static Problem unsupportedCharset(String given) {
    return of(
        415,
        "unsupported_media_type",
        "The body is not UTF-8",
        "send JSON in UTF-8, and say no other charset, such as '" + given + "'");
  }

  /** Somebody else was faster; whoever asks should look again. */
  static Problem outdated() {
    return of(
        409,
        "conflict",
        "Somebody else changed it meanwhile",
        "look at it as it is now, and try again");
  }

  static Problem preconditionFailed(@Nullable String present) {
    return of(
        412,
        "precondition_failed",
        "It is not as you have seen it",
        present == null ? "there is none now" : "its ETag is " + present + " now");
  }

  /** Of the body nothing more is known, as it was not read. */
  static Problem bodyTooLarge(int limit) {
    return tooLarge("the body may have at most " + bytes(limit));
  }

  /** The same of a body with an event. */
  static Problem eventTooLarge(int bodyLimit, int dataLimit) {
    return tooLarge(
        "the body may have at most %s, and the data of an event at most %s"
            .formatted(bytes(bodyLimit), bytes(dataLimit)));
  }

  static Problem dataTooLarge(int length, int limit) {
    return tooLarge(
        "the data has %d bytes; an event of this tenant may have at most %s"
            .formatted(length, bytes(limit)));
  }

  private static Problem tooLarge(String detail) {
    return of(413, "payload_too_large", "The payload is too large", detail);
  }

  private static String bytes(int number) {
    if (number % (1024 * 1024) == 0) {
      return number + " bytes (" + number / (1024 * 1024) + " MiB)";
    }
    return number % 1024 == 0 ? number + " bytes (" + number / 1024 + " KiB)" : number + " bytes";
  }
}
