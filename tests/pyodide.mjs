// Runs tests/pyodide_program.py in Pyodide: node run.mjs PROJECT PACKAGES. The last line that it prints is JSON.
import { loadPyodide } from "pyodide";

const [project, packages] = process.argv.slice(2);
const python = await loadPyodide();
for (const [there, here] of [["/project", project], ["/packages", packages]]) {
  python.FS.mkdirTree(there);
  python.FS.mount(python.FS.filesystems.NODEFS, { root: here }, there);
}
python.runPython(`
import runpy, sys
sys.path[:0] = ["/packages", "/project"]
runpy.run_path("/project/tests/pyodide_program.py", run_name="__main__")
`);
