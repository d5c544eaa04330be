(* Why not, for any edition: a move of any kind is legal exactly if no reason speaks against it. Here the kinds that need
   to know the road: to place a shop, to return a figure, to challenge, to play a card, to use a space. *)
From Coq Require Import List ZArith Bool Lia.
Import ListNotations.
From Toledo Require Import Terms Clauses Compiled Steps Books Editions Transfers Conservation Tiles Lookahead Progress Standing Refusals.
Open Scope Z_scope.

Section WhyNot.
Variable Ed : edition.
Hypothesis WF : well_formed Ed.

(* What can be given, or be given back, where a space is used. *)
Definition fee_word (c : term) : Prop := c = k_none \/ exists v k w, c = f_card (Num v) k w.
Definition back_word (b : term) : Prop := b = k_none \/ exists k, b = f_master k.
Definition aim_word (t : term) : Prop := back_word t \/ exists v m g, t = f_sword v (Num m) (Num g).

Inductive chosen (p : term) : term -> Prop :=
| choose_site : forall q k c s, chosen p (f_place_shop (f_shop3 q k c) (Num s))
| choose_return : forall s, chosen p (f_return_figure (Num s))
| choose_rival : forall q, chosen p (f_challenge q)
| choose_card : forall v k w s o, o = k_plain \/ o = k_tile -> chosen p (f_play_card (f_card (Num v) k w) (Num s) o)
| choose_use : forall c t b, fee_word c -> aim_word t -> back_word b -> chosen p (f_use_space c t b).

Lemma space_or_not : forall s, (exists k, p_space Ed s k) \/ ~ exists k, p_space Ed s k.
Proof. intro s. exact (some_or_none (e_space Ed) s). Qed.
Lemma road_positive : forall s, p_on_road Ed (Num s) -> 0 <= s.
Proof. intros s H. inversion H; subst; [lia|]. match goal with Sp : p_space _ _ _ |- _ => apply (wf_first_step _ WF) in Sp end. lia. Qed.
Lemma a_last_step : exists z, p_last_step Ed (Num z).
Proof.
  assert (Pos : 0 <= last_step Ed) by (unfold last_step; induction (map weight (e_space Ed ++ e_circles Ed)); simpl; lia).
  assert (Le : forall a, p_on_road Ed (Num a) -> a <= last_step Ed).
  { intros a H. inversion H as [|? k Sp]; subst; [exact Pos|]. apply (by_the_last Ed [Num a; k]). apply in_app_iff. auto. }
  assert (Up : forall n a, p_on_road Ed (Num a) -> last_step Ed - a < Z.of_nat n -> exists z, p_last_step Ed (Num z)).
  { induction n as [|n IH]; intros a H Lt; [pose proof (Le _ H); lia|].
    destruct (decided _ (fin_on_road Ed) [Num (a + 1)]) as [N|N]; [apply (IH (a + 1)); [exact N|lia]|exists a; apply last_step_A30; auto]. }
  apply (Up (Z.to_nat (last_step Ed + 1)) 0); [apply on_road_A40|lia].
Qed.

Section Position.
Variable St : rows.
Hypothesis R : reachable Ed St.
Let OK : sound Ed St := every_position Ed WF St R.
Let A : alive Ed St := alive_reached Ed WF St R.
Let Sd : standing Ed St := standing_reached Ed WF St R.
Let valued := hand_values Ed WF St R.
Let cards := fun x v k w n => card_values Ed WF St x v k w n R.
Notation refused := (refused Ed St).

Lemma phase_one : forall a b, p_phase St a -> p_phase St b -> a = b.
Proof. apply (s_phase _ _ OK). Qed.
Lemma active_one : forall a b, p_active St a -> p_active St b -> a = b.
Proof. apply (s_active _ _ OK). Qed.
Ltac apart := apart_by phase_one.
Ltac seated := try match goal with X : p_active St k_chance |- _ => exfalso; exact (proj2 (chance_no_seat Ed WF St R) X) end.
(* Takes the reason that is given apart: what it needs is not so. *)
Ltac none_of Re := inversion Re as [? ? U|? ? ? ? Ag Or]; subst; [inversion U|inversion Ag]; subst; apart; try discriminate;
  try match goal with N : ~ _ |- _ => apply N; eauto; fail end;
  seated;
  try match goal with N : ?a <> ?b |- _ => apply N; apply active_one; assumption end.

Lemma shop_or_not : forall s, (exists q k c n, p_at St s (f_shop3 q k c) n) \/ ~ exists q k c n, p_at St s (f_shop3 q k c) n.
Proof.
  intro s. destruct (at_or_not St s (fun t => match t with F3 f _ _ _ => Pos.eqb f n_shop | _ => false end)) as [(t & w & E & At)|No].
  - left. destruct t; try discriminate. apply Pos.eqb_eq in E. subst. eauto 10.
  - right. intros (q & k & c & n & At). apply No. eexists _, _. split; [|exact At]. reflexivity.
Qed.
Lemma there_or_not : forall x t, (exists w, p_at St x t w) \/ ~ exists w, p_at St x t w.
Proof.
  intros x t. destruct (at_or_not St x (term_eqb t)) as [(u & w & E & At)|No]; [left|right].
  - apply term_eqb_eq in E. subst. eauto.
  - intros [w At]. apply No. exists t, w. rewrite term_eqb_refl. auto.
Qed.
(* A step where a move may end, or a site without a shop, or no step at all. *)
Lemma end_vacant_or_off : forall s, 0 < s -> p_may_end Ed St (Num s) \/ p_vacant Ed St (Num s) \/ ~ p_on_road Ed (Num s).
Proof.
  intros s Pos. destruct (space_or_not (Num s)) as [[k Sp]|No].
  - destruct (wf_ground _ WF _ _ Sp) as [->|[K|[K| ->]]]; [|left|left|left; apply may_end_MOV04_2; auto].
    + destruct (shop_or_not (Num s)) as [(q & k & c & n & At)|No]; [left; eapply may_end_MOV04; eapply room_SHP04; eauto|right; left; apply vacant_A30; auto].
    + destruct (wf_circles _ WF _ _ Sp) as [n C]; auto. eapply may_end_MOV04. apply room_A52. eauto.
    + destruct (wf_circles _ WF _ _ Sp) as [n C]; auto. eapply may_end_MOV04. apply room_A52. eauto.
  - right. right. intro H. inversion H; subst; [lia|eauto].
