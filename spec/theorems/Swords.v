(* I-15, for any edition: there are never more swords in a player's Alcazar than figures of theirs. *)
From Coq Require Import List ZArith Bool Lia.
Import ListNotations.
From Toledo Require Import Terms Clauses Compiled Steps Books Editions Transfers Conservation.
Open Scope Z_scope.

Section Swords.
Variable Ed : edition.
Hypothesis WF : well_formed Ed.

Definition is_sword (u : term) : Prop := exists v a b, u = f_sword v a b.
(* However one adds up the swords in a player's Alcazar, each kind once, they are no more than the figures there; and
   fewer while a figure has just gone in. *)
Definition one_each (St : rows) : Prop := forall p l, NoDup l -> (forall u, In u l -> is_sword u) ->
  sum_of (held St (f_alcazar p)) l <= held St (f_alcazar p) (f_figure p) /\
  (p_phase St k_entered -> p_active St p -> sum_of (held St (f_alcazar p)) l < held St (f_alcazar p) (f_figure p)).

Lemma alcazar_place : forall p, place (f_alcazar p).
Proof. intro. placed. Qed.

(* A sword comes into the Alcazar only by a delivery, right after a figure has gone in; and what is there stays. *)
Lemma sword_comes : forall St q m n u y p, sound Ed St -> p_legal Ed St q m -> is_sword u ->
  p_moves Ed St [[q; m]] n u y (f_alcazar p) ->
  n = Num 1 /\ y = f_area p /\ m = f_deliver u /\ p = q /\ p_phase St k_entered /\ p_active St q.
Proof.
  intros St q m n u y p OK L (v & a & b & ->) H. inversion H; subst; did.
  - destruct (legal_deliver _ _ _ _ L) as (? & ? & _). auto 10.
  - exfalso. destruct (legal_shop _ _ _ _ _ L) as (_ & _ & _ & _ & ? & ? & ? & E). discriminate.
Qed.
Lemma nothing_leaves : forall St q m n u p y, sound Ed St -> p_legal Ed St q m -> ~ p_moves Ed St [[q; m]] n u (f_alcazar p) y.
Proof.
  intros St q m n u p y OK L H. inversion H; subst;
    try (match goal with D : p_phase _ (f_duel _ _ _ _) |- _ => destruct (s_duel _ _ OK _ _ _ _ D) as ([z E] & _); discriminate E end);
    open;
    try (match goal with K : p_legal _ _ _ (f_return_figure _) |- _ =>
         destruct (legal_return _ WF _ _ _ K) as (_ & _ & _ & z & E); discriminate E end).
Qed.

Section OneMove.
Variables St St' : rows.
Variables q m : term.
Hypothesis S : step Ed St q m St'.
Hypothesis OK : sound Ed St.
Hypothesis On : one_each St.
Notation Do := [[q; m]].
Let L := is_legal _ _ _ _ _ S.

Lemma one_each_next : one_each St'.
Proof.
  destruct (flow Ed WF _ _ _ _ S OK) as (c & g & F).
  assert (Held : forall p u, held St' (f_alcazar p) u = held St (f_alcazar p) u + c (f_alcazar p) u).
  { intros p u. pose proof (alcazar_place p) as P. rewrite (f_held _ _ _ _ _ _ _ F), (f_none_go _ _ _ _ _ _ _ F) by
      (auto; intros n y; eapply nothing_leaves; eauto). lia. }
  assert (Pos : forall p u, 0 <= c (f_alcazar p) u) by (intros; apply (f_comes _ _ _ _ _ _ _ F); apply alcazar_place).
  assert (Come : forall p u, is_sword u -> c (f_alcazar p) u <> 0 -> m = f_deliver u /\ p = q).
  { intros p u Sw H. destruct (f_comes_from _ _ _ _ _ _ _ F _ _ (alcazar_place p) H) as (n & y & Mo).
    destruct (sword_comes _ _ _ _ _ _ _ OK L Sw Mo) as (_ & _ & ? & ? & _). auto. }
  assert (None : forall p l, (forall u, In u l -> is_sword u) -> (forall u, In u l -> m = f_deliver u -> p <> q) -> sum_of (c (f_alcazar p)) l = 0).
  { intros p l Sw No. apply sum_of_zero. intros u I. destruct (Z.eq_dec (c (f_alcazar p) u) 0) as [E|E]; auto.
    destruct (Come _ _ (Sw _ I) E) as [Em Ep]. exfalso. eapply No; eauto. }
  intros p l NDl Sw. destruct (On p l NDl Sw) as [Le Lt].
  assert (Sum : sum_of (held St' (f_alcazar p)) l = sum_of (held St (f_alcazar p)) l + sum_of (c (f_alcazar p)) l)
    by (rewrite <- sum_of_add; apply sum_of_ext; intros; apply Held).
  rewrite Sum, Held. pose proof (Pos p (f_figure p)) as F0.
  destruct (kind_or_not n_deliver m) as [[u Em]|No].
  - assert (L' : p_legal Ed St q (f_deliver u)) by (rewrite <- Em; exact L). destruct (legal_deliver _ _ _ _ L') as (Aq & Ph & _). split.
    + destruct (term_eq_dec p q) as [->|N]; [|rewrite None by (intros; auto); lia]. specialize (Lt Ph Aq).
      assert (One : sum_of (c (f_alcazar q)) l <= 1); [|lia]. apply sum_of_one; auto; [lia| |].
      * intros w I. apply (f_one_comes _ _ _ _ _ _ _ F _ _ (f_area q) (alcazar_place q)). intros n y Mo.
        destruct (sword_comes _ _ _ _ _ _ _ OK L (Sw _ I) Mo) as (-> & -> & _). auto.
      * intros w w' I I' Hw Hw'. destruct (Come _ _ (Sw _ I) Hw) as [E _], (Come _ _ (Sw _ I') Hw') as [E' _]. congruence.
    + intros P' _. exfalso. apply (phase_next _ _ _ _ _ S) in P'.
      assert (Fo : p_follows Ed St Do k_moving) by (eapply follows_ALC03; left; rewrite Em; reflexivity).
      pose proof (follows_one Ed WF St OK _ _ _ _ L P' Fo). discriminate.
  - rewrite None by (auto; intros u _ E; exfalso; eapply No; eauto).
    split; [lia|]. intros P' A'. apply (phase_next _ _ _ _ _ S) in P'.
    inversion P' as [s w1 La En| | | | | | | | | | | | | |]; subst. inversion La as [p' S0 V w2 w3 w4 D]; subst.
    destruct (does_is _ _ _ _ D) as [-> E].
    apply (turn_goes_on _ _ _ _ _ S p (play_on _ _ _ _ _ S OK _ _ _ (eq_sym E))) in A'.
    assert (p = q).
    { assert (L' : p_legal Ed St q (f_play_card (f_card (Num V) w2 w3) (Num S0) w4)) by (rewrite E; exact L).
      destruct (legal_play _ _ OK _ _ _ _ L') as [B _]. apply (s_active _ _ OK); auto. }
    subst p.
    assert (Li : exists x, p_lifted St Do x).
    { destruct (transit_or_not St) as [[x T]|T]; [exists k_transit; eapply lifted_A53|exists (Num S0); eapply lifted_MOV02]; eauto. }
    destruct Li as [x Li].
    pose proof (f_some_come _ _ _ _ _ _ _ F _ _ _ _ (moves_ALC01 _ _ _ _ _ _ La Li En) (alcazar_place q)). lia.
Qed.
End OneMove.

Lemma one_each_first : forall St, first_position Ed St -> one_each St.
Proof.
  intros St F p l _ _.
  assert (E : forall u, held St (f_alcazar p) u = 0).
  { intro u. destruct (Z.eq_dec (held St (f_alcazar p) u) 0) as [E|E]; auto. apply held_in in E. apply F in E. inversion E. }
  rewrite (sum_of_zero (held St (f_alcazar p)) l), E by auto. split; [lia|].
  intros Ph. exfalso. inversion Ph as [? X]; subst. apply F in X. inversion X.
Qed.
Lemma one_each_reached : forall St, reachable Ed St -> one_each St.
Proof. induction 1; [apply one_each_first; exact H|]. eapply one_each_next; eauto. apply every_position; auto. Qed.

(* Swords in a player's Alcazar, as the logic sums them up. *)
Definition swords_inside (St : rows) (p : term) (n : Z) : Prop :=
  sum_is (fun t => exists k v a b, p_at St (f_alcazar p) (f_sword v a b) k /\ t = [k; f_sword v a b]) n.
Theorem swords : forall St p n, reachable Ed St -> swords_inside St p n ->
  n = 0 \/ exists f, p_at St (f_alcazar p) (f_figure p) (Num f) /\ n <= f.
Proof.
  intros St p n R Su. pose proof (s_books _ _ (every_position Ed WF _ R)) as B. pose proof (alcazar_place p) as P.
  destruct (listed_sum St (f_alcazar p) (fun u => u) is_sword n B P) as (l & ND & Sw & E & _).
  { eapply sum_is_ext; [|exact Su]. intro r. split.
    - intros (k & v & a & b & A & ->). exists k, (f_sword v a b). split; [unfold is_sword; eauto|auto].
    - intros (k & u & (v & a & b & ->) & A & ->). eauto 10. }
  change (n = sum_of (held St (f_alcazar p)) l) in E. subst n. destruct (one_each_reached _ R p l ND Sw) as [Le _].
  pose proof (sum_of_nonneg (held St (f_alcazar p)) l (fun u _ => books_nonneg _ _ u B P)).
  pose proof (books_nonneg _ (f_alcazar p) (f_figure p) B P).
  destruct (Z.eq_dec (held St (f_alcazar p) (f_figure p)) 0); [left; lia|right].
  eexists. split; [apply books_held; auto; lia|auto].
Qed.
End Swords.
Print Assumptions swords.
