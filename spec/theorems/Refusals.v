(* Why not, for any edition: a move is legal exactly if no reason speaks against it. Here the kinds that need not know the road. *)
From Coq Require Import List ZArith Bool Lia.
Import ListNotations.
From Toledo Require Import Terms Clauses Compiled Steps Books Editions Transfers Conservation Lookahead Progress.
Open Scope Z_scope.

Lemma does_one : forall p m p' m', p_does [[p; m]] p' m' -> p' = p /\ m' = m.
Proof. intros p m p' m' [E|[]]. inversion E. auto. Qed.
(* What is given says that it is another action, another phase or another player. *)
Ltac apart_by phase_one := repeat match goal with
  | D : p_does [[_; _]] _ _ |- _ => apply does_one in D; destruct D as [? D]; try discriminate D; subst; try (inversion D; subst; clear D)
  | H : p_phase ?St ?a, H' : p_phase ?St ?b |- _ => let E := fresh in pose proof (phase_one _ _ H H') as E; try discriminate E; clear H'; try (inversion E; subst; clear E)
  | H : p_resting _ |- _ => inversion H; clear H; subst
  | H : p_under_way _ |- _ => inversion H; clear H; subst
  | H : p_chance_next _ |- _ => inversion H; clear H; subst
  | H : p_at_no_entrance _ |- _ => inversion H; clear H; subst
  | H : p_terminal _ |- _ => inversion H; clear H; subst
  | H : p_dead_end _ _ _ _ |- _ => inversion H; clear H; subst
  | H : In _ [_; _] |- _ => destruct H as [H|[H|[]]]; subst
  end.

Section Refusals.
Variable Ed : edition.
Hypothesis WF : well_formed Ed.

(* What is asked about: a card that chance draws; and of a player to take cards, to end the turn, to pass, to deliver a sword. *)
Inductive asked : term -> term -> Prop :=
| asked_draw : forall c, asked k_chance (f_draw c)
| asked_take : forall p, p_role Ed p -> asked p k_take_cards
| asked_end : forall p, p_role Ed p -> asked p k_end_turn
| asked_pass : forall p, p_role Ed p -> asked p k_pass
| asked_deliver : forall p v m g, p_role Ed p -> asked p (f_deliver (f_sword v m g)).

Section Position.
Variable St : rows.
Hypothesis R : reachable Ed St.
Let OK : sound Ed St := every_position Ed WF St R.
Let A : alive Ed St := alive_reached Ed WF St R.
Let valued := hand_values Ed WF St R.

Definition refused (p m : term) : Prop := exists n r e, p_reason Ed St [[p; m]] n r e.

Lemma phase_one : forall a b, p_phase St a -> p_phase St b -> a = b.
Proof. apply (s_phase _ _ OK). Qed.
Lemma active_one : forall a b, p_active St a -> p_active St b -> a = b.
Proof. apply (s_active _ _ OK). Qed.

Ltac apart := apart_by phase_one.
Lemma chance_no_seat : ~ p_role Ed k_chance /\ ~ p_active St k_chance.
Proof. split; intro H; [inversion H|destruct (s_seat _ _ OK _ H) as [z E]; discriminate]. Qed.
Lemma drawable_one : forall a b, p_drawable Ed St (Num a) -> p_drawable Ed St (Num b) -> a = b.
Proof.
  intros a b H H'. inversion H; subst. inversion H'; subst.
  repeat match goal with S : p_size _ _ _ _ |- _ => inversion S; subst; clear S end.
  repeat match goal with S : sum_is _ _, S' : sum_is _ _ |- _ => first [rewrite (sum_one _ _ _ S S') in *; clear S] end. auto.
Qed.

