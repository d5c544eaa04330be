(* Sums, and the books: nothing is made or lost by transfers that find what they take. *)

From Coq Require Import List Arith Lia.
Import ListNotations.
From Toledo Require Import Model.

Lemma sum_of_ext : forall {A} (f g : A -> nat) l, (forall x, In x l -> f x = g x) -> sum_of f l = sum_of g l.
Proof. induction l as [|a l IH]; simpl; intros H; [reflexivity|]. rewrite (H a), IH; auto. Qed.

Lemma sum_of_add : forall {A} (f g : A -> nat) l, sum_of (fun x => f x + g x) l = sum_of f l + sum_of g l.
Proof. induction l; simpl; lia. Qed.

Lemma sum_of_le : forall {A} (f g : A -> nat) l, (forall x, In x l -> f x <= g x) -> sum_of f l <= sum_of g l.
Proof.
  induction l as [|a l IH]; simpl; intros H; [lia|].
  assert (f a <= g a) by auto. assert (sum_of f l <= sum_of g l) by auto. lia.
Qed.

Lemma sum_of_zero : forall {A} (f : A -> nat) l, (forall x, In x l -> f x = 0) -> sum_of f l = 0.
Proof. induction l as [|a l IH]; simpl; intros H; [reflexivity|]. rewrite (H a), IH; auto. Qed.

Lemma sum_of_in : forall {A} (f : A -> nat) l x, In x l -> f x <= sum_of f l.
Proof. induction l; simpl; intros; [contradiction|]. destruct H as [->|H]; [lia|]. apply IHl in H. lia. Qed.

Lemma sum_of_single : forall {A} (eq : forall x y : A, {x = y} + {x <> y}) (f : A -> nat) l a,
  NoDup l -> In a l -> (forall x, x <> a -> f x = 0) -> sum_of f l = f a.
Proof.
  induction l as [|b l IH]; simpl; intros a ND I Z; [contradiction|]. inversion ND; subst.
  destruct (eq b a) as [->|n].
  - rewrite (sum_of_zero f l); [lia|]. intros x Hx. apply Z. intro; subst; contradiction.
  - destruct I as [->|I]; [congruence|]. rewrite Z by auto. simpl. auto.
Qed.

Lemma sum_of_swap : forall {A B} (f : A -> B -> nat) la lb,
  sum_of (fun a => sum_of (f a) lb) la = sum_of (fun b => sum_of (fun a => f a b) la) lb.
Proof.
  induction la; simpl; intros.
  - symmetry. apply sum_of_zero; auto.
  - rewrite IHla. rewrite <- sum_of_add. reflexivity.
Qed.

Lemma sum_of_filter : forall {A} (f : A -> nat) l, sum_of f (filter (fun x => 0 <? f x) l) = sum_of f l.
Proof.
  induction l; simpl; auto. destruct (0 <? f a) eqn:C; simpl; rewrite IHl; auto.
  apply Nat.ltb_ge in C. lia.
Qed.

Lemma sum_of_perm : forall {A} (f : A -> nat) l l', (forall x, In x l <-> In x l') -> NoDup l -> NoDup l' ->
  sum_of f l = sum_of f l'.
Proof.
  induction l as [|a l IH]; intros l' S ND ND'.
  - destruct l'; auto. exfalso. apply (S a). left; auto.
  - assert (I : In a l') by (apply S; left; auto).
    apply in_split in I. destruct I as (l1 & l2 & ->).
    inversion ND; subst.
    assert (ND2 : NoDup (l1 ++ l2)) by (eapply NoDup_remove_1; eauto).
    assert (NI : ~ In a (l1 ++ l2)) by (eapply NoDup_remove_2; eauto).
    simpl. rewrite (IH (l1 ++ l2)); auto.
    + clear. induction l1; simpl; lia.
    + intro x. specialize (S x). simpl in S. rewrite in_app_iff in S. simpl in S. rewrite in_app_iff in NI |- *.
      assert (N : ~ (a = x /\ (In x l \/ In x l1 \/ In x l2))) by (intros (<- & [?|?]); tauto). tauto.
Qed.

(* Any list without repetitions that holds every X for which f is not 0 has the sum. *)
Lemma total_of_superset : forall {A} (f : A -> nat) L, NoDup L -> (forall x, 0 < f x -> In x L) ->
  total_of f (sum_of f L).
Proof.
  intros A f L ND S. exists (filter (fun x => 0 <? f x) L). split; [apply NoDup_filter; auto|].
  split; [|symmetry; apply sum_of_filter].
  intro x. rewrite filter_In, Nat.ltb_lt. split; [tauto|]. auto.
Qed.

Lemma total_of_unique : forall {A} (f : A -> nat) n n', total_of f n -> total_of f n' -> n = n'.
Proof.
  intros A f n n' (l & ND & S & ->) (l' & ND' & S' & ->). apply sum_of_perm; auto.
  intro x. rewrite S, S'. tauto.
