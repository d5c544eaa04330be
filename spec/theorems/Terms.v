(* What the generated files stand on: terms, rows, comprehensions over lists with their meaning, sums and counts. *)
From Coq Require Import List ZArith Lia Bool.
Import ListNotations.
Open Scope Z_scope.

(* A ground term of the logic. Names are numbers; the generated files have a notation for each name of the clauses. *)
Inductive term :=
| Num (n : Z) | Name (c : positive)
| F1 (f : positive) (a : term) | F2 (f : positive) (a b : term) | F3 (f : positive) (a b c : term)
| F4 (f : positive) (a b c d : term) | F5 (f : positive) (a b c d e : term).

Fixpoint term_eqb (x y : term) : bool :=
  match x, y with
  | Num a, Num b => Z.eqb a b
  | Name a, Name b => Pos.eqb a b
  | F1 f a, F1 g a' => Pos.eqb f g && term_eqb a a'
  | F2 f a b, F2 g a' b' => Pos.eqb f g && (term_eqb a a' && term_eqb b b')
  | F3 f a b c, F3 g a' b' c' => Pos.eqb f g && (term_eqb a a' && (term_eqb b b' && term_eqb c c'))
  | F4 f a b c d, F4 g a' b' c' d' => Pos.eqb f g && (term_eqb a a' && (term_eqb b b' && (term_eqb c c' && term_eqb d d')))
  | F5 f a b c d e, F5 g a' b' c' d' e' =>
      Pos.eqb f g && (term_eqb a a' && (term_eqb b b' && (term_eqb c c' && (term_eqb d d' && term_eqb e e'))))
  | _, _ => false
  end.

Lemma term_eqb_refl : forall x, term_eqb x x = true.
Proof. induction x; simpl; rewrite ?Z.eqb_refl, ?Pos.eqb_refl; repeat (apply andb_true_intro; split); auto. Qed.

Lemma term_eqb_eq : forall x y, term_eqb x y = true <-> x = y.
Proof.
  split; [|intros ->; apply term_eqb_refl].
  revert y. induction x; destruct y; simpl; intro H; try discriminate;
    repeat match goal with H : _ && _ = true |- _ => apply andb_prop in H; destruct H end;
    repeat match goal with
    | H : Z.eqb _ _ = true |- _ => apply Z.eqb_eq in H
    | H : Pos.eqb _ _ = true |- _ => apply Pos.eqb_eq in H
    | I : forall y, term_eqb ?x y = true -> _, H : term_eqb ?x _ = true |- _ => apply I in H
    end; subst; auto.
Qed.

Lemma term_neqb : forall x y, negb (term_eqb x y) = true <-> x <> y.
Proof. intros. rewrite negb_true_iff. rewrite <- term_eqb_eq. destruct (term_eqb x y); split; congruence. Qed.

Definition term_eq_dec : forall x y : term, {x = y} + {x <> y}.
Proof. intros. destruct (term_eqb x y) eqn:H; [left; apply term_eqb_eq; auto | right; rewrite <- term_eqb_eq; congruence]. Defined.

Definition row := list term.
Definition rows := list row.

Fixpoint row_eqb (x y : row) : bool :=
  match x, y with [], [] => true | a :: x, b :: y => term_eqb a b && row_eqb x y | _, _ => false end.
Lemma row_eqb_eq : forall x y, row_eqb x y = true <-> x = y.
Proof.
  induction x; destruct y; simpl; split; intro H; try discriminate; auto.
  - apply andb_prop in H. destruct H as [H G]. apply term_eqb_eq in H. apply IHx in G. congruence.
  - inversion H; subst. rewrite term_eqb_refl. simpl. apply IHx. auto.
Qed.

Fixpoint mem (r : row) (l : rows) : bool := match l with [] => false | x :: l => if row_eqb r x then true else mem r l end.
Lemma mem_in : forall r l, mem r l = true <-> In r l.
Proof.
  induction l; simpl; [split; [discriminate|tauto]|].
  destruct (row_eqb r a) eqn:H; [apply row_eqb_eq in H; subst; tauto|]. rewrite IHl. split; [auto|].
  intros [->|]; auto. assert (row_eqb r r = true) by (apply row_eqb_eq; auto). congruence.
Qed.
Lemma not_mem : forall r l, negb (mem r l) = true <-> ~ In r l.
Proof. intros. rewrite negb_true_iff, <- mem_in. destruct (mem r l); split; congruence. Qed.

Fixpoint once (l : rows) : rows := match l with [] => [] | x :: l => let r := once l in if mem x r then r else x :: r end.
Lemma once_in : forall x l, In x (once l) <-> In x l.
Proof.
  intros x l. revert x. induction l; simpl; intro x; [tauto|]. destruct (mem a (once l)) eqn:H; simpl; rewrite IHl; [|tauto].
  apply mem_in in H. apply IHl in H. split; [auto|]. intros [->|]; auto.
Qed.
Lemma once_nodup : forall l, NoDup (once l).
Proof.
  induction l; simpl; [constructor|]. destruct (mem a (once l)) eqn:H; auto. constructor; auto.
  rewrite <- mem_in. congruence.
Qed.

(* ---- comprehensions ---- *)
Definition when (b : bool) (l : rows) : rows := if b then l else [].
Definition each0 (l : rows) (k : rows) : rows := flat_map (fun r => match r with [] => k | _ => [] end) l.
Definition each1 (l : rows) (k : term -> rows) : rows := flat_map (fun r => match r with [a] => k a | _ => [] end) l.
Definition each2 (l : rows) (k : term -> term -> rows) : rows := flat_map (fun r => match r with [a; b] => k a b | _ => [] end) l.
Definition each3 (l : rows) (k : term -> term -> term -> rows) : rows :=
  flat_map (fun r => match r with [a; b; c] => k a b c | _ => [] end) l.
Definition each4 (l : rows) (k : term -> term -> term -> term -> rows) : rows :=
  flat_map (fun r => match r with [a; b; c; d] => k a b c d | _ => [] end) l.
Definition isNum (t : term) (k : Z -> rows) : rows := match t with Num z => k z | _ => [] end.
Definition is1 f (t : term) (k : term -> rows) : rows := match t with F1 g a => if Pos.eqb f g then k a else [] | _ => [] end.
Definition is2 f (t : term) (k : term -> term -> rows) : rows := match t with F2 g a b => if Pos.eqb f g then k a b else [] | _ => [] end.
Definition is3 f (t : term) (k : term -> term -> term -> rows) : rows :=
  match t with F3 g a b c => if Pos.eqb f g then k a b c else [] | _ => [] end.
Definition is4 f (t : term) (k : term -> term -> term -> term -> rows) : rows :=
  match t with F4 g a b c d => if Pos.eqb f g then k a b c d else [] | _ => [] end.
Definition is5 f (t : term) (k : term -> term -> term -> term -> term -> rows) : rows :=
  match t with F5 g a b c d e => if Pos.eqb f g then k a b c d e else [] | _ => [] end.
Definition eachT (l : list term) (k : term -> rows) : rows := flat_map k l.
Definition eachZ (l : list Z) (k : Z -> rows) : rows := flat_map k l.
Definition range (a b : Z) : list Z := map (fun i => a + Z.of_nat i) (seq 0 (Z.to_nat (b - a + 1))).

Lemma in_when : forall x b l, In x (when b l) <-> b = true /\ In x l.
Proof. destruct b; simpl; intuition congruence. Qed.
Ltac each := intros; unfold each0, each1, each2, each3, each4; rewrite in_flat_map; split;
  [ let r := fresh in let I := fresh in let H := fresh in intros (r & I & H); repeat (destruct r as [|? r]; try contradiction); eauto 10
  | let H := fresh in intros H; decompose [ex and] H; eexists; split; [eassumption|]; auto ].
Lemma in_each0 : forall x l k, In x (each0 l k) <-> In [] l /\ In x k.
Proof. each. Qed.
Lemma in_each1 : forall x l k, In x (each1 l k) <-> exists a, In [a] l /\ In x (k a).
Proof. each. Qed.
Lemma in_each2 : forall x l k, In x (each2 l k) <-> exists a b, In [a; b] l /\ In x (k a b).
Proof. each. Qed.
Lemma in_each3 : forall x l k, In x (each3 l k) <-> exists a b c, In [a; b; c] l /\ In x (k a b c).
Proof. each. Qed.
Lemma in_each4 : forall x l k, In x (each4 l k) <-> exists a b c d, In [a; b; c; d] l /\ In x (k a b c d).
Proof. each. Qed.
Ltac is_ := let x := fresh in let f := fresh "f" in let t := fresh in let k := fresh in
  intros x f t k; destruct t; simpl; split; let H := fresh in intro H; try contradiction;
  [ .. ]; try (match type of H with context [Pos.eqb ?a ?b] => let Q := fresh in destruct (Pos.eqb a b) eqn:Q;
       [apply Pos.eqb_eq in Q; subst; simpl in H; eauto 10 | contradiction] end);
  try (decompose [ex and] H; try discriminate;
  match goal with Q : _ = _ |- _ => inversion Q; subst end; rewrite Pos.eqb_refl; auto; fail).
Lemma in_isNum : forall x t k, In x (isNum t k) <-> exists z, t = Num z /\ In x (k z).
Proof. intros. destruct t; simpl; split; intro H; try contradiction; eauto; decompose [ex and] H; try discriminate.
  match goal with Q : _ = _ |- _ => inversion Q; subst end; auto. Qed.
Lemma in_is1 : forall x f t k, In x (is1 f t k) <-> exists a, t = F1 f a /\ In x (k a).
Proof. is_. Qed.
Lemma in_is2 : forall x f t k, In x (is2 f t k) <-> exists a b, t = F2 f a b /\ In x (k a b).
Proof. is_. Qed.
Lemma in_is3 : forall x f t k, In x (is3 f t k) <-> exists a b c, t = F3 f a b c /\ In x (k a b c).
Proof. is_. Qed.
Lemma in_is4 : forall x f t k, In x (is4 f t k) <-> exists a b c d, t = F4 f a b c d /\ In x (k a b c d).
Proof. is_. Qed.
Lemma in_is5 : forall x f t k, In x (is5 f t k) <-> exists a b c d e, t = F5 f a b c d e /\ In x (k a b c d e).
Proof. is_. Qed.
Lemma in_eachT : forall x l k, In x (eachT l k) <-> exists a, In a l /\ In x (k a).
Proof. intros. apply in_flat_map. Qed.
Lemma in_eachZ : forall x l k, In x (eachZ l k) <-> exists a, In a l /\ In x (k a).
Proof. intros. apply in_flat_map. Qed.
Lemma in_range : forall x a b, In x (range a b) <-> a <= x <= b.
Proof.
  intros. unfold range. rewrite in_map_iff. split.
  - intros (i & <- & H). apply in_seq in H. lia.
  - intro H. exists (Z.to_nat (x - a)). split; [lia|]. apply in_seq. lia.
Qed.

Fixpoint memt (t : term) (l : list term) : bool := match l with [] => false | x :: l => if term_eqb t x then true else memt t l end.
Lemma memt_in : forall t l, memt t l = true <-> In t l.
Proof.
  induction l; simpl; [split; [discriminate|tauto]|].
  destruct (term_eqb t a) eqn:H; [apply term_eqb_eq in H; subst; tauto|]. rewrite IHl. split; [auto|].
  intros [->|]; auto. rewrite term_eqb_refl in H. congruence.
Qed.

Lemma gtb_gt : forall a b, Z.gtb a b = true <-> a > b.
Proof. intros. rewrite Z.gtb_lt. lia. Qed.
Lemma geb_ge : forall a b, Z.geb a b = true <-> a >= b.
Proof. intros. rewrite Z.geb_leb, Z.leb_le. lia. Qed.

Definition empty (l : rows) : bool := match l with [] => true | _ => false end.
Lemma empty_none : forall l, empty l = true <-> ~ exists r, In r l.
Proof. destruct l; simpl; split; auto; [intros _ [r []] | discriminate | intro H; exfalso; apply H; eauto]. Qed.

(* ---- sums and counts: over the set of tuples, each once, as the logic has it ---- *)
Definition weight (r : row) : Z := match r with Num z :: _ => z | _ => 0 end.
Fixpoint total (l : rows) : Z := match l with [] => 0 | r :: l => weight r + total l end.
Definition sum_is (P : row -> Prop) (n : Z) : Prop := exists l, NoDup l /\ (forall r, In r l <-> P r) /\ n = total l.
Definition count_is (P : row -> Prop) (n : Z) : Prop := exists l, NoDup l /\ (forall r, In r l <-> P r) /\ n = Z.of_nat (length l).
Definition sum_rows (l : rows) : Z := total (once l).
Definition count_rows (l : rows) : Z := Z.of_nat (length (once l)).

Lemma total_app : forall a b, total (a ++ b) = total a + total b.
Proof. induction a; simpl; intros; auto. rewrite IHa. lia. Qed.
Lemma total_same : forall a b, NoDup a -> NoDup b -> (forall r, In r a <-> In r b) -> total a = total b.
Proof.
  induction a as [|x a IH]; intros b Na Nb H.
  - destruct b; auto. exfalso. apply (H r). left. auto.
  - inversion Na; subst. destruct (in_split x b) as (b1 & b2 & ->); [apply H; left; auto|].
    rewrite total_app. simpl. apply NoDup_remove in Nb. destruct Nb as [Nb Hx].
    rewrite (IH (b1 ++ b2)); auto; [rewrite total_app; lia|].
    intro r. specialize (H r). rewrite in_app_iff. rewrite in_app_iff in H. simpl in H.
    assert (x = r -> In r a -> False) by (intros; subst; contradiction).
    assert (x = r -> In r b1 \/ In r b2 -> False) by (intros; subst; apply Hx; rewrite in_app_iff; auto). tauto.
Qed.
Lemma sum_ok : forall P l, (forall r, In r l <-> P r) -> sum_is P (sum_rows l).
Proof. intros. exists (once l). split; [apply once_nodup|]. split; auto. intro. rewrite once_in. auto. Qed.
Lemma sum_one : forall P m n, sum_is P m -> sum_is P n -> m = n.
Proof. intros P m n (a & A & Ha & ->) (b & B & Hb & ->). apply total_same; auto. intro. rewrite Ha, Hb. tauto. Qed.
Lemma count_ok : forall P l, (forall r, In r l <-> P r) -> count_is P (count_rows l).
Proof. intros. exists (once l). split; [apply once_nodup|]. split; auto. intro. rewrite once_in. auto. Qed.
Lemma count_one : forall P m n, count_is P m -> count_is P n -> m = n.
Proof.
  intros P m n (a & A & Ha & ->) (b & B & Hb & ->).
  assert (length a <= length b)%nat by (apply NoDup_incl_length; auto; intros x I; apply Hb, Ha; auto).
  assert (length b <= length a)%nat by (apply NoDup_incl_length; auto; intros x I; apply Ha, Hb; auto). lia.
Qed.

(* rows say what a predicate says *)
Definition ok (P : row -> Prop) (l : rows) : Prop := forall r, In r l <-> P r.
Definition sub (P : row -> Prop) (l : rows) : Prop := forall r, In r l -> P r.
Lemma ok_sub : forall P l, ok P l -> sub P l.
Proof. intros P l H r. apply H. Qed.
Definition within (a b : rows) : bool := forallb (fun r => mem r b) a.
Lemma within_in : forall a b, within a b = true -> forall r, In r a -> In r b.
Proof. intros a b H r I. unfold within in H. rewrite forallb_forall in H. apply mem_in. auto. Qed.
Lemma either_in : forall a b (P Q : row -> Prop), ok P a -> ok Q b -> ok (fun t => P t \/ Q t) (a ++ b).
Proof. intros a b P Q H G t. rewrite in_app_iff, (H t), (G t). tauto. Qed.
