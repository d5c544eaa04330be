(* The books: how many pieces of a kind lie at a place, what a move brings there and takes away, and sums over all places. *)
From Coq Require Import List ZArith Bool Lia.
Import ListNotations.
From Toledo Require Import Terms Clauses Compiled Steps.
Open Scope Z_scope.

(* ---- sums ---- *)
Fixpoint sum_of {A} (f : A -> Z) (l : list A) : Z := match l with [] => 0 | x :: l => f x + sum_of f l end.
Lemma sum_of_ext : forall {A} (f g : A -> Z) l, (forall x, In x l -> f x = g x) -> sum_of f l = sum_of g l.
Proof. induction l as [|a l IH]; simpl; intro H; auto. rewrite (H a), IH; auto. Qed.
Lemma sum_of_add : forall {A} (f g : A -> Z) l, sum_of (fun x => f x + g x) l = sum_of f l + sum_of g l.
Proof. induction l; simpl; lia. Qed.
Lemma sum_of_le : forall {A} (f g : A -> Z) l, (forall x, In x l -> f x <= g x) -> sum_of f l <= sum_of g l.
Proof. induction l as [|a l IH]; simpl; intro H; [lia|]. pose proof (H a (or_introl eq_refl)). pose proof (IH (fun x I => H x (or_intror I))). lia. Qed.
Lemma sum_of_zero : forall {A} (f : A -> Z) l, (forall x, In x l -> f x = 0) -> sum_of f l = 0.
Proof. induction l as [|a l IH]; simpl; intro H; auto. rewrite (H a), IH; auto. Qed.
Lemma sum_of_nonneg : forall {A} (f : A -> Z) l, (forall x, In x l -> 0 <= f x) -> 0 <= sum_of f l.
Proof. induction l as [|a l IH]; simpl; intro H; [lia|]. pose proof (H a (or_introl eq_refl)). pose proof (IH (fun x I => H x (or_intror I))). lia. Qed.
Lemma sum_of_in : forall {A} (f : A -> Z) l x, (forall x, In x l -> 0 <= f x) -> In x l -> f x <= sum_of f l.
Proof.
  induction l as [|a l IH]; simpl; intros x H I; [contradiction|].
  pose proof (sum_of_nonneg f l (fun x I => H x (or_intror I))). pose proof (H a (or_introl eq_refl)).
  destruct I as [->|I]; [lia|]. pose proof (IH x (fun x I => H x (or_intror I)) I). lia.
Qed.
Lemma nodup_map : forall {A B} (f : A -> B) l, (forall x y, In x l -> In y l -> f x = f y -> x = y) -> NoDup l -> NoDup (map f l).
Proof.
  induction l as [|a l IH]; simpl; intros Inj ND; constructor; inversion ND; subst; [|apply IH; auto].
  intro I. apply in_map_iff in I. destruct I as (b & E & I). assert (b = a) by auto. subst. contradiction.
Qed.
Lemma sum_of_app : forall {A} (f : A -> Z) a b, sum_of f (a ++ b) = sum_of f a + sum_of f b.
Proof. induction a; simpl; intros; auto. rewrite IHa. lia. Qed.
Lemma sum_of_more : forall {A} (f : A -> Z) a b, NoDup a -> (forall x, 0 <= f x) -> (forall x, In x a -> f x <> 0 -> In x b) ->
  sum_of f a <= sum_of f b.
Proof.
  induction a as [|x a IH]; intros b ND Pos Sub; simpl; [apply sum_of_nonneg; auto|]. inversion ND; subst.
  destruct (Z.eq_dec (f x) 0) as [E|E]; [rewrite E; apply IH; auto; intros; apply Sub; simpl; auto|].
  destruct (in_split x b) as (b1 & b2 & ->); [apply Sub; simpl; auto|]. rewrite sum_of_app. simpl.
  assert (sum_of f a <= sum_of f (b1 ++ b2)); [|rewrite sum_of_app in *; lia]. apply IH; auto. intros y Iy Ny.
  assert (In y (b1 ++ x :: b2)) by (apply Sub; simpl; auto). rewrite in_app_iff in *. simpl in *. intuition (subst; contradiction || auto).
Qed.
(* At most one of them counts. *)
Lemma sum_of_one : forall {A} (f : A -> Z) l b, NoDup l -> 0 <= b -> (forall x, In x l -> f x <= b) ->
  (forall x y, In x l -> In y l -> f x <> 0 -> f y <> 0 -> x = y) -> sum_of f l <= b.
