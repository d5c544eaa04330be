(* Editions: how one is written as facts, and that the clauses leave only what the theorems ask for. *)
From Coq Require Import List ZArith Bool Lia.
Import ListNotations.
From Toledo Require Import Terms Clauses Compiled Steps Books.
Open Scope Z_scope.

(* What the theorems ask of an edition, with its players and what was dealt. *)
Record well_formed (Ed : edition) : Prop := {
  wf_players : forall a b, p_players Ed a -> p_players Ed b -> a = b;
  wf_named : forall a b, p_named Ed a -> p_named Ed b -> a = b;
  wf_named_row : forall r, In r (e_named Ed) -> exists a, r = [a];
  wf_seat : forall a, p_named Ed a -> p_role Ed a;
  wf_limit : exists L, 0 <= L /\ forall x, p_tile_limit Ed x <-> x = Num L;
  wf_rounds : exists N, 1 <= N /\ forall x, p_rounds_to_win Ed x <-> x = Num N;
  wf_taken : forall a b, p_cards_taken Ed a -> p_cards_taken Ed b -> a = b;
  wf_tavern : forall a b, p_tavern_cards Ed a -> p_tavern_cards Ed b -> a = b;
  wf_some_taken : exists a, p_cards_taken Ed a;
  wf_number_taken : forall a, p_cards_taken Ed a -> exists z, a = Num z;
  wf_some_tavern : exists a, p_tavern_cards Ed a;
  wf_number_tavern : forall a, p_tavern_cards Ed a -> exists z, a = Num z;
  wf_table : p_role Ed (Num 0);
  wf_stance : forall v k w n, p_copies Ed (f_card v k w) n -> w = k_attacker \/ w = k_defender;
  wf_step : forall s k, p_space Ed s k -> exists z, s = Num z;
  wf_kind : forall s k k', p_space Ed s k -> p_space Ed s k' -> k = k';
  wf_first_step : forall z k, p_space Ed (Num z) k -> 1 <= z;
  wf_ground : forall s k, p_space Ed s k -> k = k_site \/ k = k_tavern \/ k = k_artist \/ k = k_entrance;
  wf_circled : forall s n, p_circles Ed s n -> p_space Ed s k_tavern \/ p_space Ed s k_artist;
  wf_circles : forall s k, p_space Ed s k -> k = k_tavern \/ k = k_artist -> exists n, p_circles Ed s n;
  wf_price : forall s k, p_space Ed s k -> k <> k_entrance -> exists v, p_price Ed s (Num v);
  wf_one_price : forall s a b, p_price Ed s a -> p_price Ed s b -> a = b;
  wf_trade : forall k c n, p_copies Ed (f_shop2 k c) n -> k = k_metal \/ k = k_gem \/ k = k_smith \/ k = k_fencing;
  wf_cards : forall v k w n, p_copies Ed (f_card v k w) n -> exists z, v = Num z /\ 1 <= z;
  wf_copies : forall t n, p_copies Ed t n -> exists z, n = Num z /\ 1 <= z;
  wf_one_copies : forall t n n', p_copies Ed t n -> p_copies Ed t n' -> n = n';
  wf_dealt : forall p c n, p_dealt Ed p c n -> exists z, n = Num z /\ 1 <= z;
  wf_one_dealt : forall p c n n', p_dealt Ed p c n -> p_dealt Ed p c n' -> n = n';
  wf_dealt_cards : forall p c n, p_dealt Ed p c n -> exists v k w, c = f_card v k w;
  wf_dealt_copies : forall p c n, p_dealt Ed p c n -> exists w, p_copies Ed c w;
  wf_deal : forall c n d, p_copies Ed c (Num n) -> sum_is (fun t => exists a p, p_dealt Ed p c a /\ t = [a; p]) d -> d <= n;
}.

(* ---- an edition as a value ---- *)
Inductive ground := Cathedral | Site | Tavern | Artist | Entrance.
Inductive trade := Metal_dealer | Gem_dealer | Smith | Fencing.
Inductive stance := Attacker | Defender.
Inductive piece := Card (v : Z) (k : term) (w : stance) | Sword (v m g : Z) | Tile (k : term) | Metal | Gem | Shop (k : trade) (c : Z).
Record box := {
  seats : Z; begins : option Z; figures : Z; last_round : Z; limit : Z; rounds : Z; taken : Z; poured : Z;
  road : list (ground * option Z * option Z);  (* from step 0 on: what is printed there, circles, and the price *)
  pieces : list piece }.

