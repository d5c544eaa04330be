"""Rules that follow from others, as theorems: the rows of the proofs, and a mistake that spoils each.

The statements are in `spec/invariants/corollaries.lp`, under the numbers of the rules.
"""

from __future__ import annotations

from attrs import frozen

from spec.tools.mutants import Mutant


@frozen
class Corollary:
    """A rule that follows, what is given for it, and a mistake in a clause that would spoil it."""

    rule: str
    mistake: str
    """The mistake in words."""
    where: str
    """The section of the clause with the mistake."""
    right: str
    wrong: str = ""
    more: str = ""
    """The mistake is a clause too many, after the right one."""
    given: tuple[str, ...] = ()
    """Invariants that the proof takes for granted."""
    of_position: bool = False
    """It is asked of a position; else of a move."""
    counted: bool = False
    """The number of cards in the piles matters, so it must not be replaced."""
    of_cards: bool = False
    """It is about which cards can be played, so the look-ahead must not be replaced."""

    @property
    def verdict(self) -> str:
        """The statement that must not hold."""
        name = self.rule.lower().replace("-", "")
        return f"broken({name})" if self.of_position or self.of_cards else f"breaks({name})"

    @property
    def weaker(self) -> tuple[str, ...]:
        """The texts that stand in for clauses."""
        if self.of_cards:
            return ("aimless",)
        return ("weaker",) if self.counted else ("weaker", "uncounted")

    @property
    def mutant(self) -> Mutant:
        """The mistake, as one that spoils the proof."""
        wrong = f"{self.right}\n{self.more}" if self.more else self.wrong
        return Mutant(self.rule, self.where, self.mistake, self.right, wrong)


