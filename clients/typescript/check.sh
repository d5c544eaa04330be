#!/usr/bin/env bash
# Check the package: it compiles, a fresh project installs its tarball, and there it passes its tests; its rules pass the suite.
# Its data are written by python -m tools.schema.generate, and `make check` compares them. Needs node 20 or later and npm.
set -euo pipefail
cd "$(dirname "$0")"
home=$PWD

quiet=(--no-audit --no-fund --no-update-notifier --loglevel=error)
if [ ! node_modules/.package-lock.json -nt package-lock.json ]; then
    npm ci "${quiet[@]}"
fi

fresh=$(mktemp -d)
trap 'rm -rf "$fresh"' EXIT
rm -rf dist
npm pack "${quiet[@]}" --silent --pack-destination "$fresh" > /dev/null
cp -r test "$fresh/test"
cd "$fresh"
cat > package.json <<'JSON'
{ "name": "fresh", "private": true, "type": "module" }
JSON
npm install "${quiet[@]}" --offline ./toledo-rules-client-*.tgz > /dev/null
cp "$home"/../../examples/typescript/client.ts .
cat > tsconfig.json <<'JSON'
{
  "compilerOptions": {
    "strict": true, "exactOptionalPropertyTypes": true, "noUncheckedIndexedAccess": true,
    "target": "es2022", "module": "nodenext", "lib": ["es2022", "dom"], "types": []
  },
  "files": ["client.ts"]
}
JSON
"$home"/node_modules/.bin/tsc --project .
node --test test/
# The compiled rules answer the small part of the conformance suite.
"${PYTHON:-python3}" "$home"/../../spec/conformance/runner.py small -- node "$home"/conformance.mjs
