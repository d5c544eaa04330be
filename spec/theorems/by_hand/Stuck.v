(* Nobody is ever stuck: for any hand, any road, any edition and any number of players, whoever has a figure on a full
   space, without a circle, can challenge somebody or play a legal card (I-24, A-43, A-44, A-143). *)

From Coq Require Import List Arith Lia.
Import ListNotations.
From Toledo Require Import Model Books Transfers Conservation Limits.

(* What one card does to a run. *)
Lemma leg_cases : forall E s S B T n u q e, leg E s (at_run S B T 0 n) u q e ->
  reaches E s S u (r_step e) /\
  ((q = plain /\ B = None /\ e = at_run (r_step e) (Some u) T 1 n) \/
   (q = plain /\ B = Some u /\ e = at_run (r_step e) (Some u) T 1 (n + 1)) \/
   (q = tile /\ B <> Some u /\ e = at_run (r_step e) B (Some u) 0 (n + 1))).
Proof. intros E s S B T n u q e L. inversion L; subst; simpl; intuition congruence. Qed.

Section Landing.
Variable E : edition.
Hypothesis WF : well_formed E.
Variables s s' : position.
Hypothesis OK : sound E s.

(* A card of value v has brought a figure from S to the full space X. *)
Variables (v : value) (k : colour) (w : stance) (S : road_step) (o : mode) (moved : list transfer).
Notation c := (card v k w).
Notation m := (play_card (card v k w) S o).
Notation P := (active s).
Notation X := (S + v).
Hypothesis Legal : legal E s m.
Hypothesis ND : NoDup moved.
Hypothesis Mv : forall t, In t moved <-> moves E s m t.
Hypothesis B : forall x u, note x = false ->
  at_ s' x u = at_ s x u + sum_of (brings x u) moved - sum_of (goes x u) moved.
Hypothesis Same : active s' = active s.
Hypothesis Full : full E s X.
Hypothesis Ph : pending s' = over_full X.

Lemma either : o = plain \/ o = tile.
Proof. destruct o; auto. Qed.

Lemma positive : 1 <= v.
Proof.
  destruct (play_legal E s _ _ _ Legal) as (La & _). eapply card_values; eauto.
  eapply (boxed _ _ OK (hand P)); eauto.
Qed.

Lemma no_reshuffle : ~ reshuffle E s m.
Proof.
  intro R. assert (N : needs_card E s m) by (inversion R; auto).
  inversion N as [l x F|S0 q a d F]; inversion F; open;
    try match goal with D : rounds _ _ _ _ |- _ => inversion D as [? ? ? ? Ro|? ? ? ? Ro]; inversion Ro; open end.
Qed.

Lemma no_end : ~ turn_ends s m.
Proof. intro T. inversion T; open. match goal with D : last_draw _ _ _ |- _ => inversion D; discriminate end. Qed.

(* All that the card does. *)
Inductive effect : transfer -> Prop :=
| to_transit : forall Y, (Y = step S \/ Y = transit) -> effect (1, figure P, Y, transit)
| to_front : o = plain -> base s None -> effect (1, c, hand P, front)
| to_discards : (o = tile \/ ~ base s None) -> effect (1, c, hand P, discards)
| to_notes : forall t, note (source t) = true -> note (target t) = true -> effect t.

Lemma effects : forall t, In t moved -> effect t.
Proof.
  intros t I. apply Mv in I. inversion I; subst; open;
    try match goal with W : won _ _ _ _ |- _ => destruct (won_duel _ _ _ _ W) as (? & ? & ? & ? & ? & ? & ?); discriminate end;
    try (exfalso; apply no_reshuffle; auto; fail);
    try (exfalso; apply no_end; auto; fail);
    try (exfalso; eapply landing_one; eauto; fail);
    try (exfalso; inversion Full; eapply (room_not_entrance E WF s); eauto; fail).
  all: try (apply to_notes; auto; fail).
  all: try (apply to_transit; auto; fail).
  - apply to_front; auto.
  - apply to_discards; auto.
  - apply to_discards; auto.
Qed.

Lemma unchanged : forall x u, note x = false ->
  (forall t, effect t -> what t = u -> source t = x \/ target t = x -> False) -> at_ s' x u = at_ s x u.
