// What tests ask of a table in a page: functions of the element `t`, whose inside is `s`.

/** Wait until something holds; a busy machine has time. */
async function until(holds) {
  for (const end = Date.now() + 110_000; !holds(); await new Promise((done) => setTimeout(done, 20))) {
    if (Date.now() > end) throw new Error(`never: ${holds}`);
  }
}

/** Whether something of a part is on the screen. */
const inSight = (s, part) => [...s.querySelectorAll(`[data-part="${part}"]`)].some((one) => {
  const box = one.getBoundingClientRect();
  return box.width > 0 && box.top >= -1 && box.bottom <= innerHeight + 1 && box.right <= innerWidth + 1;
});

/** Play until something holds, or to the end, by pointing at what is lit and in sight. */
async function play(t, s, until = () => false) {
  let dice = 7;
  const random = (all) => all[(dice = (dice * 1103515245 + 12345) % 2147483648) % all.length];
  const hidden = [];
  for (let move = 0; move < 900 && !t.state.result && !until(); move++) {
    const { version } = t.state;
    for (let click = 0; click < 12 && t.state.version === version; click++) {
      const { ready, lit, picked } = t.choosing;
      if (ready) {
        s.querySelector("[data-do=go]")?.click(); // there is none if it was sent already
        break;
      }
      let left = [...lit].filter((part) => !picked.includes(part));
      const better = left.filter((part) => !/end_turn|return_figure/.test(part));
      if (!picked.length && better.length && move % 6) left = better;
      const seen = left.filter((part) => inSight(s, part));
      if (!seen.length) hidden.push(left.join());
      t.pick(random(seen.length ? seen : left));
    }
    await t.settled;
  }
  return { over: t.state.result !== null, hidden, again: s.querySelector(".sheet [data-do=rematch]")?.textContent };
}

/** What is not in sight that a choice needs, and texts that lie on each other. */
function sight(t, s) {
  const outside = [], overlap = [];
  const shown = (all) => [...s.querySelectorAll(all)].filter((one) => one.checkVisibility());
  const wanted = {
    goods: ".purse .thing", scores: ".plate .v, .mat .band .f", prompt: ".prompt", deeds: ".deed", actions: ".mainrow .btn", cards: ".pocket, .rack .slot",
  };
  for (const [name, all] of Object.entries(wanted)) {
    if (!shown(all).length) outside.push(`no ${name}`);
    for (const one of shown(all)) {
      const { left, top, right, bottom, width } = one.getBoundingClientRect();
      if (!width || left < -1 || top < -1 || right > innerWidth + 1 || bottom > innerHeight + 1) outside.push(`${name}: ${one.textContent}`);
    }
  }
  if (shown(wanted.scores).length < t.state.view.players.length) outside.push("a score is missing");
  const written = shown(".dock *, .head *").filter((one) => [...one.childNodes].some((node) => node.nodeType === 3 && node.data.trim()));
  const boxes = written.map((one) => {
    const range = document.createRange(), host = one.getBoundingClientRect();
    range.selectNodeContents(one);
    const box = range.getBoundingClientRect();
    return { one, left: Math.max(host.left, box.left), right: Math.min(host.right, box.right), top: Math.max(host.top, box.top), bottom: Math.min(host.bottom, box.bottom) };
  });
  const common = (a, b) => [Math.min(a.right, b.right) - Math.max(a.left, b.left), Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top)];
  boxes.forEach((a, at) => boxes.slice(at + 1).forEach((b) => {
    const [width, height] = common(a, b);
    if (width > 2 && height > 3 && !a.one.contains(b.one) && !b.one.contains(a.one)) overlap.push(`${a.one.textContent} / ${b.one.textContent}`);
  }));
  return { outside, overlap, scrolls: document.documentElement.scrollHeight > innerHeight + 1 };
}

/** The parts that cannot be used and do not say why, with a rule; a server may be asked for a few only. */
async function silent(t, s, most = Infinity) {
  const found = [], usable = new Set(t.state.offers.flatMap(({ parts }) => parts));
  for (const part of new Set([...s.querySelectorAll("[data-part]")].map((one) => one.dataset.part))) {
    if (usable.has(part) || most-- <= 0) continue;
    t.say("");
    t.pick(part);
    for (let wait = 0; wait < 200 && !s.querySelector(".why .rule"); wait++) await new Promise((done) => setTimeout(done, 5));
    if (!/^[A-Z]+-\d+$/.test(s.querySelector(".why .rule")?.textContent ?? "")) found.push(part);
  }
  return found;
}

/** The kinds of card that taps on one pocket choose. */
async function tapped(t, s) {
  const several = () => [...s.querySelectorAll(".pocket")].find((one) => one.querySelectorAll(".card.usable").length > 1);
  await play(t, s, () => t.state.view.phase.type === "turn_start" && several());
  t.pick("deed:play_card");
  const pocket = several();
  const { pocket: value } = pocket.dataset, kinds = new Set();
  for (let tap = 0; tap < 4; tap++) {
    const box = s.querySelector(`[data-pocket="${value}"]`).getBoundingClientRect();
    const at = { bubbles: true, composed: true, pointerType: "touch", detail: 1, clientX: box.x + box.width / 2, clientY: box.y + box.height / 2 };
    const target = s.elementFromPoint(at.clientX, at.clientY);
    for (const type of ["pointerdown", "pointerup", "click"]) target.dispatchEvent(new PointerEvent(type, at));
    kinds.add(t.choosing.picked.find((part) => part.startsWith("hand:")) ?? null);
  }
  return [...kinds];
}

