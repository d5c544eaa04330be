(* The look-ahead ends, for any edition (A-43): every card of a run leads on along the road, so the road that is left gets
   shorter. What can be followed that way is a list, and so are the legal moves of a position. *)
From Coq Require Import List ZArith Bool Lia Wf_nat.
Import ListNotations.
From Toledo Require Import Terms Clauses Compiled Steps Books Editions Transfers Conservation.
Open Scope Z_scope.

Scheme comes_runs := Minimality for p_comes Sort Prop with leg_runs := Minimality for p_leg Sort Prop
  with from_runs := Minimality for p_from Sort Prop with stuck_runs := Minimality for p_stuck Sort Prop.
Combined Scheme runs from comes_runs, leg_runs, from_runs, stuck_runs.

Section Lookahead.
Variable Ed : edition.

(* The measure: how far a run still is from the last step of which the edition says anything. *)
Definition last_step : Z := fold_right Z.max 0 (map weight (e_space Ed ++ e_circles Ed)).
Definition to_go (R : term) : nat := match R with F5 _ (Num y) _ _ _ _ => Z.to_nat (last_step - y) | _ => O end.

Lemma by_the_last : forall r, In r (e_space Ed ++ e_circles Ed) -> weight r <= last_step.
Proof.
  unfold last_step. intro r. induction (e_space Ed ++ e_circles Ed) as [|x l IH]; simpl; intros [].
  - subst. lia.
  - apply IH in H. lia.
Qed.
Lemma ends_by_the_last : forall St y, p_may_end Ed St (Num y) -> y <= last_step.
Proof.
  intros St y M.
  assert (Sp : forall k, p_space Ed (Num y) k -> y <= last_step) by (intros k H; apply (by_the_last [Num y; k]); apply in_app_iff; auto).
  inversion M as [? n Ro|? Sp']; subst; eauto. inversion Ro as [? ? Ci|? ? ? ? ? Sp' _]; subst; eauto.
  apply (by_the_last [Num y; n]). apply in_app_iff. auto.
Qed.

Section Position.
Variable St : rows.
Hypothesis valued : forall p v k w n, p_at St (f_hand p) (f_card v k w) n -> exists z, v = Num z /\ 1 <= z.

Lemma value_held : forall u h, p_in_hand St (Num u) h -> 1 <= u.
Proof. intros u h I. inversion I; subst. match goal with A : p_at _ _ _ _ |- _ => destruct (valued _ _ _ _ _ A) as (z & E & ?); inversion E; auto end. Qed.
Lemma reaches_further : forall y u e, p_reaches Ed St y u e -> exists a b, y = Num a /\ e = Num b /\ a < b <= last_step.
Proof.
  intros y u e R. inversion R; subst. match goal with I : p_in_hand _ _ _ |- _ => apply value_held in I end.
  match goal with M : p_may_end _ _ _ |- _ => apply ends_by_the_last in M end. eexists _, _. repeat split; lia.
Qed.
Lemma leg_shortens : forall R V M E, p_leg Ed St R V M E -> (to_go E < to_go R)%nat.
Proof.
  intros R V M E L. inversion L; subst; match goal with H : p_reaches _ _ _ _ _ |- _ => destruct (reaches_further _ _ _ H) as (a & b & -> & -> & ?) end;
    simpl; lia.
Qed.
Lemma leg_wf : well_founded (fun E R => exists V M, p_leg Ed St R V M E).
Proof. apply (well_founded_lt_compat _ to_go). intros E R (V & M & L). eapply leg_shortens; eauto. Qed.

