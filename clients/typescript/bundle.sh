#!/usr/bin/env bash
# Make one file of a page's script and the parts of the package that it uses, for pages without a bundler of their own:
# bundle.sh OUT [SCRIPT]. The library writes the sources that are generated: PYTHON=.venv/bin/python
set -euo pipefail
out=$(realpath "$1")
script=${2:+$(realpath "$2")}
cd "$(dirname "$0")"
if [ ! node_modules/.package-lock.json -nt package-lock.json ]; then
    npm ci --no-audit --no-fund --no-update-notifier --loglevel=error
fi
(cd ../.. && "${PYTHON:-python3}" -m tools.schema.client)
node_modules/.bin/esbuild "${script:-src/bundle.ts}" --bundle --minify --format=esm --target=es2022 --log-level=warning --outfile="$out" \
    --alias:toledo-rules-client/element=./src/table/element.ts --alias:toledo-rules-client/local=./src/table/local.ts
