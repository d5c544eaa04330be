// Putting messages into words by the catalogue of one language: the mechanism of toledo_rules.describe.

import type { Message, MessageValue, NamedCard, NamedWho } from "./toledo.js";

/** A catalogue as it is in its file: tables of entries. */
export type Tables = { readonly [group: string]: { readonly [name: string]: unknown } };

interface Placeholder {
  readonly name: string;
  readonly form: string;
  readonly capital: boolean;
  readonly phrases: readonly (readonly [category: string, phrase: Template])[];
}
type Template = readonly (string | Placeholder)[];
type Forms = { readonly [form: string]: Template };
/** The things that a sentence names. */
export type Values = { readonly [name: string]: MessageValue };
type Rules = readonly (readonly [category: string, rule: string])[];

interface Sound {
  readonly word: string;
  readonly before: RegExp;
  readonly becomes: string;
}

interface Catalogue {
  readonly entries: ReadonlyMap<string, Forms>;
  readonly plural: Rules;
  readonly ordinal: Rules;
  readonly sounds: readonly Sound[];
}

const LABEL = "label";
const SPECIAL = new Set(["plural", "ordinal", "sounds", "typography"]);

/** One language: its sentences, and the names of things in it. */
export class Speech {
  private readonly catalogue: Catalogue;

  constructor(tables: Tables) {
    this.catalogue = read(tables);
  }

  /** The keys that it has words for. */
  get keys(): string[] {
    return [...this.catalogue.entries.keys()];
  }

  /** A message as a sentence. The reader is the seat that is called "you" in it. */
  render(message: Message, reader: number | null = null): string {
    return new Voice(this.catalogue, reader).message(message, LABEL);
  }

  /** The name of a thing; `form` is one of the forms in the catalogue, such as the, short, letter. */
  name(thing: MessageValue, form = LABEL, reader: number | null = null): string {
    return new Voice(this.catalogue, reader).words(thing, form);
  }

  /** The words under a key, such as `label.metal`, in one of its forms. */
  word(key: string, parameters: Values = {}, reader: number | null = null, form = LABEL): string {
    return new Voice(this.catalogue, reader).message({ key, parameters: { ...parameters } }, form);
  }
}

// Reading.

function read(tables: Tables): Catalogue {
  const typography = Object.entries(tables["typography"] ?? {});
  const entries = new Map<string, Forms>();
  for (const [group, table] of Object.entries(tables)) {
    if (SPECIAL.has(group)) continue;
    for (const [key, entry] of Object.entries(table)) {
      const forms = typeof entry === "string" ? { [LABEL]: entry } : (entry as { [form: string]: string });
      const parsed = Object.entries(forms).map(([form, text]) => {
        const typeset = typography.reduce((all, [old, fresh]) => all.replaceAll(old, String(fresh)), text);
        return [form, parse(typeset)] as const;
      });
      entries.set(`${group}.${key}`, Object.fromEntries(parsed));
    }
  }
  const rules = (kind: string): Rules => Object.entries(tables[kind] ?? {}).map(([c, rule]) => [c, String(rule)]);
  const sounds = Object.values(tables["sounds"] ?? {}).map((rule) => {
    const { word, before, becomes } = rule as { word: string; before: string; becomes: string };
    return { word, before: new RegExp(`^(?:${before})`), becomes };
  });
  return { entries, plural: rules("plural"), ordinal: rules("ordinal"), sounds };
}

function parse(text: string): Template {
  const [template, end] = parseFrom(text, 0, null);
  if (end < text.length) throw new Error(`${text}: unexpected ${text[end]} in column ${end + 1}`);
  return template;
}

function parseFrom(text: string, start: number, counted: Placeholder | null): [Template, number] {
  const parts: (string | Placeholder)[] = [];
  let at = start;
  while (at < text.length) {
    const plain = /^[^{}|#]+/.exec(text.slice(at));
    if (plain) {
      parts.push(plain[0]);
      at += plain[0].length;
    } else if (text[at] === "{") {
      const [placeholder, end] = parsePlaceholder(text, at + 1);
      parts.push(placeholder);
      at = end;
    } else if (text[at] === "#" && counted) {
      parts.push(counted);
      at += 1;
    } else break;
  }
  return [parts, at];
}

function parsePlaceholder(text: string, start: number): [Placeholder, number] {
  const head = /^(\^?)(\w+)(?:\.(\w+))?/.exec(text.slice(start));
  if (!head) throw new Error(`${text}: expected the name of a parameter in column ${start + 1}`);
  const [whole, capital, named = "", form = LABEL] = head;
  const counted: Placeholder = { name: named, form, capital: false, phrases: [] };
  const phrases: [string, Template][] = [];
  let at = start + whole.length;
  while (text[at] === (phrases.length > 0 ? "|" : ":")) {
    const category = /^(\w+)=/.exec(text.slice(at + 1));
    const [phrase, end] = parseFrom(text, at + 1 + (category?.[0].length ?? 0), counted);
    phrases.push([category?.[1] ?? "", phrase]);
    at = end;
  }
  if (text[at] !== "}") throw new Error(`${text}: expected } in column ${at + 1}`);
  return [{ ...counted, capital: capital !== "", phrases }, at + 1];
}

/** True if a plural rule of the Unicode CLDR holds for a whole number. */
export function holds(rule: string, number: number): boolean {
  return rule.split(" or ").some((part) =>
    part.split(" and ").every((relation) => {
      const found = /^n(?: % (\d+))? (=|!=) ([\d.,]+)$/.exec(relation.trim());
      if (!found) throw new Error(`expected a relation such as n % 10 = 2..4, not ${relation}`);
      const [, divisor, sign, wanted = ""] = found;
      const rest = divisor ? Math.abs(number) % Number(divisor) : Math.abs(number);
      const fits = wanted.split(",").some((range) => {
        const [low = 0, high = low] = range.split("..").map(Number);
        return low <= rest && rest <= high;
      });
      return fits === (sign === "=");
    }),
  );
}

// Speaking.

const upper = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);

