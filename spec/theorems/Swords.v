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
  destruct (transfers_of Ed St q m) as (M & ND & Tr).
  pose proof (fun n t x y => same_sort Ed WF St OK q m n t x y L) as SS.
  pose proof (fun n t x y => enough Ed WF St OK q m n t x y L) as EN.
  pose proof (fun n t x y n' y' => one_way Ed WF St OK q m n t x y n' y' L) as OW.
  assert (Held : forall p u, held St' (f_alcazar p) u = held St (f_alcazar p) u + inflow M (f_alcazar p) u).
  { intros p u. rewrite (held_next _ _ _ _ _ S M ND Tr (s_books _ _ OK) EN OW SS _ _ (alcazar_place p)).
    assert (outflow M (f_alcazar p) u = 0); [|lia]. apply sum_of_zero. intros r I.
    destruct (Z.eq_dec (goes (f_alcazar p) u r) 0) as [E|E]; auto. apply goes_some in E. destruct E as (n & y & -> & _).
    apply (transfer _ _ _ _ M Tr) in I. exfalso. eapply nothing_leaves; eauto. }
  assert (Pos : forall p u, 0 <= inflow M (f_alcazar p) u) by (intros; apply (inflow_nonneg _ _ _ _ M Tr EN SS); apply alcazar_place).
  assert (None : forall p u, is_sword u -> (m = f_deliver u -> p = q -> False) -> inflow M (f_alcazar p) u = 0).
  { intros p u Sw No. apply sum_of_zero. intros r I. destruct (Z.eq_dec (brings (f_alcazar p) u r) 0) as [E|E]; auto.
    apply brings_some in E. destruct E as (n & y & -> & _). apply (transfer _ _ _ _ M Tr) in I. exfalso.
    destruct (sword_comes _ _ _ _ _ _ _ OK L Sw I) as (_ & _ & ? & ? & _). auto. }
  intros p l NDl Sw. destruct (On p l NDl Sw) as [Le Lt].
  assert (Sum : sum_of (held St' (f_alcazar p)) l = sum_of (held St (f_alcazar p)) l + sum_of (inflow M (f_alcazar p)) l)
    by (rewrite <- sum_of_add; apply sum_of_ext; intros; apply Held).
  rewrite Sum, Held. pose proof (Pos p (f_figure p)) as F0.
  destruct (kind_or_not n_deliver m) as [[u ->]|No].
  - destruct (legal_deliver _ _ _ _ L) as (Aq & Ph & _). split.
    + destruct (term_eq_dec p q) as [->|N].
      * specialize (Lt Ph Aq).
        assert (One : sum_of (inflow M (f_alcazar q)) l <= 1); [|lia].
        apply sum_of_one; auto; [lia| |].
        -- intros w I. apply sum_of_one; auto; [lia| |].
           ++ intros r Ir. destruct (Z.eq_dec (brings (f_alcazar q) w r) 0) as [E|E]; [lia|]. apply brings_some in E.
              destruct E as (n & y & -> & ->). apply (transfer _ _ _ _ M Tr) in Ir.
              destruct (sword_comes _ _ _ _ _ _ _ OK L (Sw _ I) Ir) as (E & _). inversion E. lia.
           ++ intros r r' Ir Ir' Hr Hr'. apply brings_some in Hr. apply brings_some in Hr'.
              destruct Hr as (n & y & -> & _), Hr' as (n' & y' & -> & _).
              apply (transfer _ _ _ _ M Tr) in Ir. apply (transfer _ _ _ _ M Tr) in Ir'.
              destruct (sword_comes _ _ _ _ _ _ _ OK L (Sw _ I) Ir) as (-> & -> & _).
              destruct (sword_comes _ _ _ _ _ _ _ OK L (Sw _ I) Ir') as (-> & -> & _). auto.
        -- intros w w' I I' Hw Hw'.
           assert (G : forall x, In x l -> inflow M (f_alcazar q) x <> 0 -> x = u).
           { intros x Ix Hx. destruct (term_eq_dec x u) as [|N]; auto. exfalso. apply Hx. apply None; auto. intros E _. inversion E; congruence. }
           rewrite (G w), (G w'); auto.
      * rewrite (sum_of_zero (inflow M (f_alcazar p)) l); [lia|]. intros w I. apply None; auto.
    + intros P' _. exfalso. apply (phase_next _ _ _ _ _ S) in P'.
      assert (F : p_follows Ed St [[q; f_deliver u]] k_moving) by (eapply follows_ALC03; left; reflexivity).
      pose proof (follows_one Ed WF St OK _ _ _ _ L P' F). discriminate.
  - rewrite (sum_of_zero (inflow M (f_alcazar p)) l) by (intros w I; apply None; auto; intros E; exfalso; eapply No; eauto).
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
    pose proof (brought _ _ _ _ M Tr EN SS _ _ _ _ (moves_ALC01 _ _ _ _ _ _ La Li En) (alcazar_place q)). lia.
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
  intros St p n R (l & ND & Hl & ->). pose proof (every_position Ed WF _ R) as OK.
  set (g := fun r : row => match r with [_; u] => u | _ => Num 0 end).
  assert (Sh : forall r, In r l -> exists u, is_sword u /\ r = [Num (held St (f_alcazar p) u); u]).
  { intros r I. apply Hl in I. destruct I as (k & v & a & b & A & ->). exists (f_sword v a b). split; [unfold is_sword; eauto|].
    destruct (books_at _ _ _ _ (s_books _ _ OK) (alcazar_place p) A) as [-> _]. auto. }
  assert (T : total l = sum_of (held St (f_alcazar p)) (map g l)).
  { clear - Sh. induction l as [|r l IH]; auto. simpl. rewrite IH by (intros; apply Sh; right; auto).
    destruct (Sh r (or_introl eq_refl)) as (u & _ & ->). auto. }
  assert (NDg : NoDup (map g l)).
  { clear - ND Sh. induction l as [|r l IH]; simpl; constructor; inversion ND; subst; [|apply IH; auto; intros; apply Sh; right; auto].
    intro I. apply in_map_iff in I. destruct I as (r' & E & I).
    destruct (Sh r (or_introl eq_refl)) as (u & _ & ->). destruct (Sh r' (or_intror I)) as (u' & _ & ->). simpl in E. subst. contradiction. }
  destruct (one_each_reached _ R p (map g l) NDg) as [Le _].
  { intros u I. apply in_map_iff in I. destruct I as (r & <- & I). destruct (Sh _ I) as (u & Sw & ->). auto. }
  rewrite T. pose proof (books_nonneg _ (f_alcazar p) (f_figure p) (s_books _ _ OK) (alcazar_place p)).
  pose proof (sum_of_nonneg (held St (f_alcazar p)) (map g l) (fun u _ => books_nonneg _ _ u (s_books _ _ OK) (alcazar_place p))).
  destruct (Z.eq_dec (held St (f_alcazar p) (f_figure p)) 0); [left; lia|right].
  eexists. split; [apply books_held; [apply (s_books _ _ OK)|apply alcazar_place|lia]|auto].
Qed.
End Swords.
Print Assumptions swords.
