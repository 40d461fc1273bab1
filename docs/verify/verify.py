"""Verifies webhooks with Python 3.8 or newer and its standard library alone.

Each function takes the secrets (several while they rotate), the headers' values (None where
missing) and the body as the bytes that were received. Each returns "valid" or what is wrong.
"""
import base64
import hashlib
import hmac
import re
import time


def verify_standard(secrets, message_id, timestamp, signature, body, now=None, tolerance=300):
    """Scheme standard: headers webhook-id, webhook-timestamp and webhook-signature."""
    if message_id is None or timestamp is None or signature is None:
        return "missing_header"
    offers = _offers(signature, " ", "v1,")
    # A dot in the id could pass for the one before the time.
    if not re.fullmatch(r"[!-\-/-~]{1,255}", message_id) or not offers:
        return "malformed_header"
    problem = _time_problem(timestamp, now, tolerance)
    if problem:
        return problem
    signed = f"{message_id}.{timestamp}.".encode() + body
    right = [base64.b64encode(_hmac(_standard_key(s), signed)).decode() for s in secrets]
    return _verdict(right, offers)


def verify_timestamped(secrets, signature, body, now=None, tolerance=300):
    """Scheme timestamped: t=<seconds>,v1=<hex> in X-Webhook-Signature."""
    if signature is None:
        return "missing_header"
    times, offers = _offers(signature, ",", "t="), _offers(signature, ",", "v1=")
    if len(times) != 1 or not offers:
        return "malformed_header"
    problem = _time_problem(times[0], now, tolerance)
    if problem:
        return problem
    signed = f"{times[0]}.".encode() + body
    return _verdict([_hmac(_text_key(s), signed).hex() for s in secrets], offers)


def verify_sha256(secrets, signature, body):
    """Scheme sha256: sha256=<hex> over the body alone, in X-Webhook-Signature."""
    if signature is None:
        return "missing_header"
    if not re.fullmatch(r"sha256=[ -~]*", signature):
        return "malformed_header"
    return _verdict([_hmac(_text_key(s), body).hex() for s in secrets], [signature[len("sha256="):]])


def _offers(header, separator, version):
    """Other versions are left out; so many that they could only be meant to cost time, too."""
    if not re.fullmatch(r"[ -~]*", header):
        return []
    found = [e[len(version):] for e in header.split(separator) if e.startswith(version)]
    return found if len(found) <= 16 else []


def _time_problem(timestamp, now, tolerance):
    if not re.fullmatch(r"0|[1-9][0-9]{0,11}", timestamp):
        return "malformed_header"
    age = (time.time() if now is None else now) - int(timestamp)
    return "too_old" if age > tolerance else "too_early" if age < -tolerance else None


def _standard_key(secret):
    """whsec_ and base64, or a text of your own."""
    if not secret.startswith("whsec_"):
        return _text_key(secret)
    text = _text_key(secret)[len("whsec_"):].decode()
    key = base64.b64decode(text + "=" * (-len(text) % 4), validate=True)
    if not key:
        raise ValueError("there is nothing behind whsec_")
    return key


def _text_key(secret):
    """An empty secret or a public key, which anybody knows, would let everybody sign."""
    if not secret or secret.startswith(("whpk_", "whsk_")):
        raise ValueError("this takes a shared secret; Python has no Ed25519 of its own")
    return secret.encode()


def _hmac(key, signed):
    return hmac.new(key, signed, hashlib.sha256).digest()


def _verdict(right, offers):
    """Compares in a time that does not tell how alike they are."""
    equal = [hmac.compare_digest(r.encode(), o.encode()) for r in right for o in offers]
    return "valid" if any(equal) else "no_match"


def _main():
    env = os.environ.get
    secrets, body = os.environ["WEBHOOK_SECRET"].split(), sys.stdin.buffer.read()
    now = int(env("WEBHOOK_NOW")) if env("WEBHOOK_NOW") else None
    tolerance = int(env("WEBHOOK_TOLERANCE", "300"))
    scheme, signature = env("WEBHOOK_SCHEME", "standard"), env("WEBHOOK_SIGNATURE")
    if scheme == "standard":
        message_id, timestamp = env("WEBHOOK_ID"), env("WEBHOOK_TIMESTAMP")
        result = verify_standard(secrets, message_id, timestamp, signature, body, now, tolerance)
    elif scheme == "timestamped":
        result = verify_timestamped(secrets, signature, body, now, tolerance)
    elif scheme == "sha256":
        result = verify_sha256(secrets, signature, body)
    else:
        sys.exit(2)
    print(result)
    sys.exit(0 if result == "valid" else 1)


if __name__ == "__main__":
    import os
    import sys

    _main()