Proof.
  induction l as [|a l IH]; simpl; intros b ND B Le One; [lia|]. inversion ND; subst.
  destruct (Z.eq_dec (f a) 0) as [->|N]; [apply IH; auto|].
  rewrite (sum_of_zero f l); [pose proof (Le a (or_introl eq_refl)); lia|].
  intros x I. destruct (Z.eq_dec (f x) 0) as [E|E]; auto. exfalso. assert (a = x) by (apply One; auto). subst. contradiction.
Qed.
Lemma sum_of_single : forall (f : term -> Z) l a, NoDup l -> In a l -> (forall x, x <> a -> f x = 0) -> sum_of f l = f a.
Proof.
  induction l as [|b l IH]; simpl; intros a ND I Zero; [contradiction|]. inversion ND; subst.
  destruct (term_eq_dec b a) as [->|N].
  - rewrite (sum_of_zero f l); [lia|]. intros x Hx. apply Zero. intro; subst; contradiction.
  - destruct I as [->|I]; [congruence|]. rewrite Zero, (IH a); auto.
Qed.
Lemma sum_of_swap : forall {A B} (f : A -> B -> Z) la lb,
  sum_of (fun a => sum_of (f a) lb) la = sum_of (fun b => sum_of (fun a => f a b) la) lb.
Proof.
  induction la; simpl; intros.
  - symmetry. apply sum_of_zero; auto.
  - rewrite IHla. rewrite <- sum_of_add. reflexivity.
Qed.

(* ---- places ---- *)
(* Notes are no places: known(P) says something of cards that lie elsewhere. *)
Definition place (x : term) : Prop := x <> k_nowhere /\ forall p, x <> f_known p.
Definition placeb (x : term) : bool :=
  negb (term_eqb x k_nowhere) && match x with F1 f _ => negb (Pos.eqb f n_known) | _ => true end.
Lemma placeb_place : forall x, placeb x = true <-> place x.
Proof.
  intro x. unfold placeb, place. rewrite andb_true_iff, term_neqb. split; intros [H G]; split; auto.
  - intros p ->. discriminate.
  - destruct x; auto. apply negb_true_iff. apply Pos.eqb_neq. intros ->. eapply G. reflexivity.
Qed.
Lemma number_place : forall n, place (Num n).
Proof. split; [discriminate|]. intros p. discriminate. Qed.

(* ---- how many ---- *)
Definition is_at (x t : term) (f : positive) (x' t' : term) : bool := Pos.eqb f n_at && (term_eqb x x' && term_eqb t t').
Arguments is_at : simpl never.
Lemma is_at_true : forall x t f x' t', is_at x t f x' t' = true <-> F3 f x' t' = f_at x t.
Proof.
  intros. unfold is_at. rewrite !andb_true_iff, Pos.eqb_eq, !term_eqb_eq. split; [intros (-> & -> & ->); auto|].
  intro H. assert (G : F3 f x' t' (Num 0) = f_at x t (Num 0)) by (rewrite H; auto). inversion G. auto.
Qed.
Fixpoint held (St : rows) (x t : term) : Z :=
  match St with
  | [] => 0
  | r :: l =>
    match r with
    | [F3 f x' t' (Num n)] => if is_at x t f x' t' then n else held l x t
    | _ => held l x t
    end
  end.
Lemma at_in : forall St x t n, p_at St x t n <-> In [f_at x t n] St.
Proof. split; intro H; [inversion H; auto|constructor; auto]. Qed.
Lemma held_in : forall St x t, held St x t <> 0 -> In [f_at x t (Num (held St x t))] St.
Proof.
  induction St as [|r l IH]; simpl; intros x t H; [congruence|].
  destruct r as [|[| | | |f x' t' [n| | | | | |]| |] [|? ?]]; auto.
  destruct (is_at x t f x' t') eqn:E; auto. left. apply is_at_true in E. rewrite E. auto.
Qed.
Lemma held_is : forall St x t z, In [f_at x t (Num z)] St -> (forall n, In [f_at x t n] St -> n = Num z) -> held St x t = z.
Proof.
  induction St as [|r l IH]; intros x t z I U; [destruct I|].
  assert (G : In [f_at x t (Num z)] l -> held l x t = z) by (intro; apply IH; auto; intros; apply U; right; auto).
  assert (Hd : r = [f_at x t (Num z)] \/ In [f_at x t (Num z)] l) by (destruct I; auto). clear IH.
  simpl. destruct r as [|[| | | |f x' t' [n| | | | | |]| |] [|? ?]];
    try (apply G; destruct Hd as [Q|]; [discriminate|auto]; fail).
  destruct (is_at x t f x' t') eqn:E.
  - apply is_at_true in E. assert (Q : Num n = Num z) by (apply U; left; rewrite E; auto). inversion Q. auto.
  - apply G. destruct Hd as [Q|]; auto. exfalso. assert (is_at x t f x' t' = true) by (apply is_at_true; inversion Q; auto). congruence.