(* Every run is as short as one that begins now. *)
Lemma runs_bounded : exists K, forall R, p_from Ed St R -> (to_go R < K)%nat.
Proof.
  destruct (fin_now Ed St) as [d o].
  set (g := fun r : row => match r with [_; R] => to_go R | _ => O end).
  exists (S (fold_right Nat.max O (map g d))).
  assert (Now : forall w R, p_now Ed St w R -> (to_go R < S (fold_right Nat.max O (map g d)))%nat).
  { intros w R N. apply (o [w; R]) in N. clear o. induction d as [|x d IH]; [contradiction|]. destruct N as [->|N]; simpl; [lia|]. apply IH in N. simpl in N. lia. }
  revert Now. generalize (S (fold_right Nat.max O (map g d))). clear g d o. intros K Now.
  assert (All : (forall R y n, p_comes Ed St R y n -> (to_go R < K)%nat) /\ (forall R V M E, p_leg Ed St R V M E -> (to_go E < K)%nat) /\
    (forall R, p_from Ed St R -> (to_go R < K)%nat) /\ (forall R, p_stuck Ed St R -> (to_go R < K)%nat)); [|tauto].
  apply (runs Ed St (fun R _ _ => (to_go R < K)%nat) (fun _ _ _ E => (to_go E < K)%nat)
    (fun R => (to_go R < K)%nat) (fun R => (to_go R < K)%nat)); eauto.
  all: intros; subst; eauto; match goal with H : p_reaches _ _ _ _ _ |- _ => destruct (reaches_further _ _ _ H) as (a & b & -> & -> & ?) end; simpl in *; lia.
Qed.

(* With so many steps to go, so many rounds find all runs: each round adds the legs of those that are known. *)
Lemma sub_none : forall P, sub P [].
Proof. intros P r []. Qed.
Lemma runs_finite : exists dc dl df ds, ok (row_comes Ed St) dc /\ ok (row_leg Ed St) dl /\ ok (row_from Ed St) df /\ ok (row_stuck Ed St) ds.
Proof.
  destruct (fin_active St) as [d_active o_active]. destruct (fin_at St) as [d_at o_at]. destruct (fin_full Ed St) as [d_full o_full].
  destruct (fin_in_hand St) as [d_in_hand o_in_hand]. destruct (fin_now Ed St) as [d_now o_now]. destruct (fin_reaches Ed St) as [d_reaches o_reaches].
  destruct (fin_rival Ed St) as [d_rival o_rival]. destruct runs_bounded as [K Bound].
  (* what follows from a list of runs *)
  set (legs := fun l => rows_leg d_active d_at l d_in_hand d_reaches).
  set (stucks := fun l => rows_stuck (rows_comes (legs l)) d_full d_rival).
  assert (Legs : forall l, sub (row_from Ed St) l -> sub (row_leg Ed St) (legs l)).
  { intros l Su. unfold legs. eapply rows_leg_sound; eauto; apply sub_none. }
  assert (Comes : forall l, sub (row_from Ed St) l -> sub (row_comes Ed St) (rows_comes (legs l))).
  { intros l Su. pose proof (Legs l Su). eapply (rows_comes_sound Ed St); eauto; apply sub_none. }
  assert (Stucks : forall l, sub (row_from Ed St) l -> sub (row_stuck Ed St) (stucks l)).
  { intros l Su. pose proof (Comes l Su). unfold stucks. eapply (rows_stuck_sound Ed St); eauto; apply sub_none. }
  assert (Leg : forall l R V M E, p_leg Ed St R V M E -> In [R] l -> In [R; V; M; E] (legs l)).
  { intros l R V M E L I. unfold legs, rows_leg. apply once_in. rewrite !in_app_iff. inversion L; subst.
    - left. eapply rows_leg_MOV01_complete; eauto. apply (o_reaches [_; _; _]). auto.
    - right; left. eapply rows_leg_MOV08_complete; eauto; [apply (o_in_hand [_; _])|apply (o_reaches [_; _; _])]; auto.
    - right; right; left. eapply rows_leg_TIL01_complete; eauto; [apply (o_reaches [_; _; _])|apply (o_active [_])|apply (o_at [_; _; _])]; eauto.
    - right; right; right; left. eapply rows_leg_TIL06_complete; eauto. apply (o_reaches [_; _; _]). auto. }
  assert (Come : forall l R y n, p_comes Ed St R y n -> (forall R0 V M, p_leg Ed St R0 V M R -> In [R0] l) -> In [R; y; n] (rows_comes (legs l))).
  { intros l R y n C H. unfold rows_comes. apply once_in. rewrite in_app_iff. left. inversion C; subst.
    eapply rows_comes_A43_complete; eauto. }
  assert (Stuck : forall l R, p_stuck Ed St R -> (forall R0 V M, p_leg Ed St R0 V M R -> In [R0] l) -> In [R] (stucks l)).
  { intros l R Sk H. unfold stucks, rows_stuck. apply once_in. rewrite !in_app_iff. inversion Sk; subst.
    - left. eapply rows_stuck_A43_complete; eauto. apply (o_full [_]). auto.
    - right; left. eapply rows_stuck_A143_complete; eauto. apply (o_full [_]). auto. }
  assert (Rounds : forall n, exists l, sub (row_from Ed St) l /\ forall R, p_from Ed St R -> (K <= to_go R + n)%nat -> In [R] l).
  { induction n as [|n (l & Su & All)].
    - exists []. split; [apply sub_none|]. intros R F Le. apply Bound in F. lia.
    - exists (rows_from d_now (stucks l)). split.
      + pose proof (Stucks l Su). eapply (rows_from_sound Ed St); eauto; apply sub_none.
      + intros R F Le. unfold rows_from. apply once_in. rewrite !in_app_iff. inversion F; subst.
        * left. eapply rows_from_A43_complete. apply (o_now [_; _]). eauto.
        * right; left. apply rows_from_A43_2_complete. apply Stuck; auto. intros R0 V M L. apply leg_shortens in L as Sh.
          apply All; [inversion L; auto|lia]. }
  destruct (Rounds K) as (l & Su & All).
  assert (From : forall R, p_from Ed St R -> In [R] l) by (intros; apply All; auto; lia).
  assert (Before : forall R R0 V M, p_leg Ed St R0 V M R -> In [R0] l) by (intros ? ? ? ? L; apply From; inversion L; auto).
  exists (rows_comes (legs l)), (legs l), l, (stucks l).
  split; [|split; [|split]]; intro r; split; try (apply Comes; auto); try (apply Legs; auto); try (apply Su); try (apply Stucks; auto); intro H;
    repeat (destruct r as [|? r]; try contradiction); simpl in H; auto.
  - apply Come; eauto.
  - apply Leg; eauto.
  - apply Stuck; eauto.
