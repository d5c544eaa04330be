// Runs a Python program in Pyodide: node run.mjs PROGRAM PACKAGES OUT. The folders are /packages and /out there.
import { readFileSync } from "node:fs";

import { loadPyodide } from "pyodide";

const [program, packages, out] = process.argv.slice(2);
const python = await loadPyodide();
for (const [there, here] of [["/packages", packages], ["/out", out]]) {
  python.FS.mkdirTree(there);
  python.FS.mount(python.FS.filesystems.NODEFS, { root: here }, there);
}
python.runPython(readFileSync(program, "utf-8"));
