"""A bot of any version of the library, over a pipe: ``python player.py BOT SEED``.

It reads a position on each line, and answers with an action and the CPU seconds that it took. Of a position only what
the player on turn sees is used. An empty line begins another game.
"""

from __future__ import annotations

import sys
from time import process_time

from toledo_rules import parse_position, view
from toledo_rules.bots import for_game, make_bot
from toledo_rules.chance import Stream
from toledo_rules.notation import format_action


def main() -> None:
    """Answer until there is nothing more to read."""
    name, seed = sys.argv[1:]
    bot, luck = make_bot(name), Stream(seed)
    player = for_game(bot)
    for line in sys.stdin:
        if not line.strip():
            player = for_game(bot)
            continue
        state = parse_position(line.strip())
        seen = view(state, state.active)
        began = process_time()
        action = player.choose(seen, luck)
        print(format_action(action, state.edition), process_time() - began, sep="\t", flush=True)


if __name__ == "__main__":
    main()