Lemma legal_unrefused : forall p m, asked p m -> p_legal Ed St p m -> ~ refused p m.
Proof.
  intros p m As L (n & r & e & Re). destruct chance_no_seat as [NoRole NoTurn].
  inversion As; subst; inversion L; subst; try match goal with M : p_may _ _ _ _ |- _ => inversion M; subst; clear M end;
    (inversion Re as [? ? U|? ? ? ? Ag Or]; subst; [inversion U|inversion Ag]; subst; apart; try contradiction; eauto).
  all: try (match goal with T : ~ _ |- _ => apply T; eauto end; fail).
  all: try (match goal with T : ~ p_chance_next _ |- _ => apply T; first [eapply chance_next_A136_2; eassumption|eapply chance_next_A136; eassumption] end).
  all: try (match goal with N : ?a <> ?b |- _ => apply N; apply active_one; assumption end).
  all: try (match goal with D : p_drawable _ _ (Num 0), D' : p_drawable _ _ (Num _) |- _ => pose proof (drawable_one _ _ D D'); lia end).
  all: try (match goal with O : p_let_off _ _ |- _ => inversion O; subst; apart; try contradiction; eauto end; fail).
  all: try discriminate.
  - match goal with C : p_alternatives _ _ _ |- _ => inversion C as [? (l & _ & Hl & ->)]; subst end.
    destruct l as [|x l]; [simpl in *; lia|]. destruct (proj1 (Hl x) (or_introl eq_refl)) as (a & o & Ma & _).
    assert (o = p) by (apply active_one; auto; inversion Ma; auto). subst. eauto.
Qed.

(* A move that nothing speaks against: it is the moment for it, and whoever makes it is on turn. *)
Section Unrefused.
Variables p m : term.
Hypothesis No : ~ refused p m.
Notation Do := [[p; m]].
Lemma no_untimely : forall r e, ~ p_untimely Ed St Do r e.
Proof. intros r e U. apply No. eexists _, _, _. apply reason_vocabulary. eauto. Qed.
Lemma no_against : forall l n r e, p_order l n -> ~ p_against Ed St Do l r e.
Proof. intros l n r e O Ag. apply No. eexists _, _, _. eapply reason_vocabulary_2; eauto. Qed.
Lemma in_time : p_timely Ed St Do.
Proof. constructor. intros (r & e & U). eapply no_untimely; eauto. Qed.
Lemma done : p_does Do p m.
Proof. left. reflexivity. Qed.
Hypothesis seat : p_role Ed p.
Lemma not_over : ~ p_phase St k_over.
Proof. intro P. eapply no_untimely. eapply untimely_END03; [apply done|auto|constructor; auto]. Qed.
Lemma on_turn : p_active St p.
Proof.
  destruct (a_active _ _ A) as (q & Aq & _). destruct (term_eq_dec p q) as [->|N]; auto. exfalso.
  eapply no_untimely. eapply untimely_TRN02; [apply done|auto|exact Aq|auto|]. intro T. inversion T. apply not_over. auto.
Qed.
Lemma no_chance : ~ p_chance_next St.
Proof. intro C. eapply no_untimely. eapply untimely_A136; [apply done|apply on_turn|auto]. Qed.
(* So one of five things is pending. *)
Lemma now_pending : p_phase St k_start \/ p_phase St k_moving \/ p_phase St k_entered \/ (exists s, p_phase St (f_arrived s)) \/ exists s, p_phase St (f_transit s).
Proof.
  destruct (a_phase _ _ A) as [x P]. pose proof no_chance as C.
  destruct (a_pending _ _ A _ P) as [->|[->|[->|[->|[[s ->]|[[s ->]|[(s & o & a & d & ->)|[n [->| ->]]]]]]]]]; eauto 10; exfalso.
  - apply not_over; auto.
  - apply C. eapply chance_next_A136_2; eauto.
  - apply C. eapply chance_next_A136; eauto.
  - apply C. eapply chance_next_A136; eauto.