Definition ground_word (k : ground) : term :=
  match k with Cathedral => k_cathedral | Site => k_site | Tavern => k_tavern | Artist => k_artist | Entrance => k_entrance end.
Definition trade_word (k : trade) : term :=
  match k with Metal_dealer => k_metal | Gem_dealer => k_gem | Smith => k_smith | Fencing => k_fencing end.
Definition piece_word (p : piece) : term :=
  match p with
  | Card v k w => f_card (Num v) k (match w with Attacker => k_attacker | Defender => k_defender end)
  | Sword v m g => f_sword (Num v) (Num m) (Num g)
  | Tile k => f_master k
  | Metal => k_metal
  | Gem => k_gem
  | Shop k c => f_shop2 (trade_word k) (Num c)
  end.

Fixpoint numbered (i : Z) (l : list (list term)) : rows :=
  match l with [] => [] | x :: l => map (fun t => [Num i; t]) x ++ numbered (i + 1) l end.
Definition grounds (l : list (ground * option Z * option Z)) : list (list term) := map (fun x => [ground_word (fst (fst x))]) l.
Definition if_any (n : option Z) : list term := match n with Some n => [Num n] | None => [] end.
Definition printed_rows (b : box) : rows := numbered 0 (grounds (road b)).
Definition space_rows (b : box) : rows := numbered 1 (grounds (tl (road b))).
Definition circles_rows (b : box) : rows := numbered 0 (map (fun x => if_any (snd (fst x))) (road b)).
Definition price_rows (b : box) : rows := numbered 0 (map (fun x => if_any (snd x)) (road b)).
Definition counted (l : list term) : rows := map (fun t => [t; Num (Z.of_nat (count_occ term_eq_dec l t))]) (nodup term_eq_dec l).
Definition copies_rows (b : box) : rows := [k_figure; Num (figures b)] :: counted (map piece_word (pieces b)).
(* Cards that were dealt: who, and which. *)
Definition deal_eq_dec : forall x y : term * term, {x = y} + {x <> y}.
Proof. decide equality; apply term_eq_dec. Defined.
Definition times (h : list (term * term)) (x : term * term) : Z := Z.of_nat (count_occ deal_eq_dec h x).
Definition dealt_rows (h : list (term * term)) : rows := map (fun x => [fst x; snd x; Num (times h x)]) (nodup deal_eq_dec h).

Definition same (a b : rows) : Prop := forall r, In r a <-> In r b.
Record written (b : box) (h : list (term * term)) (Ed : edition) : Prop := {
  w_players : same (e_players Ed) [[Num (seats b)]];
  w_named : same (e_named Ed) (match begins b with Some s => [[Num s]] | None => [] end);
  w_table : 1 <= seats b;
  w_seat : forall s, begins b = Some s -> 0 <= s < seats b;
  w_limit : same (e_tile_limit Ed) [[Num (limit b)]];
  w_rounds : same (e_rounds_to_win Ed) [[Num (rounds b)]];
  w_taken : same (e_cards_taken Ed) [[Num (taken b)]];
  w_tavern : same (e_tavern_cards Ed) [[Num (poured b)]];
  w_last : same (e_last_round_at Ed) [[Num (last_round b)]];
  w_figures : p_number Ed k_figures (Num (figures b));
  w_printed : same (e_printed Ed) (printed_rows b);
  w_space : same (e_space Ed) (space_rows b);
  w_circles : same (e_circles Ed) (circles_rows b);
  w_price : same (e_price Ed) (price_rows b);
  w_copies : same (e_copies Ed) (copies_rows b);
  w_dealt : same (e_dealt Ed) (dealt_rows h) }.

(* Hands are dealt as SET-05 says, card by card. *)
Inductive deals (b : box) : list (term * term) -> Prop :=
| deal_nothing : deals b []
| deal_one : forall h Ed p c n, deals b h -> written b h Ed -> p_deal Ed p c n -> deals b ((p, c) :: h).

Lemma in_numbered : forall l i r, In r (numbered i l) -> exists k x t, nth_error l k = Some x /\ In t x /\ r = [Num (i + Z.of_nat k); t].
Proof.
  induction l as [|x l IH]; simpl; intros i r H; [contradiction|]. apply in_app_or in H. destruct H as [H|H].
  - apply in_map_iff in H. destruct H as (t & <- & I). exists 0%nat, x, t. simpl. rewrite Z.add_0_r. auto.
  - destruct (IH _ _ H) as (k & y & t & N & I & ->). exists (S k), y, t. split; [exact N|]. split; auto.
    replace (i + Z.of_nat (S k)) with (i + 1 + Z.of_nat k) by lia. auto.
