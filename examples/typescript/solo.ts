// A game in a browser without a server: you play the first seat, chance plays the others. It holds no rule.

import { Stream, formatAction, formatRecord, KOSMOS_2008, legalActions, newGame, outcome, score, transition, view } from "toledo-rules-client/rules";
import type { Action, Entry, State } from "toledo-rules-client";

const YOU = 0;

/** Plays a game into some elements of a page. The same seed gives the same cards. */
export function play(page: Document, seed: number, players = 3): void {
  const [told, choices, points] = ["#told", "#choices", "#points"].map((name) => page.querySelector(name)!) as [Element, Element, Element];
  const cards = new Stream(seed), others = new Stream(seed, 1), entries: Entry[] = [];
  const start = newGame(players, cards);
  let state: State = start;

  function act(action: Action): void {
    const what = transition(state, action, cards);
    tell(`${KOSMOS_2008.colours[state.active]}: ${formatAction(action, KOSMOS_2008)}`);
    for (const { type } of what.told[YOU]!) tell(`  ${type}`); // only what your seat may see
    entries.push({ action, draws: what.draws });
    state = what.state;
  }
  function tell(line: string): void {
    told.append(Object.assign(page.createElement("li"), { textContent: line }));
  }
  function next(): void {
    while (state.active !== YOU && state.phase.type !== "over") {
      const legal = legalActions(state);
      act(legal[others.randrange(legal.length)]!);
    }
    points.textContent = state.players.map((_, seat) => score(state, seat).total).join(" : ");
    const mine = view(state, YOU); // what you may see, and so all that a page should show
    const buttons = legalActions(mine).map((action) => {
      const onclick = (): void => (act(action), next());
      return Object.assign(page.createElement("button"), { textContent: formatAction(action, KOSMOS_2008), onclick });
    });
    choices.replaceChildren(...buttons);
    const result = outcome(state);
    if (result === null) return;
    tell(`${result.winners.map((seat) => KOSMOS_2008.colours[seat]).join(", ")} won`);
    const scores = result.sheets.map(({ total }) => total);
    choices.textContent = formatRecord({ start, entries, names: [], tags: {}, scores, rules: 1 });
  }
  next();
}
