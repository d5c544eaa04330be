// What tests/web/test_component.py asks of a table: functions of the element `t`, whose inside is `s`.

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