Qed.

Lemma total_of_ext : forall {A} (f g : A -> nat) n, (forall x, f x = g x) -> total_of f n -> total_of g n.
Proof.
  intros A f g n H (l & ND & S & ->). exists l. split; auto. split.
  - intro x. rewrite S, H. tauto.
  - apply sum_of_ext; auto.
Qed.

(* One X less. *)
Lemma total_of_less : forall {A} (eq : forall x y : A, {x = y} + {x <> y}) (f g : A -> nat) n a,
  total_of f n -> 0 < f a -> g a = f a - 1 -> (forall x, x <> a -> g x = f x) -> total_of g (n - 1).
Proof.
  intros A eq f g n a (l & ND & S & ->) P Ga Go.
  replace (sum_of f l - 1) with (sum_of g l).
  - apply total_of_superset; auto. intros x Hx. apply S. destruct (eq x a) as [->|ne]; auto.
    rewrite <- Go; auto.
  - assert (Ia : In a l) by (apply S; auto).
    apply in_split in Ia. destruct Ia as (l1 & l2 & ->).
    assert (NI : ~ In a (l1 ++ l2)) by (eapply NoDup_remove_2; eauto).
    assert (X : forall k, (forall x, In x k -> x <> a) -> sum_of g k = sum_of f k)
      by (intros k Hk; apply sum_of_ext; intros; apply Go; auto).
    assert (Y : forall h : A -> nat, sum_of h (l1 ++ a :: l2) = sum_of h l1 + (h a + sum_of h l2))
      by (intro h; clear; induction l1; simpl; lia).
    rewrite !Y. rewrite (X l1), (X l2); try lia.
    + intros x Hx ->. apply NI. apply in_app_iff; auto.
    + intros x Hx ->. apply NI. apply in_app_iff; auto.
Qed.

(* One X more. *)
Lemma total_of_more : forall {A} (eq : forall x y : A, {x = y} + {x <> y}) (f g : A -> nat) n a,
  total_of f n -> g a = f a + 1 -> (forall x, x <> a -> g x = f x) -> total_of g (n + 1).
Proof.
  intros A eq f g n a (l & ND & S & ->) Ga Go.
  assert (Y : forall (h : A -> nat) l1 l2, sum_of h (l1 ++ a :: l2) = sum_of h (l1 ++ l2) + h a)
    by (intros h l1 l2; induction l1; simpl; lia).
  destruct (in_dec eq a l) as [Ia|Na].
  - apply in_split in Ia. destruct Ia as (l1 & l2 & ->).
    assert (NI : ~ In a (l1 ++ l2)) by (eapply NoDup_remove_2; eauto).
    replace (sum_of f (l1 ++ a :: l2) + 1) with (sum_of g (l1 ++ a :: l2)).
    + apply total_of_superset; auto. intros x Hx. destruct (eq x a) as [->|ne]; [apply in_app_iff; simpl; auto|].
      apply S. rewrite <- Go; auto.
    + rewrite !Y. rewrite Ga. rewrite (sum_of_ext g f (l1 ++ l2)); [lia|].
      intros x Hx. apply Go. intros ->; contradiction.
  - replace (sum_of f l + 1) with (sum_of g (a :: l)).
    + apply total_of_superset; [constructor; auto|]. intros x Hx. destruct (eq x a) as [->|ne]; [left; auto|].
      right. apply S. rewrite <- Go; auto.
    + simpl. assert (f a = 0) by (destruct (f a) eqn:Fa; auto; exfalso; apply Na, S; lia).
      rewrite (sum_of_ext g f l); [lia|]. intros x Hx. apply Go. intros ->; contradiction.
Qed.

(* ---- the books ------------------------------------------------------------------------------------------------- *)

Definition transfer_eq : forall t u : transfer, {t = u} + {t <> u}.
Proof. repeat decide equality. Defined.

