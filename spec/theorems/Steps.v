(* Games as the clauses define them: positions, moves, and what a move does to the pieces. *)
From Coq Require Import List ZArith Bool Lia.
Import ListNotations.
From Toledo Require Import Terms Clauses Compiled.
Open Scope Z_scope.

(* One legal move, and what holds afterwards: exactly the facts next(F). *)
Record step (Ed : edition) (St : rows) (q m : term) (St' : rows) : Prop := {
  is_legal : p_legal Ed St q m;
  is_next : forall f, In [f] St' <-> p_next Ed St [[q; m]] f }.

(* The first position is init(F). Hands are dealt by the facts dealt/3 of the edition, whichever they are. *)
Inductive reachable (Ed : edition) : rows -> Prop :=
| reached_first : forall St, (forall f, In [f] St <-> p_init Ed f) -> reachable Ed St
| reached_next : forall St q m St', reachable Ed St -> step Ed St q m St' -> reachable Ed St'.

(* Every legal move has a successor, and as a set of facts it has one. *)
Theorem next_total : forall Ed St q m, p_legal Ed St q m -> exists St', step Ed St q m St'.
Proof.
  intros. destruct (fin_next Ed St [[q; m]]) as [l o]. exists l. split; auto.
  intro f. exact (o [f]).
Qed.
Theorem next_one : forall Ed St q m A B, step Ed St q m A -> step Ed St q m B -> forall f, In [f] A <-> In [f] B.
Proof. intros Ed St q m A B [_ a] [_ b] f. rewrite a, b. tauto. Qed.
Print Assumptions next_total.
Print Assumptions next_one.

Definition one_active (St : rows) : Prop := forall a b, p_active St a -> p_active St b -> a = b.

(* A move is of a kind, or it is not. *)
Lemma kind_or_not : forall f m, (exists u, m = F1 f u) \/ forall u, m <> F1 f u.
Proof.
  intros f m. destruct m as [| |g u| | | |]; try (right; intros; discriminate).
  destruct (Pos.eq_dec g f) as [->|N]; [left; eauto|right; congruence].
Qed.

Section OneMove.
Variable Ed : edition.
Variables St St' : rows.
Variables q m : term.
Hypothesis S : step Ed St q m St'.
Notation Do := [[q; m]].

Lemma does_is : forall x a, p_does Do x a -> x = q /\ a = m.
Proof. intros x a [H|[]]. inversion H. auto. Qed.

Lemma at_next : forall x t n, p_at St' x t n <-> p_next Ed St Do (f_at x t n).
Proof.
  intros x t n. split; intro H; [inversion H; subst; apply (is_next _ _ _ _ _ S); auto|].
  constructor. apply (is_next _ _ _ _ _ S). auto.
Qed.
Lemma active_next : forall p, p_active St' p <-> p_next Ed St Do (f_active p).
Proof.
  intros p. split; intro H; [inversion H; subst; apply (is_next _ _ _ _ _ S); auto|].
  constructor. apply (is_next _ _ _ _ _ S). auto.
Qed.
Lemma phase_next : forall x, p_phase St' x <-> p_follows Ed St Do x.
Proof.
  intros x. split; intro H.
  - inversion H; subst. match goal with H : p_true _ _ |- _ => apply (is_next _ _ _ _ _ S) in H; inversion H; subst end.
    + exfalso. match goal with H : ~ p_gone _ _ _ _ |- _ => apply H end. constructor. constructor. auto.
    + match goal with H : p_new _ _ _ _ |- _ => inversion H; subst; auto end.
  - constructor. apply (is_next _ _ _ _ _ S). eapply next_vocabulary_2. constructor. auto.
Qed.

(* What lies somewhere afterwards lay there before and nothing touched it, or a change says so; notes excepted. *)
Lemma after : forall x t n, p_at St' x t n -> (forall p, x <> f_known p) ->
  (p_at St x t n /\ forall d, ~ p_change Ed St Do x t d) \/
  (exists d n0, p_change Ed St Do x t (Num d) /\ p_at St x t (Num n0) /\ n0 + d > 0 /\ n = Num (n0 + d)) \/
  (p_change Ed St Do x t n /\ ~ exists w, p_at St x t w).
Proof.
  intros x t n H K. apply at_next in H. inversion H as [f T G|f T]; subst.
  - left. assert (A : p_at St x t n) by (constructor; auto). split; auto.
    intros d C. apply G. eapply gone_vocabulary_2; eauto.
  - right. inversion T; subst; try (exfalso; eapply K; reflexivity); [left; eauto 10|right; auto].
Qed.

(* What is touched has a change: sums over finitely many transfers exist. *)
Lemma touched_change : forall x t, p_touched Ed St Do x t -> exists d, p_change Ed St Do x t (Num d).
Proof.
  intros x t H. destruct (fin_moves Ed St Do) as [l o].
  eexists. constructor; [exact H|]. apply (sum_ok _ (part_change_vocabulary_1 l t x ++ part_change_vocabulary_2 l t x)).
  apply either_in; intro r; [apply part_change_vocabulary_1_ok|apply part_change_vocabulary_2_ok]; auto.
Qed.
Lemma change_touched : forall x t d, p_change Ed St Do x t d -> p_touched Ed St Do x t.
Proof. intros x t d H. inversion H; auto. Qed.
End OneMove.

(* What a hypothesis about a relation says, in its place. *)
Ltac invert H := inversion H; subst; clear H.