Qed.
Lemma numbered_in : forall l i r, (exists k x t, nth_error l k = Some x /\ In t x /\ r = [Num (i + Z.of_nat k); t]) -> In r (numbered i l).
Proof.
  induction l as [|x l IH]; intros i r (k & y & t & N & I & ->); [destruct k; discriminate|]. simpl. apply in_or_app. destruct k as [|k].
  - left. inversion N; subst. apply in_map_iff. exists t. rewrite Z.add_0_r. auto.
  - right. apply IH. exists k, y, t. split; [exact N|]. split; auto. f_equal. f_equal. lia.
Qed.
Lemma map_nth_error_iff : forall {A B} (f : A -> B) l k y, nth_error (map f l) k = Some y <-> exists x, nth_error l k = Some x /\ y = f x.
Proof.
  induction l as [|a l IH]; intros [|k] y; simpl; split; try (intros (x & N & _); discriminate); try discriminate.
  - intro E. inversion E. eauto.
  - intros (x & N & ->). inversion N. auto.
  - apply IH.
  - apply IH.
Qed.
Lemma numbered_one : forall l i s t t', (forall x, In x l -> forall u v, In u x -> In v x -> u = v) ->
  In [s; t] (numbered i l) -> In [s; t'] (numbered i l) -> t = t'.
Proof.
  intros l i s t t' One H H'. apply in_numbered in H. apply in_numbered in H'.
  destruct H as (k & x & u & N & I & E), H' as (k' & x' & u' & N' & I' & E'). inversion E; inversion E'; subst.
  assert (k = k') by (match goal with H : Num _ = Num _ |- _ => inversion H end; lia). subst k'. rewrite N in N'. inversion N'; subst x'.
  apply nth_error_In in N. eapply One; eauto.
Qed.
Lemma grounds_one : forall l x, In x (grounds l) -> forall u v, In u x -> In v x -> u = v.
Proof. intros l x I u v U V. apply in_map_iff in I. destruct I as (y & <- & _), U as [<-|[]], V as [<-|[]]. auto. Qed.
Lemma any_one : forall {A} (f : A -> option Z) l x, In x (map (fun a => if_any (f a)) l) -> forall u v, In u x -> In v x -> u = v.
Proof.
  intros A f l x I u v U V. apply in_map_iff in I. destruct I as (y & <- & _). destruct (f y); [|destruct U].
  destruct U as [<-|[]], V as [<-|[]]. auto.
Qed.
(* What has a number on the road is a step of it, from 0 on. *)
Lemma on_the_road : forall b (f : _ -> option Z) s n, In [s; n] (numbered 0 (map (fun x => if_any (f x)) (road b))) ->
  exists v k, n = Num v /\ In [s; k] (printed_rows b).
Proof.
  intros b f s n H. apply in_numbered in H. destruct H as (i & x & t & N & I & E). inversion E; subst.
  apply map_nth_error_iff in N. destruct N as (y & N & ->).
  destruct (f y) as [v|]; [destruct I as [<-|[]]|destruct I]. exists v, (ground_word (fst (fst y))). split; auto.
  apply numbered_in. exists i, [ground_word (fst (fst y))], (ground_word (fst (fst y))). split; [|simpl; auto].
  apply map_nth_error_iff. exists y. auto.
Qed.
Lemma some_or_none : forall (l : rows) s, (exists n, In [s; n] l) \/ ~ exists n, In [s; n] l.
Proof.
  intros l s. destruct (existsb (fun r => match r with [s'; _] => term_eqb s' s | _ => false end) l) eqn:E; [left|right].
  - apply existsb_exists in E. destruct E as (r & I & E). destruct r as [|s' [|n [|? ?]]]; try discriminate. apply term_eqb_eq in E. subst. eauto.
  - intros [n I]. assert (X : existsb (fun r => match r with [s'; _] => term_eqb s' s | _ => false end) l = true); [|congruence].
    apply existsb_exists. exists [s; n]. split; auto. apply term_eqb_refl.
Qed.
Lemma in_counted : forall l t n, In [t; n] (counted l) -> In t l /\ n = Num (Z.of_nat (count_occ term_eq_dec l t)).
Proof.
  intros l t n H. apply in_map_iff in H. destruct H as (u & E & I). inversion E; subst. split; auto. eapply nodup_In; eauto.
Qed.
Lemma figure_is_no_piece : forall l, ~ In k_figure (map piece_word l).
Proof. intros l I. apply in_map_iff in I. destruct I as (p & E & _). destruct p; discriminate. Qed.

(* ---- what was dealt ---- *)
Definition dealt_of (h : list (term * term)) (c : term) : Z := Z.of_nat (length (filter (fun x => term_eqb (snd x) c) h)).
Lemma in_dealt : forall h p c n, In [p; c; n] (dealt_rows h) <-> In (p, c) h /\ n = Num (times h (p, c)).
Proof.
  intros h p c n. unfold dealt_rows. rewrite in_map_iff. split.
  - intros ([p' c'] & E & I). simpl in E. inversion E; subst. split; auto. eapply nodup_In; eauto.
  - intros [I ->]. exists (p, c). split; auto. apply nodup_In. auto.
Qed.
Lemma times_pos : forall h x, In x h -> 1 <= times h x.
Proof. intros h x I. unfold times. apply (count_occ_In deal_eq_dec) in I. lia. Qed.
Lemma times_cons : forall a h x, times (a :: h) x = times h x + (if deal_eq_dec a x then 1 else 0).
Proof. intros. unfold times. cbn [count_occ]. destruct (deal_eq_dec a x); lia. Qed.
Lemma one_of : forall a l, NoDup l -> sum_of (fun x => if deal_eq_dec a x then 1 else 0) l = if in_dec deal_eq_dec a l then 1 else 0.
Proof.
  intros a l ND. destruct (in_dec deal_eq_dec a l) as [I|I].
  - induction l as [|b l IH]; [destruct I|]. inversion ND; subst. cbn [sum_of]. destruct (deal_eq_dec a b) as [->|N].
    + rewrite sum_of_zero; [lia|]. intros x Ix. destruct (deal_eq_dec b x); congruence.
    + destruct I as [->|I]; [congruence|]. rewrite IH; auto.
  - apply sum_of_zero. intros x Ix. destruct (deal_eq_dec a x); congruence.
Qed.
Lemma dealt_in_all : forall h c, sum_is (fun t => exists a p, In [p; c; a] (dealt_rows h) /\ t = [a; p]) (dealt_of h c).
Proof.
  intros h c. exists (map (fun x => [Num (times h x); fst x]) (filter (fun x => term_eqb (snd x) c) (nodup deal_eq_dec h))).
  split; [|split].
  - assert (G : forall l, NoDup l -> (forall x, In x l -> snd x = c) -> NoDup (map (fun x : term * term => [Num (times h x); fst x]) l)).
    { induction l as [|[p d] l IH]; simpl; intros ND Sn; constructor; inversion ND; subst; [|apply IH; auto].
      intro I. apply in_map_iff in I. destruct I as ([p' d'] & E & I). simpl in E. inversion E; subst.
      pose proof (Sn _ (or_introl eq_refl)). pose proof (Sn _ (or_intror I)). simpl in *. subst. contradiction. }
    apply G; [apply NoDup_filter; apply NoDup_nodup|]. intros x I. apply filter_In in I. apply term_eqb_eq. tauto.
  - intro r. rewrite in_map_iff. split.
    + intros ([p d] & <- & I). apply filter_In in I. destruct I as [I E]. apply term_eqb_eq in E. simpl in E. subst.
      apply nodup_In in I. exists (Num (times h (p, c))), p. split; auto. apply in_dealt. auto.
    + intros (a & p & H & ->). apply in_dealt in H. destruct H as [I ->]. exists (p, c). split; auto.
      apply filter_In. split; [apply nodup_In; auto|apply term_eqb_refl].
  - assert (T : forall l, total (map (fun x : term * term => [Num (times h x); fst x]) l) = sum_of (times h) l)
      by (induction l as [|x l IH]; simpl; auto; rewrite IH; auto).
    rewrite T. clear T. unfold dealt_of. set (P := fun x : term * term => term_eqb (snd x) c). induction h as [|a h IH]; auto.
    rewrite (sum_of_ext _ (fun x => times h x + (if deal_eq_dec a x then 1 else 0))) by (intros; apply times_cons).
    rewrite sum_of_add, one_of by (apply NoDup_filter; apply NoDup_nodup). cbn [nodup filter].
    destruct (in_dec deal_eq_dec a h) as [I|I]; destruct (P a) eqn:E; cbn [filter length]; rewrite ?E.
    + rewrite <- IH. destruct (in_dec deal_eq_dec a (filter P (nodup deal_eq_dec h))) as [J|J]; [lia|].
      exfalso. apply J. apply filter_In. split; auto. apply nodup_In. auto.
    + rewrite <- IH. destruct (in_dec deal_eq_dec a (filter P (nodup deal_eq_dec h))) as [J|J]; [|lia].
      apply filter_In in J. destruct J. congruence.
    + cbn [sum_of]. rewrite <- IH. destruct (in_dec deal_eq_dec a (a :: filter P (nodup deal_eq_dec h))) as [J|J]; [|exfalso; apply J; left; auto].
      assert (times h a = 0); [|lia]. unfold times. rewrite (proj1 (count_occ_not_In deal_eq_dec h a) I). auto.
    + rewrite <- IH. destruct (in_dec deal_eq_dec a (filter P (nodup deal_eq_dec h))) as [J|J]; [|lia].
      apply filter_In in J. destruct J. congruence.
Qed.

(* What is dealt are cards of the box, and no more of any than it has. *)
Definition fair (b : box) (h : list (term * term)) : Prop :=
  (forall p c, In (p, c) h -> (exists v k w, c = f_card v k w) /\ exists n, In [c; n] (copies_rows b)) /\
  forall c n, In [c; Num n] (copies_rows b) -> (exists v k w, c = f_card v k w) -> dealt_of h c <= n.

Lemma one_copies : forall b t n n', In [t; n] (copies_rows b) -> In [t; n'] (copies_rows b) -> n = n'.
Proof.
  intros b t n n' [H|H] [H'|H'].
  - congruence.
  - inversion H; subst. apply in_counted in H'. destruct H' as [I _]. exfalso. eapply figure_is_no_piece; eauto.
  - inversion H'; subst. apply in_counted in H. destruct H as [I _]. exfalso. eapply figure_is_no_piece; eauto.
  - apply in_counted in H. apply in_counted in H'. destruct H as [_ ->], H' as [_ ->]. auto.
Qed.

Theorem deals_are_fair : forall b h, deals b h -> fair b h.
Proof.
  intros b h D. induction D as [|h Ed p c n D IH W Dl].
  - split; [intros p c []|]. intros c n [H|H] (v & k & w & ->); [inversion H|]. unfold dealt_of. simpl. apply in_counted in H. destruct H as [_ E]. inversion E. lia.
  - destruct IH as [IHc IHn]. inversion Dl as [c0 n0 p0 _ Le]. subst c0 n0 p0. inversion Le as [c0 d N x1 x2 x3 C Ca Lt Su E0 E1]. subst c0.
    assert (Du : d = dealt_of h c).
    { eapply sum_one; [exact Su|]. destruct (dealt_in_all h c) as (l & ND & Hl & ->). exists l. split; auto. split; auto. intro r. rewrite Hl. unfold p_dealt.
      split; intros (a & o & H & ->); exists a, o; (split; [|auto]); apply (w_dealt _ _ _ W); auto. }
    apply (w_copies _ _ _ W) in C. split.
    + intros o e [E|I]; [inversion E; subst|eauto]. split; eauto.
    + intros e n' H Ce. unfold dealt_of. simpl. destruct (term_eqb c e) eqn:E.
      * apply term_eqb_eq in E. subst e. pose proof (one_copies _ _ _ _ C H) as Q. injection Q as Q. simpl length. rewrite Nat2Z.inj_succ. fold (dealt_of h c). lia.
      * fold (dealt_of h e). auto.
Qed.

(* An edition that is so written, and that no clause calls ill formed, is what the theorems ask for. *)
Theorem editions : forall b h Ed, written b h Ed -> fair b h -> (forall x, ~ p_ill_formed Ed x) -> well_formed Ed.
Proof.
  intros b h Ed W [Fc Fn] Fine.
  assert (one : forall (l : term) (r : row), In r [[l]] -> r = [l]) by (intros l r [<-|[]]; auto).
  assert (Copies : forall t n, p_copies Ed t n <-> In [t; n] (copies_rows b)) by (intros; apply (w_copies _ _ _ W)).
  assert (Dealt : forall p c n, p_dealt Ed p c n <-> In (p, c) h /\ n = Num (times h (p, c))) by (intros; rewrite <- in_dealt; apply (w_dealt _ _ _ W)).
  assert (Space : forall s k, p_space Ed s k -> p_printed Ed s k).
  { intros s k H. apply (w_space _ _ _ W) in H. apply (w_printed _ _ _ W). unfold space_rows, printed_rows in *.
    destruct (road b) as [|x l]; [destruct H|]. simpl in *. right. auto. }
  assert (Word : forall i l s k, In [s; k] (numbered i (grounds l)) -> exists g, k = ground_word g).
  { intros i l s k H. apply in_numbered in H. destruct H as (j & x & t & N & I & E). inversion E; subst.
    apply map_nth_error_iff in N. destruct N as (y & _ & ->). destruct I as [<-|[]]. eauto. }
  assert (Ground : forall s k, p_space Ed s k -> k = k_site \/ k = k_tavern \/ k = k_artist \/ k = k_entrance).
  { intros s k H. apply Space in H as Pr. apply (w_space _ _ _ W) in H as I. destruct (Word _ _ _ _ I) as [g ->]. destruct g; simpl; auto.
    exfalso. apply in_numbered in I. destruct I as (j & ? & ? & _ & _ & E).
    assert (Q : s = Num (1 + Z.of_nat j)) by congruence. subst s. eapply Fine. eapply ill_formed_A09; eauto. lia. }
  assert (Step : forall s k, p_printed Ed s k -> k <> k_cathedral -> p_space Ed s k).
  { intros s k H N. apply (w_printed _ _ _ W) in H as I. apply (w_space _ _ _ W). unfold space_rows, printed_rows in *.
    destruct (road b) as [|x l]; [destruct I|]. simpl in *. destruct I as [I|I]; auto. exfalso. inversion I; subst.
    eapply Fine. eapply ill_formed_A09_2; eauto. }
  split.
  - intros x y H H'. apply (w_players _ _ _ W) in H. apply (w_players _ _ _ W) in H'. apply one in H. apply one in H'. congruence.
  - intros x y H H'. apply (w_named _ _ _ W) in H. apply (w_named _ _ _ W) in H'. destruct (begins b); [|destruct H]. apply one in H. apply one in H'. congruence.
  - intros r H. apply (w_named _ _ _ W) in H. destruct (begins b) as [s|]; [|destruct H]. apply one in H. eauto.
  - intros x H. apply (w_named _ _ _ W) in H. destruct (begins b) as [s|] eqn:E; [|destruct H]. apply one in H. inversion H; subst.
    apply (w_seat _ _ _ W) in E. apply (role_vocabulary _ (seats b)); [|lia]. apply (w_players _ _ _ W). left. auto.
  - exists (limit b). assert (G : forall x, p_tile_limit Ed x <-> x = Num (limit b)).
    { intro x. unfold p_tile_limit. rewrite (w_limit _ _ _ W [x]). split; [intro H; apply one in H; congruence|intros ->; left; auto]. }
    split; auto. destruct (Z_lt_le_dec (limit b) 1); [|lia]. exfalso. eapply Fine. eapply ill_formed_FEN04; eauto. apply G. auto.
  - exists (rounds b). assert (G : forall x, p_rounds_to_win Ed x <-> x = Num (rounds b)).
    { intro x. unfold p_rounds_to_win. rewrite (w_rounds _ _ _ W [x]). split; [intro H; apply one in H; congruence|intros ->; left; auto]. }
    split; auto. destruct (Z_lt_le_dec (rounds b) 1); [|lia]. exfalso. eapply Fine. eapply ill_formed_DUE09; eauto. apply G. auto.
  - intros x y H H'. apply (w_taken _ _ _ W) in H. apply (w_taken _ _ _ W) in H'. apply one in H. apply one in H'. congruence.
  - intros x y H H'. apply (w_tavern _ _ _ W) in H. apply (w_tavern _ _ _ W) in H'. apply one in H. apply one in H'. congruence.
  - exists (Num (taken b)). apply (w_taken _ _ _ W). left. auto.
  - intros x H. apply (w_taken _ _ _ W) in H. apply one in H. inversion H. eauto.
  - exists (Num (poured b)). apply (w_tavern _ _ _ W). left. auto.
  - intros x H. apply (w_tavern _ _ _ W) in H. apply one in H. inversion H. eauto.
  - apply (role_vocabulary _ (seats b)); [apply (w_players _ _ _ W); left; auto|]. pose proof (w_table _ _ _ W). lia.
  - intros v k w n H. apply Copies in H as I. destruct I as [I|I]; [inversion I|]. apply in_counted in I. destruct I as [I _].
    apply in_map_iff in I. destruct I as (p & E & _). destruct p as [? ? []| | | | |]; try discriminate; inversion E; auto.
  - intros s k H. apply (w_space _ _ _ W) in H. apply in_numbered in H. destruct H as (? & ? & ? & _ & _ & E). inversion E. eauto.
  - intros s k k' H H'. apply (w_space _ _ _ W) in H. apply (w_space _ _ _ W) in H'. eapply (numbered_one _ 1 s k k'); [apply grounds_one|exact H|exact H'].
  - intros z k H. apply (w_space _ _ _ W) in H. apply in_numbered in H. destruct H as (j & ? & ? & _ & _ & E).
    assert (z = 1 + Z.of_nat j) by congruence. lia.
  - exact Ground.
  - intros s n H. apply (w_circles _ _ _ W) in H as I. destruct (on_the_road _ _ _ _ I) as (v & k & -> & P). apply (w_printed _ _ _ W) in P.
    assert (No : ~ In k [k_site; k_cathedral; k_entrance]) by (intro K; eapply Fine; eapply ill_formed_A10_3; eauto).
    assert (Sp : p_space Ed s k).
    { apply Step; auto. intros ->. apply No. simpl. auto. }
    destruct (Ground _ _ Sp) as [->|[->|[->| ->]]]; auto; exfalso; apply No; simpl; auto.
  - intros s k H K. destruct (some_or_none (e_circles Ed) s) as [E|No]; auto. exfalso. eapply Fine. eapply ill_formed_A10; eauto.
    destruct K as [->| ->]; simpl; auto.
  - intros s k H K. assert (Pa : p_pays Ed s).
    { eapply pays_A09; [apply Space; eauto|]. destruct (Ground _ _ H) as [->|[->|[->| ->]]]; simpl; auto; congruence. }
    destruct (some_or_none (e_price Ed) s) as [[n E]|No]; [|exfalso; eapply Fine; eapply ill_formed_A11; eauto].
    apply (w_price _ _ _ W) in E as I. destruct (on_the_road _ _ _ _ I) as (v & _ & -> & _). eauto.
  - intros s x y H H'. apply (w_price _ _ _ W) in H. apply (w_price _ _ _ W) in H'. exact (numbered_one _ 0 s x y (any_one snd (road b)) H H').
  - intros k c n H. apply Copies in H. destruct H as [H|H]; [inversion H|]. apply in_counted in H. destruct H as [I _].
    apply in_map_iff in I. destruct I as (p & E & _). destruct p as [| | | | |t ?]; try discriminate. inversion E; subst. destruct t; simpl; auto.
  - intros v k w n H. apply Copies in H as I. destruct I as [I|I]; [inversion I|]. apply in_counted in I. destruct I as [I _].
    apply in_map_iff in I. destruct I as (p & E & _). destruct p as [z ? ?| | | | |]; try discriminate. inversion E; subst.
    exists z. split; auto. destruct (Z_lt_le_dec z 1); auto. exfalso. eapply Fine. eapply ill_formed_A05; eauto.
  - intros t n H. apply Copies in H. destruct H as [H|H].
    + inversion H; subst. exists (figures b). split; auto. destruct (Z_lt_le_dec (figures b) 1); auto. exfalso.
      assert (La : p_last_round_at Ed (Num (last_round b))) by (apply (w_last _ _ _ W); left; auto).
      destruct (Z_lt_le_dec (last_round b) 1).
      * eapply Fine. eapply ill_formed_A112; eauto.
      * eapply Fine. eapply ill_formed_A116; eauto; [apply (w_figures _ _ _ W)|lia].
    + apply in_counted in H. destruct H as [I ->]. eexists. split; [reflexivity|]. apply (count_occ_In term_eq_dec) in I. lia.
  - intros t n n' H H'. apply Copies in H. apply Copies in H'. eapply one_copies; eauto.
  - intros p c n H. apply Dealt in H. destruct H as [I ->]. eexists. split; [reflexivity|]. apply times_pos. auto.
  - intros p c n n' H H'. apply Dealt in H. apply Dealt in H'. destruct H as [_ ->], H' as [_ ->]. auto.
  - intros p c n H. apply Dealt in H. destruct H as [I _]. apply (Fc _ _ I).
  - intros p c n H. apply Dealt in H. destruct H as [I _]. destruct (Fc _ _ I) as [_ [w C]]. exists w. apply Copies. auto.
  - intros c n d C Su.
    assert (Du : d = dealt_of h c).
    { eapply sum_one; [exact Su|]. destruct (dealt_in_all h c) as (l & ND & Hl & ->). exists l. split; auto. split; auto. intro r. rewrite Hl.
      split; intros (x & o & H & ->); exists x, o; (split; [|auto]); apply (w_dealt _ _ _ W); auto. }
    subst d. apply Copies in C as C'.
    destruct (filter (fun x => term_eqb (snd x) c) h) as [|[p e] l] eqn:E.
    + unfold dealt_of. rewrite E. simpl. destruct C' as [H|H]; [inversion H|apply in_counted in H; destruct H as [_ H]; inversion H; lia].
      subst. (* as many figures as the last round needs *)
      assert (La : p_last_round_at Ed (Num (last_round b))) by (apply (w_last _ _ _ W); left; auto).
      destruct (Z_lt_le_dec (figures b) 0); auto. exfalso. destruct (Z_lt_le_dec (last_round b) 1).
      * eapply Fine. eapply ill_formed_A112; eauto.
      * eapply Fine. eapply ill_formed_A116; eauto; [apply (w_figures _ _ _ W)|lia].
    + apply Fn; auto. assert (I : In (p, e) (filter (fun x => term_eqb (snd x) c) h)) by (rewrite E; left; auto).
      apply filter_In in I. destruct I as [I Q]. apply term_eqb_eq in Q. simpl in Q. subst e. apply (Fc _ _ I).
Qed.
Print Assumptions deals_are_fair.
Print Assumptions editions.

(* ---- the same by computation, for a witness ---- *)
Definition sameb (a b : rows) : bool := within a b && within b a.
Lemma sameb_same : forall a b, sameb a b = true -> same a b.
Proof. intros a b H r. apply andb_prop in H. destruct H. split; apply within_in; auto. Qed.
Definition writtenb (b : box) (h : list (term * term)) (Ed : edition) : bool :=
  sameb (e_players Ed) [[Num (seats b)]] &&
  Z.leb 1 (seats b) &&
  sameb (e_named Ed) (match begins b with Some s => [[Num s]] | None => [] end) &&
  (match begins b with Some s => Z.leb 0 s && Z.ltb s (seats b) | None => true end) &&
  sameb (e_tile_limit Ed) [[Num (limit b)]] &&
  sameb (e_rounds_to_win Ed) [[Num (rounds b)]] &&
  sameb (e_cards_taken Ed) [[Num (taken b)]] &&
  sameb (e_tavern_cards Ed) [[Num (poured b)]] &&
  sameb (e_last_round_at Ed) [[Num (last_round b)]] &&
  mem [k_figures; Num (figures b)] (e_number Ed) &&
  sameb (e_printed Ed) (printed_rows b) &&
  sameb (e_space Ed) (space_rows b) &&
  sameb (e_circles Ed) (circles_rows b) &&
  sameb (e_price Ed) (price_rows b) &&
  sameb (e_copies Ed) (copies_rows b) &&
  sameb (e_dealt Ed) (dealt_rows h).
Lemma writtenb_written : forall b h Ed, writtenb b h Ed = true -> written b h Ed.
Proof.
  intros b h Ed H. unfold writtenb in H. rewrite !andb_true_iff in H. decompose [and] H. split; try (apply sameb_same; assumption).
  - apply Z.leb_le. assumption.
  - intros s E. rewrite E in *. match goal with G : Z.leb 0 s && _ = true |- _ => apply andb_prop in G; destruct G as [X Y] end.
    apply Z.leb_le in X. apply Z.ltb_lt in Y. lia.
  - apply mem_in. auto.
Qed.
Definition is_card (c : term) : bool := match c with F3 f _ _ _ => Pos.eqb f n_card | _ => false end.
Definition fairb (b : box) (h : list (term * term)) : bool :=
  let rows := copies_rows b in
  forallb (fun x => is_card (snd x) && existsb (fun r => match r with [c; _] => term_eqb c (snd x) | _ => false end) rows) h &&
  forallb (fun r => match r with [c; Num n] => negb (is_card c) || Z.leb (dealt_of h c) n | _ => true end) rows.
Lemma fairb_fair : forall b h, fairb b h = true -> fair b h.
Proof.
  intros b h H. apply andb_prop in H. destruct H as [A B]. rewrite forallb_forall in A, B. split.
  - intros p c I. apply A in I. apply andb_prop in I. cbn [snd] in I. destruct I as [C E]. split.
    + destruct c as [| | | |f v k w| |]; try discriminate. apply Pos.eqb_eq in C. subst. eauto.
    + apply existsb_exists in E. destruct E as (r & I & E). destruct r as [|c' [|n [|? ?]]]; try discriminate.
      apply term_eqb_eq in E. subst. eauto.
  - intros c n I (v & k & w & ->). apply B in I. apply orb_prop in I. destruct I as [I|I]; [discriminate|]. apply Z.leb_le. auto.
Qed.
