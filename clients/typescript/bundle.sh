#!/usr/bin/env bash
# Make one file of a page's script and the parts of the package that it uses, for pages without a bundler of their own:
# bundle.sh OUT [SCRIPT [FORMAT]]. The format is esm, or iife for pages that are opened from a folder. The library writes the sources that are generated: PYTHON=.venv/bin/python
set -euo pipefail
out=$(realpath "$1")
script=${2:+$(realpath "$2")}
cd "$(dirname "$0")"
if [ ! node_modules/.package-lock.json -nt package-lock.json ]; then
    npm ci --no-audit --no-fund --no-update-notifier --loglevel=error
fi
(cd ../.. && "${PYTHON:-python3}" -m tools.schema.client)
format=${3:-esm}
options=()
if [ "$format" = iife ]; then
    options+=(--define:import.meta.url=document.baseURI) # such a page says itself where the data is
fi
for part in rules=rules/index table=table/index element=table/element local=table/local; do
    options+=("--alias:toledo-rules-client/${part%=*}=./src/${part#*=}.ts")
done
node_modules/.bin/esbuild "${script:-src/bundle.ts}" --bundle --minify --format="$format" --target=es2022 --log-level=warning --outfile="$out" "${options[@]}"
