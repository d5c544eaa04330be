// Dragging a card, a shop, a figure, a sword or a tile to where it shall go, by mouse, finger or pen.

import type { PartId } from "../toledo.js";

const FAR = 8; // pixels before a press becomes a drag
const DRAGGED = /^(hand:\d+:|figure:|player:\d+:(shop|sword|tile):)/;

export interface Dragged {
  readonly screen: HTMLElement;
  /** Take a part in hand; null if it cannot be moved, else its picture. */
  take(part: PartId): Element | null;
  /** The pointer is here. */
  over(event: PointerEvent): void;
  /** Let it go here. */
  drop(event: PointerEvent): void;
}

/** Listen to drags; a drag is no click. */
export function listenToDrags(table: Dragged): void {
  let start: { part: PartId; x: number; y: number; id: number } | null = null, picture: HTMLElement | SVGElement | null = null, dropped = false;
  const { screen } = table;
  const stop = (): void => {
    picture?.remove();
    picture = start = null;
  };
  screen.addEventListener("pointerdown", (event) => {
    dropped = false;
    const part = (event.target as Element).closest<HTMLElement | SVGElement>("[data-part]")?.dataset["part"];
    if (event.isPrimary && event.button === 0 && part && DRAGGED.test(part)) start = { part, x: event.clientX, y: event.clientY, id: event.pointerId };
  });
  screen.addEventListener("pointermove", (event) => {
    if (!start || event.pointerId !== start.id) return;
    if (!picture) {
      if (Math.hypot(event.clientX - start.x, event.clientY - start.y) < FAR) return;
      const taken = table.take(start.part);
      if (!taken) return stop();
      picture = taken as HTMLElement;
      picture.classList.add("flying", "dragged");
      screen.append(picture);
      screen.setPointerCapture(event.pointerId);
    }
    const host = screen.getBoundingClientRect(), box = picture.getBoundingClientRect();
    picture.style.transform = `translate(${event.clientX - host.x - box.width / 2}px,${event.clientY - host.y - box.height / 2}px)`;
    table.over(event);
  });
  screen.addEventListener("pointerup", (event) => {
    if (picture) {
      dropped = true;
      stop();
      table.drop(event);
    }
    start = null;
  });
  screen.addEventListener("pointercancel", stop);
  screen.addEventListener("click", (event) => { if (dropped) { dropped = false; event.stopPropagation(); event.preventDefault(); } }, true);
}
