// Draws a scene: puts symbols into places. Nothing here knows how a thing looks, or a rule of the game.

import { find, make } from "./common.js";

const NS = "http://www.w3.org/2000/svg";
const TARGET = 26; // the least size of what can be clicked, in pixels

export function svg(tag, attributes = {}, ...children) {
  const element = document.createElementNS(NS, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

/** A symbol by itself, as large as its box on the board. */
export const symbol = (name, width, height, more = {}) =>
  svg("svg", { viewBox: `0 0 ${width} ${height}`, width, height, "aria-hidden": "true", ...more },
    svg("use", { href: `#tl-${name}`, width, height }));

/** A symbol by itself, as large as it was drawn. */
export function natural(name, more = {}) {
  const view = document.getElementById(`tl-${name}`)?.viewBox.baseVal;
  return symbol(name, view?.width || 28, view?.height || 34, more);
}

const still = matchMedia("(prefers-reduced-motion: reduce)");
export const wait = (ms) => new Promise((done) => setTimeout(done, ms));

export class Drawing {
  /** The board, and areas for the players beside it. */
  constructor({ svg: text, places }, seats) {
    Object.assign(this, places); // width, zones, places, labels
    find("board").innerHTML = text;
    this.svg = find("board").querySelector("svg");
    this.svg.setAttribute("role", "group");
    const things = this.svg.querySelector("#things");
    const areas = things.appendChild(svg("g"));
    this.spaces = things.appendChild(svg("g"));
    this.things = things.appendChild(svg("g"));
    this.figures = this.svg.querySelector("#figures");
    this.bottom = this.zones.supply[1] + this.zones.supply[3];
    this.items = new Map();
    this.nodes = new Map();
    for (const id of ["cathedral", "alcazar"]) { // parts of the board itself
      const node = areas.appendChild(this.onBoard(id, ["", id, "", false]));
      node.dataset.part = id;
      this.nodes.set(id, node);
    }
    this.mats(seats);
  }

  /** An area for each player: a cell for each thing that they may have. */
  mats(seats) {
    find("mats").replaceChildren(...seats.map((name, seat) => {
      const cells = Object.keys(this.places).filter((place) => place.startsWith(`player:${seat}:`));
      const [counts, things] = [cells.filter((c) => c.split(":").length === 3), cells.filter((c) => c.split(":").length > 3)];
      const of = (...kinds) => things.filter((place) => kinds.includes(place.split(":")[2]));
      const cell = (place, more = "") => {
        const [, , width, height] = this.places[place];
        return make("span", { class: `cell ${more}`, "data-place": place, style: `width:${width}px;height:${height}px` });
      };
      const count = (place) => make("span", { class: "count", "data-place": place });
      return make("section", { class: "mat", "data-place": `player:${seat}`, "data-part": `player:${seat}`, style: `--own:var(--tl-p${seat})` },
        make("h2", {}, symbol(`sign-${seat}`, 24, 24), make("span", { class: "name" }, name), make("span", { class: "known" }), count(`player:${seat}:fame`)),
        make("div", { class: "counts" }, ...counts.filter((c) => !c.endsWith(":fame")).map(count), make("span", { class: "cells" }, ...of("tile").map((place) => cell(place)))),
        make("div", { class: "cells" }, ...of("shop").map((place) => cell(place)), ...of("sword", "painting").map((place) => cell(place, "spare"))));
    }));
  }

  /** The cards that everybody knows a player to hold. */
  know(known) {
    document.querySelectorAll(".mat .known").forEach((row, seat) => row.replaceChildren(...known[seat].map(([id, name]) => {
      const card = make("span", { "data-part": id }, natural(name));
      this.nodes.set(id, card);
      return card;
    })));
  }

  /** Take over what is new, and draw it. */
  apply(news) {
    for (const [id, item] of Object.entries(news)) {
      if (item) this.items.set(id, item);
      else this.items.delete(id);
      this.redraw(id);
    }
  }

  /** Show another moment altogether. */
  show(items) {
    const ids = new Set([...this.items.keys(), ...items.keys()]);
    for (const id of ids) {
      if (JSON.stringify(this.items.get(id)) === JSON.stringify(items.get(id))) continue;
      if (items.has(id)) this.items.set(id, items.get(id));
      else this.items.delete(id);
      this.redraw(id);
    }
  }

  redraw(id) {
    this.nodes.get(id)?.remove();
    this.nodes.delete(id);
    const item = this.items.get(id);
    if (!item) return;
    const [name, place, text, gone] = item;
    const cell = document.querySelector(`#side [data-place="${place}"], #turn [data-place="${place}"]`);
    if (cell?.matches(".mat")) return;
    const node = cell ? this.inCell(id, item) : this.onBoard(id, item);
    node.dataset.part = id;
    this.nodes.set(id, node);
    if (cell) cell.append(node);
    else if (this.places[place][1] < this.bottom) (id.startsWith("figure:") ? this.figures : id.startsWith("space:") ? this.spaces : this.things).append(node);
  }

  onBoard(id, [name, place, text, gone]) {
    const box = this.places[place];
    const hit = id.startsWith("space:") || !name && !text ? this.places[id] : grown(box, TARGET / Math.min(1, this.svg.getScreenCTM().a));
    const node = svg("g", gone ? { class: "gone" } : {}, rectangle(hit, { class: "hit" }));
    if (name) node.append(svg("use", { href: `#tl-${name}`, x: box[0], y: box[1], width: box[2], height: box[3] }));
    if (text) node.append(this.label(place, text));
    node.append(rectangle([hit[0] - 2, hit[1] - 2, hit[2] + 4, hit[3] + 4], { class: "ring", rx: 7 }));
    return node;
  }

  label(place, text) {
    const [x, y, size, at] = this.labels[place];
    const anchor = { c: "middle", l: "start", e: "end" }[at];
    const written = svg("text", { x, y: y + size * 0.36, "font-size": size, "text-anchor": anchor, class: "tl-b tl-f-ink" });
    written.textContent = text;
    return written;
  }

  inCell(id, [name, place, text]) {
    const [, , width, height] = this.places[place];
    const counted = id.split(":").length === 3;
    const icon = counted && name ? symbol(name.replace("count-", "i-"), 32, 32, { width: 22, height: 22 }) : name ? symbol(name, width, height) : id.endsWith(":fame") ? symbol("i-fame", 32, 32, { width: 20, height: 20 }) : "";
    return make("span", { class: counted ? "number" : "thing" }, icon, text && make("b", {}, text.replace("-", "−")));
  }

  /** Where a place is on the screen. */
  where(place) {
    const cell = document.querySelector(`#side [data-place="${place}"], #dock [data-place="${place}"], #stage [data-place="${place}"]`);
    if (cell) return cell.getBoundingClientRect();
    const [x, y, width, height] = this.places[place];
    const { a, e, f } = this.svg.getScreenCTM();
    return new DOMRect(x * a + e, y * a + f, width * a, height * a);
  }

  /** Let a thing fly from one place to another. */
  async fly(thing, origin, target, ms) {
    const [from, to] = [this.where(origin), this.where(target)];
    const figure = thing.startsWith("figure-");
    const size = figure ? [from.width, from.height] : thing.startsWith("i-") ? [28, 28] : [Math.min(to.width, 76), Math.min(to.height, 114)];
    const flying = symbol(thing, ...naturalSize(this, thing, size), { class: "flying", width: size[0], height: size[1] });
    flying.style.left = `${to.x + to.width / 2 - size[0] / 2}px`;
    flying.style.top = `${to.y + to.height / 2 - size[1] / 2}px`;
    document.body.append(flying);
    const [dx, dy] = [from.x + from.width / 2 - to.x - to.width / 2, from.y + from.height / 2 - to.y - to.height / 2];
    const frames = still.matches
      ? [{ opacity: 0 }, { opacity: 1 }]
      : [{ transform: `translate(${dx}px, ${dy}px)` }, { transform: `translate(${dx / 2}px, ${dy / 2 - 18}px)`, offset: 0.5 }, { transform: "none" }];
    await flying.animate(frames, { duration: still.matches ? Math.min(ms, 60) : ms, easing: "cubic-bezier(.5,0,.2,1)" }).finished;
    flying.remove();
  }

  /** Hide what is about to leave a place. */
  hide(place, thing) {
    for (const [id, [name, where]] of this.items)
      if (where === place && name === thing) this.nodes.get(id)?.classList.add("away");
  }

  /** Light what can be chosen, and name everything for those who cannot see it. */
  mark(look) {
    for (const [id, node] of this.nodes) dress(node, look(id));
    for (const mat of document.querySelectorAll(".mat")) dress(mat, look(mat.dataset.part));
  }
}

/** Let a part look and sound as it is: what it is called, and whether it can be chosen. */
export function dress(node, { label, usable, lit, picked }) {
  node.classList.toggle("usable", usable);
  node.classList.toggle("lit", lit);
  node.classList.toggle("picked", picked);
  node.setAttribute("aria-label", label);
  if (node.tagName === "BUTTON") node.setAttribute("aria-disabled", String(!usable));
  else node.setAttribute("role", usable ? "button" : node.matches(".mat") ? "group" : "img");
  if (usable) node.setAttribute("tabindex", "0");
  else node.removeAttribute("tabindex");
  if (usable) node.setAttribute("aria-pressed", String(picked));
  else node.removeAttribute("aria-pressed");
}

const grown = ([x, y, width, height], least) => {
  const [w, h] = [Math.max(width, least), Math.max(height, least)];
  return [x + width / 2 - w / 2, y + height / 2 - h / 2, w, h];
};
const rectangle = ([x, y, width, height], more) => svg("rect", { x, y, width, height, ...more });

function naturalSize(drawing, thing, size) {
  const view = document.getElementById(`tl-${thing}`)?.viewBox.baseVal;
  return view ? [view.width, view.height] : size;
}