/** Make some moves of one's own against a server. */
async function moves(t, s, number) {
  const patience = Date.now() + 100_000;
  let mine = 0;
  while (mine < number && !t.state?.result && Date.now() < patience) {
    await t.settled;
    const before = t.state?.version;
    if (!t.state?.offers.length) {
      await new Promise((done) => setTimeout(done, 20));
      continue;
    }
    mine++;
    await play(t, s, () => t.state.version !== before || t.choosing.ready === null && t.choosing.fitting.length === 0);
    for (let wait = 0; wait < 500 && t.state.version === before; wait++) await new Promise((done) => setTimeout(done, 10));
  }
  return mine;
}

/** An action as a text, whatever the order of its keys. */
const written = (action) => JSON.stringify(action, (_name, value) =>
  value && typeof value === "object" && !Array.isArray(value) ? Object.fromEntries(Object.entries(value).sort()) : value);

/** What is to be pointed at next for an action: a part, or `go`; nothing if there is no such offer. */
function next(t, s, action) {
  const { ready, lit, picked } = t.choosing, offer = t.state.offers.find((one) => written(one.action) === written(action));
  if (t.sent || !offer) return null;
  if (ready && written(ready.action) === written(action)) return "go";
  const pointed = offer.parts.filter((part) => lit.has(part) && !picked.includes(part));
  return pointed.find((part) => s.querySelector(`[data-part="${part}"]:is(button, [tabindex="0"])`)) ?? null;
}

/** Click what an action is made of, one thing after the other; what was sent. */
function choose(t, s, action) {
  let sent = null;
  t.addEventListener("toledo-play", ({ detail }) => { sent = detail.action; }, { once: true });
  for (let clicks = 0; clicks < 12 && !sent; clicks++) {
    const part = next(t, s, action);
    if (!part) break;
    const node = s.querySelector(`.dock [data-part="${part}"], .dock [data-do="${part}"]`) ?? s.querySelector(`[data-part="${part}"]`);
    node.dispatchEvent(new MouseEvent("click", { bubbles: true, composed: true }));
  }
  return sent && written(sent) === written(action) ? true : `${written(action)}: sent ${written(sent)} after ${t.choosing.picked}`;
}

/** Labels below 11 pixels, and targets below 24. */
function small(s) {
  const seen = (node) => node.checkVisibility() && !node.closest(".unseen, symbol, defs, style, script, [aria-hidden=true]");
  const labels = [], targets = [];
  for (const root of [document.body, s]) {
    const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const { textContent: text, parentElement: node } = texts.currentNode;
      if (!text.trim() || !seen(node)) continue;
      const scale = node.ownerSVGElement ? node.getScreenCTM().a : 1;
      labels.push([parseFloat(getComputedStyle(node).fontSize) * scale, text]);
    }
    targets.push(...root.querySelectorAll("button, select, summary, .button, .btn, .bd .usable[data-part^=space]"));
  }
  const sizes = targets.filter(seen).map((node) => {
    const { width, height } = (node.querySelector(".hit") ?? node).getBoundingClientRect();
    return [Math.min(width, height), node.id || node.dataset.part || node.textContent];
  });
  return [labels.filter(([size]) => size < 11), sizes.filter(([size]) => size < 23.9)];
}

/** Questions, reasons, deeds and buttons that are not shown to their ends. */
function cut(s) {
  const beyond = ({ scrollHeight, clientHeight, scrollWidth, clientWidth }) => scrollHeight > clientHeight + 1 || scrollWidth > clientWidth + 1;
  const texts = [...s.querySelectorAll(".prompt, .why, .deed, .mainrow .btn, .fc small")], bottom = (node) => node.getBoundingClientRect().bottom;
  const below = (node) => node.matches(".ask *") && bottom(node) > bottom(node.closest(".ask")) + 1;
  return texts.filter((node) => node.checkVisibility() && (beyond(node) || below(node))).map((node) => node.textContent);
}

/** Everything that a page says: texts and what is read aloud, in another language than its own. */
function said(roots) {
  const found = [], seen = (node) => !node.closest('[lang="en"], option, script, style, title, #language, symbol, [hidden]');
  for (const root of roots) {
    const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) if (seen(texts.currentNode.parentElement)) found.push(texts.currentNode.textContent);
    for (const node of root.querySelectorAll("[aria-label], [title], [placeholder], [alt]")) {
      const names = ["aria-label", "title", "placeholder", "alt"].filter((name) => node.hasAttribute(name) && seen(node));
      found.push(...names.map((name) => node.getAttribute(name)));
    }
    for (const node of root.querySelectorAll("option")) if (!node.closest("#language")) found.push(node.textContent);
  }
  return found;
}
