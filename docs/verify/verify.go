// Verifies webhooks with Go 1.18 or newer and its standard library alone.
//
// Each function takes the secrets (several while they rotate), the request's headers and the body as
// the bytes that were received. Each returns "valid" or what is wrong.
package main

import (
	"crypto/ed25519"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"io"
	"net/http"
	"os"
	"regexp"
	"strconv"
	"strings"
	"time"
)

var (
	// A dot in the id could pass for the one before the time.
	messageID = regexp.MustCompile(`^[!-\-/-~]{1,255}$`)
	seconds   = regexp.MustCompile(`^(0|[1-9][0-9]{0,11})$`)
	printable = regexp.MustCompile(`^[ -~]*$`)
)

// VerifyStandard is for the scheme standard: webhook-id, webhook-timestamp and webhook-signature.
func VerifyStandard(secrets []string, headers http.Header, body []byte, now time.Time, tolerance time.Duration) string {
	id, timestamp, signature := headers.Values("webhook-id"), headers.Values("webhook-timestamp"), headers.Values("webhook-signature")
	if len(id) == 0 || len(timestamp) == 0 || len(signature) == 0 {
		return "missing_header"
	}
	hmacs, edwards := offers(signature, " ", "v1,"), offers(signature, " ", "v1a,")
	if len(id) > 1 || len(timestamp) > 1 || !messageID.MatchString(id[0]) || len(hmacs)+len(edwards) == 0 {
		return "malformed_header"
	}
	if problem := timeProblem(timestamp[0], now, tolerance); problem != "" {
		return problem
	}
	signed := append([]byte(id[0]+"."+timestamp[0]+"."), body...)
	valid := false
	for _, secret := range secrets {
		if strings.HasPrefix(secret, "whpk_") {
			valid = verifiesEd25519(secret, edwards, signed) || valid
		} else {
			right := base64.StdEncoding.EncodeToString(mac(standardKey(secret), signed))
			valid = anyEqual(right, hmacs) || valid
		}
	}
	return verdict(valid)
}

// VerifyTimestamped is for the scheme timestamped: t=<seconds>,v1=<hex> in X-Webhook-Signature.
func VerifyTimestamped(secrets []string, headers http.Header, body []byte, now time.Time, tolerance time.Duration) string {
	signature := headers.Values("X-Webhook-Signature")
	if len(signature) == 0 {
		return "missing_header"
	}
	times, hmacs := offers(signature, ",", "t="), offers(signature, ",", "v1=")
	if len(times) != 1 || len(hmacs) == 0 {
		return "malformed_header"
	}
	if problem := timeProblem(times[0], now, tolerance); problem != "" {
		return problem
	}
	return verdict(anySecret(secrets, append([]byte(times[0]+"."), body...), hmacs))
}

// VerifySha256 is for the scheme sha256: sha256=<hex> over the body alone, in X-Webhook-Signature.
func VerifySha256(secrets []string, headers http.Header, body []byte) string {
	signature := headers.Values("X-Webhook-Signature")
	if len(signature) == 0 {
		return "missing_header"
	}
	if len(signature) > 1 || !printable.MatchString(signature[0]) || !strings.HasPrefix(signature[0], "sha256=") {
		return "malformed_header"
	}
	return verdict(anySecret(secrets, body, []string{strings.TrimPrefix(signature[0], "sha256=")}))
}

// Other versions are left out; so many that they could only be meant to cost time, too.
func offers(header []string, separator, version string) []string {
	var found []string
	if len(header) != 1 || !printable.MatchString(header[0]) {
		return found
	}
	for _, element := range strings.Split(header[0], separator) {
		if strings.HasPrefix(element, version) {
			found = append(found, strings.TrimPrefix(element, version))
		}
	}
	if len(found) > 16 {
		return nil
	}
	return found
}