Proof.
  intros x u N No. rewrite B by auto. rewrite nothing_brought, nothing_gone; [lia| |].
  - intros t I Sx W. apply (No t); auto. apply effects; auto.
  - intros t I Tx W. apply (No t); auto. apply effects; auto.
Qed.

Ltac still := apply unchanged; [reflexivity|]; intros t Ef Wt Pl; inversion Ef; subst; see;
  repeat match goal with H : _ \/ _ |- _ => destruct H end; try discriminate; try congruence.

Lemma same_shops : forall y p q n, at_ s' (step y) (shop p q n) = at_ s (step y) (shop p q n).
Proof.
  intros. apply unchanged; auto. intros t Ef Wt Pl. inversion Ef; subst; see; try discriminate.
  destruct Pl as [Pl|Pl]; rewrite Pl in *; discriminate.
Qed.

Lemma same_rivals : forall y Q, Q <> P -> at_ s' (step y) (figure Q) = at_ s (step y) (figure Q).
Proof.
  intros. apply unchanged; auto. intros t Ef Wt Pl. inversion Ef; subst; see; try discriminate; try congruence.
  destruct Pl as [Pl|Pl]; rewrite Pl in *; discriminate.
Qed.

Lemma same_beyond : forall y Q, y <> S -> at_ s' (step y) (figure Q) = at_ s (step y) (figure Q).
Proof.
  intros. apply unchanged; auto. intros t Ef Wt Pl. inversion Ef as [Y HY| | |t0 N1 N2]; subst; see; try discriminate.
  - destruct Pl as [Pl|Pl]; [|discriminate]. destruct HY; congruence.
  - destruct Pl as [Pl|Pl]; rewrite Pl in *; discriminate.
Qed.

Lemma same_area : forall u, at_ s' (area P) u = at_ s (area P) u.
Proof.
  intros. apply unchanged; auto. intros t Ef Wt Pl. inversion Ef as [Y HY| | |t0 N1 N2]; subst; see; try discriminate;
    destruct Pl as [Pl|Pl]; try discriminate; try (destruct HY; congruence); rewrite Pl in *; discriminate.
Qed.

Lemma same_pile : forall u, at_ s' pile u = at_ s pile u.
Proof.
  intros. apply unchanged; auto. intros t Ef Wt Pl. inversion Ef as [Y HY| | |t0 N1 N2]; subst; see; try discriminate;
    destruct Pl as [Pl|Pl]; try discriminate; try (destruct HY; congruence); rewrite Pl in *; discriminate.
Qed.

Lemma same_hand : forall u, u <> c -> at_ s' (hand P) u = at_ s (hand P) u.
Proof.
  intros. apply unchanged; auto. intros t Ef Wt Pl. inversion Ef as [Y HY| | |t0 N1 N2]; subst; see; try congruence.
  - destruct Pl as [Pl|Pl]; try discriminate. destruct HY; congruence.
  - destruct Pl as [Pl|Pl]; rewrite Pl in *; discriminate.
Qed.

Lemma same_discards : forall u, u <> c -> at_ s' discards u = at_ s discards u.
Proof.
  intros. apply unchanged; auto. intros t Ef Wt Pl. inversion Ef as [Y HY| | |t0 N1 N2]; subst; see; try congruence.
  - destruct Pl as [Pl|Pl]; try discriminate. destruct HY; congruence.
  - destruct Pl as [Pl|Pl]; rewrite Pl in *; discriminate.
Qed.

Lemma same_front : (o = tile \/ ~ base s None) -> forall u, at_ s' front u = at_ s front u.
Proof.
  intros D u. apply unchanged; auto. intros t Ef Wt Pl. inversion Ef as [Y HY|O Ba|O|t0 N1 N2]; subst; see.
  - destruct Pl as [Pl|Pl]; try discriminate. destruct HY; congruence.
  - destruct D; [congruence|contradiction].
  - destruct Pl; discriminate.
  - destruct Pl as [Pl|Pl]; rewrite Pl in *; discriminate.
Qed.

