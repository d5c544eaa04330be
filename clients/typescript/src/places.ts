// Where everything lies in the pictures of the library, for a client that places symbols by itself.

import { GEOMETRY } from "./geometry.js";

/** x, y, width and height. */
export type Box = readonly [x: number, y: number, width: number, height: number];

/** The places of a picture: the answer of toledo_rules.render.places. */
export interface Places {
  readonly layout: string;
  readonly width: number;
  readonly height: number;
  readonly zones: { readonly [name: string]: Box };
  readonly places: { readonly [id: string]: Box };
  readonly labels: { readonly [id: string]: readonly [x: number, y: number, size: number, at: string] };
}

/** The layouts of pictures, from narrow to wide. */
export const LAYOUTS: readonly string[] = Object.keys(GEOMETRY);

/** The places of the edition of Kosmos. A server sends those of other editions. */
export function places(layout: string): Places {
  const found = GEOMETRY[layout];
  if (found === undefined) throw new Error(`unknown layout ${layout}: choose one of ${LAYOUTS.join(", ")}`);
  return found;
}

/** The middle of a place; null if there is no such place. */
export function middle(found: Places, id: string): { x: number; y: number } | null {
  const box = found.places[id];
  return box === undefined ? null : { x: box[0] + box[2] / 2, y: box[1] + box[3] / 2 };
}