Qed.

(* There are z pieces t at x. *)
Definition counts (St : rows) (x t : term) (z : Z) : Prop := 0 <= z /\ forall n, p_at St x t n <-> n = Num z /\ 0 < z.
Lemma counts_held : forall St x t z, counts St x t z -> held St x t = z.
Proof.
  intros St x t z [P C]. destruct (Z.eq_dec z 0) as [->|N].
  - destruct (Z.eq_dec (held St x t) 0); auto. apply held_in in n. apply at_in in n. apply C in n. lia.
  - apply held_is.
    + apply at_in. apply C. split; auto. lia.
    + intros n I. apply at_in in I. apply C in I. tauto.
Qed.
(* A number for each piece at each place. *)
Definition books (St : rows) : Prop := forall x t, place x -> counts St x t (held St x t).
Lemma books_at : forall St x t n, books St -> place x -> p_at St x t n -> n = Num (held St x t) /\ 0 < held St x t.
Proof. intros St x t n B P H. apply (B x t P). auto. Qed.
Lemma books_held : forall St x t, books St -> place x -> 0 < held St x t -> p_at St x t (Num (held St x t)).
Proof. intros St x t B P H. apply (B x t P). auto. Qed.
Lemma books_nonneg : forall St x t, books St -> place x -> 0 <= held St x t.
Proof. intros St x t B P. apply (B x t P). Qed.

(* A sum over what lies at a place, as the logic has it, is one over a list of kinds, each once. *)
Lemma sum_is_ext : forall (P Q : row -> Prop) n, (forall r, P r <-> Q r) -> sum_is P n -> sum_is Q n.
Proof. intros P Q n E (l & ND & H & ->). exists l. split; auto. split; auto. intro r. rewrite H. auto. Qed.
Lemma listed_sum : forall St x (f : term -> term) (D : term -> Prop) n, books St -> place x ->
  sum_is (fun t => exists k u, D u /\ p_at St x (f u) k /\ t = [k; u]) n ->
  exists l, NoDup l /\ (forall u, In u l -> D u) /\ n = sum_of (fun u => held St x (f u)) l /\
    forall u, D u -> held St x (f u) <> 0 -> In u l.
Proof.
  intros St x f D n B P (l & ND & Hl & ->). set (g := fun r : row => match r with [_; u] => u | _ => Num 0 end). exists (map g l).
  assert (Sh : forall r, In r l -> exists u, D u /\ r = [Num (held St x (f u)); u]).
  { intros r I. apply Hl in I. destruct I as (k & u & Du & A & ->). exists u. split; auto. destruct (books_at _ _ _ _ B P A) as [-> _]. auto. }
  split; [|split; [|split]].
  - apply nodup_map; auto. intros r r' I I' E. destruct (Sh r I) as (u & _ & ->), (Sh r' I') as (u' & _ & ->). simpl in E. subst. auto.
  - intros u I. apply in_map_iff in I. destruct I as (r & <- & I). destruct (Sh r I) as (u & Du & ->). auto.
  - clear - Sh. induction l as [|r l IH]; auto. simpl. rewrite IH by (intros; apply Sh; right; auto).
    destruct (Sh r (or_introl eq_refl)) as (u & _ & ->). auto.
  - intros u Du H. apply in_map_iff. exists [Num (held St x (f u)); u]. split; auto. apply Hl. eexists _, _. split; [exact Du|].
    split; [|reflexivity]. apply books_held; auto. pose proof (books_nonneg _ x (f u) B P). lia.
Qed.

(* ---- all places together ---- *)
Definition all_of (St : rows) (t : term) : row -> Prop := fun r => exists n x, p_at St x t n /\ place x /\ r = [n; x].
Definition in_all (St : rows) (t : term) (n : Z) : Prop := sum_is (all_of St t) n.

Lemma all_held : forall St t L, books St -> NoDup L -> (forall x, In x L -> place x) ->
  (forall x, place x -> 0 < held St x t -> In x L) -> in_all St t (sum_of (fun x => held St x t) L).
Proof.
  intros St t L B ND Pl Cov.
  exists (map (fun x => [Num (held St x t); x]) (filter (fun x => Z.ltb 0 (held St x t)) L)). split; [|split].
  - apply NoDup_map_inv with (f := fun r : row => match r with [_; x] => x | _ => Num 0 end).
    rewrite map_map, map_id. apply NoDup_filter. auto.
  - intro r. rewrite in_map_iff. split.
    + intros (x & <- & I). apply filter_In in I. destruct I as [I H]. apply Z.ltb_lt in H.
      exists (Num (held St x t)), x. split; [apply books_held; auto|]. auto.
    + intros (n & x & A & P & ->). destruct (books_at _ _ _ _ B P A) as [-> H]. exists x. split; auto.
      apply filter_In. split; auto. apply Z.ltb_lt. auto.
  - assert (G : forall l, (forall x, In x l -> place x) -> sum_of (fun x => held St x t) l =
      total (map (fun x => [Num (held St x t); x]) (filter (fun x => Z.ltb 0 (held St x t)) l))); [|auto].
    induction l as [|x l IH]; simpl; intro Q; auto. rewrite IH; auto.
    pose proof (books_nonneg _ x t B (Q x (or_introl eq_refl))).
    destruct (Z.ltb 0 (held St x t)) eqn:E; simpl; auto. apply Z.ltb_ge in E. lia.
Qed.

(* ---- what a move transfers ---- *)
Definition brings (x t : term) (r : row) : Z :=
  match r with [Num n; t'; _; y] => if term_eqb t' t && term_eqb y x then n else 0 | _ => 0 end.
Definition goes (x t : term) (r : row) : Z :=
  match r with [Num n; t'; y; _] => if term_eqb t' t && term_eqb y x then n else 0 | _ => 0 end.
Lemma brings_some : forall x t r, brings x t r <> 0 -> exists n y, r = [Num n; t; y; x] /\ brings x t r = n.
Proof.
  intros x t r H. unfold brings in *. destruct r as [|[n| | | | | |] [|t' [|y [|x' [|? ?]]]]]; try congruence.
  destruct (term_eqb t' t && term_eqb x' x) eqn:E; try congruence. apply andb_prop in E. destruct E as [A B].
  apply term_eqb_eq in A. apply term_eqb_eq in B. subst. eauto.
Qed.
Lemma goes_some : forall x t r, goes x t r <> 0 -> exists n y, r = [Num n; t; x; y] /\ goes x t r = n.
Proof.
  intros x t r H. unfold goes in *. destruct r as [|[n| | | | | |] [|t' [|x' [|y [|? ?]]]]]; try congruence.
  destruct (term_eqb t' t && term_eqb x' x) eqn:E; try congruence. apply andb_prop in E. destruct E as [A B].
  apply term_eqb_eq in A. apply term_eqb_eq in B. subst. eauto.