Qed.
Lemma no_end_on_a_site : forall s, p_vacant Ed St s -> p_may_end Ed St s -> False.
Proof.
  intros s V M. inversion V as [? Sp No]; subst. inversion M as [? n Ro|? En]; subst.
  - inversion Ro as [? ? C|? ? ? ? ? _ At]; subst; [|apply No; eauto].
    destruct (wf_circled _ WF _ _ C) as [K|K]; pose proof (wf_kind _ WF _ _ _ Sp K); discriminate.
  - pose proof (wf_kind _ WF _ _ _ Sp En). discriminate.
Qed.
Lemma ends_on_the_road : forall s, p_may_end Ed St s -> p_on_road Ed s.
Proof. intros s M. inversion M; subst; [eapply room_road; eauto|eapply on_road_A40_2; eauto]. Qed.

Lemma some_rival : forall s, (exists q, p_rival Ed St q s) \/ ~ exists q, p_rival Ed St q s.
Proof.
  intro s. destruct (fin_rival Ed St) as [l o]. destruct (existsb (fun r => match r with [_; x] => term_eqb x s | _ => false end) l) eqn:E.
  - left. apply existsb_exists in E. destruct E as (r & I & E). destruct r as [|q [|x [|? ?]]]; try discriminate. apply term_eqb_eq in E. subst.
    exists q. apply (o [q; s]). auto.
  - right. intros [q H]. apply (o [q; s]) in H. assert (X : existsb (fun r => match r with [_; x] => term_eqb x s | _ => false end) l = true); [|congruence].
    apply existsb_exists. exists [q; s]. split; auto. apply term_eqb_refl.
Qed.

(* ---- placing a shop ---- *)
Lemma shop_unrefused : forall p t s, p_legal Ed St p (f_place_shop t s) -> ~ refused p (f_place_shop t s).
Proof.
  intros p t s L (n & r & e & Re). destruct (legal_shop _ _ _ _ _ L) as (Ac & Ph & V & [u At] & _). inversion V as [? Sp No]; subst.
  none_of Re; try (apply No; eauto; fail); try (match goal with Q : p_space _ _ _ |- _ => pose proof (wf_kind _ WF _ _ _ Sp Q); discriminate end).
  - pose proof (wf_first_step _ WF _ _ Sp). lia.
  - match goal with N : ~ p_on_road _ _ |- _ => apply N; eapply on_road_A40_2; eauto end.
Qed.

(* ---- returning a figure ---- *)
Lemma return_unrefused : forall p s, p_legal Ed St p (f_return_figure s) -> ~ refused p (f_return_figure s).
Proof.
  intros p s L (n & r & e & Re). destruct (legal_return _ WF _ _ _ L) as (Ac & Ph & [u At] & _).
  none_of Re.
  inversion L; subst; match goal with M : p_may _ _ _ _ |- _ => inversion M; subst end; try contradiction;
    match goal with Sp : p_space _ _ _ |- _ => apply (wf_first_step _ WF) in Sp; lia end.
Qed.

(* ---- challenging ---- *)
Lemma challenge_unrefused : forall p q, p_legal Ed St p (f_challenge q) -> ~ refused p (f_challenge q).
Proof.
  intros p q L (n & r & e & Re). inversion L; subst. match goal with M : p_may _ _ _ _ |- _ => inversion M as [|? ? s Ac Ph Ri Ca| | | | | | |]; subst end.
  inversion Ri as [a ? ? ? ? Ac' Sp At Ne]; subst. pose proof (active_one _ _ Ac Ac'). subst a. none_of Re.
Qed.

