// A seat: the picture, what can be done, and what has happened. It holds no rule: the server says everything.

import { chooseLanguage, find, language, make, word } from "./common.js";

const token = location.pathname.split("/").pop();
const layout = () => (innerWidth < 760 ? "phone" : "wide");
let version = 0;
let socket;

const send = (type, more = {}) => socket.send(JSON.stringify({ type, id: null, expect: version, ...more }));

/** Show the table as the server puts it into words. */
async function show() {
  const answer = await fetch(`/api/seats/${token}/words?language=${language}&layout=${layout()}`);
  const said = await answer.json();
  if (!answer.ok) return lost(word("no_seat"));
  version = said.version;
  find("board").innerHTML = said.picture;
  find("pending").textContent = said.result ?? said.prompt;
  find("choices").replaceChildren(...said.menu.map(entry));
  find("tools").replaceChildren(tool("undo", said.undo), tool("redo", said.redo));
  find("log").replaceChildren(...said.log.map((lines) => make("li", {}, lines.join(" "))));
  find("log").scrollTop = find("log").scrollHeight;
}

/** An entry of the menu: a button, or a choice with a button for each option. */
function entry({ words, options }) {
  const play = ({ action }) => () => send("play", { action });
  if (options.length === 1 && !options[0].label) return make("button", { onclick: play(options[0]) }, words);
  const buttons = options.map((option) => make("button", { onclick: play(option), title: option.words }, option.label));
  return make("details", {}, make("summary", {}, words), make("div", { class: "row" }, ...buttons));
}

/** A button that is there even if it cannot be used, with the reason. */
const tool = (type, why) =>
  make("button", { "aria-disabled": Boolean(why), title: why && `${why.words} (${why.rule})`,
    onclick: () => (why ? (find("why").textContent = why.words) : send(type)) }, word(type));

function lost(words) {
  find("lost").hidden = false;
  find("lost").textContent = words;
}

/** Listen to the table; after a break, try again. */
function listen() {
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  socket = new WebSocket(`${scheme}://${location.host}/api/seats/${token}/ws`);
  socket.onopen = () => (find("lost").hidden = true);
  socket.onmessage = ({ data }) => {
    const said = JSON.parse(data);
    if (said.type === "update") show();
    if (said.type === "refusal" || said.type === "error") show().then(() => (find("why").textContent = said.rule ?? said.code));
  };
  socket.onclose = () => {
    lost(word("lost"));
    setTimeout(listen, 2000);
  };
}

chooseLanguage(show);
listen();