Qed.
(* And so many more find which of them end well. *)
Lemma good_finite : forall dc dl ds, ok (row_comes Ed St) dc -> ok (row_leg Ed St) dl -> ok (row_stuck Ed St) ds -> exists l, ok (row_good Ed St) l.
Proof.
  intros d_comes d_leg d_stuck o_comes o_leg o_stuck.
  destruct (fin_free Ed St) as [d_free o_free]. destruct (fin_rival Ed St) as [d_rival o_rival]. destruct (fin_space Ed) as [d_space o_space].
  destruct runs_bounded as [K Bound].
  assert (Rounds : forall n, exists l, sub (row_good Ed St) l /\ forall R, p_good Ed St R -> (to_go R < n)%nat -> In [R] l).
  { induction n as [|n (l & Su & All)]; [exists []; split; [apply sub_none|intros; lia]|].
    exists (rows_good d_comes d_free l d_leg d_rival d_space d_stuck). split; [eapply (rows_good_sound Ed St); eauto|].
    intros R G Lt. unfold rows_good. apply once_in. rewrite !in_app_iff. inversion G; subst.
    - left. eapply rows_good_ALC01_complete; [apply (o_comes [_; _; _])|apply (o_space [_; _])]; eauto.
    - right; left. eapply rows_good_MOV05_complete; [apply (o_comes [_; _; _])|apply (o_free [_])]; eauto.
    - right; right; left. eapply rows_good_A143_complete; [apply (o_comes [_; _; _])|apply (o_rival [_; _])|]; eauto.
    - right; right; right; left. eapply rows_good_A44_complete; [apply (o_stuck [_])|apply (o_leg [_; _; _; _])|]; eauto.
      apply All; auto. match goal with L : p_leg _ _ _ _ _ _ |- _ => apply leg_shortens in L; lia end. }
  destruct (Rounds K) as (l & Su & All). exists l. intro r. split; [apply Su|]. intro H.
  destruct r as [|R [|? ?]]; try contradiction. apply All; auto.
  assert (L : exists R0 u M, p_leg Ed St R0 u M R).
  { clear - H. inversion H; subst; try match goal with S : p_stuck _ _ _ |- _ => inversion S; subst end;
      match goal with C : p_comes _ _ _ _ _ |- _ => inversion C; subst; eauto end. }
  destruct L as (R0 & u & M & L). apply leg_shortens in L as Sh. inversion L; subst;
    match goal with F : p_from _ _ _ |- _ => apply Bound in F; lia end.
