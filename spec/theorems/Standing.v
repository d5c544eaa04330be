(* What stays true of figures and of the cards of a turn: where a figure can stand, and that one value is the base and one
   other, at most, that of the movement tile. *)
From Coq Require Import List ZArith Bool Lia.
Import ListNotations.
From Toledo Require Import Terms Clauses Compiled Steps Books Editions Transfers Conservation Lookahead.
Open Scope Z_scope.

Section Standing.
Variable Ed : edition.
Hypothesis WF : well_formed Ed.

(* A space that figures go to, wait at, or fight for. *)
Inductive at_space : term -> term -> Prop :=
| at_arrived : forall s, at_space s (f_arrived s)
| at_transit : forall s, at_space s (f_transit s)
| at_duel : forall s o a d, at_space s (f_duel s o a d).

Record standing (St : rows) : Prop := {
  st_road : forall z p n, p_at St (Num z) (f_figure p) n -> p_on_road Ed (Num z);
  st_room : forall s x, p_phase St x -> at_space s x -> exists n, p_room Ed St s n;
  st_front : forall v k w n v' k' w' n', p_at St k_front (f_card v k w) n -> p_at St k_front (f_card v' k' w') n' -> v = v';
  st_tile : forall a b, p_true St (f_tile_card a) -> p_true St (f_tile_card b) -> a = b;
  st_value : forall a, p_true St (f_tile_card a) -> exists z, a = Num z;
  st_apart : forall a, p_true St (f_tile_card a) -> ~ p_base St a }.

Lemma room_ground : forall St s n, p_room Ed St s n -> exists k, p_space Ed s k /\ k <> k_entrance.
Proof.
  intros St s n R. inversion R as [? ? C|? ? ? ? ? Sp A]; subst; [|exists k_site; split; [auto|discriminate]].
  destruct (wf_circled _ WF _ _ C); eexists; (split; [eassumption|discriminate]).
Qed.
Lemma room_road : forall St s n, p_room Ed St s n -> p_on_road Ed s.
Proof. intros St s n R. destruct (room_ground _ _ _ R) as (k & Sp & _). eapply on_road_A40_2; eauto. Qed.
Lemma free_road : forall St s, p_free Ed St s -> p_on_road Ed s.
Proof. intros St s F. inversion F; subst. eapply room_road; eauto. Qed.

Section Position.
Variable St : rows.
Hypothesis OK : sound Ed St.
Hypothesis Sd : standing St.
Hypothesis valued : forall x v k w n, place x -> p_at St x (f_card v k w) n -> exists z, v = Num z /\ 1 <= z.

Lemma nothing_in_front : p_base St k_none -> forall t n, ~ p_at St k_front t n.
Proof.
  intros B t n A. inversion B as [? ? ? ? A'|X]; subst; [|apply X; eauto].
  destruct (valued k_front _ _ _ _ ltac:(placed) A') as (? & ? & _). discriminate.
Qed.
Lemma base_one : forall a b, p_base St a -> p_base St b -> a = b.
Proof.
  intros a b A B. inversion A as [? ? ? ? At|]; subst.
  - inversion B as [? ? ? ? At'|]; subst; [eapply (st_front _ Sd); eauto|exfalso; eapply nothing_in_front; eauto].
  - inversion B as [? ? ? ? At'|]; subst; auto. exfalso. eapply nothing_in_front; eauto.
Qed.
Lemma tile_card_one : forall a b, p_tile_card St a -> p_tile_card St b -> a = b.
Proof.
  intros a b A B. inversion A as [? X|N]; subst; inversion B as [? Y|N']; subst; auto; try (exfalso; eauto; fail). eapply (st_tile _ Sd); eauto.
Qed.
(* What a card that is played says of those before it. *)
Lemma played : forall q v k w s o, p_legal Ed St q (f_play_card (f_card v k w) s o) ->
  (exists z, v = Num z) /\ (o = k_tile -> (forall a, ~ p_true St (f_tile_card a)) /\ ~ p_base St v) /\
  (o = k_plain -> p_base St k_none -> ~ p_true St (f_tile_card v)).
Proof.
  intros q v k w s o L. inversion L; subst. match goal with M : p_may _ _ _ _ |- _ => inversion M; subst end.
  match goal with P : p_playable _ _ _ _ _ |- _ => inversion P as [C E M0 P0 R S0 V0 w1 w2 w3 Ac At EC No Le Go]; subst end.
  inversion EC; subst. inversion No as [B N S1 T Mo Ba Ti Dr]; subst.
  assert (Free : T = k_none -> forall a, ~ p_true St (f_tile_card a)).
  { intros -> a Tr. inversion Ti as [? X|X]; subst; [destruct (st_value _ Sd _ X); discriminate|eauto]. }
  inversion Le as [? ? ? ? ? _ Eq Re|? ? ? ? ? ? ? ? _ Eq _ _ Re|? ? ? ? ? ? ? ? ? _ Eq Re Ne _ _|? ? ? ? ? ? _ Eq Nt Re Ne]; subst; inversion Eq; subst;
    (split; [inversion Re; eauto|]); (split; [intro O; try discriminate|intros O Bn; try discriminate]).
  - apply Free; auto.
  - pose proof (base_one _ _ Ba Bn). subst. inversion Re; discriminate.
  - split; [apply Free; auto|]. intro X. pose proof (base_one _ _ Ba X). congruence.
  - intro X. apply Ne. apply (tile_card_one _ _ (tile_card_A84 _ _ X) Ti).
Qed.

Section OneMove.
Variable St' : rows.
Variables q m : term.
Hypothesis S : step Ed St q m St'.
Notation Do := [[q; m]].
Let L := is_legal _ _ _ _ _ S.

Lemma no_figure_is_placed : forall p t s, ~ p_does Do p (f_place_shop (f_figure t) s).
Proof.
  intros p t s D. destruct (does_is _ _ _ _ D) as [-> E]. assert (L' : p_legal Ed St q (f_place_shop (f_figure t) s)) by (rewrite E; exact L).
  destruct (legal_shop _ _ _ _ _ L') as (_ & _ & _ & _ & ? & ? & ? & X). discriminate.
Qed.
Lemma figure_lands : forall k p y z, p_moves Ed St Do k (f_figure p) y (Num z) -> p_on_road Ed (Num z).
Proof.
  intros k p y z H. inversion H; subst; try apply on_road_A40; try (eapply free_road; eauto; fail).
  - match goal with D : p_phase _ (f_duel _ _ _ _) |- _ => destruct (st_room _ Sd _ _ D (at_duel _ _ _ _)) as [n R] end. eapply room_road; eauto.
  - exfalso. eapply no_figure_is_placed; eauto.
Qed.
Lemma to_front : forall k t y, p_moves Ed St Do k t y k_front -> p_base St k_none /\ exists s, m = f_play_card t s k_plain.
Proof.
  intros k t y H. inversion H; subst.
  - match goal with D : p_phase _ (f_duel _ _ _ _) |- _ => destruct (s_duel _ _ OK _ _ _ _ D) as ([? X] & _) end. discriminate.
  - match goal with D : p_does _ _ _ |- _ => destruct (does_is _ _ _ _ D) as [_ E] end. eauto.
  - match goal with D : p_lands _ _ _ |- _ => inversion D end.
  - match goal with D : p_does _ _ (f_place_shop ?t ?x) |- _ => destruct (does_is _ _ _ _ D) as [-> E];
      assert (L' : p_legal Ed St q (f_place_shop t x)) by (rewrite E; exact L) end.
    destruct (legal_shop _ _ _ _ _ L') as (_ & _ & V & _). inversion V; subst.
    match goal with Sp : p_space _ _ _ |- _ => destruct (wf_step _ WF _ _ Sp) as [? X] end. discriminate.
Qed.
Lemma front_before : forall t n, p_at St' k_front t n -> (exists w, p_at St k_front t w) \/ p_base St k_none /\ exists s, m = f_play_card t s k_plain.
Proof.
  intros t n A. destruct (whence Ed WF _ _ _ _ S OK _ _ _ A ltac:(placed)) as [B|(k & y & Mo & _)]; auto. right. eapply to_front; eauto.
Qed.
Lemma tile_before : forall a, p_true St' (f_tile_card a) -> p_true St (f_tile_card a) \/ exists k w s, m = f_play_card (f_card a k w) s k_tile.
Proof.
  intros a H. apply (is_next _ _ _ _ _ S) in H. inversion H as [f T _|f N]; subst; auto. right. inversion N; subst.
  match goal with D : p_does _ _ _ |- _ => destruct (does_is _ _ _ _ D) as [_ E] end. eauto.
Qed.
Lemma legal_played : forall v k w s o, m = f_play_card (f_card v k w) s o -> p_legal Ed St q (f_play_card (f_card v k w) s o).
Proof. intros v k w s o <-. exact L. Qed.

Lemma standing_next : standing St'.
Proof.
  assert (Value : forall a, p_true St' (f_tile_card a) -> exists z, a = Num z).
  { intros a H. destruct (tile_before _ H) as [B|(k & w & s & E)]; [apply (st_value _ Sd); auto|apply (played _ _ _ _ _ _ (legal_played _ _ _ _ _ E))]. }
  split; auto.
  - intros z p n A. destruct (whence Ed WF _ _ _ _ S OK _ _ _ A (number_place _)) as [[w B]|(k & y & Mo & _)]; [eapply (st_road _ Sd); eauto|].
    eapply figure_lands; eauto.
  - intros s x P Sp. apply (phase_next _ _ _ _ _ S) in P.
    assert (Keep : forall x', p_phase St x' -> at_space s x' -> (exists z, s = Num z) -> exists n, p_room Ed St' s n).
    { intros x' P' Sp' [z ->]. destruct (st_room _ Sd _ _ P' Sp') as [n R]. exists n. eapply (room_stays Ed WF); eauto. }
    assert (Here : forall n, p_lands Do n s -> (exists n, p_room Ed St s n) -> exists n, p_room Ed St' s n).
    { intros n La [c R]. inversion La; subst. exists c. eapply (room_stays Ed WF); eauto. }
    inversion Sp; subst; inversion P; subst.
    + match goal with D : p_phase _ (f_duel _ _ _ _) |- _ => destruct (s_duel _ _ OK _ _ _ _ D) as (? & _); eapply Keep; [exact D|constructor|auto] end.
    + match goal with D : p_lands _ _ _, F : p_free _ _ _ |- _ => eapply Here; [exact D|inversion F; eauto] end.
    + match goal with D : p_lands _ _ _, F : p_full _ _ _ |- _ => eapply Here; [exact D|inversion F; eauto] end.
    + match goal with D : p_phase _ (f_transit _) |- _ => destruct (s_transit _ _ OK _ D) as (? & _); eapply Keep; [exact D|constructor|auto] end.
    + match goal with D : p_phase _ (f_duel _ _ _ _) |- _ => destruct (s_duel _ _ OK _ _ _ _ D) as (? & _); eapply Keep; [exact D|constructor|auto] end.
  - intros v k w n v' k' w' n' A A'. destruct (front_before _ _ A) as [[u B]|(Bn & s & E)], (front_before _ _ A') as [[u' B']|(Bn' & s' & E')].
    + eapply (st_front _ Sd); eauto.
    + exfalso. eapply nothing_in_front; eauto.
    + exfalso. eapply nothing_in_front; eauto.
    + congruence.
  - intros a b H H'. destruct (tile_before _ H) as [B|(k & w & s & E)], (tile_before _ H') as [B'|(k' & w' & s' & E')].
    + eapply (st_tile _ Sd); eauto.
    + exfalso. destruct (played _ _ _ _ _ _ (legal_played _ _ _ _ _ E')) as (_ & T & _). destruct (T eq_refl) as [X _]. eapply X; eauto.
    + exfalso. destruct (played _ _ _ _ _ _ (legal_played _ _ _ _ _ E)) as (_ & T & _). destruct (T eq_refl) as [X _]. eapply X; eauto.
    + congruence.
  - intros a H B. inversion B as [? k w n A|]; subst; [|destruct (Value _ H); discriminate].
    destruct (tile_before _ H) as [T|(k' & w' & s' & E')], (front_before _ _ A) as [[u F]|(Bn & s & E)].
    + eapply (st_apart _ Sd); eauto. eapply base_MOV01; eauto.
    + destruct (played _ _ _ _ _ _ (legal_played _ _ _ _ _ E)) as (_ & _ & X). eapply X; eauto.
    + destruct (played _ _ _ _ _ _ (legal_played _ _ _ _ _ E')) as (_ & X & _). destruct (X eq_refl) as [_ Y]. apply Y. eapply base_MOV01; eauto.
    + congruence.
Qed.
End OneMove.
End Position.

Lemma standing_first : forall St, first_position Ed St -> standing St.
Proof.
  intros St F.
  assert (At : forall x t n, p_at St x t n -> p_init Ed (f_at x t n)) by (intros x t n H; apply F; apply at_in; auto).
  assert (Tile : forall a, ~ p_true St (f_tile_card a)) by (intros a H; apply F in H; inversion H).
  split; try (intros a H; exfalso; eapply Tile; eauto; fail).
  - intros z p n H. apply At in H. inversion H; subst. apply on_road_A40.
  - intros s x P Sp. exfalso. inversion P as [? X]; subst. apply F in X. inversion X; subst. inversion Sp.
  - intros v k w n v' k' w' n' H. apply At in H. inversion H.
  - intros a b H. exfalso. eapply Tile; eauto.
Qed.
Theorem standing_reached : forall St, reachable Ed St -> standing St.
Proof.
  induction 1 as [St F|St q m St' R IH S]; [apply standing_first; exact F|].
  eapply standing_next; eauto; [apply every_position; auto|]. intros x v k w n P A. eapply card_values; eauto.
Qed.
End Standing.
