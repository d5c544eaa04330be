(* Every component is conserved: for any edition, any number of players and cards, and along any game. *)

From Coq Require Import List Arith Lia.
Import ListNotations.
From Toledo Require Import Model Books Transfers.

(* ---- soundness goes on ----------------------------------------------------------------------------------------- *)

Section Next.
Variable E : edition.
Hypothesis WF : well_formed E.

(* What lies somewhere after a move lay there before, or was brought there. *)
Lemma lies_after : forall s moved s' x u, note x = false ->
  at_ s' x u = at_ s x u + sum_of (brings x u) moved - sum_of (goes x u) moved ->
  lies s' x u -> lies s x u \/ exists t, In t moved /\ target t = x /\ what t = u.
Proof.
  intros s moved s' x u N B Ls. unfold lies in *.
  destruct (at_ s x u) eqn:Z; [right|left; lia].
  assert (0 < sum_of (brings x u) moved) by lia. clear -H.
  induction moved as [|t l IH]; simpl in *; [lia|].
  unfold brings in H at 1. destruct (place_eq (target t) x); [destruct (piece_eq (what t) u)|].
  - exists t. auto.
  - destruct IH as (t' & I & T); [lia|]. exists t'. tauto.
  - destruct IH as (t' & I & T); [lia|]. exists t'. tauto.
Qed.

Lemma brings_self : forall n u x y, brings y u (n, u, x, y) = n.
Proof. intros. unfold brings, target, what, amount. simpl. destruct (place_eq y y), (piece_eq u u); congruence. Qed.

(* What lies somewhere and does not go is still there. *)
Lemma still_lies : forall s moved s' x u, note x = false ->
  at_ s' x u = at_ s x u + sum_of (brings x u) moved - sum_of (goes x u) moved ->
  (forall t, In t moved -> source t = x -> what t = u -> False) ->
  lies s x u -> lies s' x u.
Proof.
  intros s moved s' x u N B No Ls. unfold lies in *. rewrite B, (sum_of_zero (goes x u)); [lia|].
  intros t I. unfold goes. destruct (place_eq (source t) x); auto. destruct (piece_eq (what t) u); auto.
  exfalso. eapply No; eauto.
Qed.

Lemma rounds_one : forall s m a d a' d', rounds s m a d -> rounds s m a' d' -> a = a' /\ d = d'.
Proof.
  intros s m a d a' d' H H'.
  inversion H as [S q x y R Ph|S q x y R Ph]; inversion H' as [S' q' x' y' R' Ph'|S' q' x' y' R' Ph']; subst;
    try (exfalso; eapply round_one; eauto; fail); rewrite Ph in Ph'; inversion Ph'; subst; auto.
Qed.

(* Somebody places a shop on a vacant site. *)
Lemma placed : forall s m t S p k c, legal E s m -> moves E s m t -> target t = step S -> what t = shop p k c ->
  m = place_shop (shop p k c) S /\ vacant E s S.
Proof.
  intros s m t S p k c L I T W. inversion I; subst; see; try discriminate; open; try discriminate.
  subst. inversion T; subst. split; auto.
  assert (M : may E s (place_shop (shop p k c) S)) by (apply (may_of E s); auto; congruence). inversion M; auto.
Qed.

Theorem sound_next : forall s m s', sound E s -> next E s m s' -> sound E s'.
Proof.
  intros s m s' OK [moved L ND Mv B F _ Same _ _].
  assert (Le := never_too_much E WF s OK m moved L ND Mv).
  constructor.
  - (* boxed *) intros x u N Ls. destruct (lies_after s moved s' x u N (B x u N) Ls) as [H|(t & I & T & W)].
    + eapply boxed; eauto.
    + apply Mv in I. subst. destruct (note (source t)) eqn:Ns.
      * rewrite (same_sort E s m t I) in Ns. congruence.
      * apply (boxed _ _ OK (source t)); auto. unfold lies.
        assert (X := enough E WF s OK m t L I Ns). assert (Y := transfers_take E s m t I). lia.
  - (* shop_on_site *) intros S p k c Ls.
    destruct (lies_after s moved s' (step S) (shop p k c) eq_refl (B (step S) (shop p k c) eq_refl) Ls) as [H|(t & I & T & W)].
    + eapply shop_on_site; eauto.
    + apply Mv in I. destruct (placed s m t S p k c L I T W) as (_ & V). inversion V; auto.
  - (* one_shop *) intros S p k c p' k' c' Ls Ls'.
    destruct (lies_after s moved s' (step S) (shop p k c) eq_refl (B (step S) (shop p k c) eq_refl) Ls) as [H|(t & I & T & W)];
    destruct (lies_after s moved s' (step S) (shop p' k' c') eq_refl (B (step S) (shop p' k' c') eq_refl) Ls')
      as [H'|(t' & I' & T' & W')].
    + eapply one_shop; eauto.
    + exfalso. apply Mv in I'. destruct (placed s m t' S _ _ _ L I' T' W') as (_ & V). inversion V as [S0 Si Nv]; subst.
      eapply Nv; eauto.
    + exfalso. apply Mv in I. destruct (placed s m t S _ _ _ L I T W) as (_ & V). inversion V as [S0 Si Nv]; subst.
      eapply Nv; eauto.
    + apply Mv in I. apply Mv in I'.
      destruct (placed s m t S _ _ _ L I T W) as (M & _). destruct (placed s m t' S _ _ _ L I' T' W') as (M' & _).
      congruence.
  - (* in_transit *) intros S Ph. rewrite Ph in F. inversion F as [| | | | | | | |S0 La Fu Eq| | | | | |]; subst.
    inversion La as [v k w S1 o M Q]; subst.
    rewrite Same by (intro X; inversion X; open; match goal with D : last_draw _ _ _ |- _ => inversion D; discriminate end).
    assert (X : exists X, lifted s (play_card (card v k w) S1 o) X).
    { destruct (pending s) eqn:Q; try (exists (step S1); eapply lifted_MOV02; eauto; intro; congruence).
      exists transit. eapply lifted_A53; eauto. }
    destruct X as (X & Li).
    assert (I : In (1, figure (active s), X, transit) moved) by (apply Mv; eapply moves_OCC01; eauto).
    unfold lies. rewrite B by auto. specialize (Le transit (figure (active s)) eq_refl).
    assert (Y := sum_of_in (brings transit (figure (active s))) _ _ I). rewrite brings_self in Y. lia.
  - (* in_duel *) intros S q a d Ph. rewrite Ph in F.
    inversion F as [| |Q0 S0 M P0 Eq|a0 d0 S0 q0 a' d' R A D P0 Eq| | | | | | | | | | |]; subst.
    + (* a challenge *)
      assert (M : may E s (challenge q)) by (apply (may_of E s); auto; congruence). inversion M as [| | | | |S1 Q1 n P1 Ri Dr Po| |]; subst.
      rewrite P0 in P1. inversion P1; subst S1. inversion Ri; subst.
      assert (No : forall x u, x = transit \/ x = step S -> forall t, In t moved -> source t = x -> what t = u -> False).
      { intros x u Hx t I Sx _. apply Mv in I. destruct Hx; inversion I; subst; see; try discriminate; open; try discriminate;
          try match goal with W : won _ _ _ _ |- _ => destruct (won_duel _ _ _ _ W) as (? & ? & ? & ? & ? & ? & ?); discriminate end;
          try match goal with T : turn_ends _ _ |- _ => inversion T; discriminate end. }
      rewrite Same by (intro X; inversion X; open; match goal with D : last_draw _ _ _ |- _ => inversion D; discriminate end).
      assert (Rw := rounds_needed _ WF).
      repeat split; auto; try lia.
      * apply (still_lies s moved s'); auto; [apply (No transit); auto|]. eapply in_transit; eauto.
      * apply (still_lies s moved s'); auto. apply (No (step S)); auto.
    + (* the duel goes on *)
      destruct (in_duel _ _ OK _ _ _ _ P0) as (Lt & Lq & _ & _).
      assert (Nw : forall w, won E s m w -> False).
      { intros w W. inversion W as [d1 R1|a1 R1]; subst; destruct (rounds_one _ _ _ _ _ _ R R1); lia. }
      assert (Md : exists c, m = draw c).
      { inversion R as [? ? ? ? Ro ?|? ? ? ? Ro ?]; subst; inversion Ro; subst; open; eauto. }
      destruct Md as (c & ->).
      assert (No : forall x u, x = transit \/ x = step S -> forall t, In t moved -> source t = x -> what t = u -> False).
      { intros x u Hx t I Sx _. apply Mv in I. destruct Hx; inversion I; subst; see; try discriminate; open; try discriminate;
          eapply Nw; eauto. }
      rewrite Same by (intro X; inversion X; open; try discriminate;
        match goal with D : last_draw _ _ _ |- _ => inversion D; congruence end).
      repeat split; auto.
      * apply (still_lies s moved s'); auto. apply (No transit); auto.
      * apply (still_lies s moved s'); auto. apply (No (step S)); auto.
Qed.

Theorem sound_first : forall s, first E s -> sound E s.
Proof.
  intros s [Ph Bx Sh _ _ _]. constructor; unfold lies.
  - intros. eapply Bx; eauto.
  - intros S p k c H. rewrite Sh in H. lia.
  - intros S p k c p' k' c' H. rewrite Sh in H. lia.
  - intros. congruence.
  - intros. congruence.
Qed.

Theorem sound_always : forall s, reachable E s -> sound E s.
Proof. induction 1; [apply sound_first|eapply sound_next]; eauto. Qed.

(* I-01 to I-08. If there are n pieces u in all places together, there are n after every move ... *)
Theorem conserved_next : forall s m s' u n, sound E s -> next E s m s' -> in_all s u n -> in_all s' u n.
Proof.
  intros s m s' u n OK [moved L ND Mv B _ _ _ _ _]. apply (books s s' moved); auto.
  - intros t I. apply (same_sort E s m). apply Mv; auto.
  - intros x N. apply (never_too_much E WF s OK m moved L ND Mv); auto.
Qed.

(* ... and so for ever. *)
Inductive later : position -> position -> Prop :=
| later_now : forall s, later s s
| later_next : forall s s' m s'', later s s' -> next E s' m s'' -> later s s''.

Theorem conservation : forall s s' u n, reachable E s -> later s s' -> in_all s u n -> in_all s' u n.
Proof.
  intros s s' u n R La H. assert (reachable E s' /\ in_all s' u n) as (_ & ?); auto.
  induction La; auto. destruct IHLa; auto. split; [eapply reachable_next; eauto|].
  eapply conserved_next; eauto. apply sound_always; auto.
Qed.

End Next.

Print Assumptions conservation.
