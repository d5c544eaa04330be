// Drag beside click, by mouse or finger: a thing is picked up, and laid down on a place. Keyboard and click need none of this.

const FAR = 8; // pixels before a press becomes a drag
const THINGS = /^(hand|figure|player:\d+:(shop|sword|tile)):/;

/**
 * @param take called with the part that is picked up; returns what follows the pointer, or null if it stays
 * @param drop called with the parts under the pointer, the uppermost first
 */
export function dragging(take, drop) {
  let pressed, ghost, dragged = false;

  const end = () => {
    ghost?.remove();
    pressed = ghost = null;
  };

  addEventListener("pointerdown", (event) => {
    end();
    dragged = false;
    const part = event.isPrimary && event.button === 0 && event.target.closest?.("[data-part].usable");
    if (part && THINGS.test(part.dataset.part)) pressed = { id: part.dataset.part, x: event.clientX, y: event.clientY, scrolls: event.pointerType !== "mouse" && part.closest(".crowded") };
  });

  addEventListener("pointermove", (event) => {
    if (!pressed || !event.isPrimary) return;
    if (!ghost) {
      const [x, y] = [event.clientX - pressed.x, event.clientY - pressed.y];
      if (Math.hypot(x, y) < FAR) return;
      if (pressed.scrolls && Math.abs(x) > Math.abs(y)) return end(); // a finger goes through the hand
      ghost = take(pressed.id);
      if (!ghost) return end();
      dragged = true;
      ghost.classList.add("flying");
      document.body.append(ghost);
    }
    event.preventDefault();
    const { width, height } = ghost.getBoundingClientRect();
    ghost.style.left = `${event.clientX - width / 2}px`;
    ghost.style.top = `${event.clientY - height / 2}px`;
  });

  addEventListener("pointerup", (event) => {
    const laid = ghost && pressed;
    end();
    if (laid) drop(document.elementsFromPoint(event.clientX, event.clientY).map((one) => one.closest("[data-part]")?.dataset.part).filter((id) => id && id !== laid.id));
  });
  addEventListener("pointercancel", end);
  addEventListener("click", (event) => { // the end of a drag is no click
    if (dragged) event.stopPropagation();
    dragged = false;
  }, { capture: true });
}
