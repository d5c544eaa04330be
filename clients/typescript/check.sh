#!/usr/bin/env bash
# Check the package: it compiles, a fresh project installs its tarball, and there it passes its tests; its rules pass the suite.
# The library writes what the package is made of and what it is compared with. Needs node 20 or later, npm, and a Python with
# the library and the tools of the project (make .venv/dev): PYTHON=.venv/bin/python clients/typescript/check.sh
set -euo pipefail
cd "$(dirname "$0")"
home=$PWD
root=$home/../..
python=${PYTHON:-python3}

quiet=(--no-audit --no-fund --no-update-notifier --loglevel=error)
if [ ! node_modules/.package-lock.json -nt package-lock.json ]; then
    npm ci "${quiet[@]}"
fi

fresh=$(mktemp -d)
trap 'rm -rf "$fresh"' EXIT
rm -rf dist
(cd "$root" && "$python" -m tools.schema.client)
npm pack "${quiet[@]}" --silent --pack-destination "$fresh" > /dev/null
cp -r test "$fresh/test"
(cd "$root" && "$python" -m tools.schema.vectors "$fresh/test")
cd "$fresh"
cat > package.json <<'JSON'
{ "name": "fresh", "private": true, "type": "module" }
JSON
npm install "${quiet[@]}" --offline ./toledo-rules-client-*.tgz > /dev/null
cp "$root"/examples/typescript/*.ts .
cat > tsconfig.json <<'JSON'
{
  "compilerOptions": {
    "strict": true, "exactOptionalPropertyTypes": true, "noUncheckedIndexedAccess": true,
    "target": "es2022", "module": "nodenext", "lib": ["es2022", "dom"], "types": []
  },
  "files": ["client.ts", "solo.ts", "table.ts"]
}
JSON
"$home"/node_modules/.bin/tsc --project .
# All that is fetched until a move can be clicked, compressed: the example, one board, one language.
"$home"/node_modules/.bin/esbuild table.ts --bundle --minify --format=esm --log-level=warning --outfile=table.js
node --test test/
# The web example keeps a bundle for machines with Python alone: it is that of these sources.
PYTHON=$python "$home"/bundle.sh "$fresh"/bundle.js
cmp "$fresh"/bundle.js "$root"/examples/web/page/table.js || {
    echo "examples/web/page/table.js is old: clients/typescript/bundle.sh examples/web/page/table.js makes it again" >&2
    exit 1
}
# The compiled rules answer the small part of the conformance suite.
"$python" "$root"/spec/conformance/runner.py small -- node "$home"/conformance.mjs
