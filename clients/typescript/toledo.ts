// Generated from ../../schema/toledo.schema.json by generate.mjs. Change the classes instead.

/**
 * A value of the library toledo-rules, as it is saved.
 */
export type Document =
  | StateDocument
  | ViewDocument
  | MoveDocument
  | EventDocument
  | IllegalityDocument
  | TransitionDocument
  | OutcomeDocument
  | ScoreSheetDocument
  | EditionDocument;
/**
 * Kind of space on a step of the road.
 */
export type SpaceKind = "cathedral" | "site" | "tavern" | "artist" | "entrance";
/**
 * The side that is highlighted in a card's duel picture.
 */
export type Stance = "attacker" | "defender";
/**
 * Metal dealer, gem dealer, smith, fencing master.
 */
export type ShopKind = "metal" | "gem" | "smith" | "fencing";
/**
 * Confidence in a datum, strongest first.
 */
export type Level = "rulebook" | "published" | "inferred" | "assumed";
/**
 * The pending decision or draw.
 */
export type Phase = TurnStart | Moving | Arrived | Entered | Transit | Drawing | Duel | Over;
/**
 * Reason for a draw.
 */
export type DrawSource = "take" | "tavern";
/**
 * A player's action, or a draw of chance.
 */
export type Move = Action | Draw;
/**
 * A player's action.
 */
export type Action =
  TakeCards | PlaceShop | ReturnFigure | PlayCard | Challenge | UseSpace | Deliver | EndTurn | Pass;
/**
 * Something that happened in the game.
 */
export type Event =
  | DrawingBegan
  | CardDrawn
  | PileReshuffled
  | ShopPlaced
  | FigureReturned
  | CardPlayed
  | FigureMoved
  | CircleTaken
  | SpaceFull
  | AlcazarEntered
  | DuelBegan
  | RoundFought
  | DuelEnded
  | FigureSentBack
  | FeePaid
  | MetalTaken
  | GemTaken
  | SwordForged
  | TileGivenBack
  | TileTaken
  | PaintingTaken
  | SwordDelivered
  | Passed
  | FrontCardDiscarded
  | TurnEnded
  | LastRoundBegan
  | TurnBegan
  | HandShown
  | GameEnded;
/**
 * Reason why an action is not legal.
 */
export type Code =
  | "game_over"
  | "chance_is_next"
  | "not_at_turn_start"
  | "no_such_step"
  | "nothing_to_draw"
  | "shop_not_in_tray"
  | "not_a_site"
  | "site_taken"
  | "no_figure_to_return"
  | "already_at_cathedral"
  | "card_not_in_hand"
  | "no_figure_there"
  | "other_figure_in_transit"
  | "value_not_repeated"
  | "no_movement_tile"
  | "movement_tile_spent"
  | "tile_not_needed"
  | "same_value_as_tile_card"
  | "beyond_the_alcazar"
  | "no_shop_there"
  | "no_way_on"
  | "no_duel_and_no_way_on"
  | "not_in_transit"
  | "own_figure"
  | "rival_not_there"
  | "nothing_to_reveal"
  | "not_just_arrived"
  | "own_shop_is_free"
  | "fee_missing"
  | "fee_not_in_hand"
  | "fee_too_low"
  | "nothing_to_choose"
  | "nothing_to_give_back"
  | "no_metal_left"
  | "no_gems_left"
  | "no_painting_left"
  | "no_sword_chosen"
  | "sword_not_on_board"
  | "too_little_metal"
  | "too_few_gems"
  | "no_tile_chosen"
  | "tile_already_held"
  | "tile_not_on_board"
  | "tile_limit_reached"
  | "below_tile_limit"
  | "tile_not_held"
  | "not_just_entered"
  | "sword_not_in_front"
  | "no_card_played"
  | "figure_in_transit"
  | "something_else_is_possible"
  | "card_not_in_pile"
  | "not_a_chance_step";
/**
 * Subject of a line of a score sheet.
 */
export type ScoreKind =
  "delivered_sword" | "sword_in_front" | "painting" | "gems" | "movement_tile";

/**
 * A document of kind "state".
 */
export interface StateDocument {
  format: 1;
  kind: "state";
  value: State;
}
/**
 * A position.
 */
