#!/usr/bin/env bash
# Check that the committed types are those of the schema, and that they compile.
# Needs node 20 or later and npm. With --write, write the types instead of comparing them.
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
        echo "clients/typescript/toledo.ts: out of date; write it with clients/typescript/check.sh --write" >&2
        exit 1
    }
fi
node_modules/.bin/tsc --project .
