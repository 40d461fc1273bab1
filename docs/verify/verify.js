// Verifies webhooks with Node 18 or newer and node:crypto alone.
//
// Each function takes the secrets (several while they rotate), the headers' values (undefined where
// missing) and the body as the Buffer that was received: with Express, express.raw({type: '*/*'}).
// Each returns 'valid' or what is wrong. Times are in seconds.
'use strict';
const crypto = require('node:crypto');

/** Scheme standard: headers webhook-id, webhook-timestamp and webhook-signature. */
function verifyStandard(secrets, {id, timestamp, signature}, body, {now, tolerance} = {}) {
  if (id === undefined || timestamp === undefined || signature === undefined) return 'missing_header';
  const hmacs = offers(signature, ' ', 'v1,');
  const edwards = offers(signature, ' ', 'v1a,');
  // A dot in the id could pass for the one before the time.
  if (!/^[!-\-/-~]{1,255}$/.test(id) || hmacs.length + edwards.length === 0) return 'malformed_header';
  const problem = timeProblem(timestamp, now, tolerance);
  if (problem) return problem;
  const signed = Buffer.concat([Buffer.from(`${id}.${timestamp}.`), body]);
  const valid = secrets.map((secret) =>
    secret.startsWith('whpk_')
      ? edwards.some((offer) => verifiesEd25519(secret, offer, signed))
      : anyEqual(hmac(standardKey(secret), signed).toString('base64'), hmacs));
  return verdict(valid);
}

/** Scheme timestamped: t=<seconds>,v1=<hex> in X-Webhook-Signature. */
function verifyTimestamped(secrets, {signature}, body, {now, tolerance} = {}) {
  if (signature === undefined) return 'missing_header';
  const times = offers(signature, ',', 't=');
  const hmacs = offers(signature, ',', 'v1=');
  if (times.length !== 1 || hmacs.length === 0) return 'malformed_header';
  const problem = timeProblem(times[0], now, tolerance);
  if (problem) return problem;
  const signed = Buffer.concat([Buffer.from(`${times[0]}.`), body]);
  return verdict(secrets.map((secret) => anyEqual(hmac(textKey(secret), signed).toString('hex'), hmacs)));
}

/** Scheme sha256: sha256=<hex> over the body alone, in X-Webhook-Signature. */
function verifySha256(secrets, {signature}, body) {
  if (signature === undefined) return 'missing_header';
  if (!/^sha256=[ -~]*$/.test(signature)) return 'malformed_header';
  const offer = signature.slice('sha256='.length);
  return verdict(secrets.map((secret) => anyEqual(hmac(textKey(secret), body).toString('hex'), [offer])));
}

/** Other versions are left out; so many that they could only be meant to cost time, too. */
function offers(header, separator, version) {
  if (!/^[ -~]*$/.test(header)) return [];
  const found = header.split(separator).filter((element) => element.startsWith(version));
  return found.length <= 16 ? found.map((element) => element.slice(version.length)) : [];
}

function timeProblem(timestamp, now = Date.now() / 1000, tolerance = 300) {
  if (!/^(0|[1-9][0-9]{0,11})$/.test(timestamp)) return 'malformed_header';
  const age = now - Number(timestamp);
  if (age > tolerance) return 'too_old';
  return age < -tolerance ? 'too_early' : null;
}

/** whsec_ and base64, or a text of your own. */
function standardKey(secret) {
  if (!secret.startsWith('whsec_')) return textKey(secret);
  // Node would also make something of what is no base64.
  if (!/^whsec_[A-Za-z0-9+/]+={0,2}$/.test(secret)) throw new Error('no base64 behind whsec_');
  return Buffer.from(secret.slice('whsec_'.length), 'base64');
}

/** An empty secret or a public key, which anybody knows, would let everybody sign. */
function textKey(secret) {
  if (!secret || /^wh[ps]k_/.test(secret)) throw new Error('this takes a shared secret');
  return secret;
}

function hmac(key, signed) {
  return crypto.createHmac('sha256', key).update(signed).digest();
}

/** In a time that does not tell how alike they are; of what length it is anybody knows. */
function anyEqual(right, some) {
  const equal = some.map((offer) =>
    offer.length === right.length && crypto.timingSafeEqual(Buffer.from(right), Buffer.from(offer)));
  return equal.includes(true);
}

/** The public key whpk_ is in the webhook's answers, and at /.well-known/webhook-keys/<its id>. */
function verifiesEd25519(publicKey, offer, signed) {
  const x = Buffer.from(publicKey.slice('whpk_'.length), 'base64').toString('base64url');
  const key = crypto.createPublicKey({key: {kty: 'OKP', crv: 'Ed25519', x}, format: 'jwk'});
  const signature = Buffer.from(offer, 'base64');
  return signature.toString('base64') === offer && crypto.verify(null, signed, key, signature);
}

function verdict(valid) {
  return valid.includes(true) ? 'valid' : 'no_match';
}

module.exports = {verifyStandard, verifyTimestamped, verifySha256};

if (require.main === module) {
  const env = process.env;
  const verify = {standard: verifyStandard, timestamped: verifyTimestamped, sha256: verifySha256}[
    env.WEBHOOK_SCHEME ?? 'standard'];
  const headers = {
    id: env.WEBHOOK_ID, timestamp: env.WEBHOOK_TIMESTAMP, signature: env.WEBHOOK_SIGNATURE};
  const options = {
    now: env.WEBHOOK_NOW && Number(env.WEBHOOK_NOW), tolerance: Number(env.WEBHOOK_TOLERANCE ?? 300)};
  const body = require('node:fs').readFileSync(0);
  const result = verify(env.WEBHOOK_SECRET.split(' '), headers, body, options);
  console.log(result);
  process.exitCode = result === 'valid' ? 0 : 1;
}