class Voice {
  constructor(
    private readonly catalogue: Catalogue,
    private readonly reader: number | null,
  ) {}

  message(message: Message, form: string): string {
    const forms = this.catalogue.entries.get(message.key);
    if (!forms) throw new Error(`no catalogue has the key ${message.key}`);
    return this.fill(pick(forms, form), message.parameters);
  }

  words(value: MessageValue, form: string): string {
    if (typeof value === "number") return String(value).replace("-", "\u2212");
    if (typeof value === "string") return value;
    if (Array.isArray(value)) return this.list(value.map((item) => this.words(item, form)));
    if (value.type === "message") return this.message(value, form);
    if (value.type === "who") return this.player(value, form);
    const [group, named, parts] = this.entry(value);
    const part = parts[form];
    return typeof part === "number" ? this.words(part, LABEL) : this.form(group, named, form, parts);
  }

  /** The group and the name of the entry for a thing, and the parts that its forms may name. */
  private entry(thing: Exclude<MessageValue, number | string | unknown[] | NamedWho>): [string, string, Values] {
    const known = this.catalogue.entries;
    switch (thing.type) {
      case "card": {
        const { value, colour, stance }: NamedCard = thing;
        const parts = { value, colour: term("colour", colour), stance: term("stance", stance) };
        return ["card", known.has(`colour.${colour}`) ? "known" : "other", parts];
      }
      case "shop_tile":
        return ["shop", "tile", { kind: term("kind", thing.kind), circles: thing.circles }];
      case "sword":
        return ["sword", "tile", { value: thing.value, metal: thing.metal, gems: thing.gems }];
      case "where":
        return ["place", thing.kind, { step: thing.step, number: thing.step, kind: term("kind", thing.kind) }];
      case "term":
        if (thing.group === "tile" && known.has(`colour.${thing.name}`)) {
          return ["tile", "duel", { colour: term("colour", thing.name) }];
        }
        return [thing.group, thing.name, { name: thing.name }];
      case "message":
        throw new Error(`no phrase can depend on ${thing.key}`);
    }
  }

  private form(group: string, named: string, form: string, parts: Values): string {
    const { entries } = this.catalogue;
    const forms = entries.get(`${group}.${named}`) ?? entries.get(`${group}.other`);
    return forms ? this.fill(pick(forms, form), parts) : named;
  }

  private player(who: NamedWho, form: string): string {
    if (who.seat === this.reader) return this.form("seat", "you", form, {});
    if (who.name !== null) return who.name;
    if (who.colour === null) return this.form("seat", "unknown", form, { number: who.seat + 1 });
    return this.form("seat", who.colour, form, { name: upper(who.colour) });
  }

  private list(items: readonly string[]): string {
    const [head, ...rest] = items;
    const last = rest.pop();
    if (head === undefined) return this.form("list", "none", LABEL, {});
    if (last === undefined) return head;
    const first = rest.reduce((all, item) => this.form("list", "more", LABEL, { first: all, last: item }), head);
    return this.form("list", "last", LABEL, { first, last });
  }

  private fill(template: Template, values: Values): string {
    let said = "";
    for (const part of template) {
      if (typeof part === "string") {
        said += part;
        continue;
      }
      const value = values[part.name];
      if (value === undefined) throw new Error(`the message has no parameter ${part.name}`);
      const text = part.phrases.length > 0 ? this.fill(this.phrase(part, value), values) : this.words(value, part.form);
      said = this.sounded(said, text) + (part.capital ? upper(text) : text);
    }
    return said;
  }

  /** The phrase that suits a value. */
  private phrase(placeholder: Placeholder, value: MessageValue): Template {
    const [wanted, byPosition] = this.categories(value, placeholder.form);
    const skipped = byPosition.length - placeholder.phrases.length;
    const named = new Map(placeholder.phrases.map(([c, phrase], place) => [c || byPosition[skipped + place], phrase]));
    const found = [...wanted, "other"].find((category) => named.has(category));
    return (found === undefined ? undefined : named.get(found)) ?? [];
  }

  /** The categories that suit a value, best first, and those that phrases have by their position. */
  private categories(value: MessageValue, form: string): [string[], string[]] {
    if (typeof value === "number") {
      const rules = form === "ordinal" ? this.catalogue.ordinal : this.catalogue.plural;
      const category = rules.find(([, rule]) => holds(rule, value))?.[0] ?? "other";
      return [[String(value), category], ["0", "one", "other"]];
    }
    if (typeof value === "string") throw new Error(`no phrase can depend on ${value}`);
    if (Array.isArray(value) || value.type === "who") {
      const players = Array.isArray(value) ? value : [value];
      const you = players.some((item) => item.type === "who" && item.seat === this.reader);
      return [you ? ["you"] : [], ["you", "other"]];
    }
    const [, named, parts] = this.entry(value);
    const part = parts[form];
    return typeof part === "number" ? this.categories(part, LABEL) : [[named], []];
  }

  /** A text with its last word as it sounds before another text. */
  private sounded(said: string, following: string): string {
    for (const { word, before, becomes } of this.catalogue.sounds) {
      const rest = said.slice(0, -word.length);
      if (said.endsWith(word) && !/\p{L}$/u.test(rest) && before.test(following)) return rest + becomes;
    }
    return said;
  }
}

const pick = (forms: Forms, form: string): Template => forms[form] ?? forms[LABEL] ?? [];

function term(group: "kind" | "stance" | "colour", named: string): MessageValue {
  return { type: "term", group, name: named };
}
