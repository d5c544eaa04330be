(* MOV-05, for any edition: there are never more figures on a space than circles, but for the cathedral. *)
From Coq Require Import List ZArith Bool Lia.
Import ListNotations.
From Toledo Require Import Terms Clauses Compiled Steps Books Editions Transfers Conservation.
Open Scope Z_scope.

Section Rooms.
Variable Ed : edition.
Hypothesis WF : well_formed Ed.

(* However one adds up the figures on a space, each player once, some number of circles there is enough. *)
Definition crowd (St : rows) (s : Z) (l : list term) : Z := sum_of (fun p => held St (Num s) (f_figure p)) l.
Definition fits (St : rows) : Prop := forall s l, s <> 0 -> NoDup l ->
  crowd St s l = 0 \/ exists c, p_room Ed St (Num s) (Num c) /\ crowd St s l <= c.

Lemma sum_of_app : forall (f : term -> Z) a b, sum_of f (a ++ b) = sum_of f a + sum_of f b.
Proof. induction a; simpl; intros; auto. rewrite IHa. lia. Qed.
Lemma sum_of_more : forall (f : term -> Z) a b, NoDup a -> (forall x, 0 <= f x) -> (forall x, In x a -> f x <> 0 -> In x b) ->
  sum_of f a <= sum_of f b.
Proof.
  induction a as [|x a IH]; intros b ND Pos Sub; simpl; [apply sum_of_nonneg; auto|]. inversion ND; subst.
  destruct (Z.eq_dec (f x) 0) as [E|E]; [rewrite E; apply IH; auto; intros; apply Sub; simpl; auto|].
  destruct (in_split x b) as (b1 & b2 & ->); [apply Sub; simpl; auto|]. rewrite sum_of_app. simpl.
  assert (sum_of f a <= sum_of f (b1 ++ b2)); [|rewrite sum_of_app in *; lia]. apply IH; auto. intros y Iy Ny.
  assert (In y (b1 ++ x :: b2)) by (apply Sub; simpl; auto). rewrite in_app_iff in *. simpl in *. intuition (subst; contradiction || auto).
Qed.
(* The figures on a space as the logic sums them up. *)
Definition figures_on (St : rows) (s : Z) (n : Z) : Prop :=
  sum_is (fun t => exists N P, p_at St (Num s) (f_figure P) N /\ t = [N; P]) n.
Lemma figures_list : forall St s n, books St -> figures_on St s n -> exists l, NoDup l /\ n = crowd St s l /\
  forall p, held St (Num s) (f_figure p) <> 0 -> In p l.
