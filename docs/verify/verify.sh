#!/usr/bin/env bash
# Verifies a webhook with bash and openssl; for looking into one by hand. openssl takes the key as an
# argument, where other users of the machine can see it: a server should use another language.
#
# WEBHOOK_SECRET='whsec_…' WEBHOOK_ID=… WEBHOOK_TIMESTAMP=… WEBHOOK_SIGNATURE='v1,…' verify.sh < body
#
# Several secrets, while they rotate, are separated by spaces. Prints "valid" or what is wrong; exits
# with 0 or 1. WEBHOOK_SCHEME is standard (or nothing), timestamped or sha256. All of it is read from
# the environment, where a variable that is not set is a header that is missing.
set -euo pipefail -o noglob
export LC_ALL=C

answer() {
  echo "$1"
  [[ $1 == valid ]] && exit 0 || exit 1
}

# Elements of a header that begin with the version, without it, one a line.
offers() { # header separator version
  [[ $1 =~ ^[\ -~]*$ ]] || return 0
  tr "$2" '\n' <<< "$1" | awk -v v="$3" 'index($0, v) == 1 { found[++n] = substr($0, length(v) + 1) }
    END { if (n <= 16) for (i = 1; i <= n; i++) print found[i] }'
}

check_time() { # seconds
  [[ $1 =~ ^(0|[1-9][0-9]{0,11})$ ]] || answer malformed_header
  local age=$((${WEBHOOK_NOW:-$(date +%s)} - $1)) tolerance=${WEBHOOK_TOLERANCE:-300}
  if ((age > tolerance)); then answer too_old; fi
  if ((age < -tolerance)); then answer too_early; fi
}

hex() { od -An -v -tx1 | tr -d ' \n'; }

text_key() { printf '%s' "$1" | hex; }

# whsec_ and base64, or a text of your own.
standard_key() {
  case $1 in
    whsec_*)
      local text=${1#whsec_}
      while ((${#text} % 4)); do text+='='; done
      printf '%s' "$text" | openssl base64 -d -A | hex ;;
    *) text_key "$1" ;;
  esac
}

hmac() { # key, of what is on standard input
  openssl dgst -sha256 -mac HMAC -macopt "hexkey:$1" -binary
}

# bash compares up to the first difference; so it is given hashes that nobody can steer.
equal() {
  local salt
  salt=$(openssl rand -hex 32)
  [[ $(openssl dgst -sha256 <<< "$salt$1") == $(openssl dgst -sha256 <<< "$salt$2") ]]
}

judge() { # key-function encoding head offers
  local secret right offer verdict=no_match
  for secret in $WEBHOOK_SECRET; do
    # A public key, which anybody knows, would let everybody sign.
    if [[ $secret =~ ^(wh[ps]k_|whsec_$) ]]; then
      echo 'this takes a shared secret' >&2
      exit 2
    fi
    right=$({ printf '%s' "$3"; cat "$body"; } | hmac "$($1 "$secret")" | $2)
    while IFS= read -r offer; do
      if equal "$right" "$offer"; then verdict=valid; fi
    done <<< "$4"
  done
  answer $verdict
}

body=$(mktemp)
trap 'rm -f "$body"' EXIT
cat > "$body"
[[ -v WEBHOOK_SIGNATURE ]] || answer missing_header

case ${WEBHOOK_SCHEME:-standard} in
  standard)
    [[ -v WEBHOOK_ID && -v WEBHOOK_TIMESTAMP ]] || answer missing_header
    # A dot in the id could pass for the one before the time.
    [[ $WEBHOOK_ID =~ ^[!-~]{1,255}$ && $WEBHOOK_ID != *.* ]] || answer malformed_header
    hmacs=$(offers "$WEBHOOK_SIGNATURE" ' ' v1,)
    [[ $(offers "$WEBHOOK_SIGNATURE" ' ' v1, | wc -l) -gt 0 ]] || answer malformed_header
    check_time "$WEBHOOK_TIMESTAMP"
    judge standard_key 'openssl base64 -A' "$WEBHOOK_ID.$WEBHOOK_TIMESTAMP." "$hmacs" ;;
  timestamped)
    seconds=$(offers "$WEBHOOK_SIGNATURE" , t=)
    hmacs=$(offers "$WEBHOOK_SIGNATURE" , v1=)
    [[ $(offers "$WEBHOOK_SIGNATURE" , v1= | wc -l) -gt 0 ]] || answer malformed_header
    check_time "$seconds"
    judge text_key hex "$seconds." "$hmacs" ;;
  sha256)
    [[ $WEBHOOK_SIGNATURE =~ ^sha256=[\ -~]*$ ]] || answer malformed_header
    judge text_key hex '' "${WEBHOOK_SIGNATURE#sha256=}" ;;
  *) exit 2 ;;
esac
