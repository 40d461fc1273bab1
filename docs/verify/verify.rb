# Verifies webhooks with Ruby 3.0 or newer and its standard library alone.
#
# Each method takes the secrets (several while they rotate), the headers' values (nil where missing)
# and the body as it was received: with Rack, request.body.read. Each returns "valid" or what is wrong.
require "openssl"

module Webhooks
  module_function

  # Scheme standard: headers webhook-id, webhook-timestamp and webhook-signature.
  def verify_standard(secrets, id, timestamp, signature, body, now: Time.now.to_f, tolerance: 300)
    return "missing_header" if [id, timestamp, signature].any?(&:nil?)
    hmacs, edwards = offers(signature, " ", "v1,"), offers(signature, " ", "v1a,")
    # A dot in the id could pass for the one before the time.
    return "malformed_header" if !id.b.match?(/\A[!-\-\/-~]{1,255}\z/n) || (hmacs + edwards).empty?
    problem = time_problem(timestamp, now, tolerance)
    return problem if problem
    signed = "#{id}.#{timestamp}.".b + body.b
    verdict(secrets.map { |secret|
      if secret.start_with?("whpk_")
        edwards.any? { |offer| verifies_ed25519?(secret, offer, signed) }
      else
        any_equal?([hmac(standard_key(secret), signed)].pack("m0"), hmacs)
      end
    })
  end

  # Scheme timestamped: t=<seconds>,v1=<hex> in X-Webhook-Signature.
  def verify_timestamped(secrets, signature, body, now: Time.now.to_f, tolerance: 300)
    return "missing_header" if signature.nil?
    times, hmacs = offers(signature, ",", "t="), offers(signature, ",", "v1=")
    return "malformed_header" if times.size != 1 || hmacs.empty?
    problem = time_problem(times[0], now, tolerance)
    return problem if problem
    signed = "#{times[0]}.".b + body.b
    verdict(secrets.map { |secret| any_equal?(hmac(text_key(secret), signed).unpack1("H*"), hmacs) })
  end

  # Scheme sha256: sha256=<hex> over the body alone, in X-Webhook-Signature.
  def verify_sha256(secrets, signature, body)
    return "missing_header" if signature.nil?
    return "malformed_header" unless signature.b.match?(/\Asha256=[ -~]*\z/n)
    offer = signature.delete_prefix("sha256=")
    verdict(secrets.map { |secret| any_equal?(hmac(text_key(secret), body).unpack1("H*"), [offer]) })
  end

  # Other versions are left out; so many that they could only be meant to cost time, too.
  def offers(header, separator, version)
    return [] unless header.b.match?(/\A[ -~]*\z/n)
    found = header.split(separator, -1).select { |element| element.start_with?(version) }
    found.size <= 16 ? found.map { |element| element.delete_prefix(version) } : []
  end

  def time_problem(timestamp, now, tolerance)
    return "malformed_header" unless timestamp.b.match?(/\A(0|[1-9][0-9]{0,11})\z/n)
    age = now - timestamp.to_i
    return "too_old" if age > tolerance
    "too_early" if age < -tolerance
  end

  # whsec_ and base64, or a text of your own.
  def standard_key(secret)
    return text_key(secret) unless secret.start_with?("whsec_")
    text = secret.delete_prefix("whsec_")
    raise ArgumentError, "there is nothing behind whsec_" if text.empty?
    (text + "=" * (-text.size % 4)).unpack1("m0")
  end

  # An empty secret or a public key, which anybody knows, would let everybody sign.
  def text_key(secret)
    raise ArgumentError, "this takes a shared secret" if secret.match?(/\A(\z|wh[ps]k_)/)
    secret
  end

  def hmac(key, signed)
    OpenSSL::HMAC.digest("SHA256", key, signed)
  end

  # In a time that does not tell how alike they are.
  def any_equal?(right, offers)
    offers.map { |offer| OpenSSL.secure_compare(right, offer) }.any?
  end

  # The public key whpk_ is in the webhook's answers, and at /.well-known/webhook-keys/<its id>.
  # It is put into the frame that OpenSSL reads keys in (RFC 8410).
  def verifies_ed25519?(public_key, offer, signed)
    frame = ["302a300506032b6570032100"].pack("H*")
    key = OpenSSL::PKey.read(frame + public_key.delete_prefix("whpk_").unpack1("m0"))
    signature = offer.unpack1("m")
    [signature].pack("m0") == offer && key.verify(nil, signature, signed)
  rescue OpenSSL::PKey::PKeyError
    false
  end

  def verdict(valid)
    valid.any? ? "valid" : "no_match"
  end
end

if __FILE__ == $PROGRAM_NAME
  secrets, body = ENV.fetch("WEBHOOK_SECRET").split, $stdin.binmode.read
  id, timestamp, signature = ENV.values_at("WEBHOOK_ID", "WEBHOOK_TIMESTAMP", "WEBHOOK_SIGNATURE")
  options = {now: Float(ENV.fetch("WEBHOOK_NOW", Time.now.to_f)),
             tolerance: Integer(ENV.fetch("WEBHOOK_TOLERANCE", 300))}
  result =
    case ENV.fetch("WEBHOOK_SCHEME", "standard")
    when "standard" then Webhooks.verify_standard(secrets, id, timestamp, signature, body, **options)
    when "timestamped" then Webhooks.verify_timestamped(secrets, signature, body, **options)
    when "sha256" then Webhooks.verify_sha256(secrets, signature, body)
    else exit 2
    end
  puts result
  exit result == "valid"
end