export interface State {
  /**
   * The components of the game.
   */
  edition: EditionReference | Edition;
  /**
   * The seat that is on turn. Nobody else ever has a decision.
   */
  active: number;
  /**
   * The decision or draw that is pending.
   */
  phase: Phase;
  /**
   * The first card of a move turn, whose value may be repeated (MOV-01, MOV-12).
   */
  front: Card | null;
  /**
   * The value of the card that the movement tile was used for in this turn (TIL-01).
   */
  tile_value: number | null;
  /**
   * The seat that started the last round (END-01).
   */
  trigger: number | null;
  /**
   * The discard pile, as a multiset; the events tell in which order cards got there.
   *
   * @maxItems 10000
   */
  discards: Card[];
  /**
   * The shop on each step of the road.
   *
   * @maxItems 10000
   */
  shops: (Shop | null)[];
  /**
   * Metal in the supply.
   */
  metal: number;
  /**
   * Gems in the supply.
   */
  gems: number;
  /**
   * Swords on the board.
   *
   * @maxItems 10000
   */
  swords: Sword[];
  /**
   * Master tiles on the board.
   *
   * @maxItems 10000
   */
  tiles: string[];
  /**
   * The painting stack, top first.
   *
   * @maxItems 10000
   */
  paintings: number[];
  /**
   * The players, by seat.
   *
   * @minItems 1
   * @maxItems 10000
   */
  players: Player[];
  /**
   * The draw pile, as a multiset: no rule looks at its order.
   *
   * @maxItems 10000
   */
  pile: Card[];
}
/**
 * An edition that comes with the library, by its name. The digest proves that the same edition is meant.
 */
export interface EditionReference {
  name: string;
  digest: string;
}
/**
 * The components of one edition of the game.
 */
export interface Edition {
  name: string;
  title: string;
  least_players: number;
  most_players: number;
  /**
   * The players' colours, in seat order.
   *
   * @minItems 1
   * @maxItems 10000
   */
  colours: string[];
  /**
   * Every step from the cathedral (step 0) to the last entrance.
   *
   * @minItems 2
   * @maxItems 10000
   */
  road: Space[];
  /**
   * @maxItems 10000
   */
  duel_colours: string[];
  /**
   * @minItems 1
   * @maxItems 10000
   */
  cards: Card[];
  /**
   * @maxItems 10000
   */
  swords: Sword[];
  /**
   * Their values from the top of the stack to its bottom, never rising (SET-02).
   *
   * @maxItems 10000
   */
  paintings: number[];
  /**
   * The master tiles on the board at the start.
   *
   * @maxItems 10000
   */
  tiles: string[];
  /**
   * The shop tiles of each player.
   *
   * @maxItems 10000
   */
  shops: ShopTile[];
  /**
   * Figures of each player.
   */
  figures: number;
  /**
   * Cards dealt to each player.
   */
  hand: number;
  metal: number;
  gems: number;
  /**
   * Most master tiles that a player may hold (FEN-04).
   */
  tile_limit: number;
  /**
   * Figures in the Alcazar that start the last round (END-01).
   */
  last_round_at: number;
  /**
   * Cards drawn by the take action (TAK-01).
   */
  cards_taken: number;
  /**
   * Cards drawn at a tavern (TAV-02).
   */
  tavern_cards: number;
  /**
   * Points that a movement tile costs at the end (SCO-05).
   */
  movement_penalty: number;
  /**
   * Won rounds that decide a duel (DUE-09).
   */
  rounds_to_win?: number;
  /**
   * Gems that count one point at the end (SCO-04).
   */
  gems_per_point?: number;
  /**
   * A sword that was not delivered counts its value divided by this, rounded down (SCO-02, A-120).
   */
  sword_divisor?: number;
  /**
   * The origin of each datum. It has no part in the game, so editions that differ only here are equal.
   *
   * @maxItems 10000
   */
  provenance: Datum[];
}
/**
 * A step of the road, as it is printed on the board.
 */
export interface Space {
  kind: SpaceKind;
  /**
   * Name of the row that it lies in; empty for the cathedral and the entrances.
   */
  row: string;
  /**
   * The least value of a card that pays for its use; for a site, that of its row (USE-05, USE-08, USE-09).
   */
  price: number;
  /**
   * Room for figures on a tavern or an artist. A site has the room of the shop on it.
   */
  circles: number;
}
/**
 * A money card. Cards of the same kind cannot be told apart.
 */
