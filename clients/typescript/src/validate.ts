// Runtime validation of what comes over a network, with the schema of the library.

import { SCHEMA } from "./schema.js";
import type { Event, Message, ServerMessage, View } from "./toledo.js";

/** The names of the definitions in the schema, with their types. */
export interface Definitions {
  ServerMessage: ServerMessage;
  View: View;
  Event: Event;
  Message: Message;
}

/** One mistake in a document: where it is, what was found, what was expected. */
export interface Mistake {
  readonly where: string;
  readonly found: unknown;
  readonly expected: string;
}

/** A document does not have the expected form. */
export class InvalidError extends Error {
  constructor(readonly mistakes: readonly Mistake[]) {
    super(mistakes.map(({ where, found, expected }) => `${where}: found ${shown(found)}, expected ${expected}`).join("\n"));
  }
}

type Json = { readonly [key: string]: unknown };

/** The value, with its type. Throws `InvalidError` with every mistake. */
export function validate<Name extends keyof Definitions>(name: Name, value: unknown): Definitions[Name] {
  const mistakes = [...check({ $ref: `#/$defs/${name}` }, value, "$")];
  if (mistakes.length > 0) throw new InvalidError(mistakes);
  return value as Definitions[Name];
}

const shown = (value: unknown): string => (JSON.stringify(value) ?? "nothing").slice(0, 60);
/** All of a value as a text; the order of keys makes no difference. */
const whole = (value: unknown): string => JSON.stringify(value, (_, part: unknown) => (isObject(part) ? ordered(part) : part));
const ordered = (value: Json): Json => Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)));
const isObject = (value: unknown): value is Json => typeof value === "object" && value !== null && !Array.isArray(value);
const schemas = (value: unknown): Json[] => (Array.isArray(value) ? (value as Json[]) : []);

const TYPES: { readonly [type: string]: (value: unknown) => boolean } = {
  object: isObject,
  array: Array.isArray,
  string: (value) => typeof value === "string",
  integer: Number.isInteger,
  number: (value) => typeof value === "number",
  boolean: (value) => typeof value === "boolean",
  null: (value) => value === null,
};

function definition(reference: unknown): Json {
  const found = (SCHEMA["$defs"] as Json)[String(reference).replace("#/$defs/", "")];
  if (!isObject(found)) throw new Error(`the schema has no ${String(reference)}`);
  return found;
}

/** Every mistake in a value. The schema looks at tags first, so one mistake is found once. */
function* check(schema: Json, value: unknown, where: string): Generator<Mistake> {
  if (schema["$ref"] !== undefined) yield* check(definition(schema["$ref"]), value, where);
  const types = [schema["type"] ?? []].flat() as string[];
  if (types.length > 0 && !types.some((type) => TYPES[type]?.(value))) {
    yield { where, found: value, expected: `a value of type ${types.join(" or ")}` };
    return;
  }
  if ("const" in schema && schema["const"] !== value) yield { where, found: value, expected: shown(schema["const"]) };
  if (Array.isArray(schema["enum"]) && !schema["enum"].includes(value)) {
    yield { where, found: value, expected: `one of ${schema["enum"].map(shown).join(", ")}` };
    return;
  }
  if (typeof value === "number") yield* checkNumber(schema, value, where);
  if (typeof value === "string" && !new RegExp(String(schema["pattern"] ?? ""), "u").test(value)) {
    yield { where, found: value, expected: `a text that matches ${String(schema["pattern"])}` };
  }
  if (Array.isArray(value)) yield* checkList(schema, value, where);
  if (isObject(value)) yield* checkObject(schema, value, where);
  for (const part of schemas(schema["allOf"])) yield* check(part, value, where);
  if (isObject(schema["if"])) {
    const fits = check(schema["if"], value, where).next().done === true;
    const branch = schema[fits ? "then" : "else"];
    if (isObject(branch)) yield* check(branch, value, where);
  }
}

function* checkNumber(schema: Json, value: number, where: string): Generator<Mistake> {
  const low = Number(schema["minimum"] ?? -Infinity);
  const high = Number(schema["maximum"] ?? Infinity);
  if (value < low || value > high) yield { where, found: value, expected: `a number from ${low} to ${high}` };
}

function* checkList(schema: Json, value: readonly unknown[], where: string): Generator<Mistake> {
  const low = Number(schema["minItems"] ?? 0);
  const high = Number(schema["maxItems"] ?? Infinity);
  if (value.length < low || value.length > high) {
    yield { where, found: value.length, expected: `a list of ${low} to ${high} items` };
    return;
  }
  if (schema["uniqueItems"] === true && new Set(value.map(whole)).size < value.length) {
    yield { where, found: value, expected: "a list without repetitions" };
  }
  const { items } = schema;
  if (isObject(items)) for (const [index, item] of value.entries()) yield* check(items, item, `${where}[${index}]`);
}

function* checkObject(schema: Json, value: Json, where: string): Generator<Mistake> {
  const properties = isObject(schema["properties"]) ? schema["properties"] : {};
  for (const key of (schema["required"] ?? []) as string[]) {
    if (!(key in value)) yield { where: `${where}.${key}`, found: undefined, expected: "a value" };
  }
  for (const [key, part] of Object.entries(value)) {
    const inside = `${where}.${key}`;
    const own = Object.hasOwn(properties, key) ? properties[key] : schema["additionalProperties"];
    if (own === false) yield { where: inside, found: part, expected: "no such key" };
    else if (isObject(own)) yield* check(own, part, inside);
    if (isObject(schema["propertyNames"])) yield* check(schema["propertyNames"], key, inside);
  }
}
