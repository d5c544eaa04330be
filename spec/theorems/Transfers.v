(* What holds in every position, and why no move takes more from a place than lies there. *)
From Coq Require Import List ZArith Bool Lia.
Import ListNotations.
From Toledo Require Import Terms Clauses Compiled Steps Books Editions.
Open Scope Z_scope.

(* does(P,A) is the move that is made. *)
Ltac did := repeat match goal with
  | H : p_does [[_; _]] _ _ |- _ =>
    apply does_is in H; let A := fresh in let B := fresh in destruct H as [A B];
    (match type of A with ?l = ?r => first [is_var r; subst r | is_var l; subst l | discriminate A | injection A; clear A; intros; subst | clear A] end);
    try (match type of B with ?l = ?r => first [is_var r; subst r | is_var l; subst l | discriminate B | injection B; clear B; intros; subst | clear B] end)
  end.
(* Takes apart what a move is made of. *)
Ltac open := repeat (did; match goal with
  | H : p_lands _ _ _ |- _ => invert H
  | H : p_lifted _ _ _ |- _ => invert H
  | H : p_paid _ _ _ _ _ |- _ => invert H
  | H : p_discarded _ _ _ _ _ |- _ => invert H
  | H : p_revealed _ _ _ |- _ => invert H
  | H : p_drawn _ _ _ _ |- _ => invert H
  | H : p_spent _ _ _ |- _ => invert H
  end); did.
Ltac placed := first [assumption | apply number_place | split; [discriminate|intros; discriminate]].

