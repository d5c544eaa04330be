// A figure of a guide becomes a game against bots, as a page of a stranger would have it.

import { LocalTable } from "toledo-rules-client/local";
import { make, table } from "./site.js";

export function game(figure: HTMLElement, { language }: { readonly language: string }): void {
  const element = table(language, { panels: "mats log score" }), begin = (): void => element.join(new LocalTable({ players: Number(figure.dataset["game"]), seat: 0, seed: Date.now() }));
  figure.prepend(make("div", { class: "try" }, element));
  element.addEventListener("toledo-rematch", begin);
  begin();
}