Proof.
  intros St s n B (l & ND & Hl & ->). set (g := fun r : row => match r with [_; p] => p | _ => Num 0 end). exists (map g l).
  assert (Sh : forall r, In r l -> exists p, r = [Num (held St (Num s) (f_figure p)); p]).
  { intros r I. apply Hl in I. destruct I as (N & P & A & ->). exists P. destruct (books_at _ _ _ _ B (number_place s) A) as [-> _]. auto. }
  split; [|split].
  - clear - ND Sh. induction l as [|r l IH]; simpl; constructor; inversion ND; subst; [|apply IH; auto; intros; apply Sh; right; auto].
    intro I. apply in_map_iff in I. destruct I as (r' & E & I).
    destruct (Sh r (or_introl eq_refl)) as (u & ->). destruct (Sh r' (or_intror I)) as (u' & ->). simpl in E. subst. contradiction.
  - unfold crowd. clear - Sh. induction l as [|r l IH]; auto. simpl. rewrite IH by (intros; apply Sh; right; auto).
    destruct (Sh r (or_introl eq_refl)) as (u & ->). auto.
  - intros p H. apply in_map_iff. exists [Num (held St (Num s) (f_figure p)); p]. split; auto. apply Hl. eexists _, _. split; [|reflexivity].
    apply books_held; auto; [apply number_place|]. pose proof (books_nonneg _ (Num s) (f_figure p) B (number_place s)). lia.
Qed.

Section OneMove.
Variables St St' : rows.
Variables q m : term.
Hypothesis S : step Ed St q m St'.
Hypothesis OK : sound Ed St.
Hypothesis Fits : fits St.
Notation Do := [[q; m]].
Let L := is_legal _ _ _ _ _ S.

(* A figure comes to a space that has a circle free, or takes the place of the one that it has beaten. *)
Lemma figure_comes : forall n p y s, s <> 0 -> p_moves Ed St Do n (f_figure p) y (Num s) -> n = Num 1 /\ p_active St p /\
  (p_free Ed St (Num s) \/ exists o a d, p_won Ed St Do k_attacker /\ p_phase St (f_duel (Num s) o a d)).
Proof.
  intros n p y s N H. inversion H; subst; try contradiction; try (exfalso; auto; fail); eauto 10.
  - match goal with La : p_lands _ _ _ |- _ => inversion La; subst end.
    match goal with D : p_does _ _ _ |- _ => destruct (does_is _ _ _ _ D) as [-> E] end.
    match type of E with ?a = _ => assert (L' : p_legal Ed St q a) by (rewrite E; exact L) end.
    destruct (legal_play _ _ OK _ _ _ _ L') as [A _]. auto.
  - exfalso. match goal with D : p_does _ _ (f_place_shop ?t ?x) |- _ => destruct (does_is _ _ _ _ D) as [-> E] end.
    match type of E with ?a = _ => assert (L' : p_legal Ed St q a) by (rewrite E; exact L) end.
    destruct (legal_shop _ _ _ _ _ L') as (_ & _ & _ & _ & ? & ? & ? & X). discriminate.
Qed.
Lemma figure_from : forall p y y' s, s <> 0 -> p_moves Ed St Do (Num 1) (f_figure p) y (Num s) -> p_moves Ed St Do (Num 1) (f_figure p) y' (Num s) -> y = y'.
Proof.
  assert (Card : forall p s, p_lands Do p s -> (exists w, p_won Ed St Do w) -> False).
  { intros p s La [w W]. inversion La; subst. destruct (won_duel _ _ _ _ _ W) as (? & ? & ? & ? & ? & _ & E & _).
    match goal with D : p_does _ _ _ |- _ => destruct (does_is _ _ _ _ D) as [_ E'] end. congruence. }
  assert (Shop : forall p t x, p_does Do p (f_place_shop (f_figure t) x) -> False).
  { intros p t x D. destruct (does_is _ _ _ _ D) as [-> E]. assert (L' : p_legal Ed St q (f_place_shop (f_figure t) x)) by (rewrite E; exact L).
    destruct (legal_shop _ _ _ _ _ L') as (_ & _ & _ & _ & ? & ? & ? & X). discriminate. }
  intros p y y' s N H H'. inversion H; subst; try contradiction; try (exfalso; eauto; fail);
    inversion H'; subst; try contradiction; try (exfalso; eauto; fail); auto.
  repeat match goal with X : p_lifted _ _ _ |- _ => inversion X; subst; clear X end; auto; try (exfalso; eauto; fail).
  repeat match goal with D : p_does _ _ _ |- _ => apply does_is in D; destruct D as [? D] end. congruence.
Qed.
Lemma fits_next : fits St'.
Proof.
  destruct (transfers_of Ed St q m) as (M & ND & Tr).
  pose proof (fun n t x y => same_sort Ed WF St OK q m n t x y L) as SS.
  pose proof (fun n t x y => enough Ed WF St OK q m n t x y L) as EN.
  pose proof (fun n t x y n' y' => one_way Ed WF St OK q m n t x y n' y' L) as OW.
  intros s l Ns NDl. set (P := number_place s).
  set (fi := fun p => inflow M (Num s) (f_figure p)). set (fo := fun p => outflow M (Num s) (f_figure p)).
  assert (Held : forall p, held St' (Num s) (f_figure p) = held St (Num s) (f_figure p) + (fi p + - fo p)).
  { intro p. rewrite (held_next _ _ _ _ _ S M ND Tr (s_books _ _ OK) EN OW SS _ _ P). unfold fi, fo. lia. }
  assert (Out : forall p, 0 <= fo p) by (intro p; apply (outflow_held _ _ _ _ M ND Tr (s_books _ _ OK) EN OW); auto).
  assert (Sum : crowd St' s l = crowd St s l + sum_of fi l - sum_of fo l).
  { unfold crowd. rewrite (sum_of_ext _ (fun p => held St (Num s) (f_figure p) + (fi p + - fo p)) l) by (intros; apply Held).
    rewrite !sum_of_add. assert (E : forall l, sum_of (fun p => - fo p) l = - sum_of fo l) by (induction l0; simpl; lia). rewrite E. lia. }
  assert (Pos : 0 <= crowd St' s l) by (apply sum_of_nonneg; intros; apply books_nonneg; [apply (next_books Ed WF _ _ _ _ S OK)|auto]).
  assert (Out_l : 0 <= sum_of fo l) by (apply sum_of_nonneg; auto).
  assert (Comes : forall p, fi p <> 0 -> p_active St p /\ (p_free Ed St (Num s) \/ exists o a d, p_won Ed St Do k_attacker /\ p_phase St (f_duel (Num s) o a d))).
  { intros p H. assert (Ex : exists r, In r M /\ brings (Num s) (f_figure p) r <> 0).
    { destruct (existsb (fun r => negb (Z.eqb (brings (Num s) (f_figure p) r) 0)) M) eqn:E.
      - apply existsb_exists in E. destruct E as (r & I & E). exists r. split; auto. apply negb_true_iff in E. apply Z.eqb_neq in E. auto.
      - exfalso. apply H. apply sum_of_zero. intros r I. destruct (Z.eqb (brings (Num s) (f_figure p) r) 0) eqn:Q; [apply Z.eqb_eq; auto|].
        assert (existsb (fun r => negb (Z.eqb (brings (Num s) (f_figure p) r) 0)) M = true); [|congruence].
        apply existsb_exists. exists r. rewrite Q. auto. }
    destruct Ex as (r & I & B). apply brings_some in B. destruct B as (n & y & -> & _). apply (transfer _ _ _ _ M Tr) in I.
    destruct (figure_comes _ _ _ _ Ns I) as (_ & ? & ?). auto. }
  assert (One : sum_of fi l <= 1).
  { apply sum_of_one; auto; [lia| |intros a b _ _ Ha Hb; apply (s_active _ _ OK); apply Comes; auto].
    intros p _. apply sum_of_one; auto; [lia| |].
    - intros r I. destruct (Z.eq_dec (brings (Num s) (f_figure p) r) 0) as [E|E]; [lia|]. apply brings_some in E.
      destruct E as (n & y & -> & ->). apply (transfer _ _ _ _ M Tr) in I. destruct (figure_comes _ _ _ _ Ns I) as (E & _). inversion E. lia.
    - intros r r' I I' Hr Hr'. apply brings_some in Hr. apply brings_some in Hr'.
      destruct Hr as (n & y & -> & _), Hr' as (n' & y' & -> & _). apply (transfer _ _ _ _ M Tr) in I. apply (transfer _ _ _ _ M Tr) in I'.
      destruct (figure_comes _ _ _ _ Ns I) as (E & _). destruct (figure_comes _ _ _ _ Ns I') as (E' & _). inversion E; inversion E'; subst.
      rewrite (figure_from _ _ _ _ Ns I I'). auto. }
  assert (Keep : forall c, p_room Ed St (Num s) (Num c) -> p_room Ed St' (Num s) (Num c)) by (intros; eapply (room_stays Ed WF); eauto).
  destruct (Z_le_gt_dec (sum_of fi l) 0) as [I0|I1].
  { destruct (Fits s l Ns NDl) as [Z0|(c & Ro & Le)]; [left; lia|right; exists c; split; auto; lia]. }
  assert (Ex : exists p, fi p <> 0) by
    (clear - I1; induction l as [|x l IH]; simpl in I1; [lia|]; destruct (Z.eq_dec (fi x) 0); [apply IH; lia|eauto]).
  destruct Ex as [p Hp]. destruct (Comes p Hp) as [_ [Fr|(o & a & d & W & Ph)]]; right.
  - inversion Fr as [c ? n Ro Su Lt]; subst. exists c. split; auto.
    destruct (figures_list _ _ _ (s_books _ _ OK) Su) as (l' & NDl' & -> & All).
    assert (crowd St s l <= crowd St s l'); [|lia]. apply sum_of_more; auto. intro x. apply books_nonneg; [apply (s_books _ _ OK)|auto].
  - destruct (s_duel _ _ OK _ _ _ _ Ph) as (_ & _ & [w At] & _). destruct (books_at _ _ _ _ (s_books _ _ OK) P At) as [_ Ho].
    assert (Goes : 1 <= fo o).
    { assert (Mo : p_moves Ed St Do (Num 1) (f_figure o) (Num s) (Num 0)) by (eapply moves_DUE11; eauto).
      apply (transfer _ _ _ _ M Tr) in Mo. unfold fo, outflow.
      apply Z.le_trans with (goes (Num s) (f_figure o) [Num 1; f_figure o; Num s; Num 0]); [rewrite goes_self; lia|].
      apply (sum_of_in (goes (Num s) (f_figure o))); auto. intros r I. apply (goes_nonneg _ _ _ _ M Tr (s_books _ _ OK) EN); auto. }
    destruct (in_dec term_eq_dec o l) as [I|N].
    + assert (G : fo o <= sum_of fo l) by (apply sum_of_in; auto).
      assert (H1 : held St (Num s) (f_figure o) <= crowd St s l)
        by (apply (sum_of_in (fun p => held St (Num s) (f_figure p))); auto; intros; apply books_nonneg; [apply (s_books _ _ OK)|auto]).
      destruct (Fits s l Ns NDl) as [Z0|(c & Ro & Le)]; [lia|]. exists c. split; auto. lia.
    + destruct (Fits s (o :: l) Ns) as [Z0|(c & Ro & Le)]; [constructor; auto| |]; unfold crowd in Z0, Le || unfold crowd in *; simpl in *.
      * assert (0 <= sum_of (fun p => held St (Num s) (f_figure p)) l) by (apply sum_of_nonneg; intros; apply books_nonneg; [apply (s_books _ _ OK)|auto]). lia.
      * exists c. split; auto. lia.
Qed.
End OneMove.

Lemma fits_first : forall St, first_position Ed St -> fits St.
Proof.
  intros St F s l N _. left. apply sum_of_zero. intros p _.
  destruct (Z.eq_dec (held St (Num s) (f_figure p)) 0) as [E|E]; auto. exfalso. apply held_in in E. apply F in E. inversion E; auto.
Qed.
Lemma fits_reached : forall St, reachable Ed St -> fits St.
Proof. induction 1; [apply fits_first; exact H|]. eapply fits_next; eauto. apply every_position; auto. Qed.

Theorem rooms : forall St s n, reachable Ed St -> s <> 0 -> figures_on St s n -> n = 0 \/ exists c, p_room Ed St (Num s) (Num c) /\ n <= c.
Proof.
  intros St s n R N Fi. destruct (figures_list _ _ _ (s_books _ _ (every_position Ed WF _ R)) Fi) as (l & ND & -> & _). apply fits_reached; auto.
Qed.
End Rooms.
Print Assumptions rooms.