Qed.
Lemma at_start : (p_under_way St -> exists r e, p_untimely Ed St Do r e) -> p_phase St k_start.
Proof.
  intro U. assert (W : ~ p_under_way St) by (intro W; destruct (U W) as (r & e & X); eapply no_untimely; eauto).
  destruct now_pending as [P|[P|[P|[[s P]|[s P]]]]]; auto; exfalso; apply W;
    first [eapply under_way_A20_2; eauto; fail|apply under_way_A20; first [apply resting_A41; auto; fail|apply resting_A41_3; auto; fail|eapply resting_A41_2; eauto]].
Qed.
End Unrefused.

Lemma at_or_not : forall x f, (exists t w, f t = true /\ p_at St x t w) \/ ~ exists t w, f t = true /\ p_at St x t w.
Proof.
  intros x f. destruct (fin_at St) as [l o]. set (g := fun r : row => match r with [y; t; _] => term_eqb y x && f t | _ => false end).
  destruct (existsb g l) eqn:E; [left|right].
  - apply existsb_exists in E. destruct E as (r & I & E). destruct r as [|y [|t [|w [|? ?]]]]; try discriminate.
    apply andb_prop in E. destruct E as [E1 E2]. apply term_eqb_eq in E1. subst. exists t, w. split; auto. apply (o [_; _; _]). auto.
  - intros (t & w & F & H). apply (o [_; _; _]) in H. assert (X : existsb g l = true); [|congruence].
    apply existsb_exists. exists [x; t; w]. split; auto. simpl. rewrite term_eqb_refl, F. auto.