Qed.
Lemma brings_self : forall n t x y, brings x t [Num n; t; y; x] = n.
Proof. intros. simpl. rewrite !term_eqb_refl. auto. Qed.
Lemma goes_self : forall n t x y, goes x t [Num n; t; x; y] = n.
Proof. intros. simpl. rewrite !term_eqb_refl. auto. Qed.

(* The tuples of the sum in change(X,T,D). *)
Definition tuple_in (x t : term) (r : row) : rows :=
  match r with [Num n; t'; y; x'] => if term_eqb t' t && term_eqb x' x then [[Num n; y; k_in]] else [] | _ => [] end.
Definition tuple_out (x t : term) (r : row) : rows :=
  match r with [Num n; t'; x'; y] => if term_eqb t' t && term_eqb x' x then [[Num (0 - n); y; k_out]] else [] | _ => [] end.
Lemma in_tuple_in : forall x t r u, In u (tuple_in x t r) <-> exists n y, r = [Num n; t; y; x] /\ u = [Num n; y; k_in].
Proof.
  intros x t r u. split.
  - intro H. unfold tuple_in in H. destruct r as [|[n| | | | | |] [|t' [|y [|x' [|? ?]]]]]; try contradiction.
    destruct (term_eqb t' t && term_eqb x' x) eqn:E; try contradiction. apply andb_prop in E. destruct E as [A B].
    apply term_eqb_eq in A. apply term_eqb_eq in B. subst. destruct H as [<-|[]]. eauto.
  - intros (n & y & -> & ->). simpl. rewrite !term_eqb_refl. left. auto.
Qed.
Lemma in_tuple_out : forall x t r u, In u (tuple_out x t r) <-> exists n y, r = [Num n; t; x; y] /\ u = [Num (0 - n); y; k_out].
Proof.
  intros x t r u. split.
  - intro H. unfold tuple_out in H. destruct r as [|[n| | | | | |] [|t' [|x' [|y [|? ?]]]]]; try contradiction.
    destruct (term_eqb t' t && term_eqb x' x) eqn:E; try contradiction. apply andb_prop in E. destruct E as [A B].
    apply term_eqb_eq in A. apply term_eqb_eq in B. subst. destruct H as [<-|[]]. eauto.
  - intros (n & y & -> & ->). simpl. rewrite !term_eqb_refl. left. auto.
