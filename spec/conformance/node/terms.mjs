// Positions, moves and events: from JSON to terms of the logic, and back. The same as spec/conformance/terms.py.
// A term is a number, a name, or an array of a name and arguments: ["hand", 0] is hand(0).

export const NUMBERS = {
  hand_size: "hand",
  cards_taken: "cards_taken",
  tavern_cards: "tavern_cards",
  tile_limit: "tile_limit",
  last_round_at: "last_round_at",
  movement_penalty: "movement_penalty",
  rounds_to_win: "rounds_to_win",
  gems_per_point: "gems_per_point",
  sword_divisor: "sword_divisor",
};

// Terms as text

export function written(term) {
  if (!Array.isArray(term)) return String(term);
  const [name, ...parts] = term;
  return parts.length ? `${name}(${parts.map(written).join(",")})` : name;
}

export function parsed(text) {
  const tokens = text.match(/-?\d+|[a-z_]\w*|[(),]/g);
  let place = 0;
  const term = () => {
    const word = tokens[place++];
    if (/^-?\d+$/.test(word)) return Number(word);
    if (tokens[place] !== "(") return word;
    const parts = [];
    while (tokens[place] !== ")") {
      place++;
      parts.push(term());
    }
    place++;
    return [word, ...parts];
  };
  return term();
}

// From JSON to terms

function counted(terms) {
  const found = new Map();
  for (const term of terms) {
    const text = written(term);
    found.set(text, [term, (found.get(text)?.[1] ?? 0) + 1]);
  }
  return [...found.values()];
}

const times = (number, term) => Array(number).fill(term);
const card = (json) => ["card", json.value, json.colour, json.stance];
const sword = (json) => ["sword", json.value, json.metal, json.gems];
const stuff = (json) => [...times(json.metal, "metal"), ...times(json.gems, "gem")];
const at = (place, pieces) => counted(pieces).map(([piece, number]) => ["at", place, piece, number]);

export function edition(json, players) {
  const pieces = [
    ...json.cards.map(card),
    ...json.swords.map(sword),
    ...json.tiles.map((tile) => ["master", tile]),
    ...stuff(json),
    ...json.shops.map((tile) => ["shop", tile.kind, tile.circles]),
  ];
  const found = [
    ["players", players],
    ["copies", "figure", json.figures],
    ...counted(pieces).map(([piece, number]) => ["copies", piece, number]),
    ...[...json.paintings].reverse().map((value, below) => ["painting", below + 1, value]),
  ];
  json.road.forEach((space, step) => {
    if (!step) return;
    found.push(["space", step, space.kind]);
    for (const key of ["price", "circles"]) if (space[key]) found.push([key, step, space[key]]);
  });
  for (const [word, key] of Object.entries(NUMBERS)) found.push([word, json[key]]);
  return found;
}

function phase(json) {
  switch (json.type) {
    case "turn_start":
      return "start";
    case "arrived":
    case "transit":
      return [json.type, json.step];
    case "drawing":
      return ["drawing", json.left, json.source];
    case "duel":
      return ["duel", json.step, json.rival, json.attacker_wins, json.defender_wins];
    default:
      return json.type;
  }
}

