// A table without its element: what stands for an action, picking it part by part, why not, what lies where, what flies, what is told.

export { offers, slotted, stands, type SlottedOffer, type Stand } from "./choices.js";
export { same } from "./pieces.js";
export { point, settle, type Picking } from "./picking.js";
export type { Slot } from "./stands.js";
export { Telling } from "./messages.js";
export { allReasons, whyNot, type Against } from "./reasons.js";
export { prose, type Hands } from "./prose.js";
export { scene, type Item } from "./scene.js";
export { figurePlaces, flights, seatFigures, type Flight } from "./seating.js";
export type { Company, Listener, Result, Status, TableOffer, TableState, Transport } from "./transport.js";
