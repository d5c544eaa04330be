// A client in TypeScript: it shows a table as text and plays, and holds no rule. Everything to choose from comes with the update.
// Compiled, it plays at an address of examples/server.py, in a language (node 22, or node 20 with --experimental-websocket):
//
//     node client.js ws://127.0.0.1:8000/TOKEN de

import { TableClient, bestLanguage, render, type Connection, type TableUpdate } from "toledo-rules-client";

/** How somebody, or something, chooses: the place of an entry of the menu, and of one of its options. */
export type Choose = (entries: readonly string[], update: TableUpdate) => readonly [entry: number, option: number] | null;

/** Play at a table. Feed what is returned with the messages of the server. */
export function join(connection: Connection, wish: string, show: (line: string) => void, choose: Choose): TableClient {
  const language = bestLanguage(wish) ?? "en";
  const client = new TableClient(connection, {
    update(update) {
      const reader = update.view.seat;
      for (const said of update.story) show(render(said, language, reader));
      show(render(update.choices.prompt, language, reader));
      if (update.result !== null) show(render(update.result.message, language, reader));
      const { menu, moves } = update.choices;
      if (menu.length === 0) return;
      const entries = menu.map(({ message, options }, number) => {
        const words = options.map(({ part }) => part?.split(":").at(-1) ?? "").join(" ");
        return `${number + 1}. ${render(message, language, reader)} ${words}`.trimEnd();
      });
      entries.forEach(show);
      const chosen = choose(entries, update);
      const option = chosen && menu[chosen[0]]?.options[chosen[1]];
      const move = option && moves[option.move];
      if (move) client.play(move.action);
    },
    refusal: ({ message, rule }) => show(`${render(message, language, client.hello?.seat)} (${rule})`),
    failure: ({ message }) => show(render(message, language)),
  });
  return client;
}

/** What is wrong with a click on a part: the reason, with its rule; null if it can be used. */
export function whyNot(client: TableClient, part: string, language: string): string | null {
  const reason = client.latest?.choices.reasons[part];
  return reason ? `${render(reason.message, language, client.latest?.view.seat)} (${reason.rule})` : null;
}

/** Play wherever there is a WebSocket: always the first thing on the list. */
export function connect(address: string, language: string): void {
  const socket = new WebSocket(address);
  const client = join(socket, language, console.log, () => [0, 0]);
  socket.onmessage = ({ data }) => client.receive(String(data));
}

const { process } = globalThis as { process?: { argv: readonly string[] } }; // a browser has none
const [address, language] = process?.argv.slice(2) ?? [];
if (address?.startsWith("ws:")) connect(address, language ?? "en");
