// The client kit of toledo-rules: types, validation, following, words, places, and a client for the protocol. The rules are in rules/rules.ts.

export type * from "./toledo.js";
export { TableClient, PROTOCOL, legalMoves, type Connection, type Listeners } from "./client.js";
export { EventMisfitError, follow } from "./follow.js";
export { LAYOUTS, middle, places, type Box, type Places } from "./places.js";
export { Speech } from "./speech.js";
export { InvalidError, validate, type Definitions, type Mistake } from "./validate.js";
export { bestLanguage, holds, label, languages, name, registerLanguage, render, type Tables } from "./words.js";