export interface Card {
  /**
   * Steps that it moves a figure, and its worth as a payment.
   */
  value: number;
  /**
   * The background of its duel picture: a duel colour, or neutral.
   */
  colour: string;
  /**
   * The winner of a duel round that the duel tiles leave open.
   */
  stance: Stance;
}
/**
 * A sword tile: its fame, and the material it is forged from (SMI-02, SMI-04).
 */
export interface Sword {
  /**
   * Its fame: points when it is delivered.
   */
  value: number;
  metal: number;
  gems: number;
}
/**
 * A shop that a player can place: its kind and the circles on it (SHP-03, SHP-04).
 */
export interface ShopTile {
  kind: ShopKind;
  circles: number;
}
/**
 * Provenance of one datum of an edition: who says so, and how far they can be relied on.
 */
export interface Datum {
  /**
   * Its key in an edition file, for instance `board.road.5`.
   */
  key: string;
  /**
   * The datum in words, for instance `tavern in the lower row`.
   */
  value: string;
  /**
   * Confidence in it.
   */
  level: Level;
  /**
   * The text that says so, or the argument that leads to it. It may be empty if the rulebook says so, or nobody.
   */
  source: string;
}
/**
 * A turn begins: the active player chooses one of the four actions (TRN-03).
 */
export interface TurnStart {
  type: "turn_start";
}
/**
 * In a move turn with nothing pending: play another card, or end the turn.
 */
export interface Moving {
  type: "moving";
}
/**
 * A figure has just taken a circle: its space can be used now or never (MOV-06, A-54).
 */
export interface Arrived {
  type: "arrived";
  step: number;
}
/**
 * A figure has just gone into the Alcazar: a sword can be delivered now or never (ALC-02, A-106).
 */
export interface Entered {
  type: "entered";
}
/**
 * A figure is over a full space, on no circle: it must move on or challenge (OCC-01, A-49).
 */
export interface Transit {
  type: "transit";
  step: number;
}
/**
 * Chance deals the active player a card; `left` cards are still to come (TAK-01, TAV-02).
 */
export interface Drawing {
  type: "drawing";
  left: number;
  source: DrawSource;
}
/**
 * Chance turns up the card of the next fencing round (DUE-04).
 */
export interface Duel {
  type: "duel";
  step: number;
  rival: number;
  attacker_wins: number;
  defender_wins: number;
}
/**
 * The game has ended (END-03).
 */
export interface Over {
  type: "over";
}
/**
 * A shop on the board. It stays where it was placed, to the end.
 */
export interface Shop {
  owner: number;
  kind: ShopKind;
  circles: number;
}
/**
 * The possessions of one player. All of it is public but the part of the hand that is not known.
 */
export interface Player {
  /**
   * The part of the hand that everybody knows: cards that were paid into it. When a card of that kind leaves the hand, the known one counts as gone, so what is listed here is always certain. A hand that is shown at the end is known as a whole. Nothing else makes a card known or unknown.
   *
   * @maxItems 10000
   */
  known: Card[];
  /**
   * The steps of the figures outside the Alcazar, without one in transit.
   *
   * @maxItems 10000
   */
  figures: number[];
  /**
   * Figures in the Alcazar.
   */
  inside: number;
  /**
   * The swords under figures in the Alcazar, one for each of them at most (ALC-03).
   *
   * @maxItems 10000
   */
  delivered: Sword[];
  /**
   * Shop tiles that are not on the board yet.
   *
   * @maxItems 10000
   */
  shops: ShopTile[];
  /**
   * Metal in front of the player.
   */
  metal: number;
  /**
   * Gems in front of the player.
   */
  gems: number;
  /**
   * Swords in front of the player.
   *
   * @maxItems 10000
   */
  swords: Sword[];
  /**
   * Master tiles.
   *
   * @maxItems 10000
   */
  tiles: string[];
  /**
   * The values of the player's paintings.
   *
   * @maxItems 10000
   */
  paintings: number[];
  /**
   * The cards in hand, which only their player sees.
   *
   * @maxItems 10000
   */
  hand: Card[];
}
/**
 * A document of kind "view".
 */
export interface ViewDocument {
  format: 1;
  kind: "view";
  value: View;
}
/**
 * A position as one seat sees it, or a spectator.
 */