Qed.

Ltac listed f := let d := fresh "d" in let o := fresh "o" in first [destruct (f Ed St) as [d o]|destruct (f St) as [d o]|destruct (f Ed) as [d o]].
Lemma playable_finite : exists l, ok (row_playable Ed St) l.
Proof.
  destruct runs_finite as (dc & dl & df & ds & oc & ol & of & os). destruct (good_finite _ _ _ oc ol os) as [dg og].
  listed fin_active. listed fin_at. listed fin_now. eexists. eapply rows_playable_ok; eauto.
Qed.
Lemma card_due_finite : exists l, ok (row_card_due Ed St) l.
Proof.
  destruct playable_finite as [dp op]. listed fin_base. listed fin_reading. listed fin_true. eexists. eapply rows_card_due_ok; eauto.
Qed.
Lemma may_finite : exists l, ok (row_may Ed St) l.
Proof.
  destruct playable_finite as [dp op]. destruct card_due_finite as [dd od].
  listed fin_active. listed fin_at. listed fin_card_to_reveal. listed fin_drawable. listed fin_fee. listed fin_offer. listed fin_phase.
  listed fin_reading. listed fin_resting. listed fin_rival. listed fin_space. listed fin_vacant. eexists. eapply rows_may_ok; eauto.
Qed.
Lemma let_off_finite : exists l, ok (row_let_off Ed St) l.
Proof.
  destruct may_finite as [dm om]. pose proof (rows_obliged_ok Ed St dm om) as oo.
  listed fin_phase. listed fin_reading. eexists. eapply rows_let_off_ok; eauto.
Qed.
Lemma legal_finite : exists l, ok (row_legal Ed St) l.
Proof.
  destruct may_finite as [dm om]. destruct let_off_finite as [dl ol]. listed fin_active. listed fin_at. listed fin_phase. eexists. eapply rows_legal_ok; eauto.
Qed.
End Position.

Hypothesis WF : well_formed Ed.
(* Cards have values of at least 1, wherever they lie. *)
Lemma card_values : forall St x v k w n, reachable Ed St -> place x -> p_at St x (f_card v k w) n -> exists z, v = Num z /\ 1 <= z.
Proof. intros St x v k w n R P A. destruct (only_components Ed WF _ _ _ _ R P A) as [n0 C]. inversion C; subst. eapply wf_cards; eauto. Qed.
Lemma hand_values : forall St, reachable Ed St -> forall p v k w n, p_at St (f_hand p) (f_card v k w) n -> exists z, v = Num z /\ 1 <= z.
Proof. intros St R p v k w n A. eapply card_values; eauto. placed. Qed.

(* Whatever is followed, each card has less of the road before it than the one before; so no run can be followed without end. *)
Theorem look_ahead_ends : forall St, reachable Ed St ->
  (forall R V M E, p_leg Ed St R V M E -> (to_go E < to_go R)%nat) /\ well_founded (fun E R => exists V M, p_leg Ed St R V M E).
Proof. intros St R. pose proof (hand_values _ R). split; [apply leg_shortens|apply leg_wf]; auto. Qed.
(* Therefore the legal moves are a list: of any move it can be decided whether it is legal. *)
Theorem legal_is_decided : forall St, reachable Ed St ->
  (exists l, forall q m, In [q; m] l <-> p_legal Ed St q m) /\ forall q m, p_legal Ed St q m \/ ~ p_legal Ed St q m.
Proof.
  intros St R. destruct (legal_finite St (hand_values _ R)) as [l o]. split; [exists l; intros q m; apply (o [q; m])|].
  intros q m. destruct (mem [q; m] l) eqn:E; [left; apply (o [q; m]); apply mem_in; auto|right].
  intro L. apply (o [q; m]) in L. apply mem_in in L. congruence.
Qed.
End Lookahead.
Print Assumptions look_ahead_ends.
Print Assumptions legal_is_decided.
