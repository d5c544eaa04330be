// Choosing on a table: what stands for an action, and picking it part by part. No picture is needed, and no rule is here.

export { offers, slotted, stands, type SlottedOffer, type Stand } from "./choices.js";
export { point, settle, type Picking } from "./picking.js";
export type { Slot } from "./stands.js";
