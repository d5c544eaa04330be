"""What players can do, what is pending, what happens, and why not: as messages."""

from __future__ import annotations

from toledo_rules.actions import Action, Draw, PlayCard, TakeCards, UseSpace
from toledo_rules.cards import Card
from toledo_rules.describe.messages import Message, Place, Word
from toledo_rules.describe.scene import Scene, snake
from toledo_rules.edition import Edition, Sword
from toledo_rules.events import CardDrawn, CardPlayed, DrawingBegan, Event, FeePaid
from toledo_rules.game import UndoRefusal
from toledo_rules.rulebook import Illegality
from toledo_rules.state import Arrived, State, TurnStart
from toledo_rules.views import View


def of_draw(draw: Draw) -> Message:
    """A move of chance."""
    return Message("chance.draw", (("card", draw.card),))


def of_action(action: Action, scene: Scene) -> Message:
    """Something that the player on turn could do."""
    match action:
        case TakeCards():
            return Message("action.take_cards", (("cards", scene.edition.cards_taken),))
        case PlayCard(card, origin, with_tile):
            key = "action.play_card_with_tile" if with_tile else "action.play_card"
            target = scene.place(origin + card.value)
            return Message(key, (*scene.values_of(action), ("target", target)))
        case UseSpace():
            return _of_use(action, scene)
        case _:
            return Message(f"action.{snake(type(action))}", scene.values_of(action))


def _of_use(use: UseSpace, scene: Scene) -> Message:
    """What is bought is told by what is taken, else by where the figure has arrived."""
    here = _where(scene)
    fee = ("fee", _fee(use.pay, here, scene))
    match use.take, use.give_back:
        case Sword() as sword, None:
            return Message("action.use_smith", (("sword", sword), fee))
        case str(tile), None:
            return Message("action.use_fencing", (("tile", Word("tile", tile)), fee))
        case str(tile), str(back):
            tiles = (("tile", Word("tile", tile)), ("back", Word("tile", back)))
            return Message("action.use_fencing_exchange", (*tiles, fee))
        case _:
            pass
    match here:
        case Place(_, "metal" | "gem" | "artist" as kind):
            return Message(f"action.use_{kind}", (fee,))
        case Place(_, "tavern"):
            cards = ("cards", scene.edition.tavern_cards)
            return Message("action.use_tavern", (cards, fee))
        case _:
            return Message("action.use_space", (fee,))


def _where(scene: Scene) -> Place | None:
    """Where a figure has just arrived, if the context is a position that knows."""
    context = scene.context
    if isinstance(context, Edition) or not isinstance(context.phase, Arrived):
        return None
    return scene.place(context.phase.step)


def _fee(card: Card | None, here: Place | None, scene: Scene) -> Message:
    if card is None:
        return Message("fee.none")
    shop = None if here is None else scene.shop(here.step)
    if shop is None:
        return Message("fee.to_nobody", (("card", card),))
    return Message("fee.to_owner", (("card", card), ("owner", scene.who(shop.owner))))


def of_position(position: State | View, scene: Scene) -> Message:
    """Whose decision is pending, and what it is about."""
    phase = position.phase
    key = f"pending.{snake(type(phase))}"
    if isinstance(phase, TurnStart) and position.trigger is not None:
        key = "pending.last_turn"  # END-02
    return Message(key, (("seat", scene.who(position.active)), *scene.values_of(phase)))


def of_event(event: Event, scene: Scene) -> Message:
    """Something that happened, as far as the event tells it."""
    return Message(f"event.{_event_key(event)}", scene.values_of(event))


def _event_key(event: Event) -> str:
    match event:
        case CardDrawn(card=None):
            return "card_drawn_unseen"
        case DrawingBegan(source=source):
            return f"drawing_began_{source}"
        case CardPlayed(with_tile=True):
            return "card_played_with_tile"
        case CardPlayed(to_front=False):
            return "card_played_again"
        case FeePaid(owner=None):
            return "fee_paid_to_nobody"
        case _:
            return snake(type(event))


def of_illegality(why: Illegality, scene: Scene) -> Message:
    """Why something is not legal."""
    return Message(f"illegal.{why.code}", scene.values(why.parameters))


def of_undo_refusal(why: UndoRefusal) -> Message:
    """Why something cannot be taken back, or done again."""
    return Message(f"undo.{why.code}")
