(* No deadlock, for any edition: until the game is over somebody can always do something, in every phase (I-24). *)
From Coq Require Import List ZArith Bool Lia.
Import ListNotations.
From Toledo Require Import Terms Clauses Compiled Steps Books Editions Transfers Conservation Lookahead Stuck.
Open Scope Z_scope.

Section Progress.
Variable Ed : edition.
Hypothesis WF : well_formed Ed.

(* Cards lie with cards. *)
Definition for_cards (x : term) : Prop := x = k_pile \/ x = k_discards \/ x = k_front \/ exists p, x = f_hand p.
Definition cards_only (St : rows) : Prop := forall x t n, for_cards x -> p_at St x t n -> exists v k w, t = f_card v k w.
Definition pending (x : term) : Prop :=
  x = k_start \/ x = k_moving \/ x = k_entered \/ x = k_over \/ (exists s, x = f_arrived s) \/ (exists s, x = f_transit s) \/
  (exists s o a d, x = f_duel s o a d) \/ exists n, x = f_drawing (Num n) k_take \/ x = f_drawing (Num n) k_tavern.
Definition drawing (x : term) : Prop := (exists s o a d, x = f_duel s o a d) \/ exists n w, x = f_drawing n w.
(* What keeps a game going. *)
Record alive (St : rows) : Prop := {
  a_cards : cards_only St;
  a_active : exists p, p_active St p /\ p_role Ed p;
  a_phase : exists x, p_phase St x;
  a_pending : forall x, p_phase St x -> pending x;
  a_pile : forall x, p_phase St x -> drawing x -> exists c n, p_at St k_pile c n }.

Lemma decided : forall (P : row -> Prop), (exists l, ok P l) -> forall r, P r \/ ~ P r.
Proof.
  intros P [l o] r. destruct (mem r l) eqn:E; [left; apply o; apply mem_in; auto|right]. intro H. apply o in H. apply mem_in in H. congruence.
Qed.
Lemma for_cards_place : forall x, for_cards x -> place x.
Proof. intros x [->|[->|[->|[p ->]]]]; placed. Qed.

(* A sum is as large as one of its tuples, and if it is not, there is another. *)
Lemma size_some : forall St x n, books St -> place x -> sum_is (fun t => exists c k, p_at St x c k /\ t = [k; c]) n ->
  (n = 0 <-> ~ exists c k, p_at St x c k) /\ 0 <= n /\
  forall c, 0 < held St x c -> n = held St x c \/ exists c' k, c' <> c /\ p_at St x c' k.
