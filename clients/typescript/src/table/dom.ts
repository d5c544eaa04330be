// Making elements: of HTML, and of SVG, which a picture is made of.

import type { Box } from "../places.js";

const SVG = "http://www.w3.org/2000/svg";

/** Attributes by name; those that are false, null or undefined are left out. */
export type Attributes = { readonly [name: string]: string | number | boolean | null | undefined };
export type Child = Node | string | null | false | undefined;

/** Add attributes and children to an element. */
export function fill<E extends Element>(element: E, attributes: Attributes, ...children: readonly Child[]): E {
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== undefined && value !== null && value !== false) element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(...children.filter((child): child is Node | string => child !== null && child !== false && child !== undefined));
  return element;
}

export function el<Tag extends keyof HTMLElementTagNameMap>(tag: Tag, attributes: Attributes = {}, ...children: readonly Child[]): HTMLElementTagNameMap[Tag] {
  return fill(document.createElement(tag), attributes, ...children);
}

export function svg(tag: string, attributes: Attributes = {}, ...children: readonly Child[]): SVGElement {
  return fill(document.createElementNS(SVG, tag) as SVGElement, attributes, ...children);
}

export const rect = ([x, y, width, height]: Box, more: Attributes = {}): SVGElement => svg("rect", { x, y, width, height, ...more });

export const wait = (milliseconds: number): Promise<void> => new Promise((done) => setTimeout(done, milliseconds));

/** Put children into an element, but leave it alone if they look the same: focus and running animations stay. True if they did not. */
export function renew(element: Element, ...children: readonly Child[]): boolean {
  const fresh = fill(element.cloneNode(false) as Element, {}, ...children), other = fresh.innerHTML !== element.innerHTML;
  if (other) element.replaceChildren(...fresh.childNodes);
  return other;
}
