"""Mistakes that somebody could make in the rules, and the proof that each of them must spoil.

A proof that would also succeed for wrong rules says nothing. So every proof has at least one mistake here for which the
very same question has a counterexample.
"""

from __future__ import annotations

from collections.abc import Iterable

from attrs import evolve, frozen

from spec.tools.logic import LogicError, Part


@frozen
class Mutant:
    """A change of the rules."""

    spoils: str
    """The name of the proof, as in the plan."""
    rule: str
    """Where the change is made."""
    mistake: str
    """In words."""
    old: str
    new: str

    @property
    def name(self) -> str:
        """Names the row in the table."""
        return f"{self.spoils}, {self.rule}: {self.mistake}"

    def apply(self, parts: Iterable[Part]) -> list[Part]:
        """The rules with the mistake."""
        changed, places = [], 0
        for part in parts:
            here = part.text.count(self.old) if part.id == self.rule else 0
            places += here
            changed.append(
                evolve(part, text=part.text.replace(self.old, self.new)) if here else part
            )
        if places != 1:
            raise LogicError(
                f"{self.name}: expected once in {self.rule}, not {places} times: {self.old}"
            )
        return changed


MUTANTS = (
    Mutant(
        "first, 2 players",
        "SET-03",
        "a player gets one figure too many",
        "copies(figure,N).",
        "copies(figure,M), N = M+1.",
    ),
    Mutant(
        "first, 3 players",
        "SET-09",
        "all gems are in the supply, and more",
        "init(at(supply,gem,N))",
        "init(at(supply,gem,N+1))",
    ),
    Mutant(
        "first, 4 players",
        "A-15",
        "two begin",
        "init(active(P))                   :- first(P).",
        "init(active(P))                   :- first(Q), role(P), P - Q = (0;1).",
    ),
    Mutant(
        "form",
        "TRN-02",
        "the player on turn stays on turn too",
        "gone(active(P))                   :- passes_on, active(P).",
        "",
    ),
    Mutant(
        "I-01 of moves",
        "MOV-12",
        "a card in a hand is discarded as if it lay in front",
        "discarded(C,front)                :- turn_ends, at(front,C,_).",
        "discarded(C,front)                :- turn_ends, at(hand(_),C,_).",
    ),
    Mutant(
        "I-01 of moves",
        "USE-05",
        "any card pays, held or not",
        "at(hand(P),C,_), C = card(V,_,_), V >= R.",
        "at(hand(_),C,_), C = card(V,_,_), V >= R.",
    ),
    Mutant(
        "I-02 of moves",
        "A-65",
        "a sword can be forged that is not on the board",
        "at(board,sword(V,M,G),_)",
        "copies(sword(V,M,G),_)",
    ),
    Mutant(
        "I-02 of moves",
        "ALC-02",
        "a sword of another player is delivered",
        "at(area(P),S,_), S = sword(_,_,_).",
        "at(area(_),S,_), S = sword(_,_,_).",
    ),
    Mutant(
        "I-03 of moves",
        "A-63",
        "metal is sold when none is left",
        "here(metal), at(supply,metal,_).",
        "here(metal).",
    ),
    Mutant("I-03 of moves", "A-65", "a sword is forged without the metal", "X >= M,", "X >= 0,"),
    Mutant(
        "I-04 of moves",
        "A-64",
        "a gem is sold when none is left",
        "here(gem), at(supply,gem,_).",
        "here(gem).",
    ),
    Mutant("I-04 of moves", "A-65", "a sword is forged without the gems", "Y >= G.", "Y >= 0."),
    Mutant(
        "I-05 of moves",
        "ART-01",
        "a painting comes from any height",
        "at(stack(H),T,_), not at(stack(H+1),_,_).",
        "painting(H,V), T = painting(V).",
    ),
    Mutant(
        "I-05",
        "ART-01",
        "a painting is taken from below",
        "not at(stack(H+1),_,_).",
        "not at(stack(H-1),_,_).",
    ),
    Mutant(
        "I-06 of moves",
        "FEN-05",
        "a master tile is taken that is not on the board",
        "at(board,T,_), T = master(_),",
        "copies(T,_), T = master(_),",
    ),
    Mutant(
        "I-07 of moves",
        "RET-01",
        "a figure is returned from where none stands",
        "at(S,figure(P),_), space(S,_).",
        "at(S,figure(_),_), space(S,_).",
    ),
    Mutant(
        "I-07 of moves",
        "DUE-11",
        "the loser of a duel loses two figures",
        "moves(1,figure(Q),S,0)            :- won(attacker), phase(duel(S,Q,_,_)).",
        "moves(2,figure(Q),S,0)            :- won(attacker), phase(duel(S,Q,_,_)).",
    ),
    Mutant(
        "I-08 of moves",
        "SHP-01",
        "a shop of another player is placed",
        "at(area(P),T,_), T = shop(_,_,_).",
        "at(area(_),T,_), T = shop(_,_,_).",
    ),
    Mutant(
        "one figure",
        "DUE-13",
        "a lost duel is won all the same",
        "moves(1,figure(P),transit,S)      :- won(attacker), active(P), phase(duel(S,_,_,_)).",
        "moves(1,figure(P),transit,S)      :- won(_), active(P), phase(duel(S,_,_,_)).",
    ),
    Mutant(
        "I-09",
        "A-30",
        "a site with a shop counts as empty",
        "space(S,site), not at(S,shop(_,_,_),_).",
        "space(S,site).",
    ),
    Mutant("I-09", "A-30", "a shop is placed on a tavern", "space(S,site), not", "space(S,_), not"),
    Mutant(
        "I-11",
        "MOV-05",
        "a circle more than there are",
        "at(S,figure(P),N) } < C.",
        "at(S,figure(P),N) } <= C.",
    ),
    Mutant(
        "I-11",
        "DUE-11",
        "the loser of a duel stays",
        "moves(1,figure(Q),S,0)            :- won(attacker), phase(duel(S,Q,_,_)).",
        "",
    ),
    Mutant(
        "I-12",
        "DUE-11",
        "the loser of a duel goes into the Alcazar of the winner",
        "moves(1,figure(Q),S,0)            :- won(attacker), phase(duel(S,Q,_,_)).",
        "moves(1,figure(Q),S,alcazar(P))   :- won(attacker), phase(duel(S,Q,_,_)), active(P).",
    ),
    Mutant(
        "I-13",
        "A-53",
        "another figure moves while one is in transit",
        "lifted(transit)                   :- does(_,play_card(_,_,_)), phase(transit(_)).",
        "lifted(0)                         :- does(_,play_card(_,_,_)), phase(transit(_)).",
    ),
    Mutant(
        "I-13",
        "DUE-11",
        "a beaten attacker stays in transit",
        "moves(1,figure(P),transit,0)      :- won(defender), active(P).",
        "",
    ),
    Mutant(
        "I-14",
        "FEN-04",
        "no limit for master tiles",
        "tile_limit(L), N < L.",
        "tile_limit(L), N <= L.",
    ),
    Mutant(
        "I-14",
        "FEN-05",
        "a second master tile of a kind",
        "T = master(_),\n                                     not at(area(P),T,_).",
        "T = master(_).",
    ),
    Mutant(
        "I-15",
        "ALC-02",
        "a sword may be brought later",
        "active(P), phase(entered),",
        "active(P), resting,",
    ),
    Mutant(
        "I-16",
        "A-130",
        "a paid card is known to be where it was",
        "moves(1,C,nowhere,known(Q))       :- paid(_,C,Q), not",
        "moves(1,C,nowhere,known(P))       :- paid(P,C,_), not",
    ),
    Mutant(
        "I-16",
        "A-130",
        "a known card that is spent is still known",
        "moves(1,C,known(P),nowhere)       :- spent(P,C), at(known(P),C,_).",
        "",
    ),
    Mutant(
        "I-17 of moves",
        "SMI-01",
        "a sword is given for a sword",
        "moves(1,S,board,area(P)) ",
        "moves(1,S,area(P),board) ",
    ),
    Mutant(
        "I-18 of moves",
        "MOV-02",
        "a step further than the card says",
        "lands(P,S+V) ",
        "lands(P,S+V+1) ",
    ),
    Mutant(
        "I-19",
        "END-02",
        "the game goes on for ever",
        "game_ends                         :- turn_ends, active(P), clockwise(P,Q), true(trigger(Q)).",
        "#defined game_ends/0.",
    ),
    Mutant("I-20", "END-01", "a figure less brings about the last round", "N >= M.", "N >= M-1."),
    Mutant(
        "I-21",
        "END-02",
        "the game is over at once",
        "clockwise(P,Q), true(trigger(Q)).",
        "clockwise(P,Q).",
    ),
    Mutant(
        "I-22",
        "END-02",
        "the game is over at once",
        "clockwise(P,Q), true(trigger(Q)).",
        "clockwise(P,Q).",
    ),
    Mutant(
        "I-23",
        "MOV-12",
        "the front card stays",
        "discarded(C,front)                :- turn_ends, at(front,C,_).",
        "",
    ),
    Mutant(
        "I-23",
        "A-84",
        "the tile card counts in the next turn",
        "gone(tile_card(V))                :- turn_ends, true(tile_card(V)).",
        "",
    ),
    Mutant(
        "I-25",
        "MOV-01",
        "every card is laid in front",
        "does(P,play_card(C,_,plain)), base(none).",
        "does(P,play_card(C,_,plain)).",
    ),
    Mutant(
        "I-26",
        "A-84",
        "the tile card takes the value of the front card",
        "new(tile_card(V))                 :- does(_,play_card(card(V,_,_),_,tile)).",
        "new(tile_card(V))                 :- does(_,play_card(_,_,tile)), base(V), V != none.",
    ),
    Mutant(
        "I-27",
        "A-84",
        "the tile card is forgotten at the next move",
        "gone(tile_card(V))                :- turn_ends, true(tile_card(V)).",
        "gone(tile_card(V))                :- does(_,_), true(tile_card(V)).",
    ),
    Mutant(
        "I-28",
        "DUE-13",
        "the winner of a duel does not take the circle",
        "moves(1,figure(P),transit,S)      :- won(attacker), active(P), phase(duel(S,_,_,_)).",
        "moves(1,figure(P),transit,0)      :- won(attacker), active(P), phase(duel(S,_,_,_)).",
    ),
    Mutant("I-29 of moves", "USE-05", "no price", "V >= R.", "V >= 0, R > 0."),
    Mutant(
        "I-29 of moves",
        "USE-04",
        "the fee is not paid",
        "moves(1,C,hand(P),hand(Q))        :- paid(P,C,Q).",
        "",
    ),
    Mutant(
        "I-30 of moves",
        "USE-04",
        "the owner pays",
        "moves(1,C,hand(P),hand(Q)) ",
        "moves(1,C,hand(Q),hand(P)) ",
    ),
    Mutant(
        "I-30 of moves",
        "DUE-11",
        "the loser of a duel may stand anywhere",
        "moves(1,figure(Q),S,0)            :- won(attacker), phase(duel(S,Q,_,_)).",
        "moves(1,figure(R),S,0)            :- won(attacker), phase(duel(S,_,_,_)), at(S,figure(R),_).",
    ),
    Mutant(
        "I-31",
        "DUE-10",
        "a duel goes on after two won rounds",
        "rounds(A,D), rounds_to_win(N), A < N, D < N,",
        "rounds(A,D),",
    ),
    Mutant(
        "I-32",
        "A-22",
        "the discard pile is not shuffled when the pile is empty",
        "reshuffle                         :- needs_card, size(pile,0).",
        "",
    ),
    Mutant(
        "I-32",
        "A-27",
        "one goes on drawing without cards",
        "last_draw(W)                      :- does(chance,_), phase(drawing(_,W)), drawable(1).",
        "",
    ),
    Mutant(
        "I-33",
        "vocabulary",
        "a player more than the box is for",
        "role(0..N-1)                      :- players(N).",
        "role(0..N)                        :- players(N).",
    ),
    Mutant(
        "I-34",
        "TAV-02",
        "a card more at the tavern",
        "follows(drawing(N,tavern)) ",
        "follows(drawing(N+1,tavern)) ",
    ),
    Mutant(
        "I-34 of moves",
        "RET-01",
        "all figures of a space are returned",
        "moves(1,figure(P),S,0)            :- does(P,return_figure(S)).",
        "moves(1,figure(Q),S,0)            :- does(_,return_figure(S)), at(S,figure(Q),_).",
    ),
    Mutant(
        "I-35 of moves",
        "SMI-03",
        "a sword costs no gems",
        "moves(G,gem,area(P),supply)       :- does(P,use_space(_,sword(_,_,G),_)), G > 0.",
        "",
    ),
    Mutant("I-36", "ALC-03", "a sword more may follow", "follows(moving) ", "follows(entered)"),
    Mutant("fits", "TIL-01", "the tile card repeats the value of the front card", "V != B,", ""),
    Mutant(
        "fits",
        "MOV-08",
        "any value may follow",
        "R = run(S,V,T,K,N), in_hand(V,H), H > K,",
        "R = run(S,_,T,K,N), in_hand(V,H), H > K,",
    ),
    Mutant(
        "paired",
        "ALC-02",
        "a sword may be brought later",
        "active(P), phase(entered),",
        "active(P), resting,",
    ),
    Mutant(
        "I-15 of moves",
        "SMI-01",
        "a forged sword goes to the owner of the smith",
        "moves(1,S,board,area(P))          :- does(P,use_space(_,S,_)), S = sword(_,_,_).",
        "moves(1,S,board,area(Q))          :- does(_,use_space(_,S,_)), S = sword(_,_,_), host(Q).",
    ),
    Mutant(
        "last_round",
        "END-02",
        "the game is over at once",
        "clockwise(P,Q), true(trigger(Q)).",
        "clockwise(P,Q).",
    ),
    Mutant(
        "I-21 of moves",
        "END-01",
        "whoever gets as far later becomes the trigger too",
        "turn_ends, not true(trigger(_)), active(P),",
        "turn_ends, active(P),",
    ),
    Mutant(
        "I-26 of moves",
        "TIL-01",
        "no movement tile is needed",
        "active(P), at(area(P),master(movement),_).",
        "active(P).",
    ),
    Mutant(
        "I-28 of moves",
        "DUE-14",
        "who loses a duel may use the space all the same",
        "follows(moving)                   :- won(defender).",
        "follows(arrived(S))               :- won(defender), phase(duel(S,_,_,_)).",
    ),
    Mutant(
        "turned",
        "DUE-09",
        "a round that the attacker wins is not counted",
        "rounds(A+1,D)  ",
        "rounds(A,D)    ",
    ),
    Mutant(
        "I-31 of moves",
        "DUE-11",
        "the loser of a duel stays",
        "moves(1,figure(Q),S,0)            :- won(attacker), phase(duel(S,Q,_,_)).",
        "",
    ),
    Mutant(
        "I-32 of moves",
        "A-22",
        "the discard pile is shuffled while a card is left",
        "reshuffle                         :- needs_card, size(pile,0).",
        "reshuffle                         :- needs_card, size(pile,0..1).",
    ),
    Mutant(
        "laid",
        "A-84",
        "the tile card is forgotten at the next move",
        "gone(tile_card(V))                :- turn_ends, true(tile_card(V)).",
        "gone(tile_card(V))                :- does(_,_), true(tile_card(V)).",
    ),
    Mutant("fresh", "ALC-03", "a sword more may follow", "follows(moving) ", "follows(entered)"),
    Mutant(
        "I-36 of moves", "ALC-02", "a sword may be brought later", "phase(entered),", "resting,"
    ),
    Mutant(
        "I-24 of moves",
        "DUE-14",
        "a beaten attacker is in transit again",
        "follows(moving)                   :- won(defender).",
        "follows(transit(S))               :- won(defender), phase(duel(S,_,_,_)).",
    ),
    Mutant(
        "I-24",
        "DUE-04",
        "no card is turned up in a duel",
        "legal(chance,draw(C))             :- phase(duel(_,_,_,_)), at(pile,C,_).",
        "",
    ),
    Mutant(
        "I-24",
        "END-03",
        "an ended game goes on",
        "terminal                          :- phase(over).",
        "#defined terminal/0.",
    ),
    Mutant(
        "I-42",
        "END-01",
        "somebody who does not play brings about the last round",
        "new(trigger(P)) ",
        "new(trigger(P+4)) ",
    ),
    *(
        Mutant(
            f"pieces: {kind}",
            "vocabulary",
            "a place that becomes empty keeps a number",
            "at(X,T,N), N+D > 0.",
            "at(X,T,N).",
        )
        for kind in (
            *("cards", "swords", "metal", "gems"),
            *("paintings", "master tiles", "figures", "shops"),
        )
    ),
    *(
        Mutant(
            f"pieces: {kind}",
            "vocabulary",
            "the old number stays beside the new one",
            "gone(at(X,T,N))                   :- change(X,T,_), at(X,T,N).",
            "",
        )
        for kind in ("cards", "metal", "figures")
    ),
)
"""Every proof has at least one; a test sees to that."""
