// Python in a worker: it loads what it needs, reports the progress, and hands questions to the desk (desk.py).
// All files come from the folder that the page names. They are packed with gzip, whatever the server does.

let folder, ready;

/** A packed file as a stream of its content. */
async function unpacked(name) {
  const response = await fetch(new URL(`${name}.packed`, folder));
  if (!response.ok) throw new Error(`${response.status}: ${name}`);
  const counted = new TransformStream({
    transform(chunk, stream) {
      self.postMessage({ loaded: chunk.byteLength });
      stream.enqueue(chunk);
    },
  });
  return response.body.pipeThrough(counted).pipeThrough(new DecompressionStream("gzip"));
}

const answered = async (name, type) => new Response(await unpacked(name), { headers: { "Content-Type": type } });

/** A packed file that Python asks for while it imports something, which cannot wait for a promise. */
function now(name) {
  const request = new XMLHttpRequest();
  request.open("GET", new URL(`${name}.packed`, folder), false);
  request.responseType = "arraybuffer";
  request.send();
  if (request.status !== 200) throw new Error(`${request.status}: ${name}`);
  return request.response;
}

/** Write the files of a bundle: the length of a list, the list of paths and sizes, then the contents. */
function unbundle(python, bundle, target) {
  const bytes = new Uint8Array(bundle);
  const length = new DataView(bundle).getUint32(0, true);
  let at = 4 + length;
  for (const [path, size] of JSON.parse(new TextDecoder().decode(bytes.subarray(4, at)))) {
    python.FS.mkdirTree(`${target}/${path}`.replace(/\/[^/]*$/, ""));
    python.FS.writeFile(`${target}/${path}`, bytes.subarray(at, (at += size)));
  }
}

async function start({ lock, modules }) {
  const wasm = answered("pyodide.asm.wasm", "application/wasm");
  const archive = answered("first.zip", "application/zip");
  const library = answered("library", "application/octet-stream").then((response) => response.arrayBuffer());
  const [{ loadPyodide }, script] = await Promise.all([
    import(new URL("pyodide.mjs", folder)),
    answered("pyodide.asm.mjs", "text/javascript").then((response) => response.blob()),
  ]);
  const address = URL.createObjectURL(script);
  const { default: createPyodideModule } = await import(address);
  URL.revokeObjectURL(address);
  const outside = self.fetch;
  self.fetch = (file, ...more) => {
    const name = String(file.url ?? file);
    if (name.endsWith(".wasm")) return wasm;
    if (name.endsWith("first.zip")) return archive;
    return outside(file, ...more);
  };
  const python = await loadPyodide({
    indexURL: folder.href,
    stdLibURL: new URL("first.zip", folder).href,
    lockFileContents: JSON.stringify(lock),
    createPyodideModule,
  });
  self.fetch = outside;
  unbundle(python, await library, "/library");
  python.globals.set("fetched", (name) => new Uint8Array(now(name)));
  python.globals.set("modules", JSON.stringify(modules));
  return python.runPython(`
import gc, json, sys, zlib
gc.disable()  # there is no garbage in what is only read and built
sys.path.append("/library")
import archives
archives.install(json.loads(modules), lambda name: zlib.decompress(fetched(name).to_bytes(), 31))
from desk import Desk
gc.freeze()
gc.enable()
Desk().answer
`);
}

self.onmessage = async ({ data: { engine, id, question } }) => {
  if (engine) {
    folder = new URL(`${engine.folder}/`, self.location);
    ready = start(engine);
    ready.catch(() => {}); // whoever asks is told
    return;
  }
  try {
    const answer = await ready;
    self.postMessage({ id, answer: JSON.parse(answer(JSON.stringify(question))) });
  } catch (error) {
    self.postMessage({ id, failure: String(error.message ?? error) });
  }
};