(* What else is known of a position that can be reached. *)
Record sound (Ed : edition) (St : rows) : Prop := {
  s_active : one_active St;
  s_seat : forall p, p_active St p -> exists z, p = Num z;
  s_phase : forall a b, p_phase St a -> p_phase St b -> a = b;
  s_books : books St;
  s_boxed : forall x p k c n, place x -> p_at St x (f_shop3 p k c) n -> exists w, p_copies Ed (f_shop2 k c) w;
  s_site : forall s p k c n, p_at St (Num s) (f_shop3 p k c) n -> p_space Ed (Num s) k_site;  (* I-09 *)
  s_one_shop : forall s p k c n p' k' c' n', p_at St (Num s) (f_shop3 p k c) n -> p_at St (Num s) (f_shop3 p' k' c') n' ->
    f_shop3 p k c = f_shop3 p' k' c';  (* I-09 *)
  s_arrived : forall s, p_phase St (f_arrived s) -> exists z, s = Num z;
  s_transit : forall s, p_phase St (f_transit s) ->
    (exists z, s = Num z) /\ forall p, p_active St p -> exists n, p_at St k_transit (f_figure p) n;  (* I-13 *)
  s_duel : forall s o a d, p_phase St (f_duel s o a d) ->
    (exists z, s = Num z) /\ (forall p, p_active St p -> exists n, p_at St k_transit (f_figure p) n) /\
    (exists n, p_at St s (f_figure o) n) /\
    exists A D, a = Num A /\ d = Num D /\ forall N, p_rounds_to_win Ed (Num N) -> A < N /\ D < N;  (* I-13, I-31 *)
}.

Section Transfers.
Variable Ed : edition.
Hypothesis WF : well_formed Ed.

Section Position.
Variable St : rows.
Hypothesis OK : sound Ed St.

(* ---- legal moves ---- *)
Ltac by_law L := inversion L; subst; match goal with H : p_may _ _ _ _ |- _ => inversion H; subst end.
Lemma legal_use : forall q c t b, p_legal Ed St q (f_use_space c t b) -> p_active St q /\ p_fee Ed St c /\ p_offer Ed St t b.
Proof. intros q c t b L. by_law L. auto. Qed.
Lemma legal_play : forall q c s o, p_legal Ed St q (f_play_card c s o) ->
  p_active St q /\ (exists w, p_at St (f_hand q) c w) /\ (exists v k w, c = f_card v k w) /\ p_mover Ed St s.
Proof.
  intros q c s o L. by_law L. match goal with H : p_playable _ _ _ _ _ |- _ => inversion H; subst end.
  match goal with A : p_active St ?x, B : p_active St ?y |- _ => assert_fails (constr_eq A B); assert (x = y) by (apply (s_active _ _ OK); auto); subst end.
  match goal with H : p_now _ _ _ _ |- _ => inversion H; subst end. eauto 12.
Qed.
Lemma legal_shop : forall q t s, p_legal Ed St q (f_place_shop t s) ->
  p_active St q /\ p_phase St k_start /\ p_vacant Ed St s /\ (exists w, p_at St (f_area q) t w) /\ exists a b c, t = f_shop3 a b c.
Proof. intros q t s L. by_law L. eauto 12. Qed.
Lemma legal_return : forall q s, p_legal Ed St q (f_return_figure s) ->
  p_active St q /\ p_phase St k_start /\ (exists w, p_at St s (f_figure q) w) /\ exists z, s = Num z.
Proof. intros q s L. by_law L; (split; [|split; [|split]]); eauto. all: first [eapply (wf_step _ WF); eassumption | eexists; reflexivity]. Qed.
Lemma legal_deliver : forall q t, p_legal Ed St q (f_deliver t) ->
  p_active St q /\ p_phase St k_entered /\ (exists w, p_at St (f_area q) t w) /\ exists a b c, t = f_sword a b c.
Proof. intros q t L. by_law L. eauto 12. Qed.
Lemma legal_challenge : forall q o, p_legal Ed St q (f_challenge o) ->
  p_active St q /\ exists s, p_phase St (f_transit s) /\ p_rival Ed St o s.
Proof. intros q o L. by_law L. eauto 12. Qed.
Lemma legal_draw : forall q c, p_legal Ed St q (f_draw c) -> q = k_chance /\ exists w, p_at St k_pile c w.
Proof. intros q c L. inversion L; subst; eauto. match goal with H : p_may _ _ _ _ |- _ => inversion H end. Qed.
Lemma chance_draws : forall a, p_legal Ed St k_chance a -> exists c, a = f_draw c.
Proof.
  intros a L. inversion L; subst; eauto; exfalso;
    try match goal with H : p_may _ _ _ _ |- _ => inversion H; subst end;
    match goal with H : p_active St k_chance |- _ => destruct (s_seat _ _ OK _ H); discriminate end.
Qed.

(* ---- what is unique ---- *)
Ltac one_phase := repeat match goal with
  | A : p_phase St ?x, B : p_phase St ?y |- _ => assert_fails (constr_eq A B);
    let E := fresh in assert (E : x = y) by (apply (s_phase _ _ OK); auto); first [discriminate E | injection E; clear E; intros; subst; clear B]
  end.
Ltac one_seat := repeat match goal with
  | A : p_active St ?x, B : p_active St ?y |- _ => assert_fails (constr_eq A B);
    let E := fresh in assert (E : x = y) by (apply (s_active _ _ OK); auto); clear B; try subst y
  end.
Lemma step_number : forall s k, p_space Ed s k -> exists z, s = Num z.
Proof. exact (wf_step _ WF). Qed.
Lemma here_one : forall k k', p_here Ed St k -> p_here Ed St k' -> k = k'.
Proof.
  intros k k' H H'. inversion H; inversion H'; subst; one_phase;
    match goal with H : p_phase _ (f_arrived ?s) |- _ => destruct (s_arrived _ _ OK _ H) as [z ->] end.
  - match goal with A : p_at St _ _ _, B : p_at St _ _ _ |- _ => pose proof (s_one_shop _ _ OK _ _ _ _ _ _ _ _ _ A B) as E; inversion E; auto end.
  - exfalso. match goal with A : p_at St _ _ _, B : p_space _ _ _ |- _ => apply (s_site _ _ OK) in A; pose proof (wf_kind _ WF _ _ _ A B); congruence end.
  - exfalso. match goal with A : p_at St _ _ _, B : p_space _ _ _ |- _ => apply (s_site _ _ OK) in A; pose proof (wf_kind _ WF _ _ _ A B); congruence end.
  - eapply wf_kind; eauto.
Qed.
Lemma host_one : forall a b, p_host St a -> p_host St b -> a = b.
Proof.
  intros a b H H'. inversion H; inversion H'; subst; one_phase.
  match goal with H : p_phase _ (f_arrived ?s) |- _ => destruct (s_arrived _ _ OK _ H) as [z ->] end.
  match goal with A : p_at St _ (f_shop3 a _ _) _, B : p_at St _ (f_shop3 b _ _) _ |- _ =>
    pose proof (s_one_shop _ _ OK _ _ _ _ _ _ _ _ _ A B) as E; inversion E; auto end.
Qed.
(* Where somebody is host, there is a shop. *)
Lemma host_here : forall a k, p_host St a -> p_here Ed St k -> k <> k_tavern /\ k <> k_artist.
Proof.
  intros a k H H'. inversion H; subst.
  match goal with H : p_phase _ (f_arrived ?s) |- _ => destruct (s_arrived _ _ OK _ H) as [z ->] end.
  match goal with P : p_phase _ _, A : p_at _ _ _ _ |- _ => pose proof (here_USE01 Ed _ _ _ _ _ _ P A) as X; pose proof A as B end.
  rewrite (here_one _ _ H' X). apply (s_boxed _ _ OK) in B; [|placed]. destruct B as [w B].
  destruct (wf_trade _ WF _ _ _ B) as [->|[->|[->| ->]]]; split; discriminate.
Qed.
Lemma ahead_one : forall k, p_ahead St k_attacker k -> p_ahead St k_defender k -> False.
Proof.
  intros k H H'. inversion H; inversion H'; subst.
  repeat match goal with D : p_duellist _ _ _ |- _ => inversion D; clear D; subst end; one_phase; one_seat;
    match goal with N : ~ exists w, p_at _ _ _ w |- _ => apply N; eauto end.
Qed.
Lemma round_one : forall q m, p_round St [[q; m]] k_attacker -> p_round St [[q; m]] k_defender -> False.
Proof.
  intros q m H H'. inversion H; inversion H'; subst; open; try (eapply ahead_one; eauto; fail); eauto; try congruence.
Qed.
Lemma rounds_one : forall q m a d a' d', p_rounds St [[q; m]] a d -> p_rounds St [[q; m]] a' d' -> a = a' /\ d = d'.
Proof. intros q m a d a' d' H H'. inversion H; inversion H'; subst; one_phase; auto; exfalso; eapply round_one; eauto. Qed.
Lemma won_duel : forall q m w, p_won Ed St [[q; m]] w -> exists s o a d c, p_phase St (f_duel s o a d) /\ m = f_draw c /\ q = k_chance.
Proof.
  intros q m w H. inversion H; subst; match goal with R : p_rounds _ _ _ _ |- _ => inversion R; subst end;
    match goal with R : p_round _ _ _ |- _ => inversion R; subst end; open; eauto 10.
Qed.
Lemma won_one : forall q m, p_won Ed St [[q; m]] k_attacker -> p_won Ed St [[q; m]] k_defender -> False.
Proof.
  intros q m H H'. inversion H as [N ? R W| ]; inversion H' as [|N' ? R' W']; subst.
  destruct (rounds_one _ _ _ _ _ _ R R') as [<- <-]. destruct (wf_rounds _ WF) as (n & _ & Hn). apply Hn in W. apply Hn in W'. subst.
  inversion R; subst; one_phase;
    match goal with H : p_phase _ (f_duel _ _ _ _) |- _ => destruct (s_duel _ _ OK _ _ _ _ H) as (_ & _ & _ & ? & ? & EA & ED & Lt) end;
    inversion EA; inversion ED; subst; (edestruct Lt as [? ?]; [apply Hn; reflexivity|]; lia).
Qed.
Lemma no_room_inside : forall s n, p_room Ed St s n -> p_space Ed s k_entrance -> False.
Proof.
  intros s n H En. inversion H; subst.
  - match goal with C : p_circles _ _ _ |- _ => destruct (wf_circled _ WF _ _ C) as [K|K]; pose proof (wf_kind _ WF _ _ _ K En); discriminate end.
  - match goal with A : p_space _ _ k_site |- _ => pose proof (wf_kind _ WF _ _ _ A En); discriminate end.
Qed.
Lemma not_free_and_full : forall s, p_free Ed St s -> p_full Ed St s -> False.
Proof. intros s F G. inversion G; contradiction. Qed.
Lemma not_free_inside : forall s, p_free Ed St s -> p_space Ed s k_entrance -> False.
Proof. intros s F E. inversion F; subst. eapply no_room_inside; eauto. Qed.
Lemma not_full_inside : forall s, p_full Ed St s -> p_space Ed s k_entrance -> False.
Proof. intros s F E. inversion F; subst. eapply no_room_inside; eauto. Qed.

(* ---- transfers ---- *)
Lemma at_least_one : forall x t w, p_at St x t w -> place x -> exists z, Num 1 = Num z /\ 1 <= z <= held St x t.
Proof. intros x t w A P. destruct (books_at _ _ _ _ (s_books _ _ OK) P A). exists 1. split; auto. lia. Qed.
Lemma road_place : forall s, p_on_road Ed s -> place s.
Proof. intros s H. inversion H; subst; [placed|]. destruct (step_number _ _ H0) as [z ->]. placed. Qed.
Lemma mover_number : forall s, p_mover Ed St s -> exists z, s = Num z.
Proof.
  intros s H. inversion H; subst;
    try match goal with R : p_on_road _ _ |- _ => inversion R; subst; [eauto|eapply step_number; eauto] end.
  match goal with P : p_phase _ (f_transit _) |- _ => destruct (s_transit _ _ OK _ P); auto end.
Qed.
Lemma lifted_there : forall q c s o x, p_legal Ed St q (f_play_card c s o) -> p_lifted St [[q; f_play_card c s o]] x ->
  (x = s \/ x = k_transit) /\ place x /\ exists w, p_at St x (f_figure q) w.
Proof.
  intros q c s o x L H. destruct (legal_play _ _ _ _ L) as (A & _ & _ & M). destruct (mover_number _ M) as [z ->].
  inversion H; subst; did.
  - split; auto. split; [placed|]. inversion M; subst; one_seat; eauto.
    exfalso. match goal with N : ~ exists _, _ |- _ => apply N; eauto end.
  - split; auto. split; [placed|].
    match goal with P : p_phase _ (f_transit _) |- _ => destruct (s_transit _ _ OK _ P) as [_ T]; apply T; auto end.
Qed.
Lemma fee_there : forall q c t b, p_legal Ed St q (f_use_space c t b) -> c <> k_none -> exists w, p_at St (f_hand q) c w.
Proof.
  intros q c t b L N. destruct (legal_use _ _ _ _ L) as (A & F & _). inversion F; subst; [congruence|]. one_seat. eauto.
Qed.

Lemma discarded_there : forall q m c x, p_legal Ed St q m -> p_discarded Ed St [[q; m]] c x -> place x /\ exists w, p_at St x c w.
Proof.
  intros q m c x L H. invert H; open; (split; [placed|]).
  - apply legal_draw in L. tauto.
  - apply legal_play in L. tauto.
  - apply legal_play in L. tauto.
  - eauto.
  - eapply fee_there; eauto.
  - eapply fee_there; eauto.
Qed.

(* Every transfer goes from a place to a place, or from a note to a note. *)
Lemma same_sort : forall q m n t x y, p_legal Ed St q m -> p_moves Ed St [[q; m]] n t x y -> (place x <-> place y).
Proof.
  assert (P : forall x y, place x -> place y -> (place x <-> place y)) by tauto.
  intros q m n t x y L H. inversion H; subst;
    try (match goal with D : p_discarded _ _ _ _ _ |- _ => destruct (discarded_there _ _ _ _ L D) end; apply P; placed);
    try (match goal with D : p_phase _ (f_duel _ _ _ _) |- _ => destruct (s_duel _ _ OK _ _ _ _ D) as ([z ->] & _) end; apply P; placed);
    try (split; intros [A B]; exfalso; try (eapply B; reflexivity); congruence);
    open; try (apply P; placed; fail);
    try (destruct (legal_play _ _ _ _ L) as (_ & _ & _ & Mo); destruct (mover_number _ Mo) as [z ->]; apply P; placed; fail).
  - destruct (legal_shop _ _ _ L) as (_ & _ & V & _). inversion V; subst.
    match goal with A : p_space _ _ _ |- _ => destruct (step_number _ _ A) as [z ->] end. apply P; placed.
  - destruct (legal_return _ _ L) as (_ & _ & _ & z & ->). apply P; placed.
Qed.

(* No transfer takes more than there is. *)
Lemma enough : forall q m n t x y, p_legal Ed St q m -> p_moves Ed St [[q; m]] n t x y -> place x ->
  exists z, n = Num z /\ 1 <= z <= held St x t.
Proof.
  intros q m n t x y L H P. inversion H; subst;
    try (match goal with D : p_discarded _ _ _ _ _ |- _ => destruct (discarded_there _ _ _ _ L D) as [? [w A]] end; eapply at_least_one; eauto; fail);
    try (exfalso; destruct P as [? K]; try congruence; eapply K; reflexivity).
  all: try (match goal with X : p_lands _ _ _ |- _ => inversion X; subst; did; destruct (lifted_there _ _ _ _ _ L ltac:(eassumption)) as (_ & _ & w & A) end; eapply at_least_one; eauto; fail).
  all: try (match goal with D : p_phase _ (f_duel _ _ _ _) |- _ => destruct (s_duel _ _ OK _ _ _ _ D) as (_ & T & [w F] & _) end;
         first [eapply at_least_one; eauto; fail
               |match goal with A : p_active _ _ |- _ => destruct (T _ A) as [w' T'] end; eapply at_least_one; eauto; fail]).
  all: try (match goal with W : p_won _ _ _ _, A : p_active _ _ |- _ => destruct (won_duel _ _ _ W) as (s & o & a & d & c & D & _);
         destruct (s_duel _ _ OK _ _ _ _ D) as (_ & T & _); destruct (T _ A) as [w' T'] end; eapply at_least_one; eauto; fail).
  all: did.
  - apply legal_deliver in L. destruct L as (_ & _ & [w A] & _). eapply at_least_one; eauto.
  - match goal with T : p_top _ _ _ _ |- _ => inversion T; subst end. eapply at_least_one; eauto.
  - destruct (legal_use _ _ _ _ L) as (_ & _ & O).
    assert (K : forall k, p_here Ed St k -> k = k_metal) by (intros; eapply here_one; eauto).
    inversion O; subst; try (eapply at_least_one; eauto; fail); exfalso;
    repeat match goal with T : p_top _ _ _ _ |- _ => inversion T; clear T; subst | T : p_lesson _ _ _ |- _ => inversion T; clear T; subst end;
    match goal with X : p_here _ _ _ |- _ => apply K in X; discriminate end.
  - destruct (legal_use _ _ _ _ L) as (_ & _ & O).
    assert (K : forall k, p_here Ed St k -> k = k_gem) by (intros; eapply here_one; eauto).
    inversion O; subst; try (eapply at_least_one; eauto; fail); exfalso;
    repeat match goal with T : p_top _ _ _ _ |- _ => inversion T; clear T; subst | T : p_lesson _ _ _ |- _ => inversion T; clear T; subst end;
    match goal with X : p_here _ _ _ |- _ => apply K in X; discriminate end.
  - destruct (legal_use _ _ _ _ L) as (_ & _ & O). inversion O; subst;
      match goal with T : p_lesson _ _ _ |- _ => inversion T; subst end; eapply at_least_one; eauto.
  - destruct (legal_use _ _ _ _ L) as (A & _ & O). inversion O; subst; try congruence. one_seat. eapply at_least_one; eauto.
  - apply legal_play in L. destruct L as (_ & [w A] & _). eapply at_least_one; eauto.
  - apply legal_shop in L. destruct L as (_ & _ & _ & [w A] & _). eapply at_least_one; eauto.
  - apply legal_return in L. destruct L as (_ & _ & [w A] & _). eapply at_least_one; eauto.
  - destruct (legal_use _ _ _ _ L) as (_ & _ & O). inversion O; subst; try discriminate;
      try match goal with T : p_lesson _ _ _ |- _ => inversion T; discriminate end; eapply at_least_one; eauto.
  - destruct (legal_use _ _ _ _ L) as (A & _ & O). inversion O; subst;
      try match goal with T : p_lesson _ _ _ |- _ => inversion T; discriminate end.
    eexists. split; [reflexivity|]. split; [lia|].
    match goal with W : p_owns _ _ k_metal _ |- _ => inversion W; subst end; [|lia]. one_seat.
    match goal with X : p_at _ _ k_metal (Num _) |- _ => apply (books_at _ _ _ _ (s_books _ _ OK) P) in X; destruct X as [X _]; inversion X; lia end.
  - destruct (legal_use _ _ _ _ L) as (A & _ & O). inversion O; subst;
      try match goal with T : p_lesson _ _ _ |- _ => inversion T; discriminate end.
    eexists. split; [reflexivity|]. split; [lia|].
    match goal with W : p_owns _ _ k_gem _ |- _ => inversion W; subst end; [|lia]. one_seat.
    match goal with X : p_at _ _ k_gem (Num _) |- _ => apply (books_at _ _ _ _ (s_books _ _ OK) P) in X; destruct X as [X _]; inversion X; lia end.
  - open. apply legal_draw in L. destruct L as [_ [w A]]. eapply at_least_one; eauto.
  - match goal with A : p_at _ _ _ _ |- _ => destruct (books_at _ _ _ _ (s_books _ _ OK) P A) as [-> ?] end. eexists. split; [reflexivity|]. lia.
  - open. destruct (fee_there _ _ _ _ L) as [w A]; auto. eapply at_least_one; eauto.
Qed.

(* Two transfers of one piece from one place are the same. *)
Lemma one_way : forall q m n t x y n' y', p_legal Ed St q m -> p_moves Ed St [[q; m]] n t x y -> p_moves Ed St [[q; m]] n' t x y' ->
  place x -> n = n' /\ y = y'.
Proof.
  intros q m n t x y n' y' L H H' P.
  inversion H; subst; inversion H'; subst; try discriminate; auto; open; auto; one_phase; one_seat; auto.
  all: try (exfalso; eapply won_one; eauto; fail).
  all: try (exfalso; eapply not_free_and_full; eauto; fail).
  all: try (exfalso; eapply not_free_inside; eauto; fail).
  all: try (exfalso; eapply not_full_inside; eauto; fail).
  all: try (match goal with W : p_won _ _ _ _ |- _ => destruct (won_duel _ _ _ W) as (? & ? & ? & ? & ? & ? & E & ?); discriminate E end).
  all: try (match goal with A : p_host _ ?a, B : p_host _ ?b |- _ => assert_fails (constr_eq A B); rewrite (host_one _ _ A B); auto; fail end).
  all: try (exfalso; match goal with A : p_host _ _, B : p_here _ _ _ |- _ => destruct (host_here _ _ A B); congruence end).
  all: try contradiction.
  all: try (match goal with D : p_phase _ (f_duel _ _ _ _) |- _ => destruct (s_duel _ _ OK _ _ _ _ D) as ([z E] & _); discriminate E end).
  all: try (match goal with K : p_legal _ _ _ (f_return_figure _) |- _ =>
         destruct (legal_return _ _ K) as (_ & _ & _ & z & E); discriminate E end).
  all: try (match goal with K : p_legal _ _ _ (f_use_space _ _ _) |- _ =>
         destruct (legal_use _ _ _ _ K) as (_ & _ & O); inversion O; subst; discriminate end).
  all: try (match goal with A : p_at _ _ _ ?n, B : p_at _ _ _ ?n' |- ?n = ?n' /\ _ =>
         apply (books_at _ _ _ _ (s_books _ _ OK) P) in A; apply (books_at _ _ _ _ (s_books _ _ OK) P) in B; split; auto;
         destruct A as [-> _], B as [-> _]; reflexivity end).
Qed.

(* ---- what follows ---- *)
Lemma not_won : forall q m A D N w, p_rounds St [[q; m]] (Num A) (Num D) -> p_rounds_to_win Ed (Num N) -> A < N -> D < N ->
  p_won Ed St [[q; m]] w -> False.
Proof.
  intros q m A D N w R W a d H. destruct (wf_rounds _ WF) as (n & _ & Hn). apply Hn in W. inversion W; subst.
  inversion H as [? ? R' W'|? ? R' W']; subst; apply Hn in W'; subst; destruct (rounds_one _ _ _ _ _ _ R R') as [X Y];
    inversion X; inversion Y; lia.
Qed.
Lemma last_draw_is : forall q m w, p_legal Ed St q m -> p_last_draw Ed St [[q; m]] w ->
  q = k_chance /\ (exists c, m = f_draw c) /\ exists n, p_phase St (f_drawing n w).
Proof. intros q m w L H. inversion H; subst; did; (split; [auto|]; split; [apply chance_draws; auto|eauto]). Qed.
Lemma last_draw_one : forall q m w w', p_legal Ed St q m -> p_last_draw Ed St [[q; m]] w -> p_last_draw Ed St [[q; m]] w' -> w = w'.
Proof.
  intros q m w w' L H H'. destruct (last_draw_is _ _ _ L H) as (_ & _ & n & A). destruct (last_draw_is _ _ _ L H') as (_ & _ & n' & B).
  pose proof (s_phase _ _ OK _ _ A B) as E. inversion E. auto.
Qed.
(* The moves that end a turn. *)
Definition ending (m : term) : Prop := m = k_end_turn \/ (exists t s, m = f_place_shop t s) \/ (exists s, m = f_return_figure s) \/ m = k_pass.
Lemma turn_ends_is : forall q m, p_legal Ed St q m -> p_turn_ends Ed St [[q; m]] -> ending m \/ p_last_draw Ed St [[q; m]] k_take.
Proof. intros q m L H. unfold ending. inversion H; subst; did; eauto 8. Qed.
Lemma draws_on : forall m n w, p_legal Ed St k_chance m -> p_phase St (f_drawing n w) -> ~ p_last_draw Ed St [[k_chance; m]] w ->
  p_turn_ends Ed St [[k_chance; m]] -> False.
Proof.
  intros m n w L P N T. destruct (turn_ends_is _ _ L T) as [E|D].
  - destruct (chance_draws _ L) as [c ->]. destruct E as [E|[(? & ? & E)|[(? & E)|E]]]; discriminate.
  - destruct (last_draw_is _ _ _ L D) as (_ & _ & n' & P'). one_phase. contradiction.
Qed.

Ltac chance_only := repeat match goal with
  | L : p_legal Ed St k_chance ?a |- _ => first
    [is_var a; destruct (chance_draws _ L) as [? ->] | let E := fresh in destruct (chance_draws _ L) as [? E]; discriminate E] end.
Ltac known L := repeat match goal with
  | H : p_won _ _ _ _ |- _ => let s := fresh "s" in destruct (won_duel _ _ _ H) as (s & ? & ? & ? & ? & ? & ? & ?); subst; clear H
  | H : p_rounds _ _ _ _ |- _ => invert H
  | H : p_round _ _ _ |- _ => invert H
  | H : p_passes_on _ _ _ |- _ => invert H
  | H : p_game_ends _ _ _ |- _ => invert H
  | H : p_turn_ends _ _ _ |- _ => apply (turn_ends_is _ _ L) in H; destruct H as [[H|[(? & ? & H)|[(? & H)|H]]]|H]; subst
  | H : p_last_draw _ _ _ _ |- _ => let P := fresh in destruct (last_draw_is _ _ _ L H) as (? & (? & ?) & ? & P); subst; clear H
  end.
Lemma follows_one : forall q m a b, p_legal Ed St q m -> p_follows Ed St [[q; m]] a -> p_follows Ed St [[q; m]] b -> a = b.
Proof.
  intros q m a b L F G.
  inversion F; subst; inversion G; subst; auto;
    try (match goal with A : p_passes_on _ _ _, B : p_game_ends _ _ _ |- _ => inversion A; contradiction end);
    try (match goal with A : p_last_draw _ _ _ ?w, N : ~ p_last_draw _ _ _ ?v, P : p_phase _ (f_drawing _ ?v) |- _ =>
           exfalso; destruct (last_draw_is _ _ _ L A) as (_ & _ & ? & Q); pose proof (s_phase _ _ OK _ _ P Q) as E; inversion E; subst; contradiction end);
    try (exfalso; eapply won_one; eauto; fail);
    try (exfalso; eapply not_won; eauto; fail);
    try (match goal with A : p_rounds _ _ _ _, B : p_rounds _ _ _ _ |- _ => assert_fails (constr_eq A B);
           destruct (rounds_one _ _ _ _ _ _ A B) as [X Y]; inversion X; inversion Y; subst; one_phase; reflexivity end);
    open; one_phase; auto;
    try (exfalso; eapply not_free_and_full; eauto; fail);
    try (exfalso; eapply not_free_inside; eauto; fail);
    try (exfalso; eapply not_full_inside; eauto; fail);
    try contradiction;
    try (match goal with A : p_cards_taken _ _, B : p_cards_taken _ _ |- _ => rewrite (wf_taken _ WF _ _ A B); reflexivity end);
    try (match goal with A : p_tavern_cards _ _, B : p_tavern_cards _ _ |- _ => rewrite (wf_tavern _ WF _ _ A B); reflexivity end).
  all: try (exfalso; match goal with A : p_last_draw _ _ _ k_take, B : p_last_draw _ _ _ k_tavern |- _ => pose proof (last_draw_one _ _ _ _ L A B); discriminate end).
  all: try (exfalso; known L; open; one_phase; try discriminate; chance_only; discriminate).
  all: try (exfalso; chance_only; fail).
  all: exfalso; match goal with H : p_game_ends _ _ _ |- _ => inversion H; subst | H : p_passes_on _ _ _ |- _ => inversion H; subst end;
    eapply draws_on; eauto.
Qed.
(* In a duel that goes on, and when one begins, no figure moves. *)
Lemma duel_stays : forall q m s o a d x p n y, p_follows Ed St [[q; m]] (f_duel s o a d) -> (exists z, x = Num z) \/ x = k_transit ->
  ~ p_moves Ed St [[q; m]] n (f_figure p) x y.
Proof.
  intros q m s o a d x p n y F X Mo.
  assert (NW : forall w, ~ p_won Ed St [[q; m]] w).
  { intros w W. inversion F; subst; did.
    - destruct (won_duel _ _ _ W) as (? & ? & ? & ? & ? & _ & E & _). discriminate.
    - eapply not_won; eauto. }
  assert (NP : forall c s o, m <> f_play_card c s o).
  { intros c' s' o' ->. inversion F; subst; did. match goal with R : p_rounds _ _ _ _ |- _ => inversion R; subst end;
      match goal with R : p_round _ _ _ |- _ => inversion R; subst end; open. }
  inversion Mo; subst; try (eapply NW; eauto; fail);
    try (match goal with La : p_lands _ _ _ |- _ => inversion La; subst end; did; eapply NP; reflexivity);
    try (destruct X as [[z X]|X]; discriminate).
  - did. inversion F; subst; did. match goal with R : p_rounds _ _ _ _ |- _ => inversion R; subst end;
      match goal with R : p_round _ _ _ |- _ => inversion R; subst end; open.
  - open; try (destruct X as [[z X]|X]; discriminate).
  - open; try (destruct X as [[z X]|X]; discriminate).
Qed.
End Position.
End Transfers.