export interface View {
  /**
   * The components of the game.
   */
  edition: EditionReference | Edition;
  /**
   * The seat that is on turn. Nobody else ever has a decision.
   */
  active: number;
  /**
   * The decision or draw that is pending.
   */
  phase: Phase;
  /**
   * The first card of a move turn, whose value may be repeated (MOV-01, MOV-12).
   */
  front: Card | null;
  /**
   * The value of the card that the movement tile was used for in this turn (TIL-01).
   */
  tile_value: number | null;
  /**
   * The seat that started the last round (END-01).
   */
  trigger: number | null;
  /**
   * The discard pile, as a multiset; the events tell in which order cards got there.
   *
   * @maxItems 10000
   */
  discards: Card[];
  /**
   * The shop on each step of the road.
   *
   * @maxItems 10000
   */
  shops: (Shop | null)[];
  /**
   * Metal in the supply.
   */
  metal: number;
  /**
   * Gems in the supply.
   */
  gems: number;
  /**
   * Swords on the board.
   *
   * @maxItems 10000
   */
  swords: Sword[];
  /**
   * Master tiles on the board.
   *
   * @maxItems 10000
   */
  tiles: string[];
  /**
   * The painting stack, top first.
   *
   * @maxItems 10000
   */
  paintings: number[];
  /**
   * The seat whose view it is; null for a spectator.
   */
  seat: number | null;
  /**
   * The cards of that seat; empty for a spectator.
   *
   * @maxItems 10000
   */
  hand: Card[];
  /**
   * The players, by seat.
   *
   * @minItems 1
   * @maxItems 10000
   */
  players: PlayerView[];
  /**
   * The number of cards in the pile.
   */
  pile: number;
}
/**
 * A player as everybody sees them.
 */
export interface PlayerView {
  /**
   * The part of the hand that everybody knows: cards that were paid into it. When a card of that kind leaves the hand, the known one counts as gone, so what is listed here is always certain. A hand that is shown at the end is known as a whole. Nothing else makes a card known or unknown.
   *
   * @maxItems 10000
   */
  known: Card[];
  /**
   * The steps of the figures outside the Alcazar, without one in transit.
   *
   * @maxItems 10000
   */
  figures: number[];
  /**
   * Figures in the Alcazar.
   */
  inside: number;
  /**
   * The swords under figures in the Alcazar, one for each of them at most (ALC-03).
   *
   * @maxItems 10000
   */
  delivered: Sword[];
  /**
   * Shop tiles that are not on the board yet.
   *
   * @maxItems 10000
   */
  shops: ShopTile[];
  /**
   * Metal in front of the player.
   */
  metal: number;
  /**
   * Gems in front of the player.
   */
  gems: number;
  /**
   * Swords in front of the player.
   *
   * @maxItems 10000
   */
  swords: Sword[];
  /**
   * Master tiles.
   *
   * @maxItems 10000
   */
  tiles: string[];
  /**
   * The values of the player's paintings.
   *
   * @maxItems 10000
   */
  paintings: number[];
  /**
   * The number of cards in hand.
   */
  cards: number;
}
/**
 * A document of kind "move".
 */
export interface MoveDocument {
  format: 1;
  kind: "move";
  value: Move;
}
/**
 * Take two money cards; it is the whole turn (TAK-01).
 */
export interface TakeCards {
  type: "take_cards";
}
/**
 * Place an own shop tile on an empty site; it is the whole turn (SHP-01).
 */
export interface PlaceShop {
  type: "place_shop";
  shop: ShopTile;
  step: number;
}
/**
 * Set an own figure back to the cathedral; it is the whole turn (RET-01).
 */
export interface ReturnFigure {
  type: "return_figure";
  /**
   * The step of the figure.
   */
  step: number;
}
/**
 * Play a card to move one figure by its value towards the Alcazar (MOV-01, MOV-02).
 */
export interface PlayCard {
  type: "play_card";
  card: Card;
  /**
   * The step of the figure, or of the full space that it is over.
   */
  origin: number;
  /**
   * The card is the one extra card that the movement tile allows in a turn (TIL-01, A-81).
   */
  with_tile: boolean;
}
/**
 * Challenge a player with a figure on the full space to a duel (OCC-01).
 */
export interface Challenge {
  type: "challenge";
  rival: number;
}
/**
 * Use the shop, tavern or artist that a figure has just arrived on (USE-01).
 */
