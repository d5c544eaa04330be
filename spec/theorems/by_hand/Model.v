(* The transition relation that the clauses of the rules define, for any edition, any number of players and cards.

   Every definition below is a clause, or several clauses with one head, and names the section that they stand in.
   `spec/theorems/by_hand/clauses.toml` holds a digest of each clause: when a clause changes, `python -m spec.tools.theorems`
   fails until somebody has looked here.

   A position is a function from places and pieces to numbers, where the clauses have a set of facts at(X,T,N): there is
   such a fact exactly if the number is N and at least 1. `Books.v` shows that this is the same. *)

From Coq Require Import List Arith Lia.
Import ListNotations.

(* ---- the vocabulary -------------------------------------------------------------------------------------------- *)

Definition seat := nat.
Definition road_step := nat.
Definition value := nat.
Definition colour := nat.

Inductive stance := attacker | defender.
Inductive skill := movement | duel_of (k : colour).
Inductive kind := metal_dealer | gem_dealer | smith | fencing | cathedral | site | tavern | artist | entrance.
Inductive purpose := take | at_tavern.
Inductive mode := plain | tile.

Inductive piece :=
| card (v : value) (k : colour) (w : stance)
| figure (p : seat)
| shop (p : seat) (k : kind) (c : nat)
| metal
| gem
| sword (v m g : nat)
| master (k : skill)
| painting (v : nat).

Inductive place :=
| step (s : road_step) | transit | front | pile | discards | supply | board
| hand (p : seat) | area (p : seat) | alcazar (p : seat) | stack (h : nat)
| known (p : seat) | nowhere.

(* Notes are no places: known(P) says something of cards that lie elsewhere. *)
Definition note (x : place) : bool :=
  match x with known _ | nowhere => true | _ => false end.

Inductive phase :=
| start | moving | entered | over | arrived (s : road_step) | over_full (s : road_step)
| drawing (left : nat) (w : purpose) | duel (s : road_step) (q : seat) (a d : nat).

Inductive move :=
| take_cards | end_turn | pass
| place_shop (t : piece) (s : road_step)
| return_figure (s : road_step)
| play_card (c : piece) (s : road_step) (m : mode)
| challenge (q : seat)
| use_space (fee goods back : option piece)
| deliver (t : piece)
| draw (c : piece).

Record position := {
  at_ : place -> piece -> nat;
  active : seat;
  pending : phase;
  trigger : option seat;
  tile_card : option value;  (* A-84 *)
}.

Record edition := {
  players : nat;
  box : piece -> Prop;  (* copies(T,_), for the pieces of all players *)
  space : road_step -> kind -> Prop;
  price : road_step -> value -> Prop;
  circles : road_step -> nat -> Prop;
  cards_taken : nat;
  tavern_cards : nat;
  tile_limit : nat;
  last_round_at : nat;
  rounds_to_win : nat;
}.

(* What the facts about any edition look like, before a rule is asked: the road is a list of spaces behind step 0, each with
   its circles, and spaces and shops are of different kinds. *)
Record well_shaped (E : edition) : Prop := {
  one_space : forall s k k', space E s k -> space E s k' -> k = k';
  circles_of_spaces : forall s n, circles E s n -> exists k, space E s k;
  behind_the_start : forall s k, space E s k -> 0 < s;
  kinds_of_spaces : forall s k, space E s k ->
    k = cathedral \/ k = site \/ k = tavern \/ k = artist \/ k = entrance;
  kinds_of_shops : forall p k c, box E (shop p k c) ->
    k = metal_dealer \/ k = gem_dealer \/ k = smith \/ k = fencing;
}.

(* An edition that the rules refuse: those of the clauses that the theorems need. `printed` is `space` behind the start. *)
Inductive ill_formed (E : edition) : Prop :=
| ill_formed_A05 : forall v k w, box E (card v k w) -> v < 1 -> ill_formed E
| ill_formed_A09 : forall s, space E s cathedral -> s > 0 -> ill_formed E
| ill_formed_A10 : forall s n k, circles E s n -> space E s k ->
    k = site \/ k = cathedral \/ k = entrance -> ill_formed E
