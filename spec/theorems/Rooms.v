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

(* The figures on a space as the logic sums them up. *)
Definition figures_on (St : rows) (s : Z) (n : Z) : Prop :=
  sum_is (fun t => exists N P, p_at St (Num s) (f_figure P) N /\ t = [N; P]) n.
Lemma figures_list : forall St s n, books St -> figures_on St s n -> exists l, NoDup l /\ n = crowd St s l /\
  forall p, held St (Num s) (f_figure p) <> 0 -> In p l.
Proof.
  intros St s n B Su. destruct (listed_sum St (Num s) f_figure (fun _ => True) n B (number_place s)) as (l & ND & _ & E & All).
  - eapply sum_is_ext; [|exact Su]. intro r. split; intros (k & p & H); exists k, p; tauto.
  - exists l. auto.
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
  pose proof (s_books _ _ OK) as B. destruct (flow Ed WF _ _ _ _ S OK) as (c & g & F).
  intros s l Ns NDl. set (P := number_place s). set (fi := fun p => c (Num s) (f_figure p)). set (fo := fun p => g (Num s) (f_figure p)).
  assert (Old : forall p, 0 <= held St (Num s) (f_figure p)) by (intro; apply books_nonneg; auto).
  assert (Out : forall p, 0 <= fo p) by (intro p; apply (f_goes _ _ _ _ _ _ _ F); auto).
  assert (Sum : crowd St' s l = crowd St s l + sum_of fi l - sum_of fo l).
  { unfold crowd. rewrite (sum_of_ext _ (fun p => held St (Num s) (f_figure p) + (fi p + - fo p)) l)
      by (intros; rewrite (f_held _ _ _ _ _ _ _ F) by auto; unfold fi, fo; lia).
    rewrite !sum_of_add. assert (E : forall l, sum_of (fun p => - fo p) l = - sum_of fo l) by (induction l0; simpl; lia). rewrite E. lia. }
  assert (Pos : 0 <= crowd St' s l) by (apply sum_of_nonneg; intros; apply books_nonneg; [apply (next_books Ed WF _ _ _ _ S OK)|auto]).
  assert (Out_l : 0 <= sum_of fo l) by (apply sum_of_nonneg; auto).
  assert (Comes : forall p, fi p <> 0 -> p_active St p /\ (p_free Ed St (Num s) \/ exists o a d, p_won Ed St Do k_attacker /\ p_phase St (f_duel (Num s) o a d))).
  { intros p H. destruct (f_comes_from _ _ _ _ _ _ _ F _ _ P H) as (n & y & Mo). destruct (figure_comes _ _ _ _ Ns Mo) as (_ & ? & ?). auto. }
  assert (One : sum_of fi l <= 1).
  { apply sum_of_one; auto; [lia| |intros a b _ _ Ha Hb; apply (s_active _ _ OK); apply Comes; auto].
    intros p _. destruct (Z.eq_dec (fi p) 0) as [E|E]; [lia|]. destruct (f_comes_from _ _ _ _ _ _ _ F _ _ P E) as (n & y & Mo).
    destruct (figure_comes _ _ _ _ Ns Mo) as (-> & _). apply (f_one_comes _ _ _ _ _ _ _ F _ _ y P). intros n' y' Mo'.
    destruct (figure_comes _ _ _ _ Ns Mo') as (-> & _). split; [reflexivity|exact (figure_from _ _ _ _ Ns Mo' Mo)]. }
  assert (Keep : forall c, p_room Ed St (Num s) (Num c) -> p_room Ed St' (Num s) (Num c)) by (intros; eapply (room_stays Ed WF); eauto).
  destruct (Z_le_gt_dec (sum_of fi l) 0) as [I0|I1].
  { destruct (Fits s l Ns NDl) as [Z0|(n & Ro & Le)]; [left; lia|right; exists n; split; auto; lia]. }
  assert (Ex : exists p, fi p <> 0) by
    (clear - I1; induction l as [|x l IH]; simpl in I1; [lia|]; destruct (Z.eq_dec (fi x) 0); [apply IH; lia|eauto]).
  destruct Ex as [p Hp]. destruct (Comes p Hp) as [_ [Fr|(o & a & d & W & Ph)]]; right.
  - inversion Fr as [n ? k Ro Su Lt]; subst. exists n. split; auto.
    destruct (figures_list _ _ _ B Su) as (l' & NDl' & -> & All).
    assert (crowd St s l <= crowd St s l'); [|lia]. apply sum_of_more; auto.
  - destruct (s_duel _ _ OK _ _ _ _ Ph) as (_ & _ & [w At] & _). destruct (books_at _ _ _ _ B P At) as [_ Ho].
    assert (Goes : 1 <= fo o) by (eapply (f_some_go _ _ _ _ _ _ _ F); auto; eapply moves_DUE11; eauto).
    destruct (in_dec term_eq_dec o l) as [I|N].
    + assert (G : fo o <= sum_of fo l) by (apply sum_of_in; auto).
      assert (H1 : held St (Num s) (f_figure o) <= crowd St s l) by (apply (sum_of_in (fun p => held St (Num s) (f_figure p))); auto).
      destruct (Fits s l Ns NDl) as [Z0|(n & Ro & Le)]; [lia|]. exists n. split; auto. lia.
    + destruct (Fits s (o :: l) Ns) as [Z0|(n & Ro & Le)]; [constructor; auto| |]; unfold crowd in *; simpl in *.
      * assert (0 <= sum_of (fun p => held St (Num s) (f_figure p)) l) by (apply sum_of_nonneg; auto). lia.
      * exists n. split; auto. lia.
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
