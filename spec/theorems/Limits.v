(* Two limits, for any edition and any number of players: nobody has more master tiles than the limit, or two of a kind
   (I-14); there are never more swords in a player's Alcazar than figures of theirs (I-15). *)

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

(* ---- master tiles ---------------------------------------------------------------------------------------------- *)

Definition skill_eq : forall k k' : skill, {k = k'} + {k <> k'}.
Proof. repeat decide equality. Defined.

(* Nothing but paintings lies on the stack, as nothing is ever put there. *)
Definition tidy (s : position) : Prop := forall h u, lies s (stack h) u -> exists v, u = painting v.

Lemma tidy_next : forall s m s', tidy s -> next E s m s' -> tidy s'.
Proof.
  intros s m s' Ti [moved L ND Mv B _ _ _ _ _] h u Ls.
  destruct (lies_after s moved s' (stack h) u eq_refl (B (stack h) u eq_refl) Ls) as [H|(t & I & T & W)]; [eauto|].
  exfalso. apply Mv in I. inversion I; subst; see; try discriminate; open; discriminate.
Qed.

(* Nobody holds two of a kind, and a list of kinds that somebody holds, each once, is no longer than the limit. *)
Definition within_limit (s : position) : Prop := forall p,
  (forall k, at_ s (area p) (master k) <= 1) /\
  (forall l, NoDup l -> (forall k, In k l -> lies s (area p) (master k)) -> length l <= tile_limit E).

(* Tiles come to a player only by a lesson. *)
Lemma tile_brought : forall s m t p k, tidy s -> legal E s m -> moves E s m t -> target t = area p -> what t = master k ->
  p = active s /\ t = (1, master k, board, area p) /\ lesson E s (master k) /\
  exists c b, m = use_space c (Some (master k)) b /\ offer E s (Some (master k)) b.
Proof.
  intros s m t p k Ti L I T W.
  inversion I; subst; see; try discriminate; open; try discriminate; inversion T; subst.
  - exfalso. match goal with A : lies s (stack _) _ |- _ => apply Ti in A; destruct A; discriminate end.
  - destruct (use_legal E s _ _ _ L) as (_ & O). inversion W; subst.
    split; [auto|]. split; [auto|]. split; [|eauto]. inversion O; subst; auto.
Qed.

Lemma brought_or_not : forall moved x u, sum_of (brings x u) moved = 0 \/
  exists t, In t moved /\ target t = x /\ what t = u.
Proof.
  induction moved as [|t l IH]; simpl; intros x u; auto.
  destruct (IH x u) as [Z|(t' & I & T)]; [|right; exists t'; tauto].
  rewrite Z. unfold brings. destruct (place_eq (target t) x); [destruct (piece_eq (what t) u)|]; auto.
  right. exists t. auto.
Qed.

Theorem within_next : forall s m s', sound E s -> tidy s -> within_limit s -> next E s m s' -> within_limit s'.
Proof.
  intros s m s' OK Ti Wi [moved L ND Mv B _ _ _ _ _] p.
  destruct (Wi p) as (One & Lim).
  (* any tile that is brought is the one of the move *)
  assert (Br : forall k t, In t moved -> target t = area p -> what t = master k ->
    p = active s /\ t = (1, master k, board, area p) /\ lesson E s (master k) /\
    exists c b, m = use_space c (Some (master k)) b /\ offer E s (Some (master k)) b).
  { intros k t I T W. eapply tile_brought; eauto. apply Mv; auto. }
  assert (Few : forall k, sum_of (brings (area p) (master k)) moved <= 1).
  { intro k. apply at_most_one_brought; auto.
    - intros t t' I I' T T' W W'. destruct (Br _ _ I T W) as (_ & -> & _). destruct (Br _ _ I' T' W') as (_ & -> & _). auto.
    - intros t I T W. destruct (Br _ _ I T W) as (_ & -> & _). simpl. auto. }
  split.
  - intro k. rewrite B by auto. destruct (brought_or_not moved (area p) (master k)) as [Z|(t & I & T & W)].
    + rewrite Z. specialize (One k). lia.
    + destruct (Br _ _ I T W) as (-> & _ & Le & _). inversion Le; subst. unfold lies in *. specialize (Few k). lia.
  - intros l NDl Hl.
    assert (Old : forall k, In k l -> (forall t, In t moved -> target t = area p -> what t = master k -> False) ->
      lies s (area p) (master k)).
    { intros k Ik No. specialize (Hl k Ik). unfold lies in *. rewrite B in Hl by auto.
      rewrite (nothing_brought _ _ _ No) in Hl. lia. }
    destruct (in_dec skill_eq (match m with use_space _ (Some (master k)) _ => k | _ => movement end) l) as [Ik|Nk].
    2: { apply Lim; auto. intros k Ik. apply Old; auto. intros t I T W.
         destruct (Br _ _ I T W) as (_ & _ & _ & c & b & -> & _). contradiction. }
    remember (match m with use_space _ (Some (master k)) _ => k | _ => movement end) as k eqn:Ek.
    destruct (brought_or_not moved (area p) (master k)) as [Z|(t & I & T & W)].
    { apply Lim; auto. intros k' Ik'. apply Old; auto. intros t I T W.
      destruct (Br _ _ I T W) as (_ & Et & _ & c & b & Em & _). subst m. simpl in Ek. subst k'.
      assert (Y := sum_of_in (brings (area p) (master k)) _ _ I). rewrite Et, brings_self in Y. lia. }
    destruct (Br _ _ I T W) as (-> & _ & Le & c & b & Em & O). clear Ek. inversion Le as [k0 He Bo No]; subst k0.
    assert (Others : forall k', In k' l -> k' <> k -> lies s (area (active s)) (master k')).
    { intros k' Ik' ne. apply Old; auto. intros t' I' T' W'.
      destruct (Br _ _ I' T' W') as (_ & _ & _ & c' & b' & Em' & _). congruence. }
    inversion O as [| | |t0 n Le' Ma Lt|t0 k1 Le' Ma Lk| |]; subst.
    + (* one tile more, below the limit *)
      inversion Ma as [n' (lh & NDh & Hh & Len)]; subst.
      assert (length l <= length (k :: lh)); [|simpl in *; lia].
      apply NoDup_incl_length; auto. intros k' Ik'. destruct (skill_eq k' k) as [->|ne]; [left; auto|].
      right. apply Hh. auto.
    + (* one tile for another *)
      inversion Ma as [n' (lh & NDh & Hh & Len)]; subst.
      assert (Gone : ~ In k1 l).
      { intro I1. specialize (Hl k1 I1). unfold lies in Hl. rewrite B in Hl by auto.
        assert (I' : In (1, master k1, area (active s), board) moved) by (apply Mv; econstructor; reflexivity).
        assert (Y := sum_of_in (goes (area (active s)) (master k1)) _ _ I').
        rewrite goes_self in Y. specialize (One k1).
        rewrite nothing_brought in Hl; [lia|]. intros t' J T' W'.
        destruct (Br _ _ J T' W') as (_ & _ & Le1 & _). inversion Le1; contradiction. }
      assert (length l <= length (k :: remove skill_eq k1 lh)).
      { apply NoDup_incl_length; auto. intros k' Ik'. destruct (skill_eq k' k) as [->|ne]; [left; auto|].
        right. apply in_in_remove; [intro; subst; contradiction|]. apply Hh. auto. }
      assert (length (remove skill_eq k1 lh) < length lh) by (apply remove_length_lt; apply Hh; auto).
      simpl in *. lia.
Qed.

(* I-14: for any edition, any number of players, along any game. *)
Theorem master_tiles : forall s, reachable E s -> within_limit s.
Proof.
  intros s R. assert (tidy s /\ within_limit s) as (_ & ?); auto. induction R as [s F|s m s' R IH N].
  - destruct F as [_ _ _ Ti Pa _]. split; [exact Pa|]. intro p. split.
    + intro k. rewrite Ti. lia.
    + intros l _ H. destruct l as [|k l]; simpl; [lia|]. exfalso. specialize (H k (or_introl eq_refl)).
      unfold lies in H. rewrite Ti in H. lia.
  - destruct IH as (Ti & Wi). split; [eapply tidy_next; eauto|]. eapply within_next; eauto. apply sound_always; auto.
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

Print Assumptions master_tiles.
Print Assumptions swords.