(* Exactly one card goes from the hand. *)
Lemma card_goes : exists y, (y = front \/ y = discards) /\ In (1, c, hand P, y) moved.
Proof.
  destruct (play_legal E s _ _ _ Legal) as (La & _).
  assert (M : may E s m) by (apply (may_of E s); auto; congruence).
  inversion M as [| | |v0 k0 w0 S0 r m0 e La' No Le Go| | | |]. clear M.
  destruct either as [Eo|Eo].
  - inversion No as [S1 B0 n Mo Ba Dr]. destruct Ba as [v1 k1 w1 Lf|Nf].
    + exists discards. split; auto. apply Mv. eapply moves_A25a; [|apply no_reshuffle].
      apply (discarded_MOV11a _ _ _ _ S); [rewrite Eo; auto|].
      intro Ba. inversion Ba as [|Nf]. eapply Nf; eauto.
    + exists front. split; auto. apply Mv. apply (moves_MOV01 _ _ _ _ S); [rewrite Eo; auto|]. constructor; auto.
  - exists discards. split; auto. apply Mv. eapply moves_A25a; [|apply no_reshuffle].
    apply (discarded_MOV11b _ _ _ _ S). rewrite Eo; auto.
Qed.

Lemma one_less : at_ s' (hand P) c = at_ s (hand P) c - 1.
Proof.
  rewrite B by auto. rewrite nothing_brought.
  - assert (Lo : 1 <= sum_of (goes (hand P) c) moved).
    { destruct card_goes as (y & _ & I). assert (Y := sum_of_in (goes (hand P) c) _ _ I). rewrite goes_self in Y. auto. }
    assert (Hi : sum_of (goes (hand P) c) moved <= 1).
    { apply one_source; auto.
      - intros t t' I I' Sx Sx' W W'. apply (one_way E WF s OK m); auto; try (apply Mv; auto); try congruence.
        rewrite Sx. reflexivity.
      - intros t I Sx W. apply effects in I. inversion I as [Y HY| | |t0 N1 N2]; subst; see; auto.
        rewrite Sx in N1. discriminate. }
    lia.
  - intros t I T W. apply effects in I. inversion I as [Y HY| | |t0 N1 N2]; subst; see; try discriminate.
    rewrite T in N2. discriminate.
Qed.

Lemma one_more : (o = tile \/ ~ base s None) -> at_ s' discards c = at_ s discards c + 1.
Proof.
  intro D. rewrite B by auto. rewrite nothing_gone.
  - assert (Lo : 1 <= sum_of (brings discards c) moved).
    { assert (I : In (1, c, hand P, discards) moved).
      { apply Mv. eapply moves_A25a; [|apply no_reshuffle]. destruct either as [Eo|Eo].
        - destruct D as [D|D]; [congruence|]. apply (discarded_MOV11a _ _ _ _ S); [rewrite Eo; auto|auto].
        - apply (discarded_MOV11b _ _ _ _ S). rewrite Eo; auto. }
      assert (Y := sum_of_in (brings discards c) _ _ I). rewrite brings_self in Y. auto. }
    assert (Hi : sum_of (brings discards c) moved <= 1).
    { apply at_most_one_brought; auto.
      - intros t t' I I' T T' W W'. apply effects in I. apply effects in I'.
        inversion I as [Y HY| | |t0 N1 N2]; subst; see; try discriminate; try (rewrite T in N2; discriminate).
        inversion I' as [Y HY| | |t0 N1 N2]; subst; see; try discriminate; auto. rewrite T' in N2; discriminate.
      - intros t I T W. apply effects in I. inversion I as [Y HY| | |t0 N1 N2]; subst; see; auto.
        rewrite T in N2. discriminate. }
    lia.
  - intros t I Sx W. apply effects in I. inversion I as [Y HY| | |t0 N1 N2]; subst; see; try discriminate.
    rewrite Sx in N1. discriminate.
Qed.

Lemma none_more : o = plain -> base s None -> at_ s' discards c = at_ s discards c.
Proof.
  intros O Ba. apply unchanged; auto. intros t Ef Wt Pl. inversion Ef as [Y HY| |D|t0 N1 N2]; subst; see; try discriminate.
  - destruct Pl; discriminate.
  - destruct D; [congruence|contradiction].
  - destruct Pl as [Pl|Pl]; rewrite Pl in *; discriminate.
Qed.

(* ---- what the clauses say afterwards ---------------------------------------------------------------------------- *)

Lemma room_after : forall y n, room E s y n <-> room E s' y n.
Proof.
  split; intro R; inversion R as [|y0 n0 p q Sp La]; subst; [constructor; auto| |constructor; auto|];
    econstructor; eauto; unfold lies in *; rewrite same_shops in *; eauto; rewrite same_shops; eauto.
Qed.

Lemma may_end_after : forall y, may_end E s y -> may_end E s' y.
Proof.
  intros y M. inversion M as [y0 n R|]; subst; [|apply may_end_MOV04b; auto].
  eapply may_end_MOV04a. apply room_after. eauto.
Qed.

Lemma free_after : forall y, y <> S -> (free E s y <-> free E s' y).
Proof.
  intros y ne. split; intro F; inversion F as [y0 n n' R T Lt]; subst.
  - apply (free_MOV05 E s' y n n'); auto; [apply room_after; auto|].
    eapply total_of_ext; [|exact T]. intro p. simpl. rewrite same_beyond; auto.
  - apply (free_MOV05 E s y n n'); auto; [apply room_after; auto|].
    eapply total_of_ext; [|exact T]. intro p. simpl. rewrite same_beyond; auto.
Qed.

Lemma full_after : forall y, y <> S -> full E s y -> full E s' y.
Proof.
  intros y ne F. inversion F as [y0 n R N]; subst. econstructor; [apply room_after; eauto|].
  intro F'. apply N. apply free_after; auto.
Qed.

Lemma rival_after : forall Q y, rival E s Q y <-> rival E s' Q y.
Proof.
  split; intro R; inversion R as [Q0 y0 q Sp La ne]; subst; econstructor; eauto; unfold lies in *;
    try (rewrite Same in *); auto; try (rewrite same_rivals in *; auto; fail); rewrite same_rivals; auto.
Qed.

Lemma held_positive : forall u h, in_hand s u h -> 1 <= u.
Proof.
  intros u h I. inversion I as [v0 k0 w0 h0 La T]; subst. eapply card_values; eauto. eapply (boxed _ _ OK (hand P)); eauto.
Qed.

Lemma other_value : forall u h, u <> v -> in_hand s u h -> in_hand s' u h.
Proof.
  intros u h ne I. inversion I as [v0 k0 w0 h0 La T]; subst.
  apply (in_hand_MOV08 s' u k0 w0); rewrite Same.
  - unfold lies. rewrite same_hand; auto. congruence.
  - eapply total_of_ext; [|exact T]. intros (k1, w1). simpl. rewrite same_hand; auto. congruence.
Qed.

Lemma sum_positive : forall {A} (f : A -> nat) l, 0 < sum_of f l -> exists x, In x l /\ 0 < f x.
Proof.
  induction l as [|a l IH]; simpl; intro H; [lia|]. destruct (f a) eqn:Fa.
  - destruct IH as (x & I & Px); auto. exists x. auto.
  - exists a. split; auto. lia.
Qed.

Definition picture_eq : forall x y : colour * stance, {x = y} + {x <> y}.
Proof. repeat decide equality. Defined.

Lemma same_value : forall h, in_hand s v h -> 1 < h -> in_hand s' v (h - 1).
Proof.
  intros h I Lt. inversion I as [v0 k0 w0 h0 La T]; subst.
  assert (T' : total_of (fun x => at_ s' (hand P) (card v (fst x) (snd x))) (h - 1)).
  { eapply (total_of_less picture_eq (fun x => at_ s (hand P) (card v (fst x) (snd x)))
      (fun x => at_ s' (hand P) (card v (fst x) (snd x))) h (k, w)); auto; simpl.
    - apply (play_legal E s _ _ _ Legal).
    - apply one_less.
    - intros (k1, w1) ne. simpl. apply same_hand. congruence. }
  destruct T' as (l & NDl & Sl & El).
  destruct (sum_positive (fun x => at_ s' (hand P) (card v (fst x) (snd x))) l) as ((k1, w1) & I1 & P1); [lia|].
  apply (in_hand_MOV08 s' v k1 w1); rewrite Same; auto. exists l. auto.
Qed.

Lemma in_hand_unique : forall u h h', in_hand s u h -> in_hand s u h' -> h = h'.
Proof. intros u h h' I I'. inversion I; inversion I'; subst. eapply total_of_unique; eauto. Qed.

Lemma card_eq_dec : forall x y : piece, {x = y} + {x <> y}.
Proof. exact piece_eq. Qed.

Lemma drawable_after : forall n, drawable s n ->
  ((o = tile \/ ~ base s None) -> drawable s' (n + 1)) /\ (o = plain -> base s None -> drawable s' n).
Proof.
  intros n D. inversion D as [a d Pa Pd]; subst. unfold size in *. split.
  - intro H. replace (a + d + 1) with (a + (d + 1)) by lia. constructor; unfold size.
    + eapply total_of_ext; [|exact Pa]. intro u. simpl. rewrite same_pile; auto.
    + eapply (total_of_more piece_eq); [exact Pd| |]; simpl.
      * apply one_more; auto.
      * intros u ne. apply same_discards; auto.
  - intros O Ba. constructor; unfold size.
    + eapply total_of_ext; [|exact Pa]. intro u. simpl. rewrite same_pile; auto.
    + eapply total_of_ext; [|exact Pd]. intro u. simpl. symmetry. destruct (piece_eq u c) as [->|ne].
      * apply none_more; auto.
      * apply same_discards; auto.
Qed.

(* ---- the look-ahead, before and after --------------------------------------------------------------------------- *)

(* After a plain card the run has the base value v, and has cost one card of it more than in the position after. *)
Definition plain_then (r : run) : run := at_run (r_step r) (Some v) (r_tile r) (r_cost r - 1) (r_cards r).

Lemma reaches_other : forall y u e, u <> v -> reaches E s y u e -> reaches E s' y u e.
Proof.
  intros y u e ne R. inversion R; subst. econstructor; eauto; [eapply other_value; eauto|apply may_end_after; auto].
Qed.

Lemma reaches_positive : forall y u e, reaches E s y u e -> y < e.
Proof. intros y u e R. inversion R; subst. match goal with I : in_hand _ _ _ |- _ => apply held_positive in I end. lia. Qed.

Lemma leg_after_plain : forall r u q e, leg E s r u q e -> r_base r = Some v -> 1 <= r_cost r ->
  from E s' (plain_then r) ->
  leg E s' (plain_then r) u q (plain_then e) /\ r_base e = Some v /\ 1 <= r_cost e /\ r_step r < r_step e.
Proof.
  intros r u q e L Hb Hk F.
  destruct L as [y u e n Fr R|y u T x n h e Fr I Lt R|y Bs x n u e Fr R ne La|y T n u e Fr N R ne]; simpl in *; try discriminate.
  - inversion Hb; subst u. unfold plain_then in *; simpl in *.
    assert (Hp := reaches_positive _ _ _ R). repeat split; auto; try lia.
    replace (x + 1 - 1) with (x - 1 + 1) by lia.
    assert (I' : in_hand s' v (h - 1)) by (apply same_value; auto; lia).
    eapply leg_MOV08; eauto; [lia|]. inversion R; subst. econstructor; eauto. apply may_end_after; auto.
  - subst Bs. unfold plain_then in *; simpl in *. assert (Hp := reaches_positive _ _ _ R).
    repeat split; auto. eapply leg_TIL01; eauto.
    + apply reaches_other; auto.
    + unfold lies in *. rewrite Same, same_area. auto.
Qed.

Lemma leg_after_tile : forall r u q e, leg E s r u q e -> r_tile r = Some v -> r_base r <> Some v ->
  from E s' r ->
  leg E s' r u q e /\ r_tile e = Some v /\ r_base e <> Some v /\ r_step r < r_step e.
Proof.
  intros r u q e L Ht Hb F.
  destruct L as [y u e n Fr R|y u T x n h e Fr I Lt R|y Bs x n u e Fr R ne La|y T n u e Fr N R ne]; simpl in *; try discriminate.
  - assert (u <> v) by congruence. assert (Hp := reaches_positive _ _ _ R). repeat split; auto.
    eapply leg_MOV08; eauto; [apply other_value; auto|apply reaches_other; auto].
  - subst T. assert (u <> v) by congruence. assert (Hp := reaches_positive _ _ _ R). repeat split; auto; try congruence.
    apply leg_TIL06; auto. apply reaches_other; auto.
Qed.

(* Both at once: `then_` is the run in the position after the card. *)
Definition carried (r : run) : Prop :=
  match o with plain => r_base r = Some v /\ 1 <= r_cost r | tile => r_tile r = Some v /\ r_base r <> Some v end.
Definition then_ (r : run) : run := match o with plain => plain_then r | tile => r end.

Lemma then_step : forall r, r_step (then_ r) = r_step r.
Proof. intro r. unfold then_. destruct either as [Eo|Eo]; rewrite Eo; auto. Qed.
Lemma then_cards : forall r, r_cards (then_ r) = r_cards r.
Proof. intro r. unfold then_. destruct either as [Eo|Eo]; rewrite Eo; auto. Qed.

Lemma leg_after : forall r u q e, leg E s r u q e -> carried r -> from E s' (then_ r) ->
  leg E s' (then_ r) u q (then_ e) /\ carried e /\ r_step r < r_step e.
Proof.
  intros r u q e L. unfold carried, then_. destruct either as [Eo|Eo]; rewrite Eo; intros (A & D) F.
  - destruct (leg_after_plain _ _ _ _ L A D F) as (? & ? & ? & ?). auto.
  - destruct (leg_after_tile _ _ _ _ L A D F) as (? & ? & ? & ?). auto.
Qed.

Lemma stuck_after : forall r, stuck E s r -> X < r_step r -> comes E s' (then_ r) -> stuck E s' (then_ r).
Proof.
  intros r St Lt C. inversion C as [q u z r0 L E0]; subst r0.
  assert (ne : r_step r <> S) by lia.
  inversion St as [q1 u1 z1 r1 L1 F1 N1|q1 u1 z1 r1 L1 Z1 F1]; subst.
  - eapply stuck_A43; eauto; rewrite then_step; [apply full_after; auto|].
    intros Q R. apply (N1 Q). apply rival_after; auto.
  - eapply stuck_A143; eauto; [rewrite then_cards; auto|]. rewrite then_step. apply full_after; auto.
Qed.

Lemma good_after : forall r, good E s r -> carried r -> X < r_step r -> comes E s' (then_ r) -> good E s' (then_ r).
Proof.
  intros r G. induction G as [r C En|r C Fr|r Q C Ri Po|r u z e St L G IH]; intros Ca Lt Co.
  - apply good_ALC01; auto. rewrite then_step; auto.
  - apply good_MOV05; auto. rewrite then_step. apply free_after; auto. lia.
  - eapply good_A143; eauto; [rewrite then_step; apply rival_after; eauto|rewrite then_cards; auto].
  - assert (St' : stuck E s' (then_ r)) by (apply stuck_after; auto).
    destruct (leg_after _ _ _ _ L Ca (from_A43b _ _ _ St')) as (L' & Ca' & Lt').
    eapply good_A44; eauto. apply IH; auto; [lia|]. econstructor; eauto.
Qed.

Lemma base_after_plain : forall r u e, leg E s r u plain e -> u = v -> now E s S r -> o = plain -> base s' (Some v).
Proof.
  intros r u e L -> N O. inversion N as [S1 B0 n Mo Ba Dr]; subst S1 r.
  assert (D : B0 = None \/ B0 = Some v) by (destruct (leg_cases _ _ _ _ _ _ _ _ _ L) as (_ & [D|[D|D]]); intuition congruence).
  destruct D as [->| ->].
  - assert (I : In (1, c, hand P, front) moved) by (apply Mv; apply (moves_MOV01 _ _ _ _ S); [rewrite O|]; auto).
    apply (base_MOV01a s' v k w). unfold lies. rewrite B by auto.
    assert (Y := sum_of_in (brings front c) _ _ I). rewrite brings_self in Y.
    assert (Z := never_too_much E WF s OK _ moved Legal ND Mv front c eq_refl). lia.
  - inversion Ba as [v1 k1 w1 La|]. subst v1. apply (base_MOV01a s' v k1 w1). unfold lies. rewrite same_front; auto.
    right. intro Ba'. inversion Ba' as [|Nf]. eapply Nf; eauto.
Qed.

Theorem moves_on : forall t0,
  (o = plain -> t0 = tile_card s) -> (o = tile -> t0 = Some v) -> tile_card s' = t0 -> exists a, may E s' a.
Proof.
  intros t0 Tp Tt Et.
  assert (M : may E s m) by (apply (may_of E s); auto; congruence).
  inversion M as [| | |v0 k0 w0 S0 r m0 e La No Le Go| | | |]. clear M.
  assert (No' := No). inversion No as [S1 B0 n Mo Ba Dr Es Er]. subst S1. rewrite <- Er in Le, No'.
  destruct (drawable_after n Dr) as (Dmore & Dsame).
  assert (Vp := positive).
  destruct (leg_cases _ _ _ _ _ _ _ _ _ Le) as (R & Cases).
  assert (Se : r_step e = X) by (inversion R; auto).
  (* what the first card leads to *)
  assert (First : drawable s' (r_cards e) /\ carried e /\
    (exists b, base s' b /\ then_ e = at_run X b (tile_card s') 0 (r_cards e))).
  { rewrite Se in Cases. unfold carried, then_, plain_then.
    destruct Cases as [(Eo & EB & Ee)|[(Eo & EB & Ee)|(Eo & EB & Ee)]]; rewrite Eo.
    - (* MOV-01, TIL-06 *) rewrite Ee; simpl. rewrite EB in Ba. split; [apply Dsame; auto|]. split; [auto|].
      exists (Some v). rewrite Eo in Le. split; [eapply base_after_plain; eauto|]. rewrite Et, (Tp Eo). auto.
    - (* MOV-08 *) rewrite Ee; simpl. rewrite EB in Ba. split.
      + apply Dmore. right. intro Bn. inversion Bn as [|Nf]. inversion Ba. eapply Nf; eauto.
      + split; [auto|]. exists (Some v). rewrite Eo in Le. split; [eapply base_after_plain; eauto|]. rewrite Et, (Tp Eo). auto.
    - (* TIL-01 *) rewrite Ee; simpl. split; [apply Dmore; auto|]. split; [auto|].
      exists B0. split; [|rewrite Et, (Tt Eo); auto].
      inversion Ba as [v1 k1 w1 Lf|Nf].
      + apply (base_MOV01a s' v1 k1 w1). unfold lies. rewrite same_front; auto.
      + apply base_MOV01b. intros t Lf. apply (Nf t). unfold lies in *. rewrite same_front in Lf; auto. }
  destruct First as (De & Ce & b & Bb & Te).
  inversion Go as [r0 C En|r0 C Fr|r0 Q C Ri Po|r0 u z e2 St L G]; subst r0.
  - exfalso. rewrite Se in En. inversion Full. eapply (room_not_entrance E WF s); eauto.
  - exfalso. rewrite Se in Fr. eapply landing_one; eauto.
  - exists (challenge Q). eapply may_DUE01; eauto. apply rival_after. rewrite <- Se. auto.
  - assert (N' : now E s' X (then_ e)) by (rewrite Te; constructor; auto; apply mover_A53; auto).
    destruct (leg_after _ _ _ _ L Ce (from_A43a _ _ _ _ N')) as (L' & Ca' & Lt').
    assert (G' : good E s' (then_ e2)).
    { apply good_after; auto; [lia|]. econstructor; eauto. }
    assert (Hold : exists h, in_hand s' u h).
    { inversion L'; subst; match goal with R : reaches _ _ _ _ _ |- _ => inversion R; subst; eauto end. }
    destruct Hold as (h & I). inversion I as [v1 k1 w1 h1 Lh T]; subst.
    exists (play_card (card u k1 w1) X z). eapply may_MOV02; eauto.
Qed.
End Landing.

(* I-24 in transit, for every position that can be reached. *)
Theorem never_stuck : forall E, well_formed E -> forall s S, reachable E s -> pending s = over_full S ->
  exists a, legal E s a.
Proof.
  intros E WF s S R Ph. destruct R as [s F|s m s' R N].
  - destruct F. congruence.
  - destruct N as [moved L ND Mv B F _ Same Ti Pl].
    assert (OK := sound_always E WF s R).
    rewrite Ph in F. inversion F as [| | | | | | | |S0 La Fu Eq| | | | | |]; subst.
    inversion La as [v k w S1 o M Q]; subst.
    assert (Sa : active s' = active s).
    { apply Same. intro T. inversion T; open. match goal with D : last_draw _ _ _ |- _ => inversion D; discriminate end. }
    destruct (moves_on E WF s s' OK v k w S1 o moved L ND Mv B Sa Fu Ph (tile_card s')) as (a & A); auto.
    + intros ->. eapply Pl; eauto.
    + intros ->. eapply Ti; eauto.
    + exists a. apply legal_A147a; auto.
Qed.

Print Assumptions never_stuck.
