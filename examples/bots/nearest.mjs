// A bot in JavaScript: it uses what it can, and otherwise moves the foremost figure as far as it goes.
//
//     toledo-rules tournament --bots "cmd:node examples/bots/nearest.mjs",random --deals 5
//
// Questions come as JSON on standard input, a line for each; the answers go to standard output. Standard error is free
// for messages. It is the protocol of `toledo_rules.protocol`; docs/how-to/write-a-bot.md shows the lines.

import { createInterface } from "node:readline";

const say = (answer) => process.stdout.write(JSON.stringify(answer) + "\n");

// The worth of an action: deliver before forging, forge before anything else, then get on.
function worth(action, view) {
  switch (action.type) {
    case "deliver":
      return 1000 + action.sword.value;
    case "use_space":
      return 500 + (action.take?.value ?? 0) - (action.pay?.value ?? 0);
    case "place_shop":
      return view.shops.filter((shop) => shop?.owner === view.seat).length < 3 ? 100 : -10;
    case "play_card":
      return 10 + action.origin + action.card.value;
    case "challenge":
      return 5;
    case "take_cards":
      return view.hand.length < 6 ? 50 : 0;
    default: // end_turn, return_figure, pass
      return 1;
  }
}

function choose({ view, actions }) {
  const worths = actions.map((action) => worth(action, view));
  return actions[worths.indexOf(Math.max(...worths))];
}

for await (const line of createInterface({ input: process.stdin })) {
  const said = JSON.parse(line);
  if (said.type === "hello") {
    say({ type: "hello", protocol: said.protocol, program: "nearest", edition: null, seat: null, names: [] });
  } else if (said.type === "question") {
    say({ type: "play", id: said.id, expect: said.version, action: choose(said) });
  }
}
