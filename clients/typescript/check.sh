#!/usr/bin/env bash
# Check that the types compile. They are written by python -m schema.generate, and `make check` compares them.
# Needs node 20 or later and npm.
set -euo pipefail
cd "$(dirname "$0")"

if [ ! node_modules/.package-lock.json -nt package-lock.json ]; then
    npm ci --no-audit --no-fund --no-update-notifier --loglevel=error
fi
node_modules/.bin/tsc --project .