export function position(json) {
  const found = [];
  json.players.forEach((player, seat) => {
    const figure = ["figure", seat];
    const [area, alcazar] = [
      ["area", seat],
      ["alcazar", seat],
    ];
    for (const [step, number] of counted(player.figures)) found.push(["at", step, figure, number]);
    found.push(
      ...at(alcazar, times(player.inside, figure)),
      ...at(alcazar, player.delivered.map(sword)),
      ...at(area, player.shops.map((tile) => ["shop", seat, tile.kind, tile.circles])),
      ...at(area, stuff(player)),
      ...at(area, player.swords.map(sword)),
      ...at(area, player.tiles.map((tile) => ["master", tile])),
      ...at(area, player.paintings.map((value) => ["painting", value])),
      ...at(["known", seat], player.known.map(card)),
      ...at(["hand", seat], player.hand.map(card)),
    );
  });
  json.shops.forEach((shop, step) => {
    if (shop) found.push(["at", step, ["shop", shop.owner, shop.kind, shop.circles], 1]);
  });
  if (["transit", "duel"].includes(json.phase.type)) {
    found.push(["at", "transit", ["figure", json.active], 1]);
  }
  if (json.front) found.push(["at", "front", card(json.front), 1]);
  found.push(
    ...at("discards", json.discards.map(card)),
    ...at("pile", json.pile.map(card)),
    ...at("supply", stuff(json)),
    ...at("board", json.swords.map(sword)),
    ...at("board", json.tiles.map((tile) => ["master", tile])),
    ...[...json.paintings].reverse().map((v, below) => ["at", ["stack", below + 1], ["painting", v], 1]),
    ["active", json.active],
    ["phase", phase(json.phase)],
  );
  if (json.trigger !== null) found.push(["trigger", json.trigger]);
  if (json.tile_value !== null) found.push(["tile_card", json.tile_value]);
  return found;
}

export function move(json, active) {
  const goods = (take) =>
    take === null ? "none" : typeof take === "string" ? ["master", take] : sword(take);
  switch (json.type) {
    case "place_shop":
      return ["place_shop", ["shop", active, json.shop.kind, json.shop.circles], json.step];
    case "return_figure":
      return ["return_figure", json.step];
    case "play_card":
      return ["play_card", card(json.card), json.origin, json.with_tile ? "tile" : "plain"];
    case "challenge":
      return ["challenge", json.rival];
    case "use_space":
      return [
        "use_space",
        json.pay === null ? "none" : card(json.pay),
        goods(json.take),
        goods(json.give_back),
      ];
    case "deliver":
      return ["deliver", sword(json.sword)];
    case "draw":
      return ["draw", card(json.card)];
    default:
      return json.type;
  }
}

export const dealt = (hands) =>
  hands.flatMap((hand, seat) => counted(hand.map(card)).map(([c, n]) => ["dealt", seat, c, n]));

// From terms to JSON

const cardJson = ([, value, colour, stance]) => ({ value, colour, stance });
const swordJson = ([, value, metal, gems]) => ({ value, metal, gems });
export { cardJson };

function phaseJson(term) {
  const [type, ...parts] = Array.isArray(term) ? term : [term];
  switch (type) {
    case "start":
      return { type: "turn_start" };
    case "arrived":
    case "transit":
      return { type, step: parts[0] };
    case "drawing":
      return { type, left: parts[0], source: parts[1] };
    case "duel":
      return { type, step: parts[0], rival: parts[1], attacker_wins: parts[2], defender_wins: parts[3] };
    default:
      return { type };
  }
}

export function moveJson(term) {
  const [type, ...parts] = Array.isArray(term) ? term : [term];
  const goods = (part) => (part === "none" ? null : part[0] === "sword" ? swordJson(part) : part[1]);
  switch (type) {
    case "place_shop":
      return { type, shop: { kind: parts[0][2], circles: parts[0][3] }, step: parts[1] };
    case "return_figure":
      return { type, step: parts[0] };
    case "play_card":
      return { type, card: cardJson(parts[0]), origin: parts[1], with_tile: parts[2] === "tile" };
    case "challenge":
      return { type, rival: parts[0] };
    case "use_space":
      return {
        type,
        pay: parts[0] === "none" ? null : cardJson(parts[0]),
        take: goods(parts[1]),
        give_back: goods(parts[2]),
      };
    case "deliver":
      return { type, sword: swordJson(parts[0]) };
    case "draw":
      return { type, card: cardJson(parts[0]) };
    default:
      return { type };
  }
}

/** The event that these terms tell; `partsOf` gives the keys of each event, by its name. */
export function eventJson(terms, partsOf) {
  const several = [...terms].sort(byParts);
  const [type, ...parts] = Array.isArray(several[0]) ? several[0] : [several[0]];
  if (type === "hand_shown") {
    const cards = several.flatMap(([, , c, number]) => times(number, c).map(cardJson));
    return { type, seat: parts[0], cards };
  }
  const json = { type };
  partsOf[type].forEach((key, place) => {
    json[key] = partJson(key, parts[place]);
  });
  return json;
}

