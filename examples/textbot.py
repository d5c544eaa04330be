"""Ein Textbot für einen Chat, auf Deutsch: Er leitet einen Tisch und antwortet auf Zeilen.

    python examples/textbot.py

Jede Zeile beginnt mit dem Namen eines Spielers, wie in einem Chat: `Ana: liste`, `Ana: 3 7`, `Ben: warum space:5`,
`Ana: zurück`, `Ana: tisch`. In einem Chat bekommt `ChatTable.say` jede Nachricht und gibt die Antworten zurück: die auf
`liste`, `tisch` und `warum` nur für den, der fragt, denn sie verraten seine Handkarten; alle anderen für alle.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator

from toledo_rules import Game
from toledo_rules.choices import Choices, choices
from toledo_rules.describe import describe, position, render, tell
from toledo_rules.edition import Seat
from toledo_rules.errors import RefusedError
from toledo_rules.rulebook import Code, Refusal

LANGUAGE = "de"


class ChatTable:
    """Ein Spiel in einem Chat."""

    def __init__(self, names: tuple[str, ...], seed: int) -> None:
        self.game, self.names = Game(names, seed=seed), names

    def say(self, name: str, line: str) -> Iterator[str]:
        """Die Antworten auf eine Zeile eines Spielers."""
        if name not in self.names:
            yield f"{name} spielt nicht mit."
            return
        seat = self.names.index(name)
        word, _, rest = line.strip().partition(" ")
        try:
            if word == "liste":
                yield from self.menu(seat)
            elif word == "tisch":
                yield position(self.game, seat=seat, reader=seat, language=LANGUAGE)
            elif word == "warum":
                yield self.why(seat, rest)
            elif word == "zurück":
                self.game.undo(seat)
                yield self.pending(seat)
            elif word.isdecimal():
                yield from self.play(seat, int(word), rest)
            else:
                yield "Sag liste, tisch, warum TEIL, zurück oder eine Nummer aus der Liste."
        except RefusedError as error:
            yield describe(error, self.game, seat=seat, reader=seat, language=LANGUAGE)

    def menu(self, seat: Seat) -> Iterator[str]:
        """Was der Spieler tun kann, mit Nummern."""
        yield self.pending(seat)
        for number, entry in enumerate(self.choices(seat).menu, start=1):
            words = " ".join(option.word for option in entry.options)
            yield f"{number}. {render(entry.message, LANGUAGE, reader=seat)} {f'[{words}]' if words else ''}".strip()

    def play(self, seat: Seat, number: int, word: str) -> Iterator[str]:
        """Einen Eintrag der Liste spielen und allen erzählen, was alle sehen."""
        found = self.choices(seat)
        if seat != self.game.active:
            raise RefusedError(Refusal.of(Code.NOT_ON_TURN, seat=seat, active=self.game.active))
        options = found.menu[number - 1].options if 1 <= number <= len(found.menu) else ()
        action = next((found.moves[o.move].action for o in options if o.word == word), None)
        if action is None:
            yield "Das steht nicht auf der Liste."
            return
        happened = self.game.play(action, seat=seat)
        seen = happened.seen_by(None)
        yield from tell(seen, self.game, seat=None, language=LANGUAGE)
        yield self.pending(None)

    def why(self, seat: Seat, part: str) -> str:
        """Warum ein Teil des Tisches jetzt nicht geht."""
        reason = self.choices(seat).reasons.get(part)
        return (
            "Doch, das geht."
            if reason is None
            else f"{render(reason.message, LANGUAGE, reader=seat)} ({reason.rule})"
        )

    def pending(self, reader: Seat | None) -> str:
        """Wer was zu entscheiden hat."""
        return describe(self.game, seat=reader, reader=reader, language=LANGUAGE)

    def choices(self, seat: Seat) -> Choices:
        """Alles, worauf der Spieler zeigen kann."""
        return choices(self.game, seat=seat)


def main() -> int:
    """Chat auf der Kommandozeile."""
    table = ChatTable(("Ana", "Ben"), seed=2008)
    print(table.pending(None))
    for line in sys.stdin:
        name, _, said = line.partition(":")
        print(*table.say(name.strip(), said), sep="\n")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
