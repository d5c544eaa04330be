// The rules as logic, in a worker: toledo.lp through clingo, by the terms of the conformance suite. No Python here.

const PROGRAM = "toledo.lp";
let begun;

async function begin(folder) {
  const packed = async (name) => {
    const response = await fetch(new URL(`${folder}/${name}.packed`, self.location));
    if (!response.ok) throw new Error(`${response.status}: ${name}`);
    return new Response(response.body.pipeThrough(new DecompressionStream("gzip")));
  };
  const [terms, { init }, program, wasm] = await Promise.all([
    import(new URL(`${folder}/terms.mjs`, self.location)),
    import(new URL(`${folder}/clingo/run.js`, self.location)),
    packed(PROGRAM).then((response) => response.text()),
    packed("clingo.wasm").then((response) => response.arrayBuffer()),
  ]);
  const address = URL.createObjectURL(new Blob([wasm], { type: "application/wasm" }));
  const run = await init({ singleThreaded: true, locateFile: () => address });
  URL.revokeObjectURL(address);
  return { terms, run, program: program.replace(/^#show.*$/gm, "") };
}

self.onmessage = async ({ data: { edition, position, folder } }) => {
  try {
    begun ??= begin(folder);
    const { terms, run, program } = await begun;
    const now = terms.position(position).map((fluent) => ["true", fluent]);
    const facts = [...terms.edition(edition, position.players.length), ...now].map((fact) => `${terms.written(fact)}.`);
    const result = run(`${program}\n#show.\n#show legal/2.\n${facts.join("\n")}\n`, 1);
    if (result.Result !== "SATISFIABLE") throw new Error(result.Error ?? result.Result);
    const legal = result.Call[0].Witnesses[0].Value.map(terms.parsed);
    self.postMessage({ moves: legal.map(([, , move]) => ({ move: terms.moveJson(move) })) });
  } catch (error) {
    self.postMessage({ failure: String(error.message ?? error) });
  }
};
