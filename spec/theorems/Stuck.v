(* Nobody is ever stuck: for any hand, any road, any edition and any number of players, whoever has a figure on a full
   space, without a circle, can challenge somebody or play a legal card (I-24, A-43, A-44, A-143). *)
From Coq Require Import List ZArith Bool Lia.
Import ListNotations.
From Toledo Require Import Terms Clauses Compiled Steps Books Editions Transfers Conservation Lookahead.
Open Scope Z_scope.

(* ---- sums of which one tuple is another ---- *)
Definition some (n : Z) (z : row) : rows := if Z.ltb 0 n then [Num n :: z] else [].
Lemma in_some : forall n z r, In r (some n z) <-> 0 < n /\ r = Num n :: z.
Proof.
  intros n z r. unfold some. destruct (Z.ltb 0 n) eqn:E; simpl; [apply Z.ltb_lt in E|apply Z.ltb_ge in E]; split; intro H.
  - destruct H as [<-|[]]. auto.
  - destruct H as [_ ->]. auto.
  - contradiction.
  - lia.
Qed.
Lemma sum_adjust : forall (P P' Q : row -> Prop) z n n' s, 0 <= n -> 0 <= n' -> (forall a, ~ Q (a :: z)) ->
  (forall r, P r <-> Q r \/ 0 < n /\ r = Num n :: z) -> (forall r, P' r <-> Q r \/ 0 < n' /\ r = Num n' :: z) ->
  sum_is P s -> sum_is P' (s - n + n').
Proof.
  intros P P' Q z n n' s N N' NQ HP HP' (l & ND & Hl & ->).
  set (l0 := filter (fun r => match r with [] => true | _ :: y => negb (row_eqb y z) end) l).
  assert (Cut : forall r, In r l0 <-> Q r).
  { intro r. unfold l0. rewrite filter_In, Hl, HP. split.
    - intros [[H|[_ ->]] F]; auto. exfalso. assert (row_eqb z z = true) by (apply row_eqb_eq; auto). rewrite H in F. discriminate.
    - intro H. split; auto. destruct r as [|a y]; auto. destruct (row_eqb y z) eqn:E; auto. apply row_eqb_eq in E. subst. exfalso. eapply NQ; eauto. }
  assert (ND0 : NoDup l0) by (apply NoDup_filter; auto).
  assert (NDs : forall k, NoDup (l0 ++ some k z)).
  { intro k. apply nodup_app; auto.
    - unfold some. destruct (Z.ltb 0 k); constructor; [simpl; tauto|constructor].
    - intros r I J. apply Cut in I. apply in_some in J. destruct J as [_ ->]. eapply NQ; eauto. }
  assert (Tot : forall k, 0 <= k -> total (l0 ++ some k z) = total l0 + k).
  { intros k K. rewrite total_app. unfold some. destruct (Z.ltb 0 k) eqn:E; simpl; [lia|]. apply Z.ltb_ge in E. lia. }
  exists (l0 ++ some n' z). split; auto. split.
  - intro r. rewrite in_app_iff, in_some, Cut, HP'. tauto.
  - rewrite Tot by auto. assert (T : total l = total l0 + n); [|lia]. rewrite <- Tot by auto. apply total_same; auto.
    intro r. rewrite in_app_iff, in_some, Cut, Hl, HP. tauto.
Qed.

Section Stuck.
Variable Ed : edition.
Hypothesis WF : well_formed Ed.

(* Only chance deals the last card (A-22). *)
Lemma no_last_card : forall St q c s o, sound Ed St -> p_legal Ed St q (f_play_card c s o) -> ~ p_last_card_goes Ed St [[q; f_play_card c s o]].
Proof.
  intros St q c s o OK L H. inversion H; subst. match goal with D : p_does _ k_chance _ |- _ => apply does_is in D; destruct D as [A _] end.
  destruct (legal_play _ _ OK _ _ _ _ L) as [B _]. destruct (s_seat _ _ OK _ B) as [z E]. congruence.
Qed.

(* All that a card does that leads to a full space: the figure goes to the edge of it, and the card from the hand. *)
Lemma effects : forall St q c s o n t x y, sound Ed St -> p_legal Ed St q (f_play_card c s o) ->
  (exists e, p_follows Ed St [[q; f_play_card c s o]] (f_transit e)) ->
  p_moves Ed St [[q; f_play_card c s o]] n t x y -> place x ->
  (n = Num 1 /\ t = f_figure q /\ y = k_transit /\ (x = s \/ x = k_transit)) \/
  (n = Num 1 /\ t = c /\ x = f_hand q /\ ((y = k_front /\ o = k_plain /\ p_base St k_none) \/ (y = k_discards /\ (o = k_tile \/ ~ p_base St k_none)))).
Proof.
  intros St q c s o n t x y OK L [e F] H P.
  assert (NF : forall a, p_follows Ed St [[q; f_play_card c s o]] a -> a = f_transit e) by (intros a A; eapply (follows_one Ed WF St OK); eauto).
  assert (NR : ~ p_reshuffle Ed St [[q; f_play_card c s o]]).
  { intro R. assert (Nc : p_needs_card Ed St [[q; f_play_card c s o]]) by (inversion R; auto; exfalso; eapply no_last_card; eauto). inversion Nc as [? ? A|? ? ? ? A]; apply NF in A; discriminate. }
  assert (NE : ~ p_turn_ends Ed St [[q; f_play_card c s o]]).
  { intro T. destruct (turn_ends_is _ _ _ _ L T) as [[X|[(? & ? & X)|[(? & X)|X]]]|X]; try discriminate.
    destruct (last_draw_is _ _ OK _ _ _ L X) as (_ & (? & X') & _). discriminate. }
  assert (NW : forall a, ~ p_won Ed St [[q; f_play_card c s o]] a).
  { intros a W. destruct (won_duel _ _ _ _ _ W) as (? & ? & ? & ? & ? & _ & X & _). discriminate. }
  inversion H; subst; try contradiction; try (exfalso; eapply NW; eauto; fail);
    try (exfalso; destruct P as [? K]; try congruence; eapply K; reflexivity).
  - exfalso. assert (X : p_follows Ed St [[q; f_play_card c s o]] k_entered) by (eapply follows_ALC01; eauto). apply NF in X. discriminate.
  - did.
  - did.
  - did.
  - did.
  - did.
  - did.
  - did. right. auto 10.
  - exfalso. assert (X : exists a, p_follows Ed St [[q; f_play_card c s o]] (f_arrived a)) by (eexists; eapply follows_MOV06; eauto). destruct X as [a X]. apply NF in X. discriminate.
  - left. match goal with A : p_lands _ _ _ |- _ => inversion A; subst end. did.
    match goal with A : p_lifted _ _ _ |- _ => destruct (lifted_there _ WF _ OK _ _ _ _ _ L A) as (? & _) end. auto.
  - did.
  - did.
  - did.
  - did.
  - did.
  - exfalso. open.
  - right. match goal with A : p_discarded _ _ _ _ _ |- _ => inversion A; subst end; try contradiction; open; auto 10.
  - exfalso. open.
Qed.

(* A card of value v has brought a figure of q from s to the full space s+v. *)
Section Landing.
Variables St St' : rows.
Hypothesis OK : sound Ed St.
Hypothesis boxed : forall p v k w n, p_at St (f_hand p) (f_card v k w) n -> exists z, v = Num z /\ 1 <= z.
Hypothesis boxed_front : forall v k w n, p_at St k_front (f_card v k w) n -> exists z, v = Num z /\ 1 <= z.
Variables (q : term) (v : Z) (k w : term) (s : Z) (o : term).
Notation c := (f_card (Num v) k w).
Notation m := (f_play_card (f_card (Num v) k w) (Num s) o).
Notation Do := [[q; f_play_card (f_card (Num v) k w) (Num s) o]].
Hypothesis S : step Ed St q m St'.
Hypothesis Full : p_full Ed St (Num (s + v)).
Let L : p_legal Ed St q m := is_legal _ _ _ _ _ S.

Lemma active_now : p_active St q.
Proof. destruct (legal_play _ _ OK _ _ _ _ L); auto. Qed.
Lemma is_q : forall p, p_active St p -> p = q.
Proof. intros p A. apply (s_active _ _ OK); auto. apply active_now. Qed.
Lemma to_transit : p_follows Ed St Do (f_transit (Num (s + v))).
Proof. eapply follows_OCC01; eauto. eapply lands_MOV02. left. reflexivity. Qed.
Lemma goes_on : ~ p_turn_ends Ed St Do.
Proof. exact (play_on _ _ _ _ _ S OK _ _ _ eq_refl). Qed.
Lemma no_reshuffle : ~ p_reshuffle Ed St Do.
Proof.
  intro R. assert (N : p_needs_card Ed St Do) by (inversion R; auto; exfalso; eapply no_last_card; eauto).
  inversion N as [? ? A|? ? ? ? A]; pose proof (follows_one Ed WF St OK _ _ _ _ L A to_transit); discriminate.
Qed.
Lemma active_then_is_q : p_active St' q.
Proof.
  apply (active_next _ _ _ _ _ S). apply next_vocabulary; [pose proof active_now as A; inversion A; auto|].
  intro G. inversion G; subst. match goal with T : p_passes_on _ _ _ |- _ => inversion T end. apply goes_on; auto.
Qed.

(* ---- what lies where afterwards ---- *)
Lemma numbers : exists fin fout, (forall x t, place x -> held St' x t = held St x t + fin x t - fout x t) /\
  (forall x t, place x -> (forall n y, ~ p_moves Ed St Do n t y x) -> fin x t = 0) /\
  (forall x t, place x -> (forall n y, ~ p_moves Ed St Do n t x y) -> fout x t = 0) /\
  (forall x t y, place x -> p_moves Ed St Do (Num 1) t y x -> (forall n y', p_moves Ed St Do n t y' x -> n = Num 1 /\ y' = y) -> fin x t = 1) /\
  (forall x t y, place x -> p_moves Ed St Do (Num 1) t x y -> (forall n y', p_moves Ed St Do n t x y' -> n = Num 1 /\ y' = y) -> fout x t = 1).
Proof.
  destruct (flow Ed WF _ _ _ _ S OK) as (c' & g & F). exists c', g.
  split; [apply F|split; [apply F|split; [apply F|split]]]; intros x t y P Mo One.
  - pose proof (f_some_come _ _ _ _ _ _ _ F _ _ _ _ Mo P). pose proof (f_one_comes _ _ _ _ _ _ _ F x t y P One). lia.
  - pose proof (f_some_go _ _ _ _ _ _ _ F _ _ _ _ Mo P).
    pose proof (f_one_goes _ _ _ _ _ _ _ F x t P (fun n y' Mo' => proj1 (One n y' Mo'))). lia.
Qed.
Let Ef := fun n t x y => effects St q c (Num s) o n t x y OK L (ex_intro _ _ to_transit).
Let SS := fun n t x y => same_sort Ed WF St OK q m n t x y L.

Lemma at_same : forall x t, place x -> held St' x t = held St x t -> forall n, p_at St' x t n <-> p_at St x t n.
Proof.
  intros x t P E n. pose proof (next_books Ed WF _ _ _ _ S OK x t P) as [_ A]. pose proof (s_books _ _ OK x t P) as [_ B].
  rewrite A, B, E. tauto.
Qed.
(* Nothing else happens anywhere. *)
Lemma unchanged : forall x t, place x -> (t = f_figure q -> x <> Num s /\ x <> k_transit) ->
  (t = c -> x <> f_hand q /\ x <> k_front /\ x <> k_discards) -> forall n, p_at St' x t n <-> p_at St x t n.
Proof.
  intros x t P NF NC. apply at_same; auto. destruct numbers as (fin & fout & H & I0 & O0 & _). rewrite H, I0, O0; auto; [lia| |].
  - intros n y Mo. destruct (Ef _ _ _ _ Mo P) as [(_ & E & _ & [X|X])|(_ & E & X & _)]; subst; try (apply NF in E; tauto); try (destruct (NF eq_refl); congruence); destruct (NC eq_refl) as (? & _); congruence.
  - intros n y Mo. assert (Py : place y) by (apply (SS _ _ _ _ Mo); auto).
    destruct (Ef _ _ _ _ Mo Py) as [(_ & E & X & _)|(_ & E & _ & [[X _]|[X _]])]; subst; try (destruct (NF eq_refl); congruence); destruct (NC eq_refl) as (_ & ? & ?); congruence.
Qed.
Lemma front_unchanged : (o = k_tile \/ ~ p_base St k_none) -> forall t n, p_at St' k_front t n <-> p_at St k_front t n.
Proof.
  intros D t. apply at_same; [placed|]. destruct numbers as (fin & fout & H & I0 & O0 & _). rewrite H, I0, O0; try placed; [lia| |].
  - intros n y Mo. destruct (Ef _ _ _ _ Mo ltac:(placed)) as [(_ & _ & _ & [X|X])|(_ & _ & X & _)]; discriminate.
  - intros n y Mo. assert (Py : place y) by (apply (SS _ _ _ _ Mo); placed).
    destruct (Ef _ _ _ _ Mo Py) as [(_ & _ & X & _)|(_ & _ & _ & [(_ & E & X)|[X _]])]; try discriminate.
    destruct D; [congruence|contradiction].
Qed.
Lemma base_or_not : p_base St k_none \/ ~ p_base St k_none.
Proof.
  destruct (fin_base St) as [l b]. destruct (mem [k_none] l) eqn:E.
  - left. apply mem_in in E. apply (b [k_none]) in E. exact E.
  - right. intro G. apply (b [k_none]) in G. apply mem_in in G. congruence.
Qed.
Lemma card_goes : exists y, p_moves Ed St Do (Num 1) c (f_hand q) y.
Proof.
  assert (M : p_may Ed St q m) by (inversion L; auto). assert (Pl : p_playable Ed St c (Num s) o) by (inversion M; auto).
  inversion Pl as [? ? ? ? ? ? ? ? ? ? _ _ _ No Le _]; subst.
  assert (D : p_does Do q m) by (left; reflexivity).
  destruct (base_or_not) as [B|B].
  - assert (X : o = k_plain \/ o = k_tile) by (inversion Le; auto). destruct X as [X|X].
    + exists k_front. eapply moves_MOV01; eauto. rewrite <- X. exact D.
    + exists k_discards. eapply moves_A25; [|apply no_reshuffle]. eapply discarded_MOV11_2. rewrite <- X. exact D.
  - exists k_discards. eapply moves_A25; [|apply no_reshuffle]. assert (X : o = k_plain \/ o = k_tile) by (inversion Le; auto). destruct X as [X|X].
    + eapply discarded_MOV11; eauto. rewrite <- X. exact D.
    + eapply discarded_MOV11_2. rewrite <- X. exact D.
Qed.
Lemma one_less : held St' (f_hand q) c = held St (f_hand q) c - 1.
Proof.
  destruct numbers as (fin & fout & H & I0 & _ & _ & O1). destruct card_goes as [y Mo]. rewrite H by placed.
  rewrite I0, (O1 _ _ y); try placed; auto; [lia| |].
  - intros n y' Mo'. destruct (one_way Ed WF St OK q m _ _ _ _ _ _ L Mo Mo') as [<- <-]; [placed|auto].
  - intros n y' Mo'. assert (Py : place y') by (apply (SS _ _ _ _ Mo'); placed).
    destruct (Ef _ _ _ _ Mo' Py) as [(_ & _ & X & _)|(_ & _ & _ & [[X _]|[X _]])]; discriminate.
Qed.
Lemma discards_count : (o = k_plain \/ o = k_tile) ->
  ((o = k_tile \/ ~ p_base St k_none) -> held St' k_discards c = held St k_discards c + 1) /\
  (o = k_plain -> p_base St k_none -> held St' k_discards c = held St k_discards c).
Proof.
  intro Kind. destruct numbers as (fin & fout & H & I0 & O0 & I1 & _).
  assert (Out : fout k_discards c = 0).
  { apply O0; [placed|]. intros n y Mo. destruct (Ef _ _ _ _ Mo ltac:(placed)) as [(_ & _ & _ & [X|X])|(_ & _ & X & _)]; discriminate. }
  rewrite H, Out by placed. split.
  - intro D. rewrite (I1 _ _ (f_hand q)); [lia|placed| |].
    + eapply moves_A25; [|apply no_reshuffle]. assert (Dd : p_does Do q m) by (left; reflexivity). destruct Kind as [X|X].
      * destruct D as [D|D]; [congruence|]. eapply discarded_MOV11; eauto. rewrite <- X. exact Dd.
      * eapply discarded_MOV11_2. rewrite <- X. exact Dd.
    + intros n y Mo. assert (Py : place y) by (apply (SS _ _ _ _ Mo); placed).
      destruct (Ef _ _ _ _ Mo Py) as [(_ & _ & X & _)|(-> & _ & -> & _)]; [discriminate|auto].
  - intros Op B. rewrite I0; [lia|placed|]. intros n y Mo. assert (Py : place y) by (apply (SS _ _ _ _ Mo); placed).
    destruct (Ef _ _ _ _ Mo Py) as [(_ & _ & X & _)|(_ & _ & _ & [[X _]|[_ [X|X]]])]; try discriminate; [congruence|contradiction].
Qed.

(* ---- what the clauses say afterwards ---- *)
Hypothesis positive : 1 <= v.
Hypothesis Kind : o = k_plain \/ o = k_tile.

Lemma shops_same : forall y a b d n, p_at St' (Num y) (f_shop3 a b d) n <-> p_at St (Num y) (f_shop3 a b d) n.
Proof. intros. apply unchanged; [placed|discriminate..]. Qed.
Lemma rivals_same : forall y p n, p <> q -> p_at St' (Num y) (f_figure p) n <-> p_at St (Num y) (f_figure p) n.
Proof. intros y p n N. apply unchanged; [placed| |discriminate]. intro E. inversion E. congruence. Qed.
Lemma beyond_same : forall y p n, y <> s -> p_at St' (Num y) (f_figure p) n <-> p_at St (Num y) (f_figure p) n.
Proof. intros y p n N. apply unchanged; [placed| |discriminate]. intros _. split; [congruence|discriminate]. Qed.
Lemma area_same : forall t n, p_at St' (f_area q) t n <-> p_at St (f_area q) t n.
Proof. intros. apply unchanged; [placed|split; discriminate|repeat split; discriminate]. Qed.
Lemma pile_same : forall t n, p_at St' k_pile t n <-> p_at St k_pile t n.
Proof. intros. apply unchanged; [placed|split; discriminate|repeat split; discriminate]. Qed.
Lemma hand_same : forall t n, t <> c -> p_at St' (f_hand q) t n <-> p_at St (f_hand q) t n.
Proof. intros t n N. apply unchanged; [placed|split; discriminate|contradiction]. Qed.
Lemma discards_same : forall t n, t <> c -> p_at St' k_discards t n <-> p_at St k_discards t n.
Proof. intros t n N. apply unchanged; [placed|split; discriminate|contradiction]. Qed.

Lemma room_same : forall y n, p_room Ed St' (Num y) n <-> p_room Ed St (Num y) n.
Proof.
  intros y n. split; intro R; inversion R as [|? ? a b d Sp A]; subst; try (apply room_A52; auto; fail); apply shops_same in A; eapply room_SHP04; eauto.
Qed.
Lemma may_end_same : forall y, p_may_end Ed St (Num y) -> p_may_end Ed St' (Num y).
Proof. intros y M. inversion M; subst; [eapply may_end_MOV04; apply room_same; eauto|apply may_end_MOV04_2; auto]. Qed.
Lemma free_same : forall y, y <> s -> p_free Ed St' (Num y) <-> p_free Ed St (Num y).
Proof.
  intros y N. split; intro F; inversion F as [C ? wt R Su Lt]; subst; apply (free_MOV05 _ _ C _ wt); auto; try (apply room_same; auto; fail);
    (eapply sum_is_ext; [|exact Su]); intro r; split; intros (n & p & A & ->); exists n, p; (split; [apply beyond_same; auto|auto]).
Qed.
Lemma full_same : forall y, y <> s -> p_full Ed St (Num y) -> p_full Ed St' (Num y).
Proof. intros y N F. inversion F; subst. eapply full_OCC01; [apply room_same; eauto|]. intro G. apply free_same in G; auto. Qed.
Lemma active_is : forall p, p_active St' p <-> p_active St p.
Proof.
  intro p. split; intro A.
  - exact (turn_goes_on _ _ _ _ _ S p goes_on A).
  - rewrite (is_q p A). apply active_then_is_q.
Qed.
Lemma rival_same : forall p y, p_rival Ed St' p (Num y) <-> p_rival Ed St p (Num y).
Proof.
  intros p y. split; intro R; inversion R as [a b d e f Ac Sp A N]; subst.
  - apply active_is in Ac. apply rivals_same in A; [|rewrite <- (is_q _ Ac); auto]. eapply rival_OCC02; eauto.
  - apply rivals_same in A; [|rewrite <- (is_q _ Ac); auto]. apply active_is in Ac. eapply rival_OCC02; eauto.
Qed.
Lemma other_value : forall u h, u <> v -> p_in_hand St (Num u) h -> p_in_hand St' (Num u) h.
Proof.
  intros u h N I. inversion I as [H P V a b d Ac A Su]; subst. rewrite (is_q _ Ac) in *.
  assert (ne : forall x y, f_card (Num u) x y <> c) by (intros x y E; inversion E; congruence).
  eapply in_hand_MOV08; [apply active_then_is_q|apply hand_same; eauto|].
  eapply sum_is_ext; [|exact Su]. intro r. split; intros (n & x & y & B & ->); exists n, x, y; (split; [apply hand_same; auto|auto]).
Qed.
Lemma same_value : forall h, p_in_hand St (Num v) (Num h) -> 1 < h -> p_in_hand St' (Num v) (Num (h - 1)).
Proof.
  intros h I Lt. inversion I as [H P V a b d Ac A Su]; subst. rewrite (is_q _ Ac) in *.
  pose proof (next_books Ed WF _ _ _ _ S OK) as B'. pose proof (s_books _ _ OK) as B.
  assert (Ph : place (f_hand q)) by placed.
  set (Q := fun r : row => exists n x y, p_at St (f_hand q) (f_card (Num v) x y) n /\ f_card (Num v) x y <> c /\ r = [n; x; y]).
  assert (Su' : sum_is (fun t => exists n x y, p_at St' (f_hand q) (f_card (Num v) x y) n /\ t = [n; x; y]) (h - 1)).
  { replace (h - 1) with (h - held St (f_hand q) c + held St' (f_hand q) c) by (rewrite one_less; lia).
    apply (sum_adjust (fun t => exists n x y, p_at St (f_hand q) (f_card (Num v) x y) n /\ t = [n; x; y]) _ Q [k; w]); auto.
    - apply books_nonneg; auto.
    - apply books_nonneg; auto.
    - intros e (n & x & y & _ & N & E). inversion E; subst. congruence.
    - intro r. unfold Q. split.
      + intros (n & x & y & At & ->). destruct (term_eq_dec (f_card (Num v) x y) c) as [E|E]; [|left; eauto 10].
        right. inversion E; subst. destruct (books_at _ _ _ _ B Ph At) as [-> ?]. auto.
      + intros [(n & x & y & At & _ & ->)|[Hp ->]]; [eauto 10|]. exists (Num (held St (f_hand q) c)), k, w. split; auto. apply books_held; auto.
    - intro r. unfold Q. split.
      + intros (n & x & y & At & ->). destruct (term_eq_dec (f_card (Num v) x y) c) as [E|E].
        * right. inversion E; subst. destruct (books_at _ _ _ _ B' Ph At) as [-> ?]. auto.
        * left. apply hand_same in At; auto. eauto 10.
      + intros [(n & x & y & At & N & ->)|[Hp ->]]; [apply hand_same in At; eauto 10|].
        exists (Num (held St' (f_hand q) c)), k, w. split; auto. apply books_held; auto. }
  destruct Su' as (l & ND & Hl & El).
  assert (Some_ : exists r, In r l) by (destruct l as [|r l]; [simpl in El; lia|exists r; left; auto]).
  destruct Some_ as [r Ir]. apply Hl in Ir. destruct Ir as (n & x & y & At & _).
  eapply in_hand_MOV08; [apply active_then_is_q|eauto|]. exists l. auto.
Qed.
Lemma drawable_after : forall n, p_drawable Ed St (Num n) ->
  ((o = k_tile \/ ~ p_base St k_none) -> p_drawable Ed St' (Num (n + 1))) /\ (o = k_plain -> p_base St k_none -> p_drawable Ed St' (Num n)).
Proof.
  intros n D. inversion D as [a d Pa Pd]; subst. inversion Pa as [? Sa| |]; subst. inversion Pd as [|? Sd|]; subst.
  pose proof (next_books Ed WF _ _ _ _ S OK) as B'. pose proof (s_books _ _ OK) as B. assert (Pl : place k_discards) by placed.
  assert (Pile : p_size Ed St' k_pile (Num a)).
  { apply size_vocabulary. eapply sum_is_ext; [|exact Sa]. intro r. split; intros (x & y & A & ->); exists x, y; (split; [apply pile_same; auto|auto]). }
  assert (Disc : p_size Ed St' k_discards (Num (d - held St k_discards c + held St' k_discards c))).
  { apply size_vocabulary_2. set (Q := fun r : row => exists x y, p_at St k_discards x y /\ x <> c /\ r = [y; x]).
    apply (sum_adjust (fun t => exists x y, p_at St k_discards x y /\ t = [y; x]) _ Q [c]); auto.
    - apply books_nonneg; auto.
    - apply books_nonneg; auto.
    - intros e (x & y & _ & N & E). inversion E; subst. congruence.
    - intro r. unfold Q. split.
      + intros (x & y & At & ->). destruct (term_eq_dec x c) as [->|E]; [|left; eauto 10].
        right. destruct (books_at _ _ _ _ B Pl At) as [-> ?]. auto.
      + intros [(x & y & At & _ & ->)|[Hp ->]]; [eauto 10|]. exists c, (Num (held St k_discards c)). split; auto. apply books_held; auto.
    - intro r. unfold Q. split.
      + intros (x & y & At & ->). destruct (term_eq_dec x c) as [->|E].
        * right. destruct (books_at _ _ _ _ B' Pl At) as [-> ?]. auto.
        * left. apply discards_same in At; auto. eauto 10.
      + intros [(x & y & At & N & ->)|[Hp ->]]; [apply discards_same in At; eauto 10|].
        exists c, (Num (held St' k_discards c)). split; auto. apply books_held; auto. }
  destruct (discards_count Kind) as [More Same]. split.
  - intro H. rewrite (More H) in Disc. replace (a + d + 1) with (a + (d - held St k_discards c + (held St k_discards c + 1))) by lia.
    apply drawable_A28; auto.
  - intros H G. rewrite (Same H G) in Disc. replace (a + d) with (a + (d - held St k_discards c + held St k_discards c)) by lia.
    apply drawable_A28; auto.
Qed.

(* ---- the look-ahead, before and after ---- *)
(* A run R, and the same run in the position after the card: it has cost one card of value v less, or none, if the tile was used. *)
Definition twin (R R' : term) : Prop := exists y B T K n,
  R = f_run (Num y) B T K n /\
  ((o = k_plain /\ B = Num v /\ exists z, 1 <= z /\ K = Num z /\ R' = f_run (Num y) B T (Num (z - 1)) n) \/
   (o = k_tile /\ T = Num v /\ B <> Num v /\ R' = R)).
Definition behind (R : term) : Prop := exists y B T K n, R = f_run (Num y) B T K n /\ s + v < y.

Lemma reaches_other : forall y u e, u <> Num v -> p_reaches Ed St y u e -> p_reaches Ed St' y u e.
Proof.
  intros y u e ne R. inversion R; subst. eapply reaches_MOV02; eauto; [eapply other_value; eauto; congruence|apply may_end_same; auto].
Qed.
Lemma leg_after : forall R u M E R', p_leg Ed St R u M E -> twin R R' -> p_from Ed St' R' ->
  exists E', p_leg Ed St' R' u M E' /\ twin E E' /\ forall y B T K n, R = f_run (Num y) B T K n -> exists y' B' T' K' n', E = f_run (Num y') B' T' K' n' /\ y < y'.
Proof.
  intros R u M E R' Le (y & B & T & K & n & ER & Tw) F.
  inversion Le as [E0 N0 R0 S0 V0 Fr Eq Re|E0 H0 K0 N0 R0 S0 T0 V0 Fr Eq I Lt Re|B0 E0 K0 N0 P0 R0 S0 V0 w1 Fr Eq Re Ne Ac A|E0 N0 R0 S0 T0 V0 Fr Eq Nt Re Ne];
    subst R0; rewrite ER in Eq; inversion Eq; subst; destruct (reaches_further Ed St boxed _ _ _ Re) as (ya & yb & Ey & -> & Lty & _); inversion Ey; subst ya;
    destruct Tw as [(O & EB & z & Hz & EK & ->)|(O & ET & NB & ->)]; try discriminate.
  - (* MOV-08 after a plain card: V0 is v *)
    inversion EK; subst K0. inversion EB; subst. assert (yb = y + v) by (inversion Re; lia). subst yb. eexists. split; [|split].
    + eapply leg_MOV08; eauto; [apply same_value; eauto; lia|lia|]. inversion Re; subst. eapply reaches_MOV02; eauto; [apply same_value; eauto; lia|apply may_end_same; auto].
    + eexists _, _, _, _, _. split; [reflexivity|]. left. split; auto. split; auto. exists (z + 1). split; [lia|]. split; auto.
      replace (z + 1 - 1) with (z - 1 + 1) by lia. reflexivity.
    + intros ? ? ? ? ? X. inversion X; subst. eexists _, _, _, _, _. split; [reflexivity|lia].
  - (* MOV-08 after a card with the tile *)
    assert (Vz : exists z, u = Num z) by (inversion Re; eauto). destruct Vz as [z ->]. eexists. split; [|split].
    + eapply leg_MOV08; [exact F|reflexivity|apply other_value; [congruence|exact I]|exact Lt|apply reaches_other; [auto|exact Re]].
    + eexists _, _, _, _, _. split; [reflexivity|]. right. auto.
    + intros ? ? ? ? ? X. inversion X; subst. eexists _, _, _, _, _. split; [reflexivity|lia].
  - (* TIL-01 after a plain card *)
    subst. eexists. split; [|split].
    + rewrite (is_q _ Ac) in A. apply area_same in A. eapply leg_TIL01; [exact F|reflexivity|apply reaches_other; [auto|exact Re]|auto|apply active_then_is_q|exact A].
    + eexists _, _, _, _, _. split; [reflexivity|]. left. split; auto. split; auto. exists z. auto.
    + intros ? ? ? ? ? X. inversion X; subst. eexists _, _, _, _, _. split; [reflexivity|lia].
  - (* TIL-06 after a card with the tile *)
    subst. eexists. split; [|split].
    + eapply leg_TIL06; [exact F|reflexivity|auto|apply reaches_other; [auto|exact Re]|auto].
    + eexists _, _, _, _, _. split; [reflexivity|]. right. auto.
    + intros ? ? ? ? ? X. inversion X; subst. eexists _, _, _, _, _. split; [reflexivity|lia].
Qed.

Lemma twin_ends : forall R R' y B T K n, twin R R' -> R = f_run y B T K n -> exists B' T' K', R' = f_run y B' T' K' n.
Proof.
  intros R R' y B T K n (y0 & B0 & T0 & K0 & n0 & E & Tw) E'. rewrite E in E'. inversion E'; subst.
  destruct Tw as [(_ & _ & z & _ & _ & ->)|(_ & _ & _ & ->)]; eauto.
Qed.
Lemma stuck_after : forall R R', p_stuck Ed St R -> twin R R' -> behind R -> (exists r u M, p_leg Ed St' r u M R') -> p_stuck Ed St' R'.
Proof.
  intros R R' St0 Tw (y & B & T & K & n & E & Lt) (r & u & M & Le).
  destruct (twin_ends _ _ _ _ _ _ _ Tw E) as (B' & T' & K' & E').
  inversion St0 as [R0 S0 w1 Co Fu Ri|R0 S0 Co Fu]; subst R0; inversion Co as [? ? ? ? ? ? ? ? ? _ Eq]; subst; inversion Eq; subst.
  - eapply stuck_A43; [eapply comes_A43; eauto|apply full_same; auto; lia|]. intros [p Rp]. apply Ri. exists p. apply rival_same. auto.
  - eapply stuck_A143; [eapply comes_A43; eauto|apply full_same; auto; lia].
Qed.
Lemma good_after : forall R, p_good Ed St R -> forall R', twin R R' -> behind R -> (exists r u M, p_leg Ed St' r u M R') -> p_good Ed St' R'.
Proof.
  intros R G. induction G as [R S0 w1 Co En|R S0 w1 Co Fr|N R S0 w1 Co Ri Po|E R w1 w2 Su Le G IH]; intros R' Tw Be (r & u & M & Le').
  - inversion Co as [? ? ? ? ? ? ? ? ? _ Eq]; subst. destruct (twin_ends _ _ _ _ _ _ _ Tw eq_refl) as (B' & T' & K' & ->).
    eapply good_ALC01; [eapply comes_A43; eauto|auto].
  - inversion Co as [? ? ? ? ? ? ? ? ? _ Eq]; subst. destruct (twin_ends _ _ _ _ _ _ _ Tw eq_refl) as (B' & T' & K' & ->).
    destruct Be as (y & ? & ? & ? & ? & E & Lt). inversion E; subst. eapply good_MOV05; [eapply comes_A43; eauto|]. apply free_same; auto. lia.
  - inversion Co as [? ? ? ? ? ? ? ? ? _ Eq]; subst. destruct (twin_ends _ _ _ _ _ _ _ Tw eq_refl) as (B' & T' & K' & ->).
    destruct Be as (y & ? & ? & ? & ? & E & Lt). inversion E; subst. eapply good_A143; [eapply comes_A43; eauto|apply rival_same; eauto|auto].
  - assert (Su' : p_stuck Ed St' R') by (eapply stuck_after; eauto).
    destruct (leg_after _ _ _ _ _ Le Tw (from_A43_2 _ _ _ Su')) as (E' & L' & Tw' & On).
    eapply good_A44; eauto. apply IH; eauto. destruct Be as (y & B & T & K & n & ER & Lt).
    destruct (On _ _ _ _ _ ER) as (y' & B' & T' & K' & n' & EE & Lt'). eexists _, _, _, _, _. split; [exact EE|lia].
Qed.

(* ---- the position after the card ---- *)
Lemma tile_card_plain : o = k_plain -> forall T, p_tile_card St T -> p_tile_card St' T.
Proof.
  intros O T H.
  assert (Keep : forall x, In [f_tile_card x] St <-> In [f_tile_card x] St').
  { intro x. rewrite (is_next _ _ _ _ _ S). split; intro I.
    - apply next_vocabulary; [exact I|]. intro G. inversion G; subst. apply goes_on. auto.
    - inversion I as [f Tr _|f N]; subst; [exact Tr|]. inversion N; subst.
      match goal with D : p_does _ _ _ |- _ => destruct (does_is _ _ _ _ D) as [_ E]; inversion E; congruence end. }
  inversion H; subst; [apply tile_card_A84; apply Keep; auto|]. apply tile_card_A84_2. intros [x X]. match goal with N : ~ exists _, _ |- _ => apply N end.
  exists x. apply Keep. exact X.
Qed.
Lemma tile_card_tile : o = k_tile -> p_tile_card St' (Num v).
Proof.
  intro O. apply tile_card_A84. apply (is_next _ _ _ _ _ S). apply next_vocabulary_2. eapply new_A84. left. rewrite O. reflexivity.
Qed.
Lemma base_front : o = k_plain -> p_base St k_none -> p_base St' (Num v).
Proof.
  intros O B. assert (Mo : p_moves Ed St Do (Num 1) c (f_hand q) k_front) by (eapply moves_MOV01; eauto; left; rewrite O; reflexivity).
  destruct (arrives Ed WF _ _ _ _ S OK _ _ _ _ Mo) as [n A]; [placed|]. eapply base_MOV01; eauto.
Qed.
Lemma base_kept : (o = k_tile \/ ~ p_base St k_none) -> forall b, p_base St b -> p_base St' b.
Proof.
  intros D b B. inversion B; subst; [eapply base_MOV01; apply front_unchanged; eauto|].
  apply base_MOV01_2. intros (t & n & A). apply front_unchanged in A; auto. match goal with N : ~ exists _ _, _ |- _ => apply N; eauto end.
Qed.

Theorem moves_on : exists a, p_legal Ed St' q a.
Proof.
  assert (M : p_may Ed St q m) by (inversion L; auto). assert (Pl : p_playable Ed St c (Num s) o) by (inversion M; auto). clear M.
  inversion Pl as [C0 E R M0 P0 S0 V0 w1 w2 w3 Ac At EC No Le Go]; subst. clear Pl. rewrite (is_q _ Ac) in *. clear Ac. inversion EC; subst. clear EC.
  inversion No as [B N S1 T Mo Ba Ti Dr]; subst.
  assert (Nz : exists n, N = Num n) by (inversion Dr; eauto). destruct Nz as [n ->].
  destruct (drawable_after n Dr) as [Dmore Dsame].
  assert (Ph : p_phase St' (f_transit (Num (s + v)))) by (apply (phase_next _ _ _ _ _ S); apply to_transit).
  assert (NoBase : B <> k_none -> ~ p_base St k_none).
  { intros NB X. inversion X as [? ? ? ? A|Nf]; subst.
    - destruct (boxed_front _ _ _ _ A) as (z & Z & _). discriminate.
    - inversion Ba; subst; [|congruence]. apply Nf. eauto. }
  (* what the first card leads to *)
  assert (First : exists R', twin E R' /\ p_now Ed St' (Num (s + v)) R' /\ exists b t k0 x, E = f_run (Num (s + v)) b t k0 (Num x) /\ p_drawable Ed St' (Num x)).
  { assert (Mv : p_mover Ed St' (Num (s + v))) by (apply mover_A53; auto).
    assert (To : forall e, p_reaches Ed St (Num s) (Num v) e -> e = Num (s + v)) by (intros e Re; inversion Re; auto).
    inversion Le as [E0 N0 R0 S2 V1 Fr Eq Re|E0 H0 K0 N0 R0 S2 T0 V1 Fr Eq I Lt Re|B0 E0 K0 N0 P1 R0 S2 V1 x1 Fr Eq Re Ne Ac A|E0 N0 R0 S2 T0 V1 Fr Eq Nt Re Ne];
      subst; inversion Eq; subst; rewrite (To _ Re) in *.
    - exists (f_run (Num (s + v)) (Num v) k_none (Num 0) (Num n)). split; [|split].
      + eexists _, _, _, _, _. split; [reflexivity|]. left. split; auto. split; auto. exists 1. split; [lia|auto].
      + apply now_A43; auto; [apply base_front; auto|apply tile_card_plain; auto].
      + eexists _, _, _, _. split; [reflexivity|]. auto.
    - assert (D : o = k_tile \/ ~ p_base St k_none) by (right; apply NoBase; discriminate).
      exists (f_run (Num (s + v)) (Num v) T0 (Num 0) (Num (N0 + 1))). split; [|split].
      + eexists _, _, _, _, _. split; [reflexivity|]. left. split; auto. split; auto. exists (0 + 1). split; [lia|auto].
      + apply now_A43; auto; [apply base_kept; auto|apply tile_card_plain; auto].
      + eexists _, _, _, _. split; [reflexivity|]. auto.
    - exists (f_run (Num (s + v)) B0 (Num v) (Num 0) (Num (N0 + 1))). split; [|split].
      + eexists _, _, _, _, _. split; [reflexivity|]. right. auto.
      + apply now_A43; auto; [apply base_kept; auto|apply tile_card_tile; auto].
      + eexists _, _, _, _. split; [reflexivity|]. auto.
    - exists (f_run (Num (s + v)) (Num v) T0 (Num 0) (Num n)). split; [|split].
      + eexists _, _, _, _, _. split; [reflexivity|]. left. split; auto. split; auto. exists 1. split; [lia|auto].
      + apply now_A43; auto; [apply base_front; auto|apply tile_card_plain; auto].
      + eexists _, _, _, _. split; [reflexivity|]. auto. }
  destruct First as (R' & Tw & Now & b & t & k0 & x & -> & De).
  inversion Go as [R0 S0 w4 Co En|R0 S0 w4 Co Fr|N0 R0 S0 w4 Co Ri Po|E2 R0 w4 w5 Su L2 G2]; subst R0.
  - exfalso. inversion Co as [? ? ? ? ? ? ? ? ? _ Eq]; subst. inversion Eq; subst. eapply (not_full_inside Ed WF St); eauto.
  - exfalso. inversion Co as [? ? ? ? ? ? ? ? ? _ Eq]; subst. inversion Eq; subst. eapply (not_free_and_full Ed St); eauto.
  - inversion Co as [? ? ? ? ? ? ? ? ? _ Eq]; subst. inversion Eq; subst. exists (f_challenge w4). apply legal_A147.
    eapply may_DUE01; [apply active_then_is_q|eauto|apply rival_same; auto|eapply card_to_reveal_A28; eauto].
  - destruct (leg_after _ _ _ _ _ L2 Tw (from_A43 _ _ _ _ Now)) as (E2' & L2' & Tw2 & On).
    destruct (On _ _ _ _ _ eq_refl) as (y' & B' & T' & K' & n' & EE & Lt').
    assert (G2' : p_good Ed St' E2') by (eapply good_after; eauto; eexists _, _, _, _, _; split; [exact EE|lia]).
    assert (Hold : exists h, p_in_hand St' w4 h) by (inversion L2'; subst; match goal with R : p_reaches _ _ _ _ _ |- _ => inversion R; subst; eauto end).
    destruct Hold as [h I]. inversion I as [H1 P1 V1 a1 b1 c1 Ac A Su']; subst.
    apply active_is in Ac as Ac0. rewrite (is_q _ Ac0) in *.
    eexists. apply legal_A147. apply may_MOV02; [apply active_then_is_q|eapply playable_MOV02; [apply active_then_is_q|exact A|reflexivity|exact Now|exact L2'|exact G2']].
Qed.
End Landing.

(* I-24 in transit, for every position that can be reached. *)
Theorem never_stuck : forall St s, reachable Ed St -> p_phase St (f_transit s) -> exists p a, p_active St p /\ p_legal Ed St p a.
Proof.
  intros St s R Ph. destruct R as [St F|St q m St' R S].
  - exfalso. inversion Ph as [? X]; subst. apply F in X. inversion X.
  - pose proof (every_position Ed WF _ R) as OK. pose proof Ph as Fo. apply (phase_next _ _ _ _ _ S) in Fo.
    inversion Fo as [| | | | | | | |S1 w1 La Fu| | | | | |]; subst. inversion La as [p S0 V w2 w3 w4 D]; subst.
    destruct (does_is _ _ _ _ D) as [-> E]. subst m.
    pose proof (fun x v k w n => card_values Ed WF St x v k w n R) as Card.
    pose proof (is_legal _ _ _ _ _ S) as L. destruct (legal_play _ _ OK _ _ _ _ L) as (_ & [n A] & _).
    destruct (Card (f_hand q) _ _ _ _ ltac:(placed) A) as (z & Ez & Hz). inversion Ez; subst z.
    assert (Kind : w4 = k_plain \/ w4 = k_tile).
    { inversion L; subst. match goal with M : p_may _ _ _ _ |- _ => inversion M; subst end.
      match goal with M : p_playable _ _ _ _ _ |- _ => inversion M; subst end. match goal with M : p_leg _ _ _ _ _ _ |- _ => inversion M; auto end. }
    exists q. destruct (moves_on St St' OK (fun p v k w n => Card (f_hand p) v k w n ltac:(placed)) (fun v k w n B => Card k_front v k w n ltac:(placed) B) q V w2 w3 S0 w4 S Fu Hz Kind) as [a Le].
    exists a. split; auto. eapply active_then_is_q; eauto.
Qed.
End Stuck.
Print Assumptions never_stuck.
