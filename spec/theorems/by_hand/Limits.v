(* For any edition and any number of players there are never more swords in a player's Alcazar than figures of theirs
   (I-15). *)

From Coq Require Import List Arith Lia.
Import ListNotations.
From Toledo Require Import Model Books Transfers Conservation.

Section Limits.
Variable E : edition.
Hypothesis WF : well_formed E.

Lemma goes_self : forall n u x y, goes x u (n, u, x, y) = n.
Proof. intros. unfold goes, source, what, amount. simpl. destruct (place_eq x x), (piece_eq u u); congruence. Qed.

Lemma nothing_brought : forall moved x u, (forall t, In t moved -> target t = x -> what t = u -> False) ->
  sum_of (brings x u) moved = 0.
Proof.
  intros moved x u No. apply sum_of_zero. intros t I. unfold brings.
  destruct (place_eq (target t) x); auto. destruct (piece_eq (what t) u); auto. exfalso. eauto.
Qed.

Lemma nothing_gone : forall moved x u, (forall t, In t moved -> source t = x -> what t = u -> False) ->
  sum_of (goes x u) moved = 0.
Proof.
  intros moved x u No. apply sum_of_zero. intros t I. unfold goes.
  destruct (place_eq (source t) x); auto. destruct (piece_eq (what t) u); auto. exfalso. eauto.
Qed.

