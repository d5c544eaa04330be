// A client in TypeScript: it tells what happens at a table and plays, and holds no rule. All legal moves come with the update.
// Compiled, it plays at an address of examples/server.py, in a language (node 22, or node 20 with --experimental-websocket):
//
//     node client.js ws://127.0.0.1:8000/TOKEN de

import { TableClient, bestLanguage, legalMoves, render, type Connection, type TableUpdate } from "toledo-rules-client";

/** How somebody, or something, chooses: the place of a move on the list. */
export type Choose = (moves: readonly string[], update: TableUpdate) => number | null;

/** Play at a table. Feed what is returned with the messages of the server. */
export function join(connection: Connection, wish: string, show: (line: string) => void, choose: Choose): TableClient {
  const language = bestLanguage(wish) ?? "en";
  const client = new TableClient(connection, {
    update(update) {
      const reader = update.view.seat;
      for (const said of update.story) show(render(said, language, reader));
      show(render(update.prompt, language, reader));
      if (update.result !== null) show(render(update.result, language, reader));
      if (update.moves.length === 0) return;
      const moves = legalMoves(update).map(({ action }) => action);
      moves.forEach((action, number) => show(`${number + 1}. ${action}`));
      const chosen = choose(moves, update);
      const action = chosen === null ? undefined : moves[chosen];
      if (action !== undefined) client.play(action);
    },
    refusal: ({ message, rule }) => show(`${render(message, language, client.hello?.seat)} (${rule})`),
    failure: ({ message }) => show(render(message, language)),
  });
  return client;
}

/** Play wherever there is a WebSocket: always the first thing on the list. */
export function connect(address: string, language: string): void {
  const socket = new WebSocket(address);
  const client = join(socket, language, console.log, () => 0);
  socket.onmessage = ({ data }) => client.receive(String(data));
}

const { process } = globalThis as { process?: { argv: readonly string[] } }; // a browser has none
const [address, language] = process?.argv.slice(2) ?? [];
if (address?.startsWith("ws:")) connect(address, language ?? "en");