export interface UseSpace {
  type: "use_space";
  /**
   * The card that pays for it; nothing in an own shop (USE-03).
   */
  pay: Card | null;
  /**
   * The sword at a smith, the kind of master tile at a fencing master.
   */
  take: Sword | string | null;
  /**
   * The master tile that goes back when a player who holds as many as allowed takes another (FEN-06).
   */
  give_back: string | null;
}
/**
 * Put a sword under the figure that has just gone into the Alcazar (ALC-02).
 */
export interface Deliver {
  type: "deliver";
  sword: Sword;
}
/**
 * Stop moving; the next player is on turn (MOV-12).
 */
export interface EndTurn {
  type: "end_turn";
}
/**
 * Do nothing, when nothing else is possible.
 */
export interface Pass {
  type: "pass";
}
/**
 * Chance's move: the card that is drawn or turned up.
 */
export interface Draw {
  type: "draw";
  card: Card;
}
/**
 * A document of kind "event".
 */
export interface EventDocument {
  format: 1;
  kind: "event";
  value: Event;
}
/**
 * A player is about to draw cards, by the take action or at a tavern.
 */
export interface DrawingBegan {
  type: "drawing_began";
  seat: number;
  cards: number;
  source: DrawSource;
}
/**
 * A card went from the pile to a hand. Only its player sees which.
 */
export interface CardDrawn {
  type: "card_drawn";
  seat: number;
  /**
   * null in what others see of it.
   */
  card: Card | null;
}
/**
 * The discard pile became the draw pile (TAK-02).
 */
export interface PileReshuffled {
  type: "pile_reshuffled";
  cards: number;
}
/**
 * A shop tile was placed (SHP-01).
 */
export interface ShopPlaced {
  type: "shop_placed";
  seat: number;
  shop: ShopTile;
  step: number;
}
/**
 * A player set a figure back to the cathedral (RET-01).
 */
export interface FigureReturned {
  type: "figure_returned";
  seat: number;
  step: number;
}
/**
 * A card was played to move a figure (MOV-01).
 */
export interface CardPlayed {
  type: "card_played";
  seat: number;
  card: Card;
  /**
   * It lies in front of the player; else on the discard pile (MOV-11).
   */
  to_front: boolean;
  /**
   * It is the extra card of the movement tile (TIL-01).
   */
  with_tile: boolean;
}
/**
 * A figure left a step, or the full space it was over, for another.
 */
export interface FigureMoved {
  type: "figure_moved";
  seat: number;
  origin: number;
  step: number;
}
/**
 * A figure took a free circle (MOV-05), or the circle it won in a duel (DUE-13).
 */
export interface CircleTaken {
  type: "circle_taken";
  seat: number;
  step: number;
}
/**
 * A figure arrived over a full space: it is in transit (OCC-01).
 */
export interface SpaceFull {
  type: "space_full";
  seat: number;
  step: number;
}
/**
 * A figure went into the Alcazar (ALC-01).
 */
export interface AlcazarEntered {
  type: "alcazar_entered";
  seat: number;
  step: number;
}
/**
 * A challenge (OCC-01).
 */
export interface DuelBegan {
  type: "duel_began";
  attacker: number;
  defender: number;
  step: number;
}
/**
 * The card of a fencing round was turned up, and decided it (DUE-04, DUE-06, DUE-07).
 */
export interface RoundFought {
  type: "round_fought";
  card: Card;
  winner: number;
  attacker_wins: number;
  defender_wins: number;
}
/**
 * A duel was decided (DUE-09).
 */
export interface DuelEnded {
  type: "duel_ended";
  winner: number;
  loser: number;
  step: number;
}
/**
 * The loser's figure went to the cathedral (DUE-11).
 */
export interface FigureSentBack {
  type: "figure_sent_back";
  seat: number;
  step: number;
}
/**
 * A card was paid, to the owner's hand or to the discard pile (USE-04, USE-08, USE-09).
 */
export interface FeePaid {
  type: "fee_paid";
  seat: number;
  owner: number | null;
  card: Card;
}
/**
 * Metal was taken from the supply (MET-01).
 */
export interface MetalTaken {
  type: "metal_taken";
  seat: number;
}
/**
 * A gem was taken from the supply (GEM-01).
 */
export interface GemTaken {
  type: "gem_taken";
  seat: number;
}
/**
 * A sword was taken, and its material paid to the supply (SMI-01, SMI-02).
 */
export interface SwordForged {
  type: "sword_forged";
  seat: number;
  sword: Sword;
}
/**
 * A master tile went back to the board (FEN-06).
 */
