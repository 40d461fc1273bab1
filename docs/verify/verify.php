<?php
// Verifies webhooks with PHP 8.0 or newer and its bundled extensions alone.
//
// Each function takes the secrets (several while they rotate), the headers' values (null where
// missing) and the body as it was received: file_get_contents('php://input'). Each returns 'valid'
// or what is wrong. Times are in seconds.

/** Scheme standard: headers webhook-id, webhook-timestamp and webhook-signature. */
function verify_standard(array $secrets, ?string $id, ?string $timestamp, ?string $signature,
    string $body, ?int $now = null, int $tolerance = 300): string
{
    if ($id === null || $timestamp === null || $signature === null) {
        return 'missing_header';
    }
    $hmacs = webhook_offers($signature, ' ', 'v1,');
    $edwards = webhook_offers($signature, ' ', 'v1a,');
    // A dot in the id could pass for the one before the time.
    if (!preg_match('/\A[!-\-\/-~]{1,255}\z/', $id) || (!$hmacs && !$edwards)) {
        return 'malformed_header';
    }
    if ($problem = webhook_time_problem($timestamp, $now, $tolerance)) {
        return $problem;
    }
    $signed = "$id.$timestamp.$body";
    $valid = false;
    foreach ($secrets as $secret) {
        if (str_starts_with($secret, 'whpk_')) {
            $valid = webhook_verifies_ed25519($secret, $edwards, $signed) || $valid;
        } else {
            $right = base64_encode(hash_hmac('sha256', $signed, webhook_standard_key($secret), true));
            $valid = webhook_any_equal($right, $hmacs) || $valid;
        }
    }
    return $valid ? 'valid' : 'no_match';
}

/** Scheme timestamped: t=<seconds>,v1=<hex> in X-Webhook-Signature. */
function verify_timestamped(array $secrets, ?string $signature, string $body, ?int $now = null,
    int $tolerance = 300): string
{
    if ($signature === null) {
        return 'missing_header';
    }
    $times = webhook_offers($signature, ',', 't=');
    $hmacs = webhook_offers($signature, ',', 'v1=');
    if (count($times) !== 1 || !$hmacs) {
        return 'malformed_header';
    }
    if ($problem = webhook_time_problem($times[0], $now, $tolerance)) {
        return $problem;
    }
    return webhook_any_secret($secrets, "$times[0].$body", $hmacs);
}

/** Scheme sha256: sha256=<hex> over the body alone, in X-Webhook-Signature. */
function verify_sha256(array $secrets, ?string $signature, string $body): string
{
    if ($signature === null) {
        return 'missing_header';
    }
    if (!preg_match('/\Asha256=[ -~]*\z/', $signature)) {
        return 'malformed_header';
    }
    return webhook_any_secret($secrets, $body, [substr($signature, strlen('sha256='))]);
}

/** Other versions are left out; so many that they could only be meant to cost time, too. */
function webhook_offers(string $header, string $separator, string $version): array
{
    if (!preg_match('/\A[ -~]*\z/', $header)) {
        return [];
    }
    $found = [];
    foreach (explode($separator, $header) as $element) {
        if (str_starts_with($element, $version)) {
            $found[] = substr($element, strlen($version));
        }
    }
    return count($found) <= 16 ? $found : [];
}

function webhook_time_problem(string $timestamp, ?int $now, int $tolerance): ?string
{
    if (!preg_match('/\A(0|[1-9][0-9]{0,11})\z/', $timestamp)) {
        return 'malformed_header';
    }
    $age = ($now ?? time()) - (int) $timestamp;
    if ($age > $tolerance) {
        return 'too_old';
    }
    return $age < -$tolerance ? 'too_early' : null;
}

/** whsec_ and base64, or a text of your own. */
function webhook_standard_key(string $secret): string
{
    if (!str_starts_with($secret, 'whsec_')) {
        return webhook_text_key($secret);
    }
    $key = base64_decode(substr($secret, strlen('whsec_')), true);
    if ($key === false || $key === '') {
        throw new InvalidArgumentException('no base64 behind whsec_');
    }
    return $key;
}

/** An empty secret or a public key, which anybody knows, would let everybody sign. */
function webhook_text_key(string $secret): string
{
    if (preg_match('/\A(\z|wh[ps]k_)/', $secret)) {
        throw new InvalidArgumentException('this takes a shared secret');
    }
    return $secret;
}

function webhook_any_secret(array $secrets, string $signed, array $hmacs): string
{
    $valid = false;
    foreach ($secrets as $secret) {
        $right = hash_hmac('sha256', $signed, webhook_text_key($secret));
        $valid = webhook_any_equal($right, $hmacs) || $valid;
    }
    return $valid ? 'valid' : 'no_match';
}

/** In a time that does not tell how alike they are. */
function webhook_any_equal(string $right, array $offers): bool
{
    $equal = false;
    foreach ($offers as $offer) {
        $equal = hash_equals($right, $offer) || $equal;
    }
    return $equal;
}

/** The public key whpk_ is in the webhook's answers, and at /.well-known/webhook-keys/<its id>. */
function webhook_verifies_ed25519(string $publicKey, array $offers, string $signed): bool
{
    $key = base64_decode(substr($publicKey, strlen('whpk_')), true);
    foreach ($offers as $offer) {
        $signature = (string) base64_decode($offer, true);
        if (base64_encode($signature) === $offer
            && strlen($signature) === SODIUM_CRYPTO_SIGN_BYTES
            && sodium_crypto_sign_verify_detached($signature, $signed, $key)) {
            return true;
        }
    }
    return false;
}

if (PHP_SAPI === 'cli' && realpath($_SERVER['SCRIPT_FILENAME']) === __FILE__) {
    $env = fn (string $name): ?string => getenv($name) === false ? null : getenv($name);
    $secrets = explode(' ', getenv('WEBHOOK_SECRET'));
    $body = file_get_contents('php://stdin');
    $now = (int) ($env('WEBHOOK_NOW') ?? time());
    $tolerance = (int) ($env('WEBHOOK_TOLERANCE') ?? 300);
    $signature = $env('WEBHOOK_SIGNATURE');
    $result = match ($env('WEBHOOK_SCHEME') ?? 'standard') {
        'standard' => verify_standard($secrets, $env('WEBHOOK_ID'), $env('WEBHOOK_TIMESTAMP'),
            $signature, $body, $now, $tolerance),
        'timestamped' => verify_timestamped($secrets, $signature, $body, $now, $tolerance),
        'sha256' => verify_sha256($secrets, $signature, $body),
    };
    echo $result, "\n";
    exit($result === 'valid' ? 0 : 1);
}
