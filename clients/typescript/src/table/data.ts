// What is drawn and said: boards with their symbols and places, and catalogues. Files of the package, fetched when they are needed.

import type { Places } from "../places.js";
import { Speech, type Tables } from "../speech.js";

/** The layouts of the board. */
export type Layout = "wide" | "tablet" | "phone";
/** The languages that come with the package. A server may have more. */
export type LanguageCode = "en" | "de" | "fr" | "es" | "it" | "nl" | (string & {});
export type Theme = "light" | "dark";

/** A board: its picture with all symbols, its colours by theme, and where everything lies. */
export interface BoardData {
  readonly svg: string;
  readonly style: string;
  readonly palette: Readonly<Record<Theme | "forced", { readonly [variable: string]: string }>>;
  readonly places: Places;
  /** The points between each step of the road and the one before it. */
  readonly ways: readonly (readonly (readonly [x: number, y: number])[])[];
}

const fetched = new Map<string, Promise<unknown>>();

/** How a file of the data is had: by the network, unless a page has its own way, for instance from a folder. */
type Load = (address: string) => Promise<unknown>;
let load: Load = async (address) => {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  return answer.json();
};
export function loadDataBy(other: Load): void {
  load = other;
}

/** A file of the data, once for all tables of a page. */
function get<T>(address: string): Promise<T> {
  let known = fetched.get(address);
  if (!known) {
    known = load(address);
    known.catch(() => fetched.delete(address)); // the next one asks again
    fetched.set(address, known);
  }
  return known as Promise<T>;
}

export const boardData = (base: string, layout: Layout): Promise<BoardData> => get(`${base}board-${layout}.json`);

export async function speech(base: string, language: LanguageCode): Promise<Speech> {
  return new Speech(await get<Tables>(`${base}words-${language}.json`));
}