export interface TileGivenBack {
  type: "tile_given_back";
  seat: number;
  tile: string;
}
/**
 * A master tile was taken (FEN-01).
 */
export interface TileTaken {
  type: "tile_taken";
  seat: number;
  tile: string;
}
/**
 * The top painting was taken (ART-01).
 */
export interface PaintingTaken {
  type: "painting_taken";
  seat: number;
  value: number;
}
/**
 * A sword was put under the figure that went into the Alcazar (ALC-02).
 */
export interface SwordDelivered {
  type: "sword_delivered";
  seat: number;
  sword: Sword;
}
/**
 * A player had nothing to do.
 */
export interface Passed {
  type: "passed";
  seat: number;
}
/**
 * The first card of the turn went to the discard pile (MOV-12).
 */
export interface FrontCardDiscarded {
  type: "front_card_discarded";
  seat: number;
  card: Card;
}
/**
 * A turn is over.
 */
export interface TurnEnded {
  type: "turn_ended";
  seat: number;
}
/**
 * Every other player has one more turn (END-01).
 */
export interface LastRoundBegan {
  type: "last_round_began";
  seat: number;
}
/**
 * The next player is on turn (TRN-02).
 */
export interface TurnBegan {
  type: "turn_began";
  seat: number;
}
/**
 * A player showed their hand, because the sum of its cards decides a place (TIE-03, A-128).
 */
export interface HandShown {
  type: "hand_shown";
  seat: number;
  /**
   * @maxItems 10000
   */
  cards: Card[];
}
/**
 * The last round is over (END-03).
 */
export interface GameEnded {
  type: "game_ended";
}
/**
 * A document of kind "illegality".
 */
export interface IllegalityDocument {
  format: 1;
  kind: "illegality";
  value: Illegality;
}
/**
 * A refusal: the reason why an action is not legal, the rule it breaks, and what a sentence about it needs.
 */
export interface Illegality {
  code: Code;
  rule: string;
  parameters: {
    [k: string]: number | string | Card | Sword | ShopTile | null;
  };
}
/**
 * A document of kind "transition".
 */
export interface TransitionDocument {
  format: 1;
  kind: "transition";
  value: Transition;
}
/**
 * A step from one position to the next.
 */
export interface Transition {
  /**
   * The position afterwards.
   */
  state: State;
  /**
   * Everything that happened, in order.
   *
   * @maxItems 10000
   */
  events: Event[];
  /**
   * The draws of chance: with the action, all that a record needs.
   *
   * @maxItems 10000
   */
  draws: Draw[];
  /**
   * Somebody learned something, so this cannot be taken back: a draw, a duel, a reshuffle, a payment.
   */
  reveals: boolean;
}
/**
 * A document of kind "outcome".
 */
export interface OutcomeDocument {
  format: 1;
  kind: "outcome";
  value: Outcome;
}
/**
 * The end of a game: who won, in which order, and why.
 */
export interface Outcome {
  /**
   * @minItems 1
   */
  winners: number[];
  /**
   * @minItems 1
   * @maxItems 10000
   */
  ranking: Standing[];
  /**
   * By seat.
   *
   * @minItems 1
   * @maxItems 10000
   */
  sheets: ScoreSheet[];
}
/**
 * A player's place in the ranking, and what decides it (TIE-01 to TIE-03).
 */
export interface Standing {
  /**
   * 1 for the winners; players who are equal in everything share a place.
   */
  place: number;
  seat: number;
  points: number;
  /**
   * Cards in hand, the first tie-break (TIE-02).
   */
  cards: number;
  /**
   * The sum of the cards in hand, the second tie-break (TIE-03).
   */
  card_sum: number;
}
/**
 * A player's fame, itemised by rule.
 */
export interface ScoreSheet {
  seat: number;
  /**
   * @maxItems 10000
   */
  lines: ScoreLine[];
  total: number;
}
/**
 * One line of a score sheet.
 */
export interface ScoreLine {
  rule: string;
  kind: ScoreKind;
  /**
   * The number on the sword or painting; the number of gems or tiles.
   */
  value: number;
  points: number;
}
/**
 * A document of kind "score_sheet".
 */
export interface ScoreSheetDocument {
  format: 1;
  kind: "score_sheet";
  value: ScoreSheet;
}
/**
 * A document of kind "edition".
 */
export interface EditionDocument {
  format: 1;
  kind: "edition";
  value: Edition;
}