func timeProblem(timestamp string, now time.Time, tolerance time.Duration) string {
	if !seconds.MatchString(timestamp) {
		return "malformed_header"
	}
	signedAt, _ := strconv.ParseInt(timestamp, 10, 64)
	age := now.Sub(time.Unix(signedAt, 0))
	if age > tolerance {
		return "too_old"
	}
	if age < -tolerance {
		return "too_early"
	}
	return ""
}

// whsec_ and base64, or a text of your own.
func standardKey(secret string) []byte {
	if !strings.HasPrefix(secret, "whsec_") {
		return textKey(secret)
	}
	return decoded(strings.TrimPrefix(secret, "whsec_"))
}

// An empty secret or a public key, which anybody knows, would let everybody sign.
func textKey(secret string) []byte {
	if secret == "" || strings.HasPrefix(secret, "whpk_") || strings.HasPrefix(secret, "whsk_") {
		panic("this takes a shared secret")
	}
	return []byte(secret)
}

func decoded(text string) []byte {
	bytes, err := base64.RawStdEncoding.DecodeString(strings.TrimRight(text, "="))
	if err != nil || len(bytes) == 0 {
		panic("a secret has base64 behind its prefix")
	}
	return bytes
}

func mac(key, signed []byte) []byte {
	hash := hmac.New(sha256.New, key)
	hash.Write(signed)
	return hash.Sum(nil)
}

func anySecret(secrets []string, signed []byte, hmacs []string) bool {
	equal := false
	for _, secret := range secrets {
		equal = anyEqual(hex.EncodeToString(mac(textKey(secret), signed)), hmacs) || equal
	}
	return equal
}

// In a time that does not tell how alike they are.
func anyEqual(right string, some []string) bool {
	equal := false
	for _, offer := range some {
		equal = hmac.Equal([]byte(right), []byte(offer)) || equal
	}
	return equal
}

// The public key whpk_ is in the webhook's answers, and at /.well-known/webhook-keys/<its id>.
func verifiesEd25519(publicKey string, some []string, signed []byte) bool {
	key := decoded(strings.TrimPrefix(publicKey, "whpk_"))
	for _, offer := range some {
		signature, err := base64.StdEncoding.Strict().DecodeString(offer)
		if err == nil && ed25519.Verify(key, signed, signature) {
			return true
		}
	}
	return false
}

func verdict(valid bool) string {
	if valid {
		return "valid"
	}
	return "no_match"
}

func main() {
	headers := http.Header{}
	scheme := os.Getenv("WEBHOOK_SCHEME")
	names := map[string]string{"WEBHOOK_SIGNATURE": "X-Webhook-Signature"}
	if scheme == "" || scheme == "standard" {
		names = map[string]string{"WEBHOOK_ID": "webhook-id", "WEBHOOK_TIMESTAMP": "webhook-timestamp", "WEBHOOK_SIGNATURE": "webhook-signature"}
	}
	for variable, name := range names {
		if value, there := os.LookupEnv(variable); there {
			headers.Set(name, value)
		}
	}
	now, tolerance := time.Now(), 300*time.Second
	if text := os.Getenv("WEBHOOK_NOW"); text != "" {
		unix, _ := strconv.ParseInt(text, 10, 64)
		now = time.Unix(unix, 0)
	}
	if text := os.Getenv("WEBHOOK_TOLERANCE"); text != "" {
		tolerance, _ = time.ParseDuration(text + "s")
	}
	secrets := strings.Fields(os.Getenv("WEBHOOK_SECRET"))
	body, _ := io.ReadAll(os.Stdin)
	result := ""
	switch scheme {
	case "", "standard":
		result = VerifyStandard(secrets, headers, body, now, tolerance)
	case "timestamped":
		result = VerifyTimestamped(secrets, headers, body, now, tolerance)
	case "sha256":
		result = VerifySha256(secrets, headers, body)
	default:
		os.Exit(2)
	}
	fmt.Println(result)
	if result != "valid" {
		os.Exit(1)
	}
}
