// The player of the lab, in a worker: WebAssembly that takes JSON and gives JSON (engine/README.md). It is told a position
// as the player on turn could imagine it, and looks at nothing that this player does not see.
"use strict";

let engine = null;

async function start() {
  const response = await fetch(new URL("toledo.wasm", self.location));
  if (!response.ok) throw new Error(`toledo.wasm: ${response.status}`);
  const { instance } = await WebAssembly.instantiate(await response.arrayBuffer());
  const { memory, room, answer, text } = instance.exports;
  return (message) => {
    const bytes = new TextEncoder().encode(JSON.stringify(message));
    const place = room(bytes.length);
    new Uint8Array(memory.buffer, place, bytes.length).set(bytes);
    const size = answer();
    const said = JSON.parse(new TextDecoder().decode(new Uint8Array(memory.buffer, text(), size)));
    if (said.type === "failure") throw new Error(said.message || said.code);
    return said;
  };
}

self.onmessage = async ({ data: { id, edition, questions } }) => {
  try {
    const ask = await (engine ??= start());
    ask({ type: "edition", edition });
    self.postMessage({ id, answers: questions.map((question) => ask({ type: "question", id: 0, ...question })) });
  } catch (error) {
    engine = null; // what has stopped cannot go on
    self.postMessage({ id, failure: String(error.message ?? error) });
  }
};
