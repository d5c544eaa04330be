#!/usr/bin/env bash
# The committed types are those of the schema, and the sample compiles with them.
# Needs node 20 or later and npm. With --write it writes the types instead of comparing them.
set -euo pipefail
cd "$(dirname "$0")"

if [ ! node_modules/.package-lock.json -nt package-lock.json ]; then
    npm ci --no-audit --no-fund --no-update-notifier --loglevel=error
fi

if [ "${1:-}" = --write ]; then
    node generate.mjs toledo.ts
else
    fresh=$(mktemp -d)
    trap 'rm -rf "$fresh"' EXIT
    node generate.mjs "$fresh/toledo.ts"
    diff -u toledo.ts "$fresh/toledo.ts" || {
        echo "spec/typescript/toledo.ts: out of date; write it with spec/typescript/check.sh --write" >&2
        exit 1
    }
fi
node_modules/.bin/tsc --project .