Proof.
  intros St x n B P (l & ND & Hl & ->).
  assert (W : forall r, In r l -> 1 <= weight r).
  { intros r I. apply Hl in I. destruct I as (c & k & A & ->). destruct (books_at _ _ _ _ B P A) as [-> ?]. simpl. lia. }
  assert (Pos : forall l', (forall r, In r l' -> 1 <= weight r) -> 0 <= total l' /\ (l' <> [] -> 1 <= total l')).
  { induction l' as [|r l' IH]; simpl; intro H; [split; [lia|congruence]|]. pose proof (H r (or_introl eq_refl)).
    destruct IH as [IH _]; [intros; apply H; right; auto|]. split; [lia|]. intro. lia. }
  destruct (Pos l W) as [P0 P1]. split; [|split; auto].
  - split.
    + intros E (c & k & A). assert (In [k; c] l) by (apply Hl; eauto). assert (l <> []) by (intros ->; contradiction). apply P1 in H0. lia.
    + intro No. destruct l as [|r l]; auto. exfalso. apply No. destruct (proj1 (Hl r) (or_introl eq_refl)) as (c & k & A & _). eauto.
  - intros c Hc. assert (I : In [Num (held St x c); c] l) by (apply Hl; exists c, (Num (held St x c)); split; [apply books_held; auto|auto]).
    destruct (in_split _ _ I) as (l1 & l2 & ->). destruct (l1 ++ l2) as [|r l'] eqn:E.
    + apply app_eq_nil in E. destruct E as [-> ->]. left. simpl. lia.
    + right. apply NoDup_remove in ND. destruct ND as [_ N]. assert (Ir : In r (l1 ++ l2)) by (rewrite E; left; auto).
      assert (Ir' : In r (l1 ++ [Num (held St x c); c] :: l2)) by (apply in_app_iff in Ir; apply in_app_iff; simpl; tauto).
      apply Hl in Ir'. destruct Ir' as (c' & k & A & ->). exists c', k. split; auto. intros ->.
      destruct (books_at _ _ _ _ B P A) as [-> _]. contradiction.
Qed.

Lemma size_is : forall St x, exists z, sum_is (fun t => exists c k, p_at St x c k /\ t = [k; c]) z.
Proof.
  intros St x. eexists.
  apply (sum_ok _ (flat_map (fun r => match r with [F3 f x' c k] => if Pos.eqb f n_at && term_eqb x' x then [[k; c]] else [] | _ => [] end) St)).
  intro t. rewrite in_flat_map. split.
  - intros (r & I & H). destruct r as [|[| | | |f x' c k| |] [|? ?]]; try contradiction. destruct (Pos.eqb f n_at && term_eqb x' x) eqn:E; [|contradiction].
    apply andb_prop in E. destruct E as [E1 E2]. apply Pos.eqb_eq in E1. apply term_eqb_eq in E2. subst. destruct H as [<-|[]]. exists c, k. split; auto. apply at_in. auto.
  - intros (c & k & H & ->). apply at_in in H. eexists. split; [exact H|]. cbn -[Pos.eqb]. rewrite Pos.eqb_refl, term_eqb_refl. left. auto.
Qed.
(* Cards that can be drawn, and an empty pile: so there are discards. *)
Lemma discards_some : forall St n z, books St -> p_drawable Ed St (Num n) -> p_size Ed St k_pile (Num z) -> z < n -> exists c k, p_at St k_discards c k.
Proof.
  intros St n z B D Z Lt. inversion D as [a d Pa Pd]; subst. inversion Pa as [? Sa| |]; subst. inversion Pd as [|? Sd|]; subst. inversion Z as [? Sz| |]; subst.
  rewrite (sum_one _ _ _ Sa Sz) in *.
  destruct Sd as (l & ND & Hl & ->). destruct l as [|r l]; [simpl in Lt; lia|]. destruct (proj1 (Hl r) (or_introl eq_refl)) as (c & k & H & _). eauto.
Qed.

Section Position.
Variable St : rows.
Hypothesis OK : sound Ed St.
Hypothesis A : alive St.
Hypothesis boxed : forall x v k w n, place x -> p_at St x (f_card v k w) n -> w = k_attacker \/ w = k_defender.

Lemma ends_or_passes : forall q m, p_turn_ends Ed St [[q; m]] -> exists x, p_follows Ed St [[q; m]] x.
Proof.
  intros q m T. destruct (decided _ (fin_game_ends Ed St [[q; m]]) []) as [G|G].
  - exists k_over. apply follows_END03. exact G.
  - exists k_start. apply follows_TRN02. constructor; auto.
Qed.
(* Every legal move leads to a phase. *)
Lemma follows_some : forall q m, p_legal Ed St q m -> exists x, p_follows Ed St [[q; m]] x.
Proof.
  intros q m L. assert (D : p_does [[q; m]] q m) by (left; reflexivity).
  inversion L as [C w1 w2 w3 w4 w5 Ph At|C w1 w2 w3 Ph At|a p M|p Ac Ph N|p Ac Lo]; subst.
  - destruct (a_cards _ A k_pile C w5) as (v & k & w & ->); [left; auto|auto|].
    destruct (s_duel _ _ OK _ _ _ _ Ph) as (_ & _ & _ & a & d & -> & -> & Lt). destruct (wf_rounds _ WF) as (n & _ & Hn).
    assert (W : p_rounds_to_win Ed (Num n)) by (apply Hn; auto). destruct (Lt _ W) as [La Ld].
    assert (Re : p_revealed St [[k_chance; f_draw (f_card v k w)]] (f_card v k w)) by (eapply revealed_DUE04; eauto).
    assert (Ro : p_round St [[k_chance; f_draw (f_card v k w)]] k_attacker \/ p_round St [[k_chance; f_draw (f_card v k w)]] k_defender).
    { assert (Ex : (exists u, p_ahead St u k) \/ ~ exists u, p_ahead St u k).
      { destruct (fin_ahead St) as [l o]. destruct (existsb (fun r => match r with [_; k'] => term_eqb k' k | _ => false end) l) eqn:E.
        - left. apply existsb_exists in E. destruct E as (r & I & E). destruct r as [|u [|k' [|? ?]]]; try discriminate.
          apply term_eqb_eq in E. subst. exists u. apply (o [u; k]). auto.
        - right. intros [u H]. apply (o [u; k]) in H. assert (X : existsb (fun r => match r with [_; k'] => term_eqb k' k | _ => false end) l = true); [|congruence].
          apply existsb_exists. exists [u; k]. split; auto. apply term_eqb_refl. }
      destruct Ex as [[u H]|No].
      - assert (U : u = k_attacker \/ u = k_defender) by (inversion H; subst; match goal with X : p_duellist _ u _ |- _ => inversion X; auto end).
        destruct U as [-> | ->]; [left|right]; eapply round_DUE06; eauto.
      - destruct (boxed k_pile _ _ _ _ ltac:(placed) At) as [-> | ->]; [left|right]; eapply round_DUE07; eauto. }
    destruct Ro as [Ro|Ro].
    + destruct (Z.eq_dec (a + 1) n) as [E|E].
      * eexists. eapply follows_DUE13; [|eauto]. eapply won_DUE09; [eapply rounds_DUE09; eauto|rewrite E; auto].
      * eexists. eapply follows_DUE10; [eapply rounds_DUE09; eauto|eauto|lia|lia|eauto].
    + destruct (Z.eq_dec (d + 1) n) as [E|E].
      * eexists. eapply follows_DUE14. eapply won_DUE09_2; [eapply rounds_DUE09_2; eauto|rewrite E; auto].
      * eexists. eapply follows_DUE10; [eapply rounds_DUE09_2; eauto|eauto|lia|lia|eauto].
  - destruct (decided _ (fin_last_draw Ed St [[k_chance; f_draw C]]) [w2]) as [La|La].
    + destruct (a_pending _ A _ Ph) as [X|[X|[X|[X|[[? X]|[[? X]|[(? & ? & ? & ? & X)|[? [X|X]]]]]]]]]; try discriminate; inversion X; subst.
      * apply ends_or_passes. apply turn_ends_TAK01. exact La.
      * eexists. apply follows_TAV03. exact La.
    + assert (Nz : exists z, w1 = Num z).
      { destruct (a_pending _ A _ Ph) as [X|[X|[X|[X|[[? X]|[[? X]|[(? & ? & ? & ? & X)|[? [X|X]]]]]]]]]; try discriminate; inversion X; eauto. }
      destruct Nz as [z ->]. eexists. eapply follows_A27; eauto.
  - inversion M as [? ? ? ? ? ? ? ? ? ?|? ? s Ac Ph Ri Re|C o ? S0 Ac Pl|? Ac Re ND|? ? ? ? ? ? ? ? ? ? ? ?|? ? ? ? ? ? ? ?|? ? ? ? ? ?|n ? Ac Ph Dr Po|? ? ? ? Ac Fe Of]; subst.
    + eexists. eapply follows_ALC03; eauto.
    + eexists. eapply follows_DUE01; eauto.
    + inversion Pl as [? E ? P0 R ? V w1 w2 w3 Ac0 At EC No Le Go]; subst. assert (Re : exists e, p_reaches Ed St S0 V e).
      { inversion No; subst. inversion Le; subst; match goal with X : f_run _ _ _ _ _ = f_run _ _ _ _ _ |- _ => inversion X; subst end; eauto. }
      destruct Re as [e Re].
      inversion Re as [s v h Ro I Me]; subst.
      assert (La : p_lands [[q; f_play_card (f_card (Num v) w2 w3) (Num s) o]] q (Num (s + v))) by (eapply lands_MOV02; eauto).
      inversion Me as [? n Rm|? En]; subst; [|eexists; eapply follows_ALC01; eauto].
      destruct (decided _ (fin_free Ed St) [Num (s + v)]) as [Fr|Fr]; [eexists; eapply follows_MOV06; eauto|].
      eexists. eapply follows_OCC01; eauto. eapply full_OCC01; eauto.
    + apply ends_or_passes. eapply turn_ends_A41; eauto.
    + apply ends_or_passes. eapply turn_ends_SHP01; eauto.
    + apply ends_or_passes. eapply turn_ends_RET02; eauto.
    + apply ends_or_passes. eapply turn_ends_RET02; eauto.
    + destruct (wf_some_taken _ WF) as [? ?]. eexists. eapply follows_TAK01; eauto.
    + destruct (decided _ (fin_here Ed St) [k_tavern]) as [H|H].
      * destruct (wf_some_tavern _ WF) as [? ?]. eexists. eapply follows_TAV02; eauto.
      * eexists. eapply follows_USE01; eauto.
  - apply ends_or_passes. eapply turn_ends_A147; eauto.
  - apply ends_or_passes. eapply turn_ends_A147; eauto.
Qed.
End Position.

Lemma challenge_cards : forall St q o, p_legal Ed St q (f_challenge o) -> p_active St q /\ exists n, p_drawable Ed St (Num n) /\ 0 < n.
Proof.
  intros St q o L. inversion L; subst. match goal with M : p_may _ _ _ _ |- _ => inversion M; subst end.
  match goal with C : p_card_to_reveal _ _ |- _ => inversion C; subst end. split; auto. eexists. split; eauto. lia.
Qed.
Lemma take_cards : forall St q, p_legal Ed St q k_take_cards -> p_active St q /\ exists n, p_drawable Ed St (Num n) /\ 0 < n.
Proof. intros St q L. inversion L; subst. match goal with M : p_may _ _ _ _ |- _ => inversion M; subst end. split; auto. eexists. split; eauto. lia. Qed.
Section OneMove.
Variables St St' : rows.
Variables q m : term.
Hypothesis S : step Ed St q m St'.
Hypothesis OK : sound Ed St.
Hypothesis A : alive St.
Notation Do := [[q; m]].
Let L := is_legal _ _ _ _ _ S.

Lemma cards_next : cards_only St'.
Proof.
  intros x t n F H. destruct (whence Ed WF _ _ _ _ S OK _ _ _ H (for_cards_place _ F)) as [[w B]|(k & y & Mo & Py & w & B)];
    [eapply (a_cards _ A); eauto|].
  assert (Fy : for_cards y -> exists v k w, t = f_card v k w) by (intro Fy; eapply (a_cards _ A); eauto).
  unfold for_cards in *. inversion Mo; subst; try (apply Fy; eauto; fail);
    try (exfalso; destruct F as [F|[F|[F|[p F]]]]; discriminate);
    try (match goal with D : p_discarded _ _ _ _ _ |- _ => inversion D; subst; apply Fy; eauto end);
    try (match goal with D : p_phase _ (f_duel _ _ _ _) |- _ => destruct (s_duel _ _ OK _ _ _ _ D) as ([z ->] & _) end; exfalso; destruct F as [F|[F|[F|[p F]]]]; discriminate);
    try (match goal with D : p_lands _ _ _ |- _ => inversion D; subst end; exfalso; destruct F as [F|[F|[F|[p F]]]]; discriminate).
  match goal with D : p_does _ _ _ |- _ => destruct (does_is _ _ _ _ D) as [-> E] end.
  assert (L' : p_legal Ed St q (f_place_shop t x)) by (rewrite E; exact L). destruct (legal_shop _ _ _ _ _ L') as (_ & _ & V & _).
  inversion V; subst. match goal with Sp : p_space _ _ _ |- _ => destruct (wf_step _ WF _ _ Sp) as [z ->] end.
  exfalso. destruct F as [F|[F|[F|[p F]]]]; discriminate.
Qed.
Lemma active_some : exists p, p_active St' p /\ p_role Ed p.
Proof.
  destruct (a_active _ A) as (p & Ac & R).
  destruct (decided _ (fin_passes_on Ed St Do) []) as [T|T].
  - inversion R as [N w1 Pl Le]; subst. exists (Num (Z.rem (w1 + 1) N)). split.
    + apply (active_next _ _ _ _ _ S). apply next_vocabulary_2. apply (new_TRN02 _ _ _ (Num w1)); auto. eapply clockwise_TRN02; eauto. congruence || (intro E; inversion E; lia).
    + eapply role_vocabulary; eauto. pose proof (Z.rem_bound_pos (w1 + 1) N). lia.
  - exists p. split; auto. apply (active_next _ _ _ _ _ S). apply next_vocabulary; [inversion Ac; auto|].
    intro G. inversion G; subst. apply T. assumption.
Qed.
Lemma pending_next : forall x, p_phase St' x -> pending x.
Proof.
  intros x P. apply (phase_next _ _ _ _ _ S) in P. unfold pending. inversion P; subst; eauto 15.
  1,3: match goal with T : p_cards_taken _ _ |- _ => destruct (wf_number_taken _ WF _ T) as [z ->] | T : p_tavern_cards _ _ |- _ => destruct (wf_number_tavern _ WF _ T) as [z ->] end; eauto 15.
  match goal with D : p_phase St (f_drawing _ _) |- _ => apply (a_pending _ A) in D;
    destruct D as [D|[D|[D|[D|[[? D]|[[? D]|[(? & ? & ? & ? & D)|[? [D|D]]]]]]]]] end; try discriminate;
    match goal with E : f_drawing _ _ = f_drawing _ _ |- _ => inversion E; subst; eauto 15 end.
Qed.

(* What is discarded when the discards are shuffled comes into the pile. *)
Lemma needs_pile : p_needs_card Ed St Do ->
  (p_size Ed St k_pile (Num 0) -> (exists c n, p_at St k_discards c n) \/ exists c x, p_discarded Ed St Do c x) ->
  (p_size Ed St k_pile (Num 1) -> q = k_chance -> (exists c n, p_at St k_discards c n) \/ exists c x, p_discarded Ed St Do c x) ->
  exists c n, p_at St' k_pile c n.
Proof.
  intros N Zero One.
  assert (Come : p_reshuffle Ed St Do -> (exists c n, p_at St k_discards c n) \/ (exists c x, p_discarded Ed St Do c x) -> exists c n, p_at St' k_pile c n).
  { intros R [(c & n & D)|(c & x & D)]; exists c; (eapply (arrives Ed WF _ _ _ _ S OK); [|placed]);
      [eapply moves_TAK02; eauto|eapply moves_A25_2; eauto]. }
  pose proof (s_books _ _ OK) as B. assert (Pp : place k_pile) by placed.
  destruct (size_is St k_pile) as [z Su]. destruct (size_some _ _ _ B Pp Su) as (E0 & Nn & Other).
  assert (Size : p_size Ed St k_pile (Num z)) by (apply size_vocabulary; exact Su).
  destruct (Z.eq_dec z 0) as [->|N0]; [apply Come; auto; eapply reshuffle_A22; eauto|].
  assert (Full : exists c, 0 < held St k_pile c).
  { destruct (Z.eq_dec z 0); [contradiction|]. destruct Su as (l & ND & Hl & El). destruct l as [|r l]; [simpl in El; lia|].
    destruct (proj1 (Hl r) (or_introl eq_refl)) as (c & k & H & _). exists c. apply (books_at _ _ _ _ B Pp H). }
  destruct Full as [c Hc].
  assert (Out : forall n t y, p_moves Ed St Do n t k_pile y -> n = Num 1 /\ m = f_draw t /\ q = k_chance).
  { intros n t y Mo. inversion Mo; subst;
      try (match goal with D : p_phase _ (f_duel _ _ _ _) |- _ => destruct (s_duel _ _ OK _ _ _ _ D) as ([? E] & _); discriminate E end);
      try (match goal with D : p_discarded _ _ _ _ _ |- _ => inversion D; subst end);
      try (match goal with D : p_drawn _ _ _ _ |- _ => inversion D; subst end);
      try (match goal with D : p_revealed _ _ _ |- _ => inversion D; subst end);
      try (match goal with D : p_lifted _ _ _ |- _ => inversion D; subst end);
      match goal with D : p_does _ _ _ |- _ => destruct (does_is _ _ _ _ D) as [? E] end; auto; exfalso.
    all: try (assert (L' : p_legal Ed St q (f_return_figure k_pile)) by (rewrite E; congruence || exact L); destruct (legal_return _ WF _ _ _ L') as (_ & _ & _ & ? & X); discriminate X).
    all: try (match type of E with ?a = _ => assert (L' : p_legal Ed St q a) by (rewrite E; exact L) end; destruct (legal_play _ _ OK _ _ _ _ L') as (_ & _ & _ & Mv); destruct (mover_number Ed WF _ OK _ Mv) as [? X]; discriminate X). }
  destruct (kind_or_not n_draw m) as [[d Ed_]|Nd].
  2: { exists c. eapply (stays Ed WF _ _ _ _ S OK); [apply books_held; eauto|auto|]. intros n y Mo. destruct (Out _ _ _ Mo) as (_ & E & _). eapply Nd; eauto. }
  assert (Q : q = k_chance) by (assert (L' : p_legal Ed St q (f_draw d)) by (rewrite <- Ed_; exact L); apply legal_draw in L'; tauto).
  destruct (Z.eq_dec z 1) as [->|N1]; [apply Come; auto; eapply reshuffle_A22_2; eauto; left; rewrite Q; reflexivity|].
  assert (Stay : forall c', c' <> d -> 0 < held St k_pile c' -> exists c n, p_at St' k_pile c n).
  { intros c' Ne H. exists c'. eapply (stays Ed WF _ _ _ _ S OK); [apply books_held; eauto|auto|]. intros n y Mo. destruct (Out _ _ _ Mo) as (_ & E & _).
    rewrite Ed_ in E. inversion E. congruence. }
  destruct (term_eq_dec c d) as [->|Ne]; [|apply (Stay c); auto].
  destruct (Other d Hc) as [E|(c' & k & Ne & H)]; [|apply (Stay c'); auto; apply (books_at _ _ _ _ B Pp H)].
  exists d. destruct (flow Ed WF _ _ _ _ S OK) as (come & go & F). apply (there Ed WF _ _ _ _ S OK); auto.
  rewrite (f_held _ _ _ _ _ _ _ F) by auto. pose proof (f_comes _ _ _ _ _ _ _ F k_pile d Pp).
  assert (go k_pile d <= 1) by (apply (f_one_goes _ _ _ _ _ _ _ F); auto; intros n y Mo; apply (Out _ _ _ Mo)). lia.
Qed.
Lemma pile_next : forall x, p_phase St' x -> drawing x -> exists c n, p_at St' k_pile c n.
Proof.
  intros x P Dr. apply (phase_next _ _ _ _ _ S) in P.
  assert (N : p_needs_card Ed St Do) by (destruct Dr as [(? & ? & ? & ? & ->)|(? & ? & ->)]; [eapply needs_card_A22_2|eapply needs_card_A22]; eauto).
  pose proof (s_books _ _ OK) as B.
  assert (Seat : p_active St q -> q = k_chance -> False) by (intros Ac E; destruct (s_seat _ _ OK _ Ac) as [z X]; congruence).
  inversion P; subst; try (exfalso; destruct Dr as [(? & ? & ? & ? & X)|(? & ? & X)]; discriminate).
  - match goal with D : p_does _ _ (f_challenge ?o) |- _ => destruct (does_is _ _ _ _ D) as [_ E]; assert (L' : p_legal Ed St q (f_challenge o)) by (rewrite E; exact L) end.
    destruct (challenge_cards _ _ _ L') as (Ac & n & Dn & Po).
    apply needs_pile; auto; [intros; left; eapply discards_some; eauto; lia|intros; exfalso; auto].
  - apply needs_pile; auto; intros; right; match goal with R : p_rounds _ _ _ _ |- _ => inversion R; subst end;
      match goal with R : p_round _ _ _ |- _ => inversion R; subst end; eexists _, _; eapply discarded_DUE04; eauto.
  - match goal with D : p_does _ _ k_take_cards |- _ => destruct (does_is _ _ _ _ D) as [_ E]; assert (L' : p_legal Ed St q k_take_cards) by (rewrite E; exact L) end.
    destruct (take_cards _ _ L') as (Ac & n & Dn & Po).
    apply needs_pile; auto; [intros; left; eapply discards_some; eauto; lia|intros; exfalso; auto].
  - match goal with D : p_does _ k_chance _ |- _ => destruct (does_is _ _ _ _ D) as [Q _] end.
    assert (Some_ : exists c n, p_at St k_pile c n) by (eapply (a_pile _ A); eauto; right; eauto).
    destruct (size_is St k_discards) as [d Sd]. destruct (size_some _ k_discards _ B ltac:(placed) Sd) as (D0 & Dn & _).
    apply needs_pile; auto.
    + intros Z. exfalso. inversion Z as [? Sz| |]; subst. destruct (size_some _ k_pile _ B ltac:(placed) Sz) as (E0 & _). apply E0; auto.
    + intros Z _. left. assert (Dw : p_drawable Ed St (Num (1 + d))) by (apply drawable_A28; auto; apply size_vocabulary_2; auto).
      eapply discards_some; eauto. assert (d <> 0); [|lia]. intros ->.
      match goal with NL : ~ p_last_draw _ _ _ _ |- _ => apply NL end. eapply last_draw_A27_2; eauto.
  - match goal with D : p_does _ _ (f_use_space ?c ?t ?b) |- _ => destruct (does_is _ _ _ _ D) as [_ E]; assert (L' : p_legal Ed St q (f_use_space c t b)) by (rewrite E; exact L) end.
    destruct (legal_use _ _ _ _ _ _ L') as (Ac & Fe & _).
    assert (Disc : exists c x, p_discarded Ed St Do c x).
    { inversion Fe as [p Ap Ho|C p R s V ? ? ? Ap Nh Ph Pr At EC Ge]; subst.
      - exfalso. match goal with H : p_here _ _ k_tavern |- _ => destruct (host_here Ed WF St OK _ _ Ho H) as [X _] end. congruence.
      - eexists _, _. eapply discarded_USE08; eauto. discriminate. }
    apply needs_pile; auto.
Qed.
Lemma alive_next : (forall x v k w n, place x -> p_at St x (f_card v k w) n -> w = k_attacker \/ w = k_defender) -> alive St'.
Proof.
  intro Boxed. split.
  - exact cards_next.
  - exact active_some.
  - destruct (follows_some St OK A Boxed _ _ L) as [x F]. exists x. apply (phase_next _ _ _ _ _ S). auto.
  - exact pending_next.
  - exact pile_next.
Qed.
End OneMove.

Lemma alive_first : forall St, first_position Ed St -> alive St.
Proof.
  intros St F.
  assert (Ph : forall x, p_phase St x -> x = k_start) by (intros x H; inversion H as [? X]; subst; apply F in X; inversion X; auto).
  split.
  - intros x t n C H. apply at_in in H. apply F in H.
    inversion H; subst; try (exfalso; destruct C as [C|[C|[C|[p C]]]]; discriminate).
    + eapply wf_dealt_cards; eauto.
    + match goal with X : p_left_in_deck _ _ _ |- _ => inversion X; subst end. eauto.
  - assert (G : exists p, p_first Ed p /\ p_role Ed p).
    { destruct (e_named Ed) as [|r l] eqn:E.
      - exists (Num 0). split; [|apply (wf_table _ WF)]. apply first_A15_2; [constructor|]. intros [w X]. unfold p_named in X. rewrite E in X. destruct X.
      - destruct (wf_named_row _ WF r) as [p ->]; [rewrite E; left; auto|]. assert (N : p_named Ed p) by (unfold p_named; rewrite E; left; auto).
        exists p. split; [apply first_A15; auto|apply (wf_seat _ WF); auto]. }
    destruct G as (p & Fp & R). exists p. split; auto. constructor. apply F. apply init_A15. auto.
  - exists k_start. constructor. apply F. apply init_A15_2.
  - intros x P. apply Ph in P. subst. left. auto.
  - intros x P [(? & ? & ? & ? & X)|(? & ? & X)]; apply Ph in P; congruence.
Qed.
Lemma alive_reached : forall St, reachable Ed St -> alive St.
Proof.
  intros St R. induction R as [St F|St q m St' R IH S]; [apply alive_first; exact F|].
  eapply alive_next; eauto; [apply every_position; auto|].
  intros x v k w n P At. destruct (only_components Ed WF _ _ _ _ R P At) as [n0 C]. inversion C; subst. eapply wf_stance; eauto.
Qed.

(* Exactly one phase and somebody on turn, in every position. *)
Theorem a_phase_and_a_player : forall St, reachable Ed St -> (exists x, p_phase St x /\ forall y, p_phase St y -> y = x) /\ exists p, p_active St p /\ p_role Ed p.
Proof.
  intros St R. pose proof (alive_reached _ R) as A. split; [|apply (a_active _ A)]. destruct (a_phase _ A) as [x P]. exists x. split; auto.
  intros y Q. eapply one_phase; eauto.
Qed.
(* Somebody, or chance, can always do something, until the game is over. At the beginning of a turn passing is allowed if
   nothing else is; whether anything is, the look-ahead decides, which ends. *)
Theorem no_deadlock : forall St, reachable Ed St -> ~ p_phase St k_over -> exists p a, p_legal Ed St p a.
Proof.
  intros St R NO. pose proof (alive_reached _ R) as A. destruct (a_phase _ A) as [x P]. destruct (a_active _ A) as (p & Ac & _).
  pose proof (hand_values Ed WF _ R) as Va.
  assert (Rest : p_resting St -> exists p a, p_legal Ed St p a).
  { intro Re. destruct (decided _ (card_due_finite Ed St Va) []) as [D|D].
    - inversion D; subst. eexists p, _. apply legal_A147. apply may_MOV02; eauto.
    - exists p, k_end_turn. apply legal_A147. apply may_A41; auto. }
  destruct (a_pending _ A _ P) as [->|[->|[->|[->|[[s ->]|[[s ->]|[(s & o & a & d & ->)|[n [->| ->]]]]]]]]].
  - destruct (may_finite Ed St Va) as [l o].
    destruct (existsb (fun r => match r with [p'; _] => term_eqb p' p | _ => false end) l) eqn:E.
    + apply existsb_exists in E. destruct E as (r & I & E). destruct r as [|p' [|m [|? ?]]]; try discriminate. apply term_eqb_eq in E. subst.
      exists p, m. apply legal_A147. apply (o [p; m]). auto.
    + exists p, k_pass. apply legal_A147_2; auto. intros [m M]. apply (o [p; m]) in M.
      assert (X : existsb (fun r => match r with [p'; _] => term_eqb p' p | _ => false end) l = true); [|congruence].
      apply existsb_exists. exists [p; m]. split; auto. apply term_eqb_refl.
  - apply Rest. apply resting_A41; auto.
  - apply Rest. apply resting_A41_3; auto.
  - contradiction.
  - apply Rest. eapply resting_A41_2; eauto.
  - destruct (never_stuck Ed WF _ _ R P) as (o & m & _ & Le). eauto.
  - destruct (a_pile _ A _ P) as (c & n & At); [left; eauto 10|]. exists k_chance, (f_draw c). eapply legal_DUE04; eauto.
  - destruct (a_pile _ A _ P) as (c & k & At); [right; eauto|]. exists k_chance, (f_draw c). eapply legal_TAK01; eauto.
  - destruct (a_pile _ A _ P) as (c & k & At); [right; eauto|]. exists k_chance, (f_draw c). eapply legal_TAK01; eauto.
Qed.
End Progress.
Print Assumptions a_phase_and_a_player.
Print Assumptions no_deadlock.