(* ---- playing a card ---- *)
Lemma now_one : forall s a b, p_now Ed St s a -> p_now Ed St s b -> a = b.
Proof.
  intros s a b H H'. inversion H as [B N ? T _ Ba Ti Dr]; subst. inversion H' as [B' N' ? T' _ Ba' Ti' Dr']; subst.
  rewrite (base_one Ed St Sd cards _ _ Ba Ba'), (tile_card_one Ed St Sd _ _ Ti Ti').
  assert (X : exists n n', N = Num n /\ N' = Num n') by (inversion Dr; inversion Dr'; eauto). destruct X as (x & y & -> & ->).
  rewrite (drawable_one Ed St _ _ Dr Dr'). reflexivity.
Qed.
Lemma leg_reaches : forall r v o e, p_leg Ed St r v o e -> exists s b t k n b' t' k' n' s',
  r = f_run s b t k n /\ e = f_run s' b' t' k' n' /\ p_reaches Ed St s v s'.
Proof. intros r v o e H. inversion H; subst; eauto 15. Qed.
Lemma leg_one : forall r v o e e', p_leg Ed St r v o e -> p_leg Ed St r v o e' -> e = e'.
Proof.
  intros r v o e e' H H'. inversion H; subst; inversion H'; subst;
    repeat match goal with E : f_run _ _ _ _ _ = f_run _ _ _ _ _ |- _ => inversion E; clear E; subst end;
    repeat match goal with Q : p_reaches _ _ _ _ _ |- _ => inversion Q; clear Q; subst end; try congruence; auto.
Qed.
Lemma mover_stands : forall p s, p_active St p -> p_mover Ed St s -> ~ (exists x, p_phase St (f_transit x)) -> exists w, p_at St s (f_figure p) w.
Proof.
  intros p s Ac M No. inversion M as [q ? w Ph Aq At|q ? w Re Aq At|? Ph]; subst; [| |exfalso; eauto]; rewrite (active_one _ _ Ac Aq); eauto.
Qed.
Lemma mover_waits : forall s x, p_mover Ed St s -> p_phase St (f_transit x) -> s = x.
Proof. intros s x M Ph. inversion M as [| |? Ph']; subst; apart; auto. Qed.
Lemma mover_in_play : forall s, p_mover Ed St s -> ~ p_chance_next St /\ ~ p_terminal St.
Proof. intros s M. inversion M; subst; split; intro C; apart. Qed.
Lemma play_unrefused : forall p v k w s o, p_legal Ed St p (f_play_card (f_card (Num v) k w) (Num s) o) ->
  ~ refused p (f_play_card (f_card (Num v) k w) (Num s) o).
Proof.
  intros p v k w s o L (n & r & e & Re). inversion L; subst. match goal with M : p_may _ _ _ _ |- _ => inversion M; subst end.
  match goal with P : p_playable _ _ _ _ _ |- _ => inversion P as [C E M0 P0 Ru S0 V0 w1 w2 w3 Ac' At EC No Le Go]; subst end.
  pose proof (active_one _ _ (proj1 (legal_play _ _ OK _ _ _ _ L)) Ac'). subst P0.
  inversion EC; subst V0 w2 w3. clear EC. inversion No as [B N S1 T Mo Ba Ti Dr]; subst S1 Ru.
  destruct (mover_in_play _ Mo) as [NC NT].
  assert (End : p_may_end Ed St (Num (s + v))).
  { destruct (leg_reaches _ _ _ _ Le) as (? & ? & ? & ? & ? & ? & ? & ? & ? & ? & Er & _ & Rs). inversion Er; subst. inversion Rs; subst. auto. }
  assert (Dead : forall S', ~ p_dead_end Ed St [[p; f_play_card (f_card (Num v) k w) (Num s) o]] S').
  { intros S' De. inversion De as [? E' ? ? R' ? V' ? ? ? ? ? ? ? ? Dp _ _ Ec No' Le' Bad _]; subst. apply does_one in Dp. destruct Dp as [_ Dp].
    inversion Dp; subst. rewrite (now_one _ _ _ No' No) in Le'. rewrite (leg_one _ _ _ _ _ Le' Le) in Bad. contradiction. }
  pose proof (fun b X => base_one Ed St Sd cards b B X Ba) as OneB. pose proof (fun b X => tile_card_one Ed St Sd b T X Ti) as OneT.
  inversion Re as [? ? U|? ? ? ? Ag Or]; subst; [inversion U|inversion Ag]; subst;
    try (match goal with H : p_dead_end _ _ _ _ |- _ => eapply Dead; exact H end);
    repeat match goal with D : p_does [[_; _]] _ _ |- _ => apply does_one in D; destruct D as [? D]; try discriminate D; subst; try (inversion D; subst; clear D) end;
    try contradiction; seated.
  all: try (match goal with X : _ <> _ |- _ => apply X; apply active_one; assumption end).
  all: try (match goal with X : ~ exists _, p_at _ (f_hand _) _ _ |- _ => apply X; eauto end).
  all: try (match goal with X : ~ exists _, p_at _ _ (f_figure _) _ |- _ => apply X; eapply mover_stands; eauto end).
  all: try (match goal with X : _ = f_card _ _ _ |- _ => inversion X; subst end).
  all: try (eapply no_end_on_a_site; eauto; fail).
  all: try (match goal with X : ~ p_on_road _ _ |- _ => apply X; eapply ends_on_the_road; eauto end).
  all: try (match goal with X : ?a <> ?b, P : p_phase _ (f_transit _) |- _ => apply X; eapply mover_waits; eauto end).
  all: try (match goal with X : p_true _ (f_tile_card _) |- _ => destruct (st_value _ _ Sd _ X) as [z ->]; apply tile_card_A84 in X end).
  all: inversion Le; subst; repeat match goal with E0 : f_run _ _ _ _ _ = f_run _ _ _ _ _ |- _ => inversion E0; clear E0; subst end.
  all: repeat match goal with X : p_base _ _ |- _ => pose proof (OneB _ X); revert X end; intros.
  all: repeat match goal with X : p_tile_card _ _ |- _ => pose proof (OneT _ X); revert X end; intros; try congruence.
  - match goal with X : p_active _ _, Y : p_at _ (f_area _) _ _, N : ~ exists _, _ |- _ => apply N; rewrite (active_one _ _ Ac' X); eauto end.
  - match goal with X : p_tile_card _ (Num v) |- _ => inversion X as [? Tr|]; subst end. exact (st_apart _ _ Sd _ Tr Ba).
Qed.

(* ---- using a space ---- *)
Lemma owns_one : forall t a b, p_owns Ed St t a -> p_owns Ed St t b -> a = b.
Proof.
  intros t a b H H'. pose proof (s_books _ _ OK) as Bo. inversion H as [? p ? _ Ac _ At|p ? _ Ac _ No]; subst; inversion H' as [? p' ? _ Ac' _ At'|p' ? _ Ac' _ No']; subst;
    pose proof (active_one _ _ Ac Ac'); subst p'; auto; try (exfalso; eauto; fail).
  destruct (books_at _ _ _ _ Bo (ltac:(placed) : place (f_area p)) At) as [-> _].
  destruct (books_at _ _ _ _ Bo (ltac:(placed) : place (f_area p)) At') as [-> _]. auto.
Qed.
Lemma masters_one : forall a b, p_masters St a -> p_masters St b -> a = b.
Proof.
  intros a b H H'. inversion H as [n p Ac C]; subst. inversion H' as [n' p' Ac' C']; subst. pose proof (active_one _ _ Ac Ac'). subst p'.
  rewrite (count_one _ _ _ C C'). auto.
Qed.
Lemma limit_one : forall a b, p_tile_limit Ed a -> p_tile_limit Ed b -> a = b.
Proof. intros a b H H'. destruct (wf_limit _ WF) as (l & _ & One). apply One in H. apply One in H'. congruence. Qed.
Lemma fee_says : forall p c, p_active St p -> p_fee Ed St c -> (c = k_none /\ p_host St p) \/
  (~ p_host St p /\ exists s r v k w n, c = f_card (Num v) k w /\ p_phase St (f_arrived s) /\ p_price Ed s (Num r) /\ p_at St (f_hand p) c n /\ v >= r).
Proof.
  intros p c Ac F. inversion F as [q Aq Ho|? q r s v n k w Aq No Ph Pr At E Ge]; subst; rewrite (active_one _ _ Ac Aq); [left; auto|right].
  split; auto. eexists _, _, _, _, _, _. split; [reflexivity|]. eauto.
Qed.
Lemma charge_says : forall p n, p_charge Ed St p n -> ~ p_host St p /\ exists s, p_phase St (f_arrived s) /\ p_price Ed s n.
Proof. intros p n H. inversion H; subst. eauto. Qed.
Lemma fee_arrived : forall c, p_fee Ed St c -> exists s, p_phase St (f_arrived s).
Proof. intros c F. inversion F as [? _ Ho|]; subst; [inversion Ho; subst; eauto|eauto]. Qed.
Lemma offer_says : forall t b, p_offer Ed St t b -> exists k, p_here Ed St k /\
  ((b = k_none /\ t = k_none /\ (k = k_tavern \/ k = k_artist /\ (exists h u, p_top Ed St h u) \/
     k = k_metal /\ (exists w, p_at St k_supply k_metal w) \/ k = k_gem /\ (exists w, p_at St k_supply k_gem w))) \/
   (k = k_smith /\ b = k_none /\ exists v m g x y w, t = f_sword v (Num m) (Num g) /\ p_at St k_board t w /\
     p_owns Ed St k_metal (Num x) /\ x >= m /\ p_owns Ed St k_gem (Num y) /\ y >= g) \/
   (k = k_fencing /\ p_lesson Ed St t /\ exists n l, p_masters St (Num n) /\ p_tile_limit Ed (Num l) /\
     (n < l /\ b = k_none \/ n = l /\ exists p u w, p_active St p /\ p_at St (f_area p) b w /\ b = f_master u))).
Proof.
  intros t b H. inversion H; subst.
  - match goal with X : p_top _ _ _ _ |- _ => inversion X; subst end. exists k_artist. split; auto. left. eauto 10.
  - exists k_metal. split; auto. left. eauto 10.
  - exists k_gem. split; auto. left. eauto 10.
  - match goal with X : p_lesson _ _ _ |- _ => inversion X; subst end. exists k_fencing. split; auto. right. right. split; auto. split; auto. eauto 10.
  - match goal with X : p_lesson _ _ _ |- _ => inversion X; subst end. exists k_fencing. split; auto. right. right. split; auto. split; auto.
    match goal with X : p_masters _ _ |- _ => inversion X; subst end. eexists _, _. split; [eassumption|]. split; [eassumption|]. right. split; auto. eauto 10.
  - exists k_smith. split; auto. right. left. split; auto. split; auto. eexists _, _, _, _, _, _. split; [reflexivity|]. eauto 10.
  - exists k_tavern. split; [auto|left; auto 10].
Qed.
Lemma use_unrefused : forall p c t b, p_legal Ed St p (f_use_space c t b) -> ~ refused p (f_use_space c t b).
Proof.
  intros p c t b L (n & r & e & Re). destruct (legal_use _ _ _ _ _ _ L) as (Ac & F & Of). destruct (fee_arrived _ F) as [s Ph].
  destruct (offer_says _ _ Of) as (k & Hk & Says). pose proof (fee_says _ _ Ac F) as Fee.
  none_of Re.
  all: try (match goal with X : p_charge _ _ _ _ |- _ => destruct (charge_says _ _ X) as (NH & s' & Ph' & Pr);
      destruct Fee as [[Ef Ho]|(NH' & s2 & r2 & v2 & k2 & w2' & n2 & Ef & Ph2 & Pr2 & At2 & Ge)]; [contradiction|];
      first [discriminate Ef|subst; match goal with X : ~ exists _, _ |- _ => apply X; eauto end
            |apart; inversion Ef; subst; pose proof (wf_one_price _ WF _ _ _ Pr Pr2) as Q; inversion Q; subst; lia] end; fail).
  all: try (match goal with X : p_host _ _ |- _ => destruct Fee as [[Ef _]|[NH' _]]; contradiction end).
  all: try (match goal with X : p_here _ _ _ |- _ => pose proof (here_one Ed WF St OK _ _ Hk X) as One; clear X end; subst k).
  all: destruct Says as [(Eb & Et & Kd)|[(Ek & Eb & v1 & m1 & g1 & x1 & y1 & z1 & Et & Ab & Om & Gm & Og & Gg)|(Ek & Ls & n1 & l1 & Ms & Lm & Cs)]];
    try discriminate; try congruence.
  all: try (destruct Kd as [Kd|[[Kd X]|[[Kd X]|[Kd X]]]]; try discriminate; try contradiction; congruence).
  all: try (inversion Ls as [q ? ? ? _ Aq Bd El Nh]; subst; try discriminate; pose proof (active_one _ _ Ac Aq); subst q).
  all: repeat match goal with X : p_masters _ ?a |- _ => pose proof (masters_one _ _ Ms X); subst; try (inversion X; fail); clear X end.
  all: try (match goal with X : ~ exists _, _ |- _ => apply X; eauto; fail end).
  all: try (match goal with X : In _ [_; _; _; _] |- _ => destruct X as [Q|[Q|[Q|[Q|[]]]]]; subst; discriminate end).
  all: try (match goal with X : p_owns _ _ k_metal (Num ?n) |- _ => pose proof (owns_one _ _ _ Om X) as Q; inversion Q; inversion Et; lia end).
  all: try (match goal with X : p_owns _ _ k_gem (Num ?n) |- _ => pose proof (owns_one _ _ _ Og X) as Q; inversion Q; inversion Et; lia end).
  all: match goal with X : p_tile_limit _ (Num ?a) |- _ => assert_fails (constr_eq a l1); pose proof (limit_one _ _ Lm X) as Q; inversion Q; clear Q; subst end.
  all: repeat match goal with X : Num _ = Num _ |- _ => inversion X; clear X; subst end.
  all: destruct Cs as [[Lt Eb]|[Eq (a & u & w & Aa & At & Eb)]]; try discriminate; try lia.
  pose proof (active_one _ _ Aq Aa). subst a. eauto.
Qed.

Section Unrefused.
Variables p m : term.
Hypothesis Ro : p_role Ed p.
Hypothesis No : ~ refused p m.
Notation Do := [[p; m]].
Let D := done p m.
Let Ti := in_time Ed St p m No.
Let NU := no_untimely Ed St p m No.
Let Ac := on_turn Ed WF St R p m No Ro.
Lemma nothing_against : forall l r e, ~ p_against Ed St Do l r e.
Proof.
  intros l r e Ag. assert (O : exists n, p_order l n) by (inversion Ag; subst; eexists; constructor). destruct O as [n O].
  exact (no_against Ed St p m No l n r e O Ag).
Qed.
(* A reason would hold. *)
Ltac against := exfalso; eapply nothing_against.
Ltac untimely := exfalso; eapply NU.

Lemma does_m : forall a, m = a -> p_does Do p a.
Proof. intros a <-. exact D. Qed.

Lemma shop_legal : forall q k c s, m = f_place_shop (f_shop3 q k c) (Num s) -> p_legal Ed St p m.
Proof.
  intros q k c s E. pose proof (does_m _ E) as Dm. rewrite E. clear E. apply legal_A147.
  assert (Start : p_phase St k_start).
  { apply (at_start Ed WF St R p m No Ro). intro W. eexists _, _. eapply untimely_A20_2; eauto. }
  assert (V : p_vacant Ed St (Num s)).
  { destruct (space_or_not (Num s)) as [[g Sp]|Off].
    - destruct (wf_ground _ WF _ _ Sp) as [->|[->|[->| ->]]].
      + apply vacant_A30; auto. intros (a & b & d & w & At). against. eapply against_SHP01_2; eauto.
      + against. eapply against_SHP02; eauto. simpl. auto.
      + against. eapply against_SHP02; eauto. simpl. auto.
      + against. eapply against_A30; eauto.
    - destruct (Z.eq_dec s 0) as [->|N]; [against; eapply against_A30_2; eauto|].
      destruct a_last_step as [z La]. against. eapply against_A30_3; eauto. intro H. inversion H; subst; [lia|eauto]. }
  destruct (there_or_not (f_area p) (f_shop3 q k c)) as [[w At]|Off]; [eapply may_SHP01; eauto|].
  against. eapply against_SHP01; eauto.
Qed.
Lemma return_legal : forall s, m = f_return_figure (Num s) -> p_legal Ed St p m.
Proof.
  intros s E. pose proof (does_m _ E) as Dm. rewrite E. clear E. apply legal_A147.
  assert (Start : p_phase St k_start).
  { apply (at_start Ed WF St R p m No Ro). intro W. eexists _, _. eapply untimely_A111; eauto. }
  destruct (Z.eq_dec s 0) as [->|N].
  - destruct (decided _ (fin_reading Ed) [k_a109; k_outside_alcazar]) as [Rd|Rd]; [|against; eapply against_A109; eauto].
    destruct (there_or_not (Num 0) (f_figure p)) as [[w At]|Off]; [eapply may_A109; eauto|against; eapply against_RET01_2; eauto].
  - destruct (there_or_not (Num s) (f_figure p)) as [[w At]|Off]; [|against; eapply against_RET01; eauto; congruence].
    pose proof (st_road _ _ Sd _ _ _ At) as Rd. inversion Rd; subst; [congruence|]. eapply may_RET01; eauto.
Qed.
Lemma challenge_legal : forall q, m = f_challenge q -> p_legal Ed St p m.
Proof.
  intros q E. pose proof (does_m _ E) as Dm. rewrite E. clear E. apply legal_A147.
  destruct (now_pending Ed WF St R p m No Ro) as [P|[P|[P|[[s P]|[s P]]]]].
  - untimely. eapply untimely_OCC01; eauto. simpl. auto.
  - untimely. eapply untimely_OCC01; eauto. simpl. auto.
  - untimely. eapply untimely_A102; eauto.
  - untimely. eapply untimely_OCC05; eauto.
  - destruct (term_eq_dec p q) as [Q|Nq]; [against; subst q; eapply against_OCC02; eauto|].
    destruct (there_or_not s (f_figure q)) as [[w At]|Off]; [|against; eapply against_OCC01; eauto].
    destruct (decided _ (fin_card_to_reveal Ed St) []) as [Ca|Ca]; [|against; eapply against_A28; eauto].
    destruct (st_room _ _ Sd _ _ P (at_transit _)) as [n Rm]. destruct (room_ground Ed WF _ _ _ Rm) as (k & Sp & _).
    eapply may_DUE01; eauto. eapply rival_OCC02; eauto.
Qed.

Lemma base_some : exists b, p_base St b.
Proof.
  destruct (fin_base St) as [l o]. destruct l as [|r l].
  - exfalso. apply (proj2 (o [k_none])). apply base_MOV01_2. intros (t & w & At).
    destruct (a_cards _ _ A k_front t w) as (v & k & u & ->); [unfold for_cards; auto|auto|].
    apply (proj2 (o [v])). eapply base_MOV01; eauto.
  - pose proof (proj1 (o r) (or_introl eq_refl)) as H. destruct r as [|b [|? ?]]; try contradiction. exists b. exact H.
Qed.
Lemma tile_card_some : exists t, p_tile_card St t.
Proof.
  destruct (fin_tile_card St) as [l o]. destruct l as [|r l].
  - exfalso. apply (proj2 (o [k_none])). apply tile_card_A84_2. intros [t H]. apply (proj2 (o [t])). apply tile_card_A84. exact H.
  - pose proof (proj1 (o r) (or_introl eq_refl)) as H. destruct r as [|t [|? ?]]; try contradiction. exists t. exact H.
Qed.
Lemma drawable_some : exists n, p_drawable Ed St (Num n).
Proof.
  destruct (size_is St k_pile) as [a Sa]. destruct (size_is St k_discards) as [b Sb]. exists (a + b).
  apply drawable_A28; [apply size_vocabulary|apply size_vocabulary_2]; auto.
Qed.
Lemma holds : forall v k w n, p_at St (f_hand p) (f_card v k w) n -> exists h, p_in_hand St v (Num h) /\ h > 0.
Proof.
  intros v k w n At. destruct (fin_at St) as [l o]. pose proof (sum_ok _ _ (part_in_hand_MOV08_1_ok St l o p v)) as Su.
  eexists. split; [eapply in_hand_MOV08; [exact Ac|exact At|exact Su]|].
  set (rs := part_in_hand_MOV08_1 l p v) in *. destruct Su as (u & ND & Hu & ->).
  assert (W : forall r, In r u -> 1 <= weight r).
  { intros r I. apply Hu in I. destruct I as (N & X & Y & At' & ->).
    destruct (books_at _ _ _ _ (s_books _ _ OK) (ltac:(placed) : place (f_hand p)) At') as [-> ?]. simpl. lia. }
  assert (I : In [n; k; w] u) by (apply Hu; eauto 10). clear - W I. revert I. induction u as [|r u IH]; [intros []|]. intro I. simpl.
  assert (P : 0 <= total u) by (clear - W; induction u as [|x u IH]; simpl; [lia|]; pose proof (W x (or_intror (or_introl eq_refl)));
    assert (0 <= total u) by (apply IH; intros y [->|J]; apply W; simpl; auto); lia).
  pose proof (W r (or_introl eq_refl)). lia.
Qed.
Lemma card_legal : forall v k w s o, m = f_play_card (f_card (Num v) k w) (Num s) o -> o = k_plain \/ o = k_tile -> p_legal Ed St p m.
Proof.
  intros v k w s o E Kind. pose proof (does_m _ E) as Dm. rewrite E. clear E.
  destruct (there_or_not (f_hand p) (f_card (Num v) k w)) as [[n At]|Off]; [|against; eapply against_MOV01; eauto].
  destruct (valued _ _ _ _ _ At) as (z & Ez & Pos). inversion Ez; subst z. clear Ez.
  assert (Mv : p_mover Ed St (Num s)).
  { assert (Stand : ~ (exists x, p_phase St (f_transit x)) -> p_phase St k_start \/ p_resting St -> p_mover Ed St (Num s)).
    { intros Nt Re. destruct (there_or_not (Num s) (f_figure p)) as [[u Af]|Nf]; [|against; eapply against_MOV02; eauto].
      pose proof (st_road _ _ Sd _ _ _ Af) as Rd. destruct Re as [Re|Re]; [eapply mover_A40; eauto|eapply mover_A40_2; eauto]. }
    assert (Other : forall x, p_phase St x -> (forall y, x <> f_transit y) -> ~ exists y, p_phase St (f_transit y)).
    { intros x Px N [y Py]. apply (N y). apply phase_one; auto. }
    destruct (now_pending Ed WF St R p m No Ro) as [P|[P|[P|[[x P]|[x P]]]]].
    - apply Stand; auto. apply (Other _ P). discriminate.
    - apply Stand; [apply (Other _ P); discriminate|right; apply resting_A41; auto].
    - apply Stand; [apply (Other _ P); discriminate|right; apply resting_A41_3; auto].
    - apply Stand; [apply (Other _ P); discriminate|right; eapply resting_A41_2; eauto].
    - destruct (term_eq_dec (Num s) x) as [<-|Nx]; [apply mover_A53; auto|]. against. eapply against_A53; eauto. }
  assert (Rd : p_on_road Ed (Num s)).
  { inversion Mv as [| |? P]; subst; auto. destruct (st_room _ _ Sd _ _ P (at_transit _)) as [u Rm]. eapply room_road; eauto. }
  pose proof (road_positive _ Rd) as Ps. destruct a_last_step as [last La].
  assert (End : p_may_end Ed St (Num (s + v))).
  { destruct (end_vacant_or_off (s + v)) as [En|[V|Off]]; auto; [lia| |]; against; [eapply against_MOV04|eapply against_A37]; eauto. }
  destruct (holds _ _ _ _ At) as (h & Hh & Ph).
  assert (Rs : p_reaches Ed St (Num s) (Num v) (Num (s + v))) by (eapply reaches_MOV02; eauto).
  destruct base_some as [b Ba]. destruct tile_card_some as [t Ti']. destruct drawable_some as [d Dr].
  assert (Now : p_now Ed St (Num s) (f_run (Num s) b t (Num 0) (Num d))) by (apply now_A43; auto).
  pose proof (from_A43 Ed St _ _ Now) as Fr.
  assert (Leg : exists b' t' k' n', p_leg Ed St (f_run (Num s) b t (Num 0) (Num d)) (Num v) o (f_run (Num (s + v)) b' t' k' n')).
  { destruct Kind as [-> | ->].
    - destruct (term_eq_dec b k_none) as [->|Nb].
      + destruct (term_eq_dec t k_none) as [->|Nt]; [do 4 eexists; eapply leg_MOV01; eauto|].
        do 4 eexists. eapply leg_TIL06; eauto. intros <-. against. eapply against_A83; eauto.
      + destruct (term_eq_dec (Num v) b) as [<-|Nv]; [do 4 eexists; eapply leg_MOV08; eauto; lia|].
        destruct (term_eq_dec t (Num v)) as [->|Nt]; [against; eapply against_TIL04; eauto|].
        against. eapply against_MOV08; eauto. intro H. apply Nt. eapply (tile_card_one Ed St Sd); eauto.
    - assert (Et : t = k_none).
      { destruct (there_or_not (f_area p) (f_master k_movement)) as [[u Am]|Nm]; [|against; eapply against_TIL01; eauto].
        inversion Ti' as [? Tr|]; subst; auto. against. eapply against_A84; eauto. }
      subst t. destruct (there_or_not (f_area p) (f_master k_movement)) as [[u Am]|Nm]; [|against; eapply against_TIL01; eauto].
      do 4 eexists. eapply leg_TIL01; eauto. intros <-. against. eapply against_A80; eauto. }
  destruct Leg as (b' & t' & k' & n' & Le).
  destruct (runs_finite Ed St valued) as (dc & dl & df & ds & oc & ol & of & os).
  destruct (decided _ (good_finite Ed St valued dc dl ds oc ol os) [f_run (Num (s + v)) b' t' k' n']) as [Go|Bad].
  - apply legal_A147. apply may_MOV02; auto. eapply playable_MOV02; eauto.
  - exfalso. assert (De : p_dead_end Ed St Do (Num (s + v))) by (eapply dead_end_OCC04; eauto).
    destruct (some_rival (Num (s + v))) as [[q Ri]|Nr]; [against; eapply against_A28_2; eauto|against; eapply against_OCC04; eauto].
Qed.

Lemma top_or_not : (exists h u, p_top Ed St h u) \/ ~ exists h u, p_top Ed St h u.
Proof.
  destruct (fin_top Ed St) as [l o]. destruct l as [|r l].
  - right. intros (h & u & H). exact (proj2 (o [h; u]) H).
  - left. pose proof (proj1 (o r) (or_introl eq_refl)) as H. destruct r as [|h [|u [|? ?]]]; try contradiction. exists h, u. exact H.
Qed.
Lemma owns_some : forall t, p_here Ed St k_smith -> t = k_metal \/ t = k_gem -> exists n, p_owns Ed St t (Num n).
Proof.
  intros t H T. assert (I : In t [k_metal; k_gem]) by (destruct T; subst; simpl; auto).
  destruct (there_or_not (f_area p) t) as [[w At]|Off]; [|exists 0; eapply owns_A65_2; eauto].
  destruct (books_at _ _ _ _ (s_books _ _ OK) (ltac:(placed) : place (f_area p)) At) as [-> _]. eexists. eapply owns_A65; eauto.
Qed.
Lemma masters_some : forall l, p_tile_limit Ed (Num l) -> exists n, p_masters St (Num n) /\ n <= l.
Proof.
  intros l Li. destruct (fin_at St) as [d o]. pose proof (count_ok _ _ (part_masters_FEN04_1_ok St d o p)) as Co.
  eexists. split; [eapply masters_FEN04; [exact Ac|exact Co]|]. set (rs := part_masters_FEN04_1 d p) in *. destruct Co as (u & ND & Hu & ->).
  destruct (master_tiles Ed WF St R) as (_ & _ & Le). rewrite <- (map_length (fun r : row => match r with [k] => k | _ => Num 0 end) u).
  apply (Le p _ l Li).
  - apply nodup_map; auto. intros a b Ia Ib Q. apply Hu in Ia, Ib.
    destruct Ia as (ka & ? & _ & ->), Ib as (kb & ? & _ & ->). congruence.
  - intros k I. apply in_map_iff in I. destruct I as (r & <- & I). apply Hu in I. destruct I as (k & w & At & ->). eauto.
Qed.
Definition of_a_shop (k : term) : Prop := k = k_metal \/ k = k_gem \/ k = k_smith \/ k = k_fencing.
(* A figure that has arrived is at a shop, a tavern or an artist, and there is a price. *)
Lemma what_is_here : forall s, p_phase St (f_arrived s) -> (exists r, p_price Ed s (Num r)) /\
  exists k, p_here Ed St k /\ ((exists q, p_host St q) /\ of_a_shop k \/ k = k_tavern \/ k = k_artist).
Proof.
  intros s Ph. destruct (st_room _ _ Sd _ _ Ph (at_arrived _)) as [n Rm]. destruct (room_ground Ed WF _ _ _ Rm) as (g & Sp & Ng).
  split; [eapply wf_price; eauto|].
  destruct (wf_ground _ WF _ _ Sp) as [->|[->|[->| ->]]].
  - inversion Rm as [? ? C|? ? q k u _ At]; subst.
    + exfalso. destruct (wf_circled _ WF _ _ C) as [K|K]; pose proof (wf_kind _ WF _ _ _ Sp K); discriminate.
    + exists k. destruct (wf_step _ WF _ _ Sp) as [z ->]. destruct (s_boxed _ _ OK _ _ _ _ _ (number_place z) At) as [w C].
      split; [eapply here_USE01; eauto|]. left. split; [exists q; eapply host_USE03; eauto|exact (wf_trade _ WF _ _ _ C)].
  - exists k_tavern. split; [eapply here_USE01_2; eauto; discriminate|auto].
  - exists k_artist. split; [eapply here_USE01_2; eauto; discriminate|auto].
  - congruence.
Qed.
Lemma use_legal : forall c t b, m = f_use_space c t b -> fee_word c -> aim_word t -> back_word b -> p_legal Ed St p m.
Proof.
  intros c t b E Fw Aw Bw. pose proof (does_m _ E) as Dm. rewrite E. clear E. apply legal_A147.
  assert (Arrived : exists s, p_phase St (f_arrived s)).
  { destruct (now_pending Ed WF St R p m No Ro) as [P|[P|[P|[P|[s P]]]]]; auto; untimely;
      first [eapply untimely_USE02; eauto; fail|eapply untimely_A54; eauto; fail|eapply untimely_USE01; eauto; fail|eapply untimely_USE01_2; eauto]. }
  destruct Arrived as [s Ph]. destruct (what_is_here _ Ph) as ([r Pr] & k & Hk & Kind).
  apply may_USE01; auto.
  - destruct (decided _ (fin_host St) [p]) as [Ho|Nh].
    + destruct Fw as [->|(v & x & w & ->)]; [apply fee_USE03 with p; auto|]. against. eapply against_USE03; eauto. discriminate.
    + assert (Ch : p_charge Ed St p (Num r)) by (eapply charge_USE04; eauto).
      destruct Fw as [->|(v & x & w & ->)].
      * destruct Kind as [[[q Ho] _]|[->| ->]]; against; [eapply against_USE04|eapply against_USE08|eapply against_USE09]; eauto.
      * destruct (there_or_not (f_hand p) (f_card (Num v) x w)) as [[n At]|Off]; [|against; eapply against_A59; eauto; discriminate].
        destruct (Z_lt_le_dec v r) as [Lt|Ge]; [|eapply fee_USE05; eauto; lia].
        destruct Kind as [[[q Ho] _]|[->| ->]]; against; [eapply against_USE05|eapply against_USE08_2|eapply against_USE09_2]; eauto.
  - assert (Back : k <> k_fencing -> b = k_none).
    { intro N. destruct (term_eq_dec b k_none) as [->|Nb]; auto. against. eapply against_FEN07; eauto. }
    assert (Plain : In k [k_metal; k_gem; k_tavern; k_artist] -> t = k_none).
    { intro I. destruct (term_eq_dec t k_none) as [->|Nt]; auto. against. eapply against_A70; eauto. }
    destruct Kind as [[_ [->|[->|[->| ->]]]]|[->| ->]]; try (rewrite Back by discriminate); try (rewrite Plain by (simpl; auto)).
    + destruct (there_or_not k_supply k_metal) as [[w At]|Off]; [eapply offer_A63; eauto|against; eapply against_A63; eauto].
    + destruct (there_or_not k_supply k_gem) as [[w At]|Off]; [eapply offer_A64; eauto|against; eapply against_A64; eauto].
    + destruct Aw as [[->|[x ->]]|(v & me & ge & ->)]; [against; eapply against_SMI01; eauto|against; eapply against_SMI01_2; eauto|].
      destruct (there_or_not k_board (f_sword v (Num me) (Num ge))) as [[w At]|Off]; [|against; eapply against_SMI01_3; eauto].
      destruct (owns_some k_metal Hk) as [x Ox]; auto. destruct (owns_some k_gem Hk) as [y Oy]; auto.
      destruct (Z_lt_le_dec x me) as [Lt|Lm]; [against; eapply against_SMI02; eauto|].
      destruct (Z_lt_le_dec y ge) as [Lt|Lg]; [against; eapply against_SMI02_2; eauto|]. eapply offer_A65; eauto; lia.
    + destruct Aw as [[->|[x ->]]|(v & me & ge & ->)]; [against; eapply against_FEN01; eauto| |against; eapply against_FEN01_2; eauto].
      destruct (there_or_not (f_area p) (f_master x)) as [[w At]|Off]; [against; eapply against_FEN05; eauto|].
      destruct (there_or_not k_board (f_master x)) as [[w At]|Nb]; [|against; eapply against_A151; eauto].
      assert (Ls : p_lesson Ed St (f_master x)) by (eapply lesson_FEN05; eauto).
      destruct (wf_limit _ WF) as (l & _ & Li). pose proof (proj2 (Li _) eq_refl) as Hl. destruct (masters_some _ Hl) as (n & Ms & Le).
      destruct (Z_lt_le_dec n l) as [Lt|Ge].
      * destruct Bw as [->|[u ->]]; [eapply offer_FEN04; eauto|against; eapply against_A75; eauto].
      * assert (n = l) by lia. subst l. destruct Bw as [->|[u ->]]; [against; eapply against_FEN06; eauto|].
        destruct (there_or_not (f_area p) (f_master u)) as [[w' At']|Off']; [eapply offer_FEN06; eauto|against; eapply against_FEN06_2; eauto].
    + apply offer_A148. auto.
    + destruct top_or_not as [(h & u & H)|Nt]; [eapply offer_A66; eauto|against; eapply against_A66; eauto].
Qed.
End Unrefused.

Lemma chosen_unrefused : forall p m, chosen p m -> p_legal Ed St p m -> ~ refused p m.
Proof.
  intros p m [q k c s|s|q|v k w s o K|c t b Fw Aw Bw] L;
    [apply shop_unrefused|apply return_unrefused|apply challenge_unrefused|apply play_unrefused|apply use_unrefused]; auto.
Qed.
Lemma unrefused_chosen : forall p m, p_role Ed p -> chosen p m -> ~ refused p m -> p_legal Ed St p m.
Proof.
  intros p m Ro [q k c s|s|q|v k w s o K|c t b Fw Aw Bw] No;
    [eapply shop_legal|eapply return_legal|eapply challenge_legal|eapply card_legal|eapply use_legal]; eauto.
Qed.
End Position.

(* Whoever sits at the table does something of any kind, or chance draws a card: it is legal exactly if no reason speaks against it. *)
Theorem legal_unless_refused : forall St p m, reachable Ed St -> asked Ed p m \/ p_role Ed p /\ chosen p m ->
  (p_legal Ed St p m <-> ~ refused Ed St p m).
Proof.
  intros St p m R [As|[Ro Ch]]; (split; [intro L|intro No]);
    [eapply legal_unrefused|eapply unrefused_legal|eapply chosen_unrefused|eapply unrefused_chosen]; eauto.
Qed.
End WhyNot.
Print Assumptions legal_unless_refused.