Qed.
Lemma nodup_app : forall (a b : rows), NoDup a -> NoDup b -> (forall r, In r a -> In r b -> False) -> NoDup (a ++ b).
Proof.
  induction a as [|x a IH]; simpl; intros b A B D; auto. inversion A; subst. constructor.
  - rewrite in_app_iff. intros [I|I]; [contradiction|]. eapply D; [left; reflexivity|exact I].
  - apply IH; auto. intros r I J. eapply D; [right; exact I|exact J].
Qed.
Lemma nodup_flat : forall (f : row -> rows) l, NoDup l -> (forall r, NoDup (f r)) ->
  (forall r s u, In u (f r) -> In u (f s) -> r = s) -> NoDup (flat_map f l).
Proof.
  induction l as [|r l IH]; simpl; intros ND F Inj; [constructor|]. inversion ND; subst.
  apply nodup_app; auto. intros u I J. apply in_flat_map in J. destruct J as (r' & J & K).
  assert (r = r') by (eapply Inj; eauto). subst. contradiction.
Qed.

Section OneMove.
Variable Ed : edition.
Variables St St' : rows.
Variables q m : term.
Hypothesis S : step Ed St q m St'.
Notation Do := [[q; m]].
Variable M : rows.
Hypothesis once_each : NoDup M.
Hypothesis transfers : forall r, In r M <-> exists n t x y, r = [n; t; x; y] /\ p_moves Ed St Do n t x y.

Lemma transfer : forall n t x y, In [n; t; x; y] M <-> p_moves Ed St Do n t x y.
Proof.
  intros. rewrite transfers. split; [|eauto 10]. intros (? & ? & ? & ? & E & H). inversion E; subst. auto.
Qed.

Definition inflow x t := sum_of (brings x t) M.
Definition outflow x t := sum_of (goes x t) M.

Lemma change_is : forall x t d, p_change Ed St Do x t d -> d = Num (inflow x t - outflow x t).
Proof.
  intros x t d C. inversion C as [D ? ? _ Su]; subst. f_equal.
  assert (G : inflow x t - outflow x t = total (flat_map (tuple_in x t) M ++ flat_map (tuple_out x t) M)).
  { rewrite total_app. unfold inflow, outflow. clear.
    assert (A : sum_of (brings x t) M = total (flat_map (tuple_in x t) M)).
    { induction M as [|r l IH]; auto. simpl. rewrite total_app, <- IH. f_equal.
      unfold brings, tuple_in. destruct r as [|[n| | | | | |] [|t' [|y [|x' [|? ?]]]]]; try reflexivity.
      destruct (term_eqb t' t && term_eqb x' x); simpl; lia. }
    assert (B : - sum_of (goes x t) M = total (flat_map (tuple_out x t) M)).
    { clear A. induction M as [|r l IH]; auto. simpl. rewrite total_app, <- IH.
      assert (E : - goes x t r = total (tuple_out x t r)); [|lia].
      unfold goes, tuple_out. destruct r as [|[n| | | | | |] [|t' [|y [|x' [|? ?]]]]]; try reflexivity.
      destruct (term_eqb t' t && term_eqb y x); simpl; lia. }
    lia. }
  rewrite G. eapply sum_one; [exact Su|]. eexists; split; [|split; [|reflexivity]].
  - apply nodup_app.
    + apply nodup_flat; auto.
      * intro r. unfold tuple_in. destruct r as [|[n| | | | | |] [|t' [|y [|x' [|? ?]]]]]; try constructor.
        destruct (term_eqb t' t && term_eqb x' x); [constructor; [simpl; tauto|constructor]|constructor].
      * intros r s u I J. apply in_tuple_in in I. apply in_tuple_in in J.
        destruct I as (n & y & -> & ->), J as (n' & y' & -> & E). inversion E; subst. auto.
    + apply nodup_flat; auto.
      * intro r. unfold tuple_out. destruct r as [|[n| | | | | |] [|t' [|y [|x' [|? ?]]]]]; try constructor.
        destruct (term_eqb t' t && term_eqb y x); [constructor; [simpl; tauto|constructor]|constructor].
      * intros r s u I J. apply in_tuple_out in I. apply in_tuple_out in J.
        destruct I as (n & y & -> & ->), J as (n' & y' & -> & E). inversion E; subst. repeat f_equal. lia.
    + intros u I J. apply in_flat_map in I. apply in_flat_map in J. destruct I as (r & _ & I), J as (s & _ & J).
      apply in_tuple_in in I. apply in_tuple_out in J. destruct I as (? & ? & _ & ->), J as (? & ? & _ & E). discriminate.
  - intro u. rewrite in_app_iff, !in_flat_map. split.
    + intros [(r & I & J)|(r & I & J)].
      * apply in_tuple_in in J. destruct J as (n & y & -> & ->). left. exists n, y. split; auto. apply transfer. auto.
      * apply in_tuple_out in J. destruct J as (n & y & -> & ->). right. exists n, y. split; auto. apply transfer. auto.
    + intros [(n & y & H & ->)|(n & y & H & ->)]; [left; exists [Num n; t; y; x]|right; exists [Num n; t; x; y]];
        (split; [apply transfer; auto|]); [apply in_tuple_in|apply in_tuple_out]; eauto.
Qed.

Hypothesis B : books St.
(* From a place goes what lies there, at least one piece, all of it to one other place; and places and notes are apart. *)
Hypothesis enough : forall n t x y, p_moves Ed St Do n t x y -> place x -> exists z, n = Num z /\ 1 <= z <= held St x t.
Hypothesis one_way : forall n t x y n' y', p_moves Ed St Do n t x y -> p_moves Ed St Do n' t x y' -> place x -> n = n' /\ y = y'.
Hypothesis same_sort : forall n t x y, p_moves Ed St Do n t x y -> (place x <-> place y).

Lemma goes_nonneg : forall x t r, place x -> In r M -> 0 <= goes x t r <= held St x t.
Proof.
  intros x t r P I. destruct (Z.eq_dec (goes x t r) 0) as [E|E].
  - rewrite E. pose proof (books_nonneg _ x t B P). lia.
  - apply goes_some in E. destruct E as (n & y & -> & E). rewrite E. apply transfer in I. apply enough in I; auto.
    destruct I as (z & Q & H). inversion Q; subst. lia.
Qed.
Lemma brings_nonneg : forall x t r, place x -> In r M -> 0 <= brings x t r.
Proof.
  intros x t r P I. destruct (Z.eq_dec (brings x t r) 0) as [E|E]; [lia|].
  apply brings_some in E. destruct E as (n & y & -> & E). rewrite E. apply transfer in I. pose proof I as J.
  apply same_sort in J. apply enough in I; [|tauto]. destruct I as (z & Q & H). inversion Q; subst. lia.
Qed.
Lemma outflow_held : forall x t, place x -> 0 <= outflow x t <= held St x t.
Proof.
  intros x t P. split; [apply sum_of_nonneg; intros; apply goes_nonneg; auto|]. apply sum_of_one; auto.
  - apply books_nonneg; auto.
  - intros r I. apply goes_nonneg; auto.
  - intros r s I J Hr Hs. apply goes_some in Hr. apply goes_some in Hs.
    destruct Hr as (n & y & -> & _), Hs as (n' & y' & -> & _). apply transfer in I. apply transfer in J.
    destruct (one_way _ _ _ _ _ _ I J P) as [-> ->]. auto.
Qed.
Lemma inflow_nonneg : forall x t, place x -> 0 <= inflow x t.
Proof. intros x t P. apply sum_of_nonneg. intros. apply brings_nonneg; auto. Qed.
Lemma untouched : forall x t, place x -> ~ p_touched Ed St Do x t -> inflow x t = 0 /\ outflow x t = 0.
Proof.
  intros x t P N. split; apply sum_of_zero; intros r I.
  - destruct (Z.eq_dec (brings x t r) 0) as [E|E]; auto. apply brings_some in E. destruct E as (n & y & -> & _).
    exfalso. apply N. apply transfer in I. eapply touched_vocabulary_2; eauto. apply P.
  - destruct (Z.eq_dec (goes x t r) 0) as [E|E]; auto. apply goes_some in E. destruct E as (n & y & -> & _).
    exfalso. apply N. apply transfer in I. eapply touched_vocabulary; eauto. apply P.
Qed.
Lemma brought : forall n t y x, p_moves Ed St Do n t y x -> place x -> 1 <= inflow x t.
Proof.
  intros n t y x H P. pose proof H as G. apply same_sort in G. destruct (enough _ _ _ _ H) as (z & -> & Hz); [tauto|].
  apply transfer in H. assert (Q : brings x t [Num z; t; y; x] <= inflow x t).
  { apply (sum_of_in (brings x t)); auto. intros. apply brings_nonneg; auto. }
  rewrite brings_self in Q. lia.
Qed.

Lemma touched_or_not : forall x t, p_touched Ed St Do x t \/ ~ p_touched Ed St Do x t.
Proof.
  intros x t.
  set (f := fun r : row => match r with [_; t'; x'; y'] => term_eqb t' t && (term_eqb x' x || term_eqb y' x) | _ => false end).
  destruct (term_eq_dec x k_nowhere) as [->|N].
  { right. intro H. inversion H; congruence. }
  destruct (existsb f M) eqn:E.
  - left. apply existsb_exists in E. destruct E as (r & I & F). apply transfers in I.
    destruct I as (n & t' & x' & y' & -> & H). simpl in F. apply andb_prop in F. destruct F as [F G].
    apply term_eqb_eq in F. subst. apply orb_prop in G. destruct G as [G|G]; apply term_eqb_eq in G; subst.
    + eapply touched_vocabulary; eauto.
    + eapply touched_vocabulary_2; eauto.
  - right. intro H. assert (X : existsb f M = true); [|congruence]. apply existsb_exists.
    inversion H as [? ? n y Mo|? ? n y Mo]; subst; apply transfer in Mo; eexists; (split; [exact Mo|]); simpl;
      rewrite !term_eqb_refl; simpl; auto. apply orb_true_r.
Qed.

(* The number afterwards is the number before, and what comes, and without what goes. *)
Theorem balance : forall x t, place x -> counts St' x t (held St x t + inflow x t - outflow x t).
Proof.
  intros x t P. pose proof (outflow_held x t P) as O. pose proof (inflow_nonneg x t P) as I. split; [lia|].
  assert (Kn : forall p, x <> f_known p) by apply P.
  assert (Old : forall n, p_at St x t n <-> n = Num (held St x t) /\ 0 < held St x t) by apply (B x t P).
  intro n. rewrite (at_next _ _ _ _ _ S). destruct (touched_or_not x t) as [T|T].
  - destruct (touched_change Ed St q m _ _ T) as [d C]. pose proof (change_is _ _ _ C) as D. inversion D; subst d. split.
    + intro H. inversion H as [f Tr G|f N]; subst.
      * exfalso. apply G. eapply gone_vocabulary_2; eauto. constructor. auto.
      * inversion N as [ |d n0 ? ? C' A Pos|? ? ? C' A| |? ? ? ? ?| | ]; subst; try (exfalso; eapply Kn; reflexivity).
        -- apply change_is in C'. inversion C'; subst. apply Old in A. destruct A as [A ?]. inversion A; subst.
           split; [f_equal; lia|lia].
        -- apply change_is in C'. subst n. assert (Z0 : held St x t = 0).
           { destruct (Z.eq_dec (held St x t) 0); auto. exfalso. apply A. eexists. apply Old. split; eauto. lia. }
           rewrite Z0 in *. split; [f_equal; lia|]. assert (outflow x t = 0) by lia.
           inversion T as [? ? ? ? Mo|? ? ? ? Mo]; subst.
           ++ destruct (enough _ _ _ _ Mo P) as (z & _ & Hz). lia.
           ++ pose proof (brought _ _ _ _ Mo P). lia.
    + intros [-> Pos]. apply next_vocabulary_2. destruct (Z.eq_dec (held St x t) 0) as [Z0|Z0].
      * replace (held St x t + inflow x t - outflow x t) with (inflow x t - outflow x t) by lia.
        apply new_vocabulary_3; auto. intros [w A]. apply Old in A. lia.
      * replace (held St x t + inflow x t - outflow x t) with (held St x t + (inflow x t - outflow x t)) by lia.
        apply new_vocabulary_2; auto; [|lia]. apply Old. split; auto. lia.
  - destruct (untouched x t P T) as [-> ->]. rewrite Z.add_0_r, Z.sub_0_r. rewrite <- Old. split.
    + intro H. inversion H as [f Tr G|f N]; subst; [constructor; auto|].
      exfalso. inversion N as [ |d n0 ? ? C' A Pos|? ? ? C' A| |? ? ? ? ?| | ]; subst; try (eapply Kn; reflexivity);
        apply T; eapply change_touched; eauto.
    + intro H. apply next_vocabulary; [inversion H; auto|]. intro G.
      inversion G as [ |? ? ? ? C'|? ? ? ? ?| | ]; subst; try (eapply Kn; reflexivity); apply T; eapply change_touched; eauto.
Qed.
Lemma held_next : forall x t, place x -> held St' x t = held St x t + inflow x t - outflow x t.
Proof. intros. apply counts_held. apply balance. auto. Qed.
Lemma books_next : books St'.
Proof. intros x t P. rewrite held_next; auto. apply balance. auto. Qed.

(* Nothing is made or lost: summed up over all places, a move changes no number. *)
Definition place_of (r : row) : list term := match r with [F3 _ x _ _] => [x] | _ => [] end.
Definition ends_of (r : row) : list term := match r with [_; _; x; y] => [x; y] | _ => [] end.
Theorem conserved : forall t n, in_all St t n -> in_all St' t n.
Proof.
  intros t n Su.
  set (L := nodup term_eq_dec (filter placeb (flat_map place_of St ++ flat_map place_of St' ++ flat_map ends_of M))).
  assert (ND : NoDup L) by apply NoDup_nodup.
  assert (Pl : forall x, In x L -> place x).
  { intros x I. apply nodup_In in I. apply filter_In in I. apply placeb_place. tauto. }
  assert (Cov : forall x, place x -> In x (flat_map place_of St ++ flat_map place_of St' ++ flat_map ends_of M) -> In x L).
  { intros x P I. apply nodup_In. apply filter_In. split; auto. apply placeb_place. auto. }
  assert (H0 : forall x, place x -> 0 < held St x t -> In x L).
  { intros x P H. apply Cov; auto. rewrite !in_app_iff. left. apply in_flat_map.
    exists [f_at x t (Num (held St x t))]. split; [apply held_in; lia|]. simpl. auto. }
  assert (H1 : forall x, place x -> 0 < held St' x t -> In x L).
  { intros x P H. apply Cov; auto. rewrite !in_app_iff. right. left. apply in_flat_map.
    exists [f_at x t (Num (held St' x t))]. split; [apply held_in; lia|]. simpl. auto. }
  assert (Ends : forall k u x y, In [k; u; x; y] M -> (place x -> In x L) /\ (place y -> In y L)).
  { intros k u x y I. split; intro P; apply Cov; auto; rewrite !in_app_iff; right; right; apply in_flat_map;
      (eexists; split; [exact I|]); simpl; auto. }
  pose proof (all_held _ t L B ND Pl H0) as A0. pose proof (all_held _ t L books_next ND Pl H1) as A1.
  rewrite (sum_one _ _ _ Su A0).
  replace (sum_of (fun x => held St x t) L) with (sum_of (fun x => held St' x t) L); auto.
  rewrite (sum_of_ext _ (fun x => held St x t + (inflow x t + - outflow x t)) L) by (intros; rewrite held_next by auto; lia).
  rewrite !sum_of_add.
  assert (E1 : sum_of (fun x => inflow x t) L = sum_of (fun r => sum_of (fun x => brings x t r) L) M)
    by (unfold inflow; apply (sum_of_swap (fun x r => brings x t r))).
  assert (E2 : sum_of (fun x => outflow x t) L = sum_of (fun r => sum_of (fun x => goes x t r) L) M)
    by (unfold outflow; apply (sum_of_swap (fun x r => goes x t r))).
  assert (E3 : sum_of (fun r => sum_of (fun x => brings x t r) L) M = sum_of (fun r => sum_of (fun x => goes x t r) L) M).
  { apply sum_of_ext. intros r I. apply transfers in I as J. destruct J as (k & u & x & y & -> & Mo).
    destruct (Ends _ _ _ _ I) as [Lx Ly]. pose proof (same_sort _ _ _ _ Mo) as SS.
    destruct k as [z| | | | | |]; [|rewrite !sum_of_zero; auto..].
    destruct (term_eq_dec u t) as [->|N].
    2: { rewrite !sum_of_zero; auto; intros w _; simpl; destruct (term_eqb u t) eqn:E; auto; apply term_eqb_eq in E; congruence. }
    destruct (placeb x) eqn:Px.
    - apply placeb_place in Px. rewrite (sum_of_single _ L y), (sum_of_single _ L x), brings_self, goes_self; auto;
        try (apply Ly; tauto); intros w N; simpl; rewrite term_eqb_refl; simpl;
        match goal with |- context [term_eqb ?a ?b] => destruct (term_eqb a b) eqn:E; auto; apply term_eqb_eq in E; congruence end.
    - assert (~ place x) by (rewrite <- placeb_place; congruence).
      rewrite !sum_of_zero; auto; intros w Iw; apply Pl in Iw; simpl; rewrite term_eqb_refl; simpl;
        match goal with |- context [term_eqb ?a ?b] => destruct (term_eqb a b) eqn:E; auto; apply term_eqb_eq in E; subst; tauto end. }
  assert (E4 : forall l, sum_of (fun x => - outflow x t) l = - sum_of (fun x => outflow x t) l) by (induction l; simpl; lia).
  rewrite E4. rewrite E1, E2, E3. lia.
Qed.
End OneMove.

(* The transfers of a move, each once. *)
Lemma transfers_of : forall Ed St q m, exists M, NoDup M /\
  forall r, In r M <-> exists n t x y, r = [n; t; x; y] /\ p_moves Ed St [[q; m]] n t x y.
Proof.
  intros Ed St q m. destruct (fin_moves Ed St [[q; m]]) as [l o]. exists (once l). split; [apply once_nodup|].
  intro r. rewrite once_in, (o r). split.
  - destruct r as [|n [|t [|x [|y [|? ?]]]]]; try contradiction. eauto 10.
  - intros (n & t & x & y & -> & H). exact H.
Qed.
