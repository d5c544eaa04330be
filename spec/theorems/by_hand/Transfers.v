(* What a legal move transfers: it takes from no place more than lies there. *)

From Coq Require Import List Arith Lia.
Import ListNotations.
From Toledo Require Import Model Books.

(* What else has to be known of a position. Each line is itself shown to hold in every position that can be reached. *)
Record sound (E : edition) (s : position) : Prop := {
  boxed : forall x u, note x = false -> lies s x u -> box E u;
  shop_on_site : forall S p k c, lies s (step S) (shop p k c) -> space E S site;  (* I-09 *)
  one_shop : forall S p k c p' k' c', lies s (step S) (shop p k c) -> lies s (step S) (shop p' k' c') ->
    shop p k c = shop p' k' c';  (* I-09 *)
  in_transit : forall S, pending s = over_full S -> lies s transit (figure (active s));  (* I-13 *)
  in_duel : forall S q a d, pending s = duel S q a d ->
    lies s transit (figure (active s)) /\ lies s (step S) (figure q) /\ a < rounds_to_win E /\ d < rounds_to_win E;  (* I-13, I-31 *)
}.

(* Take apart what a move is made of. *)
Ltac open :=
  repeat match goal with
  | H : lands _ _ |- _ => inversion H; clear H; subst
  | H : lifted _ _ _ |- _ => inversion H; clear H; subst
  | H : paid _ _ _ _ |- _ => inversion H; clear H; subst
  | H : spent _ _ |- _ => inversion H; clear H; subst
  | H : discarded _ _ _ _ _ |- _ => inversion H; clear H; subst
  | H : revealed _ _ _ |- _ => inversion H; clear H; subst
  | H : lesson _ _ _ |- _ => inversion H; clear H; subst
  | H : top _ _ _ _ |- _ => inversion H; clear H; subst
  | H : (_, _, _, _) = (_, _, _, _) |- _ => inversion H; clear H; subst
  | H : play_card _ _ _ = _ |- _ => inversion H; clear H; subst
  | H : use_space _ _ _ = _ |- _ => inversion H; clear H; subst
  | H : place_shop _ _ = _ |- _ => inversion H; clear H; subst
  | H : return_figure _ = _ |- _ => inversion H; clear H; subst
  | H : deliver _ = _ |- _ => inversion H; clear H; subst
  | H : draw _ = _ |- _ => inversion H; clear H; subst
  | H : challenge _ = _ |- _ => inversion H; clear H; subst
  | H : end_turn = _ |- _ => discriminate H
  | H : pass = _ |- _ => discriminate H
  | H : take_cards = _ |- _ => discriminate H
  | H : Some _ = Some _ |- _ => inversion H; clear H; subst
  | H : None = Some _ |- _ => discriminate H
  | H : Some _ = None |- _ => discriminate H
  end.

Ltac see := unfold source, target, what, amount in *; simpl in *.

Section Step.
Variable E : edition.
Hypothesis WF : well_formed E.
Variable s : position.
Hypothesis OK : sound E s.

