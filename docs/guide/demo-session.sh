# Prepares a shell for the guides that use the sample agency: `. docs/guide/demo-session.sh`, at the root of a clone, while
# `PORT=3001 npm run demo` runs beside it. The demonstration keeps its data in a temporary directory, the newest of its name.

export CARTULARY_URL="${DEMO_URL:-http://127.0.0.1:3001}"
CARTULARY_DATA="${DEMO_DATA:-$(ls -dt "${TMPDIR:-/tmp}"/cartulary-demo-* | head -n 1)}"
export CARTULARY_DATA
. docs/guide/session.sh