Qed.
Lemma unrefused_legal : forall p m, asked p m -> ~ refused p m -> p_legal Ed St p m.
Proof.
  intros p m As No. pose proof (done p m) as D. pose proof (in_time p m No) as Ti. pose proof (no_untimely p m No) as NU. pose proof (no_against p m No) as NA.
  destruct As as [c|p Ro|p Ro|p Ro|p v k g Ro].
  - destruct (decided _ (fin_chance_next St) []) as [C|C]; [|exfalso; eapply NU; apply untimely_A136_2 with (w1 := f_draw c); auto].
    destruct (a_phase _ _ A) as [x Ph].
    destruct (at_or_not k_pile (term_eqb c)) as [(t & w & E & At)|Empty].
    + apply term_eqb_eq in E. subst. inversion C; subst; [eapply legal_TAK01|eapply legal_DUE04]; eauto.
    + exfalso. assert (Em : ~ exists w, p_at St k_pile c w) by (intros [w At]; apply Empty; exists c, w; rewrite term_eqb_refl; auto).
      inversion C; subst; (eapply NA; [|first [eapply against_TAK01; eassumption|eapply against_DUE04; eassumption]]); constructor.
  - pose proof (on_turn p _ No Ro) as Ac. destruct (size_is St k_pile) as [a Sa]. destruct (size_is St k_discards) as [b Sb].
    assert (Dr : p_drawable Ed St (Num (a + b))) by (apply drawable_A28; [apply size_vocabulary|apply size_vocabulary_2]; auto).
    apply legal_A147. eapply may_TAK01; eauto.
    + apply (at_start p _ No Ro); auto. intro W. eexists _, _. eapply untimely_A20; eauto.
    + destruct (size_some St k_pile a (s_books _ _ OK) ltac:(placed) Sa) as (_ & Pa & _). destruct (size_some St k_discards b (s_books _ _ OK) ltac:(placed) Sb) as (_ & Pb & _).
      destruct (Z.eq_dec (a + b) 0) as [E|E]; [|lia]. exfalso. rewrite E in Dr. eapply NA; [constructor|]. eapply against_A27; eauto.
  - pose proof (on_turn p _ No Ro) as Ac. apply legal_A147. apply may_A41; auto.
    + destruct (now_pending p _ No Ro) as [P|[P|[P|[[s P]|[s P]]]]].
      * exfalso. eapply NU. eapply untimely_TRN04_2; eauto.
      * apply resting_A41; auto.
      * apply resting_A41_3; auto.
      * eapply resting_A41_2; eauto.
      * exfalso. eapply NU. eapply untimely_A41; eauto.
    + intro Du. inversion Du; subst. eapply NA; [constructor|]. eapply against_A82; eauto.
  - pose proof (on_turn p _ No Ro) as Ac. destruct (decided _ (let_off_finite Ed St valued) []) as [Lo|Lo]; [apply legal_A160; auto|].
    apply legal_A147_2; auto.
    + apply (at_start p _ No Ro); auto. intro W. eexists _, _. eapply untimely_TRN04; eauto.
    + intros [a M]. destruct (may_finite Ed St valued) as [l o].
      assert (Cn : count_is (fun t => exists A_1 P_1, p_may Ed St P_1 A_1 /\ t = [P_1; A_1]) (count_rows l)).
      { apply count_ok. intro r. split.
        - intro I. apply o in I. destruct r as [|x [|y [|? ?]]]; try contradiction. eauto.
        - intros (y & x & Ma & ->). apply (o [x; y]). auto. }
      assert (N0 : count_rows l > 0).
      { unfold count_rows. assert (I : In [p; a] (once l)) by (apply once_in; apply (o [p; a]); auto). destruct (once l); [contradiction|]. simpl. lia. }
      eapply NA; [constructor|]. eapply against_A19; eauto. constructor. exact Cn.
  - pose proof (on_turn p _ No Ro) as Ac.
    assert (Go : p_at_no_entrance St -> ~ p_phase St k_moving -> False).
    { intros En Nm. destruct (at_or_not (f_alcazar p) (term_eqb (f_figure p))) as [(t & w & E & At)|Fi].
      - apply term_eqb_eq in E. subst. eapply NU. eapply untimely_A106; eauto.
      - eapply NU. eapply untimely_ALC02; eauto. intros [w At]. apply Fi. exists (f_figure p), w. rewrite term_eqb_refl. auto. }
    destruct (now_pending p _ No Ro) as [P|[P|[P|[[s P]|[s P]]]]].
    + exfalso. apply Go; [eapply at_no_entrance_ALC02; simpl; eauto|intro M; pose proof (phase_one _ _ P M); discriminate].
    + exfalso. destruct (at_or_not (f_alcazar p) (term_eqb (f_figure p))) as [(t & w & E & At)|Fi].
      2: { eapply NU. eapply untimely_ALC02; eauto; [eapply at_no_entrance_ALC02; simpl; eauto|].
           intros [w At]. apply Fi. exists (f_figure p), w. rewrite term_eqb_refl. auto. }
      apply term_eqb_eq in E. subst.
      destruct (at_or_not (f_alcazar p) (fun t => match t with F3 f _ _ _ => Pos.eqb f n_sword | _ => false end)) as [(t & w' & E & At')|Sw].
      * destruct t; try discriminate. apply Pos.eqb_eq in E. subst. eapply NU. eapply untimely_ALC03; eauto.
      * eapply NU. eapply untimely_A106_2; eauto. intros (a & b & c & w' & At'). apply Sw. eexists _, _. split; [|exact At']. reflexivity.
    + destruct (at_or_not (f_area p) (term_eqb (f_sword v k g))) as [(t & w & E & At)|Em].
      * apply term_eqb_eq in E. subst. apply legal_A147. eapply may_ALC02; eauto.
      * exfalso. apply (NA k_means (Num 3) k_alc02 (f_sword_not_in_front (f_sword v k g))); [constructor|]. eapply against_ALC02; eauto.
        intros [w At]. apply Em. eexists _, _. split; [|exact At]. apply term_eqb_refl.
    + exfalso. apply Go; [eapply at_no_entrance_ALC02_2; eauto|intro M; pose proof (phase_one _ _ P M); discriminate].
    + exfalso. apply Go; [eapply at_no_entrance_ALC02_3; eauto|intro M; pose proof (phase_one _ _ P M); discriminate].
Qed.
End Position.

End Refusals.