Lemma lies_unique_here : forall k k', here E s k -> here E s k' -> k = k'.
Proof.
  intros k k' H H'. destruct H as [S p k c A B|S k A B C], H' as [S' p' k' c' A' B'|S' k' A' B' C'];
    rewrite A in A'; inversion A'; subst S'.
  - assert (X := one_shop _ _ OK _ _ _ _ _ _ _ B B'). congruence.
  - assert (X := shop_on_site _ _ OK _ _ _ _ B). assert (site = k') by (eapply one_kind; eauto). congruence.
  - assert (X := shop_on_site _ _ OK _ _ _ _ B'). assert (site = k) by (eapply one_kind; eauto). congruence.
  - eapply one_kind; eauto.
Qed.

Lemma host_unique : forall q q', host s q -> host s q' -> q = q'.
Proof.
  intros q q' H H'. destruct H as [S q k c A B], H' as [S' q' k' c' A' B'].
  rewrite A in A'; inversion A'; subst S'. assert (X := one_shop _ _ OK _ _ _ _ _ _ _ B B'). congruence.
Qed.

(* Where somebody is host, the kind is that of a shop. *)
Lemma host_here : forall q k, host s q -> here E s k ->
  k = metal_dealer \/ k = gem_dealer \/ k = smith \/ k = fencing.
Proof.
  intros q k H H'. destruct H as [S q k0 c A B]. assert (X : here E s k0) by (econstructor; eauto).
  rewrite (lies_unique_here _ _ H' X). eapply shop_kinds; eauto. eapply (boxed _ _ OK (step S)); eauto.
Qed.

Lemma not_both : forall k, here E s k -> forall k', here E s k' -> k <> k' -> False.
Proof. intros. apply H1. apply lies_unique_here; auto. Qed.

Lemma ahead_one : forall k, ahead s attacker k -> ahead s defender k -> False.
Proof.
  intros k H H'. inversion H as [w p k1 w' q D1 L1 D2 N2]; subst. inversion H' as [w0 p0 k2 w0' q0 D3 L3 D4 N4]; subst.
  inversion D1; subst. inversion D3; subst.
  inversion D2; subst; inversion D4; subst;
  repeat match goal with A : pending s = ?x, B : pending s = ?y |- _ =>
    first [constr_eq A B; fail 1 | rewrite A in B; inversion B; clear B; subst] end; contradiction.
Qed.

Lemma revealed_one : forall m c c', revealed s m c -> revealed s m c' -> c = c'.
Proof. intros m c c' H H'. inversion H; inversion H'; subst. congruence. Qed.

Lemma round_one : forall m, round s m attacker -> round s m defender -> False.
Proof.
  intros m H H'. inversion H as [v k w w0 R A|v k w R A]; inversion H' as [v' k' w' w0' R' A'|v' k' w' R' A']; subst;
    assert (X := revealed_one _ _ _ R R'); inversion X; subst.
  - eapply ahead_one; eauto.
  - eapply A'; eauto.
  - eapply A; eauto.
Qed.

Lemma won_one : forall m, won E s m attacker -> won E s m defender -> False.
Proof.
  intros m H H'. inversion H; inversion H'; subst.
  inversion H0; inversion H1; subst; try (eapply round_one; eauto; fail);
  repeat match goal with A : pending s = duel _ _ _ _ |- _ =>
     destruct (in_duel _ _ OK _ _ _ _ A) as (? & ? & ? & ?); clear A end; lia.
Qed.

Lemma won_duel : forall m w, won E s m w -> exists S q a d c, pending s = duel S q a d /\ m = draw c.
Proof.
  intros m w H. inversion H; subst; inversion H0; subst;
  match goal with R : round _ _ _ |- _ => inversion R; subst end; open; eauto 10.
Qed.

Lemma free_room : forall S, free E s S -> exists n, room E s S n.
Proof. intros S H; inversion H; eauto. Qed.

Lemma room_not_entrance : forall S n, room E s S n -> space E S entrance -> False.
Proof.
  intros S n H En. inversion H; subst.
  - destruct (circles_where _ WF _ _ H0) as [X|X]; assert (Y := one_kind _ WF _ _ _ X En); discriminate.
  - assert (Y := one_kind _ WF _ _ _ H0 En); discriminate.
Qed.

Lemma landing_one : forall S, free E s S -> full E s S -> False.
Proof. intros S F F'. inversion F'; contradiction. Qed.

(* Every transfer goes from a place to a place, or from a note to a note. *)
Lemma same_sort : forall m t, moves E s m t -> note (source t) = note (target t).
Proof. intros m t H. inversion H; subst; simpl; auto; open; simpl; auto. Qed.

Lemma transfers_take : forall m t, moves E s m t -> 1 <= amount t.
Proof. intros m t H. inversion H; subst; simpl; auto. Qed.

Lemma may_of : forall a, legal E s a -> (forall c, a <> draw c) -> a <> pass -> may E s a.
Proof. intros a L N N'. inversion L; subst; auto; congruence. Qed.

Lemma use_legal : forall c t b, legal E s (use_space c t b) -> fee E s c /\ offer E s t b.
Proof.
  intros c t b H. assert (M : may E s (use_space c t b)) by (apply may_of; auto; congruence). inversion M; auto.
Qed.

Lemma play_legal : forall c S o, legal E s (play_card c S o) -> lies s (hand (active s)) c /\ mover E s S.
Proof.
  intros c S o H. assert (M : may E s (play_card c S o)) by (apply may_of; auto; congruence).
  inversion M; subst. split; auto. inversion H4; auto.
Qed.

Lemma lifted_lies : forall m X, legal E s m -> lifted s m X -> lies s X (figure (active s)).
Proof.
  intros m X L H. inversion H; subst.
  - destruct (play_legal _ _ _ L) as (_ & M). inversion M; subst; auto. exfalso. eapply H1; eauto.
  - eapply in_transit; eauto.
Qed.

Lemma fee_lies : forall c t b, legal E s (use_space (Some c) t b) -> lies s (hand (active s)) c.
Proof. intros c t b H. destruct (use_legal _ _ _ H) as (F & _). inversion F; auto. Qed.

Lemma draw_lies : forall c, legal E s (draw c) -> lies s pile c.
Proof. intros c L. inversion L; subst; auto. match goal with M : may _ _ _ |- _ => inversion M end. Qed.

(* No transfer takes more than there is. *)
Lemma enough : forall m t, legal E s m -> moves E s m t -> note (source t) = false -> amount t <= at_ s (source t) (what t).
Proof.
  intros m t L H N. unfold lies in *. inversion H; subst; simpl in *; try discriminate;
    try (eapply lifted_lies; eauto; fail).
  - assert (M : may E s (deliver t0)) by (apply may_of; auto; congruence). inversion M; auto.
  - inversion H1; auto.
  - destruct (use_legal _ _ _ L) as (_ & O).
    inversion O; subst; open; auto; exfalso; eapply (not_both _ H1); eauto; discriminate.
  - destruct (use_legal _ _ _ L) as (_ & O).
    inversion O; subst; open; auto; exfalso; eapply (not_both _ H1); eauto; discriminate.
  - apply (in_duel _ _ OK _ _ _ _ H1).
  - destruct (won_duel _ _ H0) as (S & q & a & d & c & D & _). apply (in_duel _ _ OK _ _ _ _ D).
  - apply (in_duel _ _ OK _ _ _ _ H1).
  - destruct (use_legal _ _ _ L) as (_ & O). inversion O; subst; open; auto.
  - destruct (use_legal _ _ _ L) as (_ & O). inversion O; subst; open; auto.
  - apply (play_legal _ _ _ L).
  - assert (M : may E s (place_shop t0 S)) by (apply may_of; auto; congruence). inversion M; auto.
  - assert (M : may E s (return_figure S)) by (apply may_of; auto; congruence). inversion M; auto.
  - destruct (use_legal _ _ _ L) as (_ & O). inversion O; subst; open; auto.
  - destruct (use_legal _ _ _ L) as (_ & O). inversion O; subst; open; auto.
  - destruct (use_legal _ _ _ L) as (_ & O). inversion O; subst; open; auto.
  - apply draw_lies; auto.
  - simpl; auto.
  - open; simpl; auto; first [apply draw_lies; auto | apply (play_legal _ _ _ L) | eapply fee_lies; eauto].
  - open; simpl; auto; first [apply draw_lies; auto | apply (play_legal _ _ _ L) | eapply fee_lies; eauto].
  - open. eapply fee_lies; eauto.
Qed.

(* Two transfers of one piece from one place are the same. *)
Lemma one_way : forall m t t', legal E s m -> moves E s m t -> moves E s m t' ->
  source t = source t' -> what t = what t' -> note (source t) = false -> t = t'.
Proof.
  intros m t t' L H H' Ss Ww N.
  inversion H; subst; simpl in *; try discriminate; inversion H'; subst; simpl in *; try discriminate;
    subst; open; auto; try congruence;
    repeat match goal with
    | A : pending s = _, B : pending s = _ |- _ => rewrite A in B; inversion B; clear B; subst
    end; auto; try discriminate; try congruence;
    try (exfalso; eapply won_one; eauto; fail);
    try (exfalso; eapply landing_one; eauto; fail);
    try (match goal with A : free E s ?S, B : space E ?S entrance |- _ =>
           exfalso; destruct (free_room _ A) as (n & R); eapply room_not_entrance; eauto; fail
         | A : full E s ?S, B : space E ?S entrance |- _ =>
           exfalso; inversion A; eapply room_not_entrance; eauto; fail end);
    try (match goal with A : host s ?q, B : host s ?q' |- _ => rewrite (host_unique _ _ A B); auto; fail end);
    try (match goal with A : host s _, B : here E s _ |- _ =>
           exfalso; destruct (host_here _ _ A B) as [?|[?|[?|?]]]; discriminate end).
  all: try (match goal with A : won E s _ _ |- _ => destruct (won_duel _ _ A) as (? & ? & ? & ? & ? & ? & ?); discriminate end).
  all: try contradiction.
  all: try (match goal with A : legal E s (use_space _ _ _) |- _ =>
         destruct (use_legal _ _ _ A) as (_ & O); inversion O; subst; open; fail end).
  all: unfold source, what in *; simpl in *; congruence.
Qed.

(* So what goes from a place lies there. *)
Lemma never_too_much : forall m moved, legal E s m -> NoDup moved -> (forall t, In t moved <-> moves E s m t) ->
  forall x u, note x = false -> sum_of (goes x u) moved <= at_ s x u.
Proof.
  intros m moved L ND Mv x u N. apply one_source; auto.
  - intros t t' I I' <- Sx <- Wu. apply (one_way m); auto; apply Mv; auto.
  - intros t I <- <-. apply (enough m); auto. apply Mv; auto.
Qed.

End Step.