(* If all transfers of a piece from a place are one and the same, no more goes than that one takes. *)
Lemma one_source : forall moved x u n, NoDup moved ->
  (forall t t', In t moved -> In t' moved -> source t = x -> source t' = x -> what t = u -> what t' = u -> t = t') ->
  (forall t, In t moved -> source t = x -> what t = u -> amount t <= n) ->
  sum_of (goes x u) moved <= n.
Proof.
  induction moved as [|t l IH]; simpl; intros x u n ND One Le; [lia|]. inversion ND; subst.
  destruct (Nat.eq_dec (goes x u t) 0) as [Z|Z].
  - rewrite Z. simpl. apply IH; auto.
  - assert (Hs : source t = x /\ what t = u).
    { unfold goes in Z. destruct (place_eq (source t) x); [|congruence]. destruct (piece_eq (what t) u); auto. congruence. }
    destruct Hs as [Hx Hu]. rewrite (sum_of_zero (goes x u) l).
    + unfold goes. destruct (place_eq (source t) x); [|lia]. destruct (piece_eq (what t) u); [|lia].
      specialize (Le t (or_introl eq_refl) Hx Hu). lia.
    + intros t' I'. unfold goes. destruct (place_eq (source t') x); auto. destruct (piece_eq (what t') u); auto.
      exfalso. apply H1. rewrite (One t t'); auto.
Qed.

(* How many pieces u there are in all places together. *)
Definition everywhere (s : position) (u : piece) (x : place) : nat := if note x then 0 else at_ s x u.
Definition in_all (s : position) (u : piece) (n : nat) : Prop := total_of (everywhere s u) n.

Theorem books : forall s s' moved u n,
  NoDup moved ->
  (forall t, In t moved -> note (source t) = note (target t)) ->
  (forall x, note x = false -> sum_of (goes x u) moved <= at_ s x u) ->
  (forall x, note x = false -> at_ s' x u = at_ s x u + sum_of (brings x u) moved - sum_of (goes x u) moved) ->
  in_all s u n -> in_all s' u n.
Proof.
  intros s s' moved u n ND Way Enough Next (l & NDl & S & ->).
  set (L := nodup place_eq (l ++ map source moved ++ map target moved)).
  assert (NDL : NoDup L) by apply NoDup_nodup.
  assert (IL : forall x, In x L <-> In x l \/ In x (map source moved) \/ In x (map target moved)).
  { intro x. unfold L. rewrite nodup_In, !in_app_iff. tauto. }
  assert (Out : forall x, ~ In x L -> sum_of (brings x u) moved = 0).
  { intros x N. apply sum_of_zero. intros t It. unfold brings. destruct (place_eq (target t) x) as [<-|]; auto.
    exfalso. apply N, IL. right; right. apply in_map; auto. }
  assert (T : total_of (everywhere s u) (sum_of (everywhere s u) L)).
  { apply total_of_superset; auto. intros x Hx. apply IL. left. apply S; auto. }
  assert (T0 : total_of (everywhere s u) (sum_of (everywhere s u) l)) by (exists l; auto).
  rewrite (total_of_unique _ _ _ T0 T).
  assert (Cols : forall (w : transfer -> place), (forall t, In t moved -> In (w t) L) ->
    sum_of (fun x => if note x then 0 else
      sum_of (fun t => if place_eq (w t) x then if piece_eq (what t) u then amount t else 0 else 0) moved) L
    = sum_of (fun t => if note (w t) then 0 else if piece_eq (what t) u then amount t else 0) moved).
  { intros w Iw.
    rewrite (sum_of_ext _ (fun x => sum_of (fun t => if note x then 0 else
       if place_eq (w t) x then if piece_eq (what t) u then amount t else 0 else 0) moved) L).
    - rewrite (sum_of_swap (fun x t => if note x then 0 else
         if place_eq (w t) x then if piece_eq (what t) u then amount t else 0 else 0)).
      apply sum_of_ext. intros t It.
      rewrite (sum_of_single place_eq _ L (w t)); auto.
      + destruct (note (w t)); auto. destruct (place_eq (w t) (w t)); congruence.
      + intros x ne. destruct (note x); auto. destruct (place_eq (w t) x); congruence.
    - intros x _. destruct (note x); auto. symmetry. apply sum_of_zero; auto. }
  assert (Bs := Cols target ltac:(intros t It; apply IL; right; right; apply in_map; auto)).
  assert (Gs := Cols source ltac:(intros t It; apply IL; right; left; apply in_map; auto)).
  replace (sum_of (everywhere s u) L) with (sum_of (everywhere s' u) L).
  - apply total_of_superset; auto. intros x Hx.
    destruct (in_dec place_eq x L) as [I|N]; auto. exfalso.
    unfold everywhere in Hx. destruct (note x) eqn:Nx; [lia|]. rewrite Next, (Out x N) in Hx by auto.
    apply N, IL. left. apply S. unfold everywhere. rewrite Nx. lia.
  - assert (X : sum_of (everywhere s' u) L + sum_of (fun x => if note x then 0 else sum_of (goes x u) moved) L
      = sum_of (everywhere s u) L + sum_of (fun x => if note x then 0 else sum_of (brings x u) moved) L).
    { rewrite <- !sum_of_add. apply sum_of_ext. intros x _. unfold everywhere. destruct (note x) eqn:Nx; auto.
      rewrite Next by auto. specialize (Enough x Nx). lia. }
    unfold goes, brings in X. rewrite Bs, Gs in X.
    rewrite (sum_of_ext (fun t => if note (source t) then 0 else if piece_eq (what t) u then amount t else 0)
       (fun t => if note (target t) then 0 else if piece_eq (what t) u then amount t else 0)) in X; [lia|].
    intros t It. rewrite (Way t It). reflexivity.
Qed.

(* The representation of positions. Let the facts at(X,T,N) be those with number N >= 1, and let no place give more than
   it has. Then what the clauses for gone(at(..)) and new(at(..)) leave is again a number for each place and piece, and
   it is the one above. `touched` and the three clauses are those of the vocabulary. *)
Section Facts.
Variable number : place -> piece -> nat.
Variable moved : list transfer.
Definition fact (x : place) (u : piece) (n : nat) : Prop := number x u = n /\ 1 <= n.
Definition touched (x : place) (u : piece) : Prop :=
  x <> nowhere /\ exists t, In t moved /\ what t = u /\ (source t = x \/ target t = x).
Definition next_fact (x : place) (u : piece) (n : nat) : Prop :=
  (fact x u n /\ ~ touched x u)
  \/ (touched x u /\ exists k, fact x u k /\ k + sum_of (brings x u) moved = n + sum_of (goes x u) moved /\ 0 < n)
  \/ (touched x u /\ (forall k, ~ fact x u k) /\ n + sum_of (goes x u) moved = sum_of (brings x u) moved).

Theorem facts_are_numbers :
  (forall t, In t moved -> 1 <= amount t) ->
  (forall x u, x <> nowhere -> sum_of (goes x u) moved <= number x u) ->
  forall x u n, x <> nowhere ->
  (next_fact x u n <-> (number x u + sum_of (brings x u) moved - sum_of (goes x u) moved = n /\ 1 <= n)).
Proof.
  intros Pos Enough x u n Nx. unfold next_fact, fact. specialize (Enough x u Nx).
  assert (D : touched x u \/ (sum_of (brings x u) moved = 0 /\ sum_of (goes x u) moved = 0 /\ ~ touched x u)).
  { unfold touched. clear Enough Pos. induction moved as [|t l IH]; simpl.
    - right. repeat split; auto. intros (_ & t & [] & _).
    - destruct IH as [(_ & t' & I & W & O)|(B & G & N)].
      + left. split; auto. exists t'. auto.
      + unfold brings at 1, goes at 1. destruct (piece_eq (what t) u) as [W|W].
        * destruct (place_eq (source t) x) as [Sx|Sx].
          { left. split; auto. exists t. auto. }
          destruct (place_eq (target t) x) as [Tx|Tx].
          { left. split; auto. exists t. auto. }
          right. repeat split; auto. intros (_ & t' & [<-|I] & W' & O); [tauto|].
          apply N. split; auto. exists t'. auto.
        * right. destruct (place_eq (target t) x), (place_eq (source t) x); repeat split; auto;
            intros (_ & t' & [<-|I] & W' & O); try tauto; apply N; split; auto; exists t'; auto. }
  assert (Come : touched x u -> number x u = 0 -> 1 <= sum_of (brings x u) moved).
  { intros (_ & t & I & W & O) Z. destruct O as [O|O].
    - exfalso. assert (goes x u t <= sum_of (goes x u) moved) by (apply sum_of_in; auto).
      unfold goes in H at 1. destruct (place_eq (source t) x); [|congruence]. destruct (piece_eq (what t) u); [|congruence].
      specialize (Pos t I). lia.
    - assert (brings x u t <= sum_of (brings x u) moved) by (apply sum_of_in; auto).
      unfold brings in H at 1. destruct (place_eq (target t) x); [|congruence]. destruct (piece_eq (what t) u); [|congruence].
      specialize (Pos t I). lia. }
  split.
  - intros [((E & L) & N)|[(T & k & (E & L) & S & Pn)|(T & N & S)]].
    + destruct D as [D|(B & G & _)]; [contradiction|]. lia.
    + lia.
    + assert (Z : number x u = 0) by (destruct (number x u) eqn:Q; auto; exfalso; apply (N (number x u)); lia).
      specialize (Come T Z). lia.
  - intros (E & L). destruct D as [T|(B & G & N)].
    + destruct (number x u) eqn:Q.
      * right; right. split; [exact T|]. split; [intros k (K & K'); lia | lia].
      * right; left. split; auto. exists (number x u). lia.
    + left. split; auto. lia.
Qed.
End Facts.
