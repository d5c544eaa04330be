// Symbols of the board outside of it: pictures of any size.

import { type Attributes, svg } from "./dom.js";

/** The symbols in a picture, by their names. */
export class Symbols {
  private readonly sizes = new Map<string, readonly [width: number, height: number]>();

  constructor(picture: ParentNode) {
    for (const symbol of picture.querySelectorAll("symbol")) {
      const { width, height } = symbol.viewBox.baseVal;
      this.sizes.set(symbol.id, [width, height]);
    }
  }

  /** A symbol of this height. Screen readers announce what it stands for, not the picture. */
  icon(name: string, height: number, more: Attributes = {}): SVGElement {
    const [w, h] = this.sizes.get(`tl-${name}`) ?? [32, 32];
    const use = svg("use", { href: `#tl-${name}`, width: w, height: h });
    return svg("svg", { width: ((w * height) / h).toFixed(1), height, viewBox: `0 0 ${w} ${h}`, "aria-hidden": "true", ...more, class: `u tl-root ${more["class"] ?? ""}` }, use);
  }

  /** The sign of a player: with its letter if that can be read. */
  sign(seat: number, size: number): SVGElement {
    return this.icon(`${size < 18 ? "plain" : "sign"}-${seat}`, size);
  }
}

const drawn = (path: string, size = 20): SVGElement =>
  svg("svg", { class: "u", width: size, height: size, viewBox: "0 0 20 20", "aria-hidden": "true" }, svg("path", { d: path, fill: "none", stroke: "currentColor", "stroke-width": 2.1, "stroke-linecap": "round", "stroke-linejoin": "round" }));
export const undoIcon = (): SVGElement => drawn("M7 3L2 8l5 5M2 8h10a5 5 0 010 10H6");
export const menuIcon = (): SVGElement => drawn("M1 4h18M1 10h18M1 16h18");
export const flagIcon = (): SVGElement => drawn("M4 1v18M4 2h12l-3 4 3 4H4");
export const bulbIcon = (): SVGElement => drawn("M7 14a6 6 0 113 0M7 14h6M8 18h4M10 14v-4");
export const moonIcon = (): SVGElement => drawn("M17 12A8 8 0 118 3a6.500 6.500 0 009 9z");
export const closeIcon = (): SVGElement => drawn("M4 4l12 12M16 4L4 16");

/** A shop in somebody's colour, for the button that places one. */
export function shopIcon(seat: number, size = 20): SVGElement {
  return svg("svg", { class: "u", width: size, height: size, viewBox: "0 0 32 32", "aria-hidden": "true" },
    svg("path", { d: "M5 14v15h22V14", fill: "var(--face)", stroke: "var(--ink)", "stroke-width": 2 }),
    svg("path", { d: "M12 29v-8a4 4 0 018 0v8z", fill: "var(--timber)" }),
    svg("path", { d: "M3 4h26v9a3.250 3.250 0 01-6.500 0 3.250 3.250 0 01-6.500 0 3.250 3.250 0 01-6.500 0A3.250 3.250 0 013 13z", fill: `var(--p${seat})`, stroke: "var(--ink)", "stroke-width": 1.6 }),
    svg("path", { d: "M9.500 4v9M22.500 4v9M16 4v9", stroke: "var(--ink)", "stroke-width": 1.4 }));
}

/** Leaves around the winner's sign. */
export function laurel(size: number): SVGElement {
  const leaves: SVGElement[] = [];
  for (const side of [1, -1]) {
    for (let leaf = 0; leaf < 8; leaf++) {
      const turn = Math.PI * (0.04 + leaf * 0.105), x = 50 + side * 36 * Math.sin(turn), y = 50 + 36 * Math.cos(turn), lean = side * (60 - leaf * 19);
      for (const half of [-1, 1]) {
        leaves.push(svg("ellipse", { cx: (x + half * side * 3.2).toFixed(1), cy: y.toFixed(1), rx: 3.1, ry: 7.6, transform: `rotate(${half * 24 - lean} ${x.toFixed(1)} ${y.toFixed(1)})`, fill: "var(--gold)", stroke: "#7a5a10", "stroke-width": 0.8 }));
      }
    }
  }
  return svg("svg", { class: "laurel", width: size, height: size, viewBox: "0 0 100 100", "aria-hidden": "true" }, ...leaves);
}

/** A fencer in the colour of a player: the attacker to the right, the defender to the left, or beaten. */
export function fencer(seat: number, facing: 1 | -1, pose: "lunge" | "guard" | "beaten", size = 110): SVGElement {
  const limbs = {
    lunge: "M50 44L44 78M44 78L20 100M44 78L66 88L68 108M50 50L76 52",
    guard: "M50 44L50 78M50 78L34 106M50 78L68 92L66 108M50 50L70 58",
    beaten: "M46 48L42 80M42 80L26 106M42 80L60 90L58 108M46 54L28 70",
  }[pose];
  const blade = { lunge: "M76 52L118 46", guard: "M70 58L84 16", beaten: "M84 106L116 110" }[pose], colour = `var(--p${seat})`;
  const body = svg("g", { fill: "none", "stroke-linecap": "round", "stroke-linejoin": "round" },
    svg("path", { d: limbs, stroke: "var(--ink)", "stroke-width": 14 }), svg("path", { d: limbs, stroke: colour, "stroke-width": 10 }),
    svg("circle", { cx: pose === "beaten" ? 44 : 50, cy: 30, r: 11, fill: colour, stroke: "var(--ink)", "stroke-width": 2 }),
    svg("path", { d: pose === "beaten" ? "M28 26q16-12 32 0" : "M34 24q16-14 32 0z", fill: colour, stroke: "var(--ink)", "stroke-width": 2 }),
    svg("path", { d: blade, stroke: "var(--ink)", "stroke-width": 5 }), svg("path", { d: blade, stroke: "#dfe5ea", "stroke-width": 2.4 }));
  return svg("svg", { class: "u fencer", width: size, height: size, viewBox: "0 0 120 114", "aria-hidden": "true" }, svg("ellipse", { cx: 50, cy: 109, rx: 34, ry: 4, fill: "#0004" }), facing === 1 ? body : fillFlip(body));
}
const fillFlip = (body: SVGElement): SVGElement => {
  body.setAttribute("transform", "matrix(-1 0 0 1 120 0)");
  return body;
};