| ill_formed_DUE09 : rounds_to_win E < 1 -> ill_formed E.

(* What the theorems ask of an edition. By the theorem `editions` below it is what the clauses leave. *)
Record well_formed (E : edition) : Prop := {
  one_kind : forall s k k', space E s k -> space E s k' -> k = k';
  circles_where : forall s n, circles E s n -> space E s tavern \/ space E s artist;
  road_kinds : forall s k, space E s k -> k = site \/ k = tavern \/ k = artist \/ k = entrance;
  road_begins : forall k, ~ space E 0 k;
  shop_kinds : forall p k c, box E (shop p k c) ->
    k = metal_dealer \/ k = gem_dealer \/ k = smith \/ k = fencing;
  card_values : forall v k w, box E (card v k w) -> 1 <= v;
  rounds_needed : 1 <= rounds_to_win E;
}.

Theorem editions : forall E, well_shaped E -> ~ ill_formed E -> well_formed E.
Proof.
  intros E [one of_spaces behind spaces shops] fine. constructor.
  - exact one.
  - intros s n has. destruct (of_spaces s n has) as [k there].
    destruct (spaces s k there) as [-> | [-> | [-> | [-> | ->]]]]; auto;
      destruct fine; eapply ill_formed_A10; eauto.
  - intros s k there.
    destruct (spaces s k there) as [-> | [-> | [-> | [-> | ->]]]]; auto.
    destruct fine. eapply ill_formed_A09; eauto.
  - intros k there. apply behind in there. lia.
  - exact shops.
  - intros v k w there. destruct (le_lt_dec 1 v); auto.
    destruct fine. eapply ill_formed_A05; eauto.
  - destruct (le_lt_dec 1 (rounds_to_win E)); auto.
    destruct fine. apply ill_formed_DUE09; auto.
Qed.

Print Assumptions editions.