function partJson(key, term) {
  if (key === "to_front") return term === "front";
  if (key === "with_tile") return term === "tile";
  if (key === "tile") return term[1];
  if (term === "none" || term === "unseen") return null;
  if (!Array.isArray(term)) return term;
  if (term[0] === "card") return cardJson(term);
  if (term[0] === "sword") return swordJson(term);
  return { kind: term[2], circles: term[3] };
}

function byParts(a, b) {
  if (!Array.isArray(a)) return a < b ? -1 : a > b ? 1 : 0;
  for (let place = 0; place < a.length; place++) {
    const order = byParts(a[place], b[place]);
    if (order) return order;
  }
  return 0;
}

class Places {
  constructor(fluents) {
    this.at = new Map();
    this.facts = {};
    for (const fluent of fluents) {
      const key = written(fluent[1]);
      if (fluent[0] === "at") this.at.set(key, [...(this.at.get(key) ?? []), [fluent[2], fluent[3]]]);
      else if (fluent[0] === "size") this.facts[key] = fluent[2];
      else this.facts[fluent[0]] = fluent[1];
    }
  }

  some(place, kind) {
    const here = this.at.get(written(place)) ?? [];
    return here
      .flatMap(([piece, number]) => times(number, piece))
      .filter((piece) => (Array.isArray(piece) ? piece[0] : piece) === kind)
      .sort(byParts);
  }

  cards = (place) => this.some(place, "card").map(cardJson);
  swords = (place) => this.some(place, "sword").map(swordJson);
  tiles = (place) => this.some(place, "master").map(([, kind]) => kind);
}

function tableJson(places, box) {
  const stack = [];
  for (let height = box.paintings.length; height > 0; height--) {
    stack.push(...places.some(["stack", height], "painting").map(([, value]) => value));
  }
  const shopJson = ([shop]) => (shop ? { owner: shop[1], kind: shop[2], circles: shop[3] } : null);
  return {
    edition: box.reference,
    active: places.facts.active,
    phase: phaseJson(places.facts.phase),
    front: places.cards("front")[0] ?? null,
    tile_value: places.facts.tile_card ?? null,
    trigger: places.facts.trigger ?? null,
    discards: places.cards("discards"),
    shops: box.road.map((_, step) => shopJson(places.some(step, "shop"))),
    metal: places.some("supply", "metal").length,
    gems: places.some("supply", "gem").length,
    swords: places.swords("board"),
    tiles: places.tiles("board"),
    paintings: stack,
  };
}

function playerJson(places, seat, box) {
  const [area, alcazar] = [
    ["area", seat],
    ["alcazar", seat],
  ];
  const figures = box.road.flatMap((_, step) =>
    places.some(step, "figure").filter(([, owner]) => owner === seat).map(() => step),
  );
  return {
    known: places.cards(["known", seat]),
    figures,
    inside: places.some(alcazar, "figure").length,
    delivered: places.swords(alcazar),
    shops: places.some(area, "shop").map(([, , kind, circles]) => ({ kind, circles })),
    metal: places.some(area, "metal").length,
    gems: places.some(area, "gem").length,
    swords: places.swords(area),
    tiles: places.tiles(area),
    paintings: places.some(area, "painting").map(([, value]) => value),
  };
}

export function stateJson(fluents, box, players) {
  const places = new Places(fluents);
  const sides = [...Array(players).keys()].map((seat) => ({
    ...playerJson(places, seat, box),
    hand: places.cards(["hand", seat]),
  }));
  return { ...tableJson(places, box), players: sides, pile: places.cards("pile") };
}

export function viewJson(fluents, box, players, seat) {
  const places = new Places(fluents);
  const sides = [...Array(players).keys()].map((side) => ({
    ...playerJson(places, side, box),
    cards: places.facts[`hand(${side})`],
  }));
  const hand = seat === null ? [] : places.cards(["hand", seat]);
  return { ...tableJson(places, box), seat, hand, players: sides, pile: places.facts.pile };
}