COROLLARIES = (
    Corollary(
        "TRN-03",
        "a turn can begin with its end",
        "A-41",
        "resting                           :- phase(moving).",
        "resting                           :- phase(X), X = (moving;start).",
    ),
    Corollary(
        "TRN-04",
        "whoever has no card may pass",
        "A-147",
        "legal(P,pass)                     :- active(P), phase(start), not may(P,_).",
        "legal(P,pass)                     :- active(P), phase(start), not at(hand(P),_,_).",
        counted=True,
    ),
    Corollary(
        "TAK-03",
        "whoever has a movement tile takes no cards",
        "TAK-01",
        "phase(start), drawable(N), N > 0.",
        "phase(start), drawable(N), N > 0,\n                                     not at(area(P),master(movement),_).",
        of_position=True,
        counted=True,
    ),
    Corollary(
        "SHP-02",
        "a shop is placed on a tavern",
        "A-30",
        "space(S,site)",
        "space(S,K), K = (site;tavern)",
    ),
    Corollary(
        "SHP-03",
        "only tiles with one circle can be placed",
        "SHP-01",
        "T = shop(_,_,_).",
        "T = shop(_,_,1).",
        of_position=True,
    ),
    Corollary("SHP-05", "any card pays", "USE-05", "V >= R.", "V > 0, R > 0."),
    Corollary("SHP-06", "one's own shop may be paid for", "USE-05", "not host(P), phase", "phase"),
    Corollary(
        "MOV-07",
        "whoever has arrived must use the space",
        "A-41",
        "resting                           :- phase(arrived(_)).",
        "resting                           :- phase(arrived(_)), not here(_).",
        of_position=True,
    ),
    Corollary(
        "MOV-09",
        "a card moves all figures of a step",
        "MOV-05",
        "moves(1,figure(P),X,S)            :- lands(P,S), lifted(X), free(S).",
        "moves(N,figure(P),X,S)            :- lands(_,S), lifted(X), free(S), at(X,figure(P),N).",
    ),
    Corollary(
        "MOV-10",
        "the artist ends the turn",
        "USE-01",
        "follows(moving)                   :- does(_,use_space(_,_,_)), not here(tavern).",
        more="turn_ends :- does(_,use_space(_,_,_)), here(artist).",
    ),
    Corollary(
        "OCC-03",
        "a turn may end on a full space",
        "A-41",
        "resting                           :- phase(moving).",
        more="resting :- phase(transit(_)).",
    ),
    Corollary(
        "OCC-05",
        "a figure beside a rival is in transit",
        "OCC-01",
        "follows(transit(S))               :- lands(_,S), full(S).",
        more="follows(transit(S)) :- lands(_,S), rival(_,S).",
    ),
    Corollary(
        "OCC-06",
        "only an opponent without tiles can be challenged",
        "DUE-01",
        "rival(Q,S), card_to_reveal.",
        "rival(Q,S), card_to_reveal, not at(area(Q),master(_),_).",
        of_position=True,
        counted=True,
    ),
    Corollary(
        "USE-02",
        "a space can be used again while the turn goes on",
        "USE-01",
        "here(K)                           :- phase(arrived(S)), at(S,shop(_,K,_),_).",
        more="here(K) :- phase(moving), active(P), at(S,figure(P),_), at(S,shop(P,K,_),_).\n"
        "host(P) :- phase(moving), active(P).",
    ),
    Corollary(
        "USE-06",
        "the owner gives a card back",
        "USE-04",
        "moves(1,C,hand(P),hand(Q))        :- paid(P,C,Q).",
        more="moves(1,D,hand(Q),hand(P)) :- paid(P,_,Q), at(hand(Q),D,_).",
    ),
    Corollary(
        "USE-07",
        "the owner of the space may end the turn",
        "A-41",
        "may(P,end_turn)                   :- active(P), resting, not card_due.",
        more="may(P,end_turn) :- host(P).",
    ),
    Corollary(
        "USE-10",
        "the payment goes to the discard pile too",
        "USE-04",
        "moves(1,C,hand(P),hand(Q))        :- paid(P,C,Q).",
        "discarded(C,hand(P))              :- paid(P,C,_).",
    ),
    Corollary(
        "SMI-02",
        "a sword costs no gems",
        "SMI-03",
        "moves(G,gem,area(P),supply)       :- does(P,use_space(_,sword(_,_,G),_)), G > 0.",
        "moves(1,gem,area(P),supply)       :- does(P,use_space(_,sword(_,_,G),_)), G > 0.",
    ),
    Corollary(
        "FEN-02",
        "the stance decides although one has the tile",
        "DUE-06",
        "round(W)                          :- revealed(card(_,K,_)), ahead(W,K).",
        "round(W)                          :- revealed(card(_,K,W)), ahead(W,K).",
    ),
    Corollary(
        "FEN-03",
        "everybody may play a tile card",
        "TIL-01",
        "active(P), at(area(P),master(movement),_).",
        "active(P).",
        of_cards=True,
        given=("i25",),
    ),
    Corollary(
        "FEN-07",
        "a tile card costs the movement tile",
        "MOV-11",
        "discarded(C,hand(P))              :- does(P,play_card(C,_,tile)).",
        more="moves(1,T,area(P),board) :- does(P,play_card(_,_,tile)), T = master(movement).",
    ),
    Corollary(
        "TAV-01",
        "a tavern is free for whoever has no card",
        "USE-05",
        "at(hand(P),C,_), C = card(V,_,_), V >= R.",
        more="fee(none) :- here(tavern).",
    ),
    Corollary(
        "ALC-04",
        "whoever has gone in with a sword must deliver it",
        "A-41",
        "resting                           :- phase(entered).",
        "resting                           :- phase(entered), active(P), not at(area(P),sword(_,_,_),_).",
        of_position=True,
    ),
    Corollary(
        "ALC-05",
        "a beaten figure may come from the Alcazar",
        "RET-01",
        "moves(1,figure(P),S,0)            :- does(P,return_figure(S)).",
        "moves(1,figure(P),alcazar(P),0)   :- does(P,return_figure(_)).",
    ),
    Corollary(
        "DUE-02",
        "the duel is with any opponent on the space",
        "DUE-01",
        "follows(duel(S,Q,0,0))            :- does(_,challenge(Q)), phase(transit(S)).",
        "follows(duel(S,Q,0,0))            :- does(_,challenge(_)), phase(transit(S)), rival(Q,S).",
        counted=True,
    ),
    Corollary(
        "DUE-03",
        "a duel goes on after two won rounds",
        "DUE-10",
        "rounds(A,D), rounds_to_win(N), A < N, D < N,",
        "rounds(A,D),",
        given=("i31",),
    ),
    Corollary(
        "DUE-05",
        "a card without an attacker decides nothing",
        "DUE-07",
        "round(W)                          :- revealed(card(_,K,W)), not ahead(_,K).",
        "round(W)                          :- revealed(card(_,K,W)), not ahead(_,K), W = attacker.",
    ),
    Corollary(
        "DUE-08",
        "a neutral card goes to the attacker",
        "DUE-07",
        "round(W)                          :- revealed(card(_,K,W)), not ahead(_,K).",
        "round(attacker)                   :- revealed(card(_,K,_)), not ahead(_,K).",
    ),
    Corollary(
        "DUE-12",
        "the challenged figure goes home in any case",
        "DUE-11",
        "moves(1,figure(P),transit,0)      :- won(defender), active(P).",
        more="moves(1,figure(Q),S,0) :- won(defender), phase(duel(S,Q,_,_)).",
        given=("i31",),
    ),
    Corollary(
        "DUE-15",
        "a lost duel ends the turn",
        "DUE-14",
        "follows(moving)                   :- won(defender).",
        "turn_ends                         :- won(defender).",
    ),
    Corollary(
        "TIL-02",
        "the tile card repeats the value of the front card",
        "TIL-01",
        "reaches(S,V,E), V != B,",
        "reaches(S,V,E),",
        of_cards=True,
        given=("i25",),
    ),
    Corollary(
        "TIL-03",
        "whoever takes the movement tile has used it",
        "FEN-01",
        "moves(1,T,board,area(P))          :- does(P,use_space(_,T,_)), T = master(_).",
        more="new(tile_card(1)) :- does(_,use_space(_,master(movement),_)).",
    ),
    Corollary(
        "TIL-04",
        "any value may follow the front card",
        "MOV-08",
        "from(R), R = run(S,V,T,K,N), in_hand(V,H)",
        "from(R), R = run(S,B,T,K,N), B != none, in_hand(V,H)",
        of_cards=True,
        given=("i25",),
    ),
    Corollary(
        "TIL-05",
        "an opening tile card lies in front",
        "MOV-01",
        "moves(1,C,hand(P),front)          :- does(P,play_card(C,_,plain)), base(none).",
        "moves(1,C,hand(P),front)          :- does(P,play_card(C,_,_)), base(none).",
    ),
    Corollary(
        "TIL-07",
        "the second card repeats the value of the tile card",
        "TIL-06",
        "reaches(S,V,E), V != T.",
        "reaches(S,V,E).",
        of_cards=True,
        given=("i25",),
    ),
    Corollary(
        "TIL-08",
        "a movement tile costs nothing in the Alcazar",
        "SCO-05",
        "at(area(P),master(movement),_), movement_penalty(N).",
        "at(area(P),master(movement),_), movement_penalty(N), not at(alcazar(P),_,_).",
        of_position=True,
    ),
)