Lemma at_most_one_brought : forall moved x u n, NoDup moved ->
  (forall t t', In t moved -> In t' moved -> target t = x -> target t' = x -> what t = u -> what t' = u -> t = t') ->
  (forall t, In t moved -> target t = x -> what t = u -> amount t <= n) ->
  sum_of (brings x u) moved <= n.
Proof.
  induction moved as [|t l IH]; simpl; intros x u n ND One Le; [lia|]. inversion ND; subst.
  destruct (Nat.eq_dec (brings x u t) 0) as [Z|Z].
  - rewrite Z. simpl. apply IH; auto.
  - assert (Hs : target t = x /\ what t = u).
    { unfold brings in Z. destruct (place_eq (target t) x); [|congruence]. destruct (piece_eq (what t) u); auto. congruence. }
    destruct Hs as [Hx Hu]. rewrite (sum_of_zero (brings x u) l).
    + unfold brings. destruct (place_eq (target t) x); [|lia]. destruct (piece_eq (what t) u); [|lia].
      specialize (Le t (or_introl eq_refl) Hx Hu). lia.
    + intros t' I'. unfold brings. destruct (place_eq (target t') x); auto. destruct (piece_eq (what t') u); auto.
      exfalso. apply H1. rewrite (One t t'); auto.
Qed.

(* ---- swords ---------------------------------------------------------------------------------------------------- *)

Definition is_sword (u : piece) : Prop := exists v x g, u = sword v x g.

(* However one adds up the swords in a player's Alcazar, each kind once, they are no more than the figures there; and
   fewer while a figure has just gone in. *)
Definition one_each (s : position) : Prop := forall p l, NoDup l -> (forall u, In u l -> is_sword u) ->
  sum_of (at_ s (alcazar p)) l <= at_ s (alcazar p) (figure p) /\
  (pending s = entered -> p = active s -> sum_of (at_ s (alcazar p)) l < at_ s (alcazar p) (figure p)).

Lemma stays_inside : forall s m moved s' p u, (forall t, In t moved <-> moves E s m t) ->
  at_ s' (alcazar p) u = at_ s (alcazar p) u + sum_of (brings (alcazar p) u) moved - sum_of (goes (alcazar p) u) moved ->
  at_ s' (alcazar p) u = at_ s (alcazar p) u + sum_of (brings (alcazar p) u) moved.
Proof.
  intros s m moved s' p u Mv B. rewrite B, nothing_gone; [lia|]. intros t I S _. apply Mv in I.
  inversion I; subst; see; try discriminate; open; discriminate.
Qed.

Lemma sword_brought : forall s m t p u, legal E s m -> moves E s m t -> target t = alcazar p -> what t = u -> is_sword u ->
  m = deliver u /\ p = active s /\ pending s = entered /\ t = (1, u, area p, alcazar p).
Proof.
  intros s m t p u L I T W (v & x & g & ->).
  inversion I; subst; see; try discriminate; open; try discriminate. inversion T; subst.
  assert (M : may E s (deliver (sword v x g))) by (apply (may_of E s); auto; congruence). inversion M; subst. auto.
Qed.

Theorem one_each_next : forall s m s', one_each s -> next E s m s' -> one_each s'.
Proof.
  intros s m s' On [moved L ND Mv B F _ Same _ _] p l NDl Sw.
  destruct (On p l NDl Sw) as (Le & Lt).
  assert (In_ : forall u, at_ s' (alcazar p) u = at_ s (alcazar p) u + sum_of (brings (alcazar p) u) moved)
    by (intro u; apply (stays_inside s m moved s'); auto).
  assert (Sum : sum_of (at_ s' (alcazar p)) l = sum_of (at_ s (alcazar p)) l
     + sum_of (fun u => sum_of (brings (alcazar p) u) moved) l)
    by (rewrite <- sum_of_add; apply sum_of_ext; auto).
  (* a delivery, or no sword at all *)
  assert (D : (exists u, m = deliver u) \/ (forall u, m <> deliver u)) by (destruct m; eauto; right; congruence).
  destruct D as [(u & ->)|No].
  - assert (M : may E s (deliver u)) by (apply (may_of E s); auto; congruence). inversion M as [| | | | | | |v x g Ph La]; subst.
    assert (F' : pending s' = moving).
    { inversion F; open; auto;
      try match goal with X : won _ _ _ _ |- _ => destruct (won_duel _ _ _ _ X) as (? & ? & ? & ? & ? & ? & ?); discriminate end;
      try match goal with X : last_draw _ _ _ |- _ => inversion X; discriminate end;
      try match goal with X : rounds _ _ _ _ |- _ => inversion X; congruence end;
      try match goal with X : game_ends _ _ _ |- _ => inversion X as [T ?]; inversion T; try discriminate;
         match goal with Y : last_draw _ _ _ |- _ => inversion Y; discriminate end end;
      try match goal with X : passes_on _ _ _ |- _ => inversion X as [T ?]; inversion T; try discriminate;
         match goal with Y : last_draw _ _ _ |- _ => inversion Y; discriminate end end. }
    split; [|congruence].
    rewrite Sum, In_.
    assert (Add : sum_of (fun u => sum_of (brings (alcazar p) u) moved) l
       <= sum_of (fun u => if piece_eq u (sword v x g) then 1 else 0) l).
    { apply sum_of_le. intros u Iu. destruct (piece_eq u (sword v x g)) as [->|ne].
      - apply at_most_one_brought; auto.
        + intros t t' I I' T T' W W'. apply Mv in I. apply Mv in I'.
          destruct (sword_brought _ _ _ _ _ L I T W ltac:(do 3 eexists; reflexivity)) as (_ & _ & _ & ->).
          destruct (sword_brought _ _ _ _ _ L I' T' W' ltac:(do 3 eexists; reflexivity)) as (_ & _ & _ & ->). auto.
        + intros t I T W. apply Mv in I.
          destruct (sword_brought _ _ _ _ _ L I T W ltac:(do 3 eexists; reflexivity)) as (_ & _ & _ & ->). auto.
      - rewrite nothing_brought; auto. intros t I T W. apply Mv in I.
        destruct (sword_brought _ _ _ _ _ L I T W (Sw _ Iu)) as (X & _). congruence. }
    assert (One : sum_of (fun u => if piece_eq u (sword v x g) then 1 else 0) l <= 1).
    { destruct (in_dec piece_eq (sword v x g) l) as [I|N].
      - rewrite (sum_of_single piece_eq _ l (sword v x g)); auto.
        + destruct (piece_eq (sword v x g) (sword v x g)); lia.
        + intros u ne. destruct (piece_eq u (sword v x g)); congruence.
      - rewrite sum_of_zero; auto. intros u Iu. destruct (piece_eq u (sword v x g)); subst; auto; contradiction. }
    destruct (Nat.eq_dec p (active s)) as [->|ne].
    + specialize (Lt Ph eq_refl). lia.
    + assert (Z : sum_of (fun u => sum_of (brings (alcazar p) u) moved) l = 0).
      { apply sum_of_zero. intros u Iu. apply nothing_brought. intros t I T W. apply Mv in I.
        destruct (sword_brought _ _ _ _ _ L I T W (Sw _ Iu)) as (_ & X & _). congruence. }
      lia.
  - assert (Z : sum_of (fun u => sum_of (brings (alcazar p) u) moved) l = 0).
    { apply sum_of_zero. intros u Iu. apply nothing_brought. intros t I T W. apply Mv in I.
      destruct (sword_brought _ _ _ _ _ L I T W (Sw _ Iu)) as (X & _). eapply No; eauto. }
    rewrite Sum, Z, In_. split; [lia|]. intros Ph ->. rewrite Ph in F.
    inversion F as [S La En Eq| | | | | | | | | | | | | |]; subst.
    inversion La as [v k w S1 o M Q]; subst.
    assert (Sa : active s' = active s)
      by (apply Same; intro X; inversion X; open; match goal with D : last_draw _ _ _ |- _ => inversion D; discriminate end).
    rewrite Sa in *.
    assert (X : exists X, lifted s (play_card (card v k w) S1 o) X).
    { destruct (pending s) eqn:Q; try (exists (step S1); eapply lifted_MOV02; eauto; intro; congruence).
      exists transit. eapply lifted_A53; eauto. }
    destruct X as (X & Li).
    assert (I : In (1, figure (active s), X, alcazar (active s)) moved) by (apply Mv; eapply moves_ALC01; eauto).
    assert (Y := sum_of_in (brings (alcazar (active s)) (figure (active s))) _ _ I). rewrite brings_self in Y. lia.
Qed.

(* I-15: for any edition, any number of players, along any game. *)
Theorem swords : forall s, reachable E s -> one_each s.
Proof.
  induction 1 as [s F|s m s' R IH N]; [|eapply one_each_next; eauto].
  destruct F as [Ph _ _ _ _ No]. intros p l _ Sw.
  rewrite (sum_of_zero (at_ s (alcazar p)) l).
  - split; [lia|]. congruence.
  - intros u Iu. destruct (Sw u Iu) as (v & x & g & ->). apply No.
Qed.
End Limits.

Print Assumptions swords.
