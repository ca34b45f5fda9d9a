# Prepares a shell for the guides: `. docs/guide/session.sh`, at the root of a clone, while `npm start` runs beside it.
# Creates a token of the first administrator at the machine, where no password is needed.

export CARTULARY_URL="${CARTULARY_URL:-http://127.0.0.1:3000}"
URL=$CARTULARY_URL
API=$URL/rental/api/v1
JSON='Content-Type: application/json'

TOKEN=$(npx cartulary token create --user "${CARTULARY_ADMIN_EMAIL:-admin@cartulary.localhost}" \
  --scope read --scope write --scope admin)
export CARTULARY_TOKEN="$TOKEN"

# Sends a request, without a token and with it. Prints the reply and a line break; a refusal fails.
anyone() { curl -sS --fail-with-body -w '\n' "$@"; }
ask() { anyone -H "Authorization: Bearer $TOKEN" "$@"; }

# Prints the first text, or the first number, of this name in a JSON reply.
value() { grep -o "\"$1\":\"[^\"]*\"" | head -n 1 | cut -d '"' -f 4; }
number() { grep -o "\"$1\":[0-9]*" | head -n 1 | cut -d : -f 2; }
