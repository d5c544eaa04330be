// The rules of the game, to play without a server: they are compiled from the specification, and no rule is written by hand.

export { Stream, type Rng } from "./chance.js";
export { EDITIONS, KOSMOS_2008, READINGS, type ShippedEdition } from "./editions.js";
export {
  apply,
  chanceOutcomes,
  duelOdds,
  editionDigest,
  editionOf,
  explain,
  explainAll,
  invariants,
  legalActions,
  newGame,
  outcome,
  perft,
  plainPosition,
  plainText,
  positionHash,
  ranking,
  score,
  shippedEdition,
  step,
  transition,
  unseenCards,
  view,
  type DuelOdds,
  type Fraction,
  type Transition,
} from "./play.js";
export { IllegalMoveError, Rules, deal, illFormed, setup, type Consequence, type Points } from "./rules.js";
export {
  NotationError,
  formatAction,
  formatCard,
  formatCards,
  formatLine,
  formatMove,
  formatPosition,
  formatSeat,
  formatShop,
  formatSword,
  formatTile,
  formatTurn,
  parseAction,
  parseCard,
  parseLine,
  parseMove,
  parsePosition,
  parseSeat,
  parseTurn,
} from "./notation.js";
export { RULES_REVISION, ReplayError, dealHands, formatRecord, readRecord, replay, replayEntry, type RecordReading } from "./record.js";
