// The rules as logic, in a worker: the module that is compiled from the clauses of the specification. No Python here.

self.onmessage = async ({ data: { edition, position, folder } }) => {
  try {
    const { Rules } = await import(new URL(`${folder}/rules/rules.js`, self.location));
    const rules = new Rules({ ...edition, reference: position.edition }, position.players.length);
    self.postMessage({ moves: rules.legal(position) });
  } catch (error) {
    self.postMessage({ failure: String(error.message ?? error) });
  }
};