(* N = #sum { K,X : K is f(X) }, over all X for which that is at least 1. *)
Fixpoint sum_of {A} (f : A -> nat) (l : list A) : nat :=
  match l with [] => 0 | x :: r => f x + sum_of f r end.

Definition total_of {A} (f : A -> nat) (n : nat) : Prop :=
  exists l, NoDup l /\ (forall x, In x l <-> 0 < f x) /\ n = sum_of f l.

(* N = #count { X : P(X) }. *)
Definition count_of {A} (P : A -> Prop) (n : nat) : Prop :=
  exists l, NoDup l /\ (forall x, In x l <-> P x) /\ n = length l.

Section Rules.
Variable E : edition.
Variable s : position.

Notation at_place := (at_ s).
Notation P := (active s).
Definition lies (x : place) (t : piece) : Prop := 0 < at_ s x t.

Definition size (x : place) (n : nat) : Prop := total_of (fun c => at_place x c) n.

(* ---- spaces ---------------------------------------------------------------------------------------------------- *)

Inductive room : road_step -> nat -> Prop :=
| room_A52 : forall S n, circles E S n -> room S n
| room_SHP04 : forall S n p k, space E S site -> lies (step S) (shop p k n) -> room S n.

Inductive may_end : road_step -> Prop :=
| may_end_MOV04a : forall S n, room S n -> may_end S
| may_end_MOV04b : forall S, space E S entrance -> may_end S.

Inductive on_road : road_step -> Prop :=
| on_road_A40a : on_road 0
| on_road_A40b : forall S k, space E S k -> on_road S.

Inductive free : road_step -> Prop :=
| free_MOV05 : forall S c n, room S c -> total_of (fun p => at_place (step S) (figure p)) n -> n < c ->
    free S.

Inductive full : road_step -> Prop :=
| full_OCC01 : forall S n, room S n -> ~ free S -> full S.

Inductive rival : seat -> road_step -> Prop :=
| rival_OCC02 : forall Q S k, space E S k -> lies (step S) (figure Q) -> Q <> P -> rival Q S.

Inductive vacant : road_step -> Prop :=
| vacant_A30 : forall S, space E S site -> (forall p k c, ~ lies (step S) (shop p k c)) -> vacant S.

(* ---- cards ----------------------------------------------------------------------------------------------------- *)

Inductive drawable : nat -> Prop :=
(* card_to_reveal, in A-28 too, is drawable n with 0 < n. *)
| drawable_A28 : forall m n, size pile m -> size discards n -> drawable (m + n).

Inductive base : option value -> Prop :=
| base_MOV01a : forall v k w, lies front (card v k w) -> base (Some v)
| base_MOV01b : (forall t, ~ lies front t) -> base None.

Inductive in_hand : value -> nat -> Prop :=
| in_hand_MOV08 : forall v k w h, lies (hand P) (card v k w) ->
    total_of (fun x => at_place (hand P) (card v (fst x) (snd x))) h -> in_hand v h.

Inductive resting : Prop :=
| resting_A41a : pending s = moving -> resting
| resting_A41b : forall S, pending s = arrived S -> resting
| resting_A41c : pending s = entered -> resting.

Inductive mover : road_step -> Prop :=
| mover_A40a : forall S, pending s = start -> lies (step S) (figure P) -> on_road S -> mover S
| mover_A40b : forall S, resting -> lies (step S) (figure P) -> on_road S -> mover S
| mover_A53 : forall S, pending s = over_full S -> mover S.

(* ---- the look-ahead -------------------------------------------------------------------------------------------- *)

Record run := at_run { r_step : road_step; r_base : option value; r_tile : option value; r_cost : nat; r_cards : nat }.

Inductive now : road_step -> run -> Prop :=
| now_A43 : forall S B n, mover S -> base B -> drawable n -> now S (at_run S B (tile_card s) 0 n).

Inductive reaches : road_step -> value -> road_step -> Prop :=
| reaches_MOV02 : forall S v h, on_road S -> in_hand v h -> may_end (S + v) -> reaches S v (S + v).

Inductive leg : run -> value -> mode -> run -> Prop :=
| leg_MOV01 : forall S v e n, from (at_run S None None 0 n) -> reaches S v e ->
    leg (at_run S None None 0 n) v plain (at_run e (Some v) None 1 n)
| leg_MOV08 : forall S v T k n h e, from (at_run S (Some v) T k n) -> in_hand v h -> k < h -> reaches S v e ->
    leg (at_run S (Some v) T k n) v plain (at_run e (Some v) T (k + 1) (n + 1))
| leg_TIL01 : forall S B k n v e, from (at_run S B None k n) -> reaches S v e -> Some v <> B ->
    lies (area P) (master movement) ->
    leg (at_run S B None k n) v tile (at_run e B (Some v) k (n + 1))
| leg_TIL06 : forall S T n v e, from (at_run S None T 0 n) -> T <> None -> reaches S v e -> Some v <> T ->
    leg (at_run S None T 0 n) v plain (at_run e (Some v) T 1 n)
with from : run -> Prop :=
| from_A43a : forall S r, now S r -> from r
| from_A43b : forall r, stuck r -> from r
with stuck : run -> Prop :=
| stuck_A43 : forall q v m r, leg q v m r -> full (r_step r) -> (forall Q, ~ rival Q (r_step r)) -> stuck r
| stuck_A143 : forall q v m r, leg q v m r -> r_cards r = 0 -> full (r_step r) -> stuck r.

Inductive comes : run -> Prop :=
| comes_A43 : forall q v m r, leg q v m r -> comes r.

Inductive good : run -> Prop :=
| good_ALC01 : forall r, comes r -> space E (r_step r) entrance -> good r
| good_MOV05 : forall r, comes r -> free (r_step r) -> good r
| good_A143 : forall r Q, comes r -> rival Q (r_step r) -> 0 < r_cards r -> good r
| good_A44 : forall r v m e, stuck r -> leg r v m e -> good e -> good r.

(* ---- using a space --------------------------------------------------------------------------------------------- *)

Inductive here : kind -> Prop :=
| here_USE01a : forall S p k c, pending s = arrived S -> lies (step S) (shop p k c) -> here k
| here_USE01b : forall S k, pending s = arrived S -> space E S k -> k <> site -> here k.

Inductive host : seat -> Prop :=
| host_USE03 : forall S q k c, pending s = arrived S -> lies (step S) (shop q k c) -> host q.

Inductive fee : option piece -> Prop :=
| fee_USE03 : host P -> fee None
| fee_USE05 : forall S r v k w, ~ host P -> pending s = arrived S -> price E S r ->
    lies (hand P) (card v k w) -> r <= v -> fee (Some (card v k w)).

Inductive masters : nat -> Prop :=
| masters_FEN04 : forall n, count_of (fun k => lies (area P) (master k)) n -> masters n.

Inductive lesson : piece -> Prop :=
| lesson_FEN05 : forall k, here fencing -> lies board (master k) -> ~ lies (area P) (master k) -> lesson (master k).

Inductive top : nat -> piece -> Prop :=
| top_ART01 : forall h t, here artist -> lies (stack h) t -> (forall u, ~ lies (stack (h + 1)) u) -> top h t.

(* owns(T,X) is the number of T before the player on turn, 0 included (A-65). *)
Inductive offer : option piece -> option piece -> Prop :=
| offer_A66 : forall h t, top h t -> offer None None
| offer_A63 : here metal_dealer -> lies supply metal -> offer None None
| offer_A64 : here gem_dealer -> lies supply gem -> offer None None
| offer_FEN04 : forall t n, lesson t -> masters n -> n < tile_limit E -> offer (Some t) None
| offer_FEN06 : forall t k, lesson t -> masters (tile_limit E) -> lies (area P) (master k) ->
    offer (Some t) (Some (master k))
| offer_A65 : forall v m g, here smith -> lies board (sword v m g) ->
    m <= at_place (area P) metal -> g <= at_place (area P) gem -> offer (Some (sword v m g)) None
| offer_A148 : here tavern -> offer None None.

(* ---- legal moves ----------------------------------------------------------------------------------------------- *)

Inductive may : move -> Prop :=
| may_TAK01 : forall n, pending s = start -> drawable n -> 0 < n -> may take_cards
| may_SHP01 : forall S p k c, pending s = start -> vacant S -> lies (area P) (shop p k c) ->
    may (place_shop (shop p k c) S)
| may_RET01 : forall S k, pending s = start -> lies (step S) (figure P) -> space E S k -> may (return_figure S)
| may_MOV02 : forall v k w S r m e, lies (hand P) (card v k w) -> now S r -> leg r v m e -> good e ->
    may (play_card (card v k w) S m)
| may_A41 : resting -> may end_turn
| may_DUE01 : forall S Q n, pending s = over_full S -> rival Q S -> drawable n -> 0 < n -> may (challenge Q)
| may_USE01 : forall c t b, fee c -> offer t b -> may (use_space c t b)
| may_ALC02 : forall v m g, pending s = entered -> lies (area P) (sword v m g) -> may (deliver (sword v m g)).

Inductive legal : move -> Prop :=
| legal_A147a : forall a, may a -> legal a
| legal_A147b : pending s = start -> (forall a, ~ may a) -> legal pass
| legal_TAK01 : forall l w c, pending s = drawing l w -> lies pile c -> legal (draw c)
| legal_DUE04 : forall S q a d c, pending s = duel S q a d -> lies pile c -> legal (draw c).

(* ---- what a move does ------------------------------------------------------------------------------------------ *)

Variable m : move.

Inductive lands : road_step -> Prop :=
| lands_MOV02 : forall v k w S o, m = play_card (card v k w) S o -> lands (S + v).

Inductive lifted : place -> Prop :=
| lifted_MOV02 : forall c S o, m = play_card c S o -> (forall x, pending s <> over_full x) -> lifted (step S)
| lifted_A53 : forall c S o x, m = play_card c S o -> pending s = over_full x -> lifted transit.

Inductive last_draw : purpose -> Prop :=
| last_draw_A27a : forall c w, m = draw c -> pending s = drawing 1 w -> last_draw w
| last_draw_A27b : forall c l w, m = draw c -> pending s = drawing l w -> drawable 1 -> last_draw w.

Inductive turn_ends : Prop :=
| turn_ends_A41 : m = end_turn -> turn_ends
| turn_ends_SHP01 : forall t S, m = place_shop t S -> turn_ends
| turn_ends_RET02 : forall S, m = return_figure S -> turn_ends
| turn_ends_TAK01 : last_draw take -> turn_ends
| turn_ends_A147 : m = pass -> turn_ends.

Definition clockwise (p : seat) : seat := (p + 1) mod players E.  (* TRN-02 *)

Inductive game_ends : Prop :=
| game_ends_END02 : turn_ends -> trigger s = Some (clockwise P) -> game_ends.

Inductive passes_on : Prop :=
| passes_on_TRN02 : turn_ends -> ~ game_ends -> passes_on.

Inductive revealed : piece -> Prop :=
| revealed_DUE04 : forall S q a d c, pending s = duel S q a d -> m = draw c -> revealed c.

Inductive duellist : stance -> seat -> Prop :=
| duellist_DUE06a : forall S q a d, pending s = duel S q a d -> duellist attacker P
| duellist_DUE06b : forall S q a d, pending s = duel S q a d -> duellist defender q.

Inductive ahead : stance -> skill -> Prop :=
| ahead_DUE06 : forall w p k w' q, duellist w p -> lies (area p) (master k) ->
    duellist w' q -> ~ lies (area q) (master k) -> ahead w k.

Inductive round : stance -> Prop :=
| round_DUE06 : forall v k w w', revealed (card v k w) -> ahead w' (duel_of k) -> round w'
| round_DUE07 : forall v k w, revealed (card v k w) -> (forall w', ~ ahead w' (duel_of k)) -> round w.

Inductive rounds : nat -> nat -> Prop :=
| rounds_DUE09a : forall S q a d, round attacker -> pending s = duel S q a d -> rounds (a + 1) d
| rounds_DUE09b : forall S q a d, round defender -> pending s = duel S q a d -> rounds a (d + 1).

Inductive won : stance -> Prop :=
| won_DUE09a : forall d, rounds (rounds_to_win E) d -> won attacker
| won_DUE09b : forall a, rounds a (rounds_to_win E) -> won defender.

Inductive follows : phase -> Prop :=
| follows_ALC01 : forall S, lands S -> space E S entrance -> follows entered
| follows_ALC03 : forall t, m = deliver t -> follows moving
| follows_DUE01 : forall Q S, m = challenge Q -> pending s = over_full S -> follows (duel S Q 0 0)
| follows_DUE10 : forall a d S q a' d', rounds a d -> a < rounds_to_win E -> d < rounds_to_win E -> pending s = duel S q a' d' ->
    follows (duel S q a d)
| follows_DUE13 : forall S q a d, won attacker -> pending s = duel S q a d -> follows (arrived S)
| follows_DUE14 : won defender -> follows moving
| follows_END03 : game_ends -> follows over
| follows_MOV06 : forall S, lands S -> free S -> follows (arrived S)
| follows_OCC01 : forall S, lands S -> full S -> follows (over_full S)
| follows_TAK01 : m = take_cards -> follows (drawing (cards_taken E) take)
| follows_A27 : forall c l w, m = draw c -> pending s = drawing l w -> ~ last_draw w -> follows (drawing (l - 1) w)
| follows_TAV02 : forall c t b, m = use_space c t b -> here tavern -> follows (drawing (tavern_cards E) at_tavern)
| follows_TAV03 : last_draw at_tavern -> follows moving
| follows_TRN02 : passes_on -> follows start
| follows_USE01 : forall c t b, m = use_space c t b -> ~ here tavern -> follows moving.

Inductive needs_card : Prop :=
| needs_card_A22a : forall l w, follows (drawing l w) -> needs_card
| needs_card_A22b : forall S q a d, follows (duel S q a d) -> needs_card.

Inductive reshuffle : Prop :=
| reshuffle_A22a : needs_card -> size pile 0 -> reshuffle
| reshuffle_A22b : forall c, needs_card -> size pile 1 -> m = draw c -> reshuffle.

Inductive paid : piece -> seat -> Prop :=
| paid_USE04 : forall c t b q, m = use_space (Some c) t b -> host q -> paid c q.

Inductive spent : piece -> Prop :=
| spent_A130a : forall c S o, m = play_card c S o -> spent c
| spent_A130b : forall c t b, m = use_space (Some c) t b -> spent c.

Inductive discarded : piece -> place -> Prop :=
| discarded_DUE04 : forall c, revealed c -> discarded c pile
| discarded_MOV11a : forall c S, m = play_card c S plain -> ~ base None -> discarded c (hand P)
| discarded_MOV12 : forall c, turn_ends -> lies front c -> discarded c front
| discarded_MOV11b : forall c S, m = play_card c S tile -> discarded c (hand P)
| discarded_USE08 : forall c t b, m = use_space (Some c) t b -> here tavern -> discarded c (hand P)
| discarded_USE09 : forall c t b, m = use_space (Some c) t b -> here artist -> discarded c (hand P).

Definition transfer := (nat * piece * place * place)%type.

Inductive moves : transfer -> Prop :=
| moves_ALC01 : forall S X, lands S -> lifted X -> space E S entrance -> moves (1, figure P, X, alcazar P)
| moves_ALC02 : forall t, m = deliver t -> moves (1, t, area P, alcazar P)
| moves_ART01 : forall c t b h u, m = use_space c t b -> top h u -> moves (1, u, stack h, area P)
| moves_MET01 : forall c t b, m = use_space c t b -> here metal_dealer -> moves (1, metal, supply, area P)
| moves_GEM01 : forall c t b, m = use_space c t b -> here gem_dealer -> moves (1, gem, supply, area P)
| moves_DUE11a : forall S q a d, won attacker -> pending s = duel S q a d -> moves (1, figure q, step S, step 0)
| moves_DUE11b : won defender -> moves (1, figure P, transit, step 0)
| moves_DUE13 : forall S q a d, won attacker -> pending s = duel S q a d -> moves (1, figure P, transit, step S)
| moves_FEN01 : forall c k b, m = use_space c (Some (master k)) b -> moves (1, master k, board, area P)
| moves_FEN06 : forall c t u, m = use_space c t (Some u) -> moves (1, u, area P, board)
| moves_A130a : forall c q, paid c q -> moves (1, c, nowhere, known q)
| moves_A130b : forall c, spent c -> lies (known P) c -> moves (1, c, known P, nowhere)
| moves_MOV01 : forall c S, m = play_card c S plain -> base None -> moves (1, c, hand P, front)
| moves_MOV05 : forall S X, lands S -> lifted X -> free S -> moves (1, figure P, X, step S)
| moves_OCC01 : forall S X, lands S -> lifted X -> full S -> moves (1, figure P, X, transit)
| moves_SHP01 : forall t S, m = place_shop t S -> moves (1, t, area P, step S)
| moves_RET01 : forall S, m = return_figure S -> moves (1, figure P, step S, step 0)
| moves_SMI01 : forall c v x g b, m = use_space c (Some (sword v x g)) b -> moves (1, sword v x g, board, area P)
| moves_SMI03a : forall c v x g b, m = use_space c (Some (sword v x g)) b -> 0 < x -> moves (x, metal, area P, supply)
| moves_SMI03b : forall c v x g b, m = use_space c (Some (sword v x g)) b -> 0 < g -> moves (g, gem, area P, supply)
| moves_TAK01 : forall c l w, m = draw c -> pending s = drawing l w -> moves (1, c, pile, hand P)
| moves_TAK02 : forall c, reshuffle -> lies discards c -> moves (at_place discards c, c, discards, pile)
| moves_A25a : forall c X, discarded c X -> ~ reshuffle -> moves (1, c, X, discards)
| moves_A25b : forall c X, discarded c X -> reshuffle -> moves (1, c, X, pile)
| moves_USE04 : forall c q, paid c q -> moves (1, c, hand P, hand q).

End Rules.

(* ---- from one position to the next ----------------------------------------------------------------------------- *)

Definition piece_eq : forall t u : piece, {t = u} + {t <> u}.
Proof. repeat decide equality. Defined.
Definition place_eq : forall x y : place, {x = y} + {x <> y}.
Proof. repeat decide equality. Defined.

Definition amount (t : transfer) : nat := fst (fst (fst t)).
Definition what (t : transfer) : piece := snd (fst (fst t)).
Definition source (t : transfer) : place := snd (fst t).
Definition target (t : transfer) : place := snd t.

Definition goes (x : place) (u : piece) (t : transfer) : nat :=
  if place_eq (source t) x then if piece_eq (what t) u then amount t else 0 else 0.
Definition brings (x : place) (u : piece) (t : transfer) : nat :=
  if place_eq (target t) x then if piece_eq (what t) u then amount t else 0 else 0.

(* change(X,T,D) adds up what comes and what goes. `moved` lists the transfers of the move, each once, as clingo has
   them. Of the notes nothing is said here: they may become anything. *)
Inductive next (E : edition) (s : position) (m : move) (s' : position) : Prop :=
| next_books : forall moved,
    legal E s m ->
    NoDup moved -> (forall t, In t moved <-> moves E s m t) ->
    (forall x u, note x = false ->
       at_ s' x u = at_ s x u + sum_of (brings x u) moved - sum_of (goes x u) moved) ->
    follows E s m (pending s') ->
    (passes_on E s m -> active s' = clockwise E (active s)) ->
    (~ turn_ends s m -> active s' = active s) ->
    (forall c S v k w, m = play_card c S tile -> c = card v k w -> tile_card s' = Some v) ->
    (forall c S, m = play_card c S plain -> tile_card s' = tile_card s) ->
    next E s m s'.

(* The first position, as far as the theorems ask for it. Everything that lies anywhere is in the box:
   (* SET-03 *) figures, (* SET-05 *) the deck, (* SET-06 *) hands, (* SET-07 *) the draw pile, (* SET-09 *) the supply.
   (* A-18 *) says which seat has the lowest number, and so who begins if nobody is named. *)
Record first (E : edition) (s : position) : Prop := {
  begins : pending s = start;  (* A-15 *)
  from_box : forall x u, note x = false -> 0 < at_ s x u -> box E u;
  no_shop_yet : forall S p k c, at_ s (step S) (shop p k c) = 0;  (* SET-04 *)
  no_tiles_yet : forall p k, at_ s (area p) (master k) = 0;  (* SET-08 *)
  only_paintings : forall h u, 0 < at_ s (stack h) u -> exists v, u = painting v;  (* SET-02 *)
  no_swords_yet : forall p v x g, at_ s (alcazar p) (sword v x g) = 0;
}.

Inductive reachable (E : edition) : position -> Prop :=
| reachable_first : forall s, first E s -> reachable E s
| reachable_next : forall s m s', reachable E s -> next E s m s' -> reachable E s'.
