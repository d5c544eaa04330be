(* Every component is conserved, along any game (I-01 to I-08): what is in the box lies somewhere, and there is one phase. *)
From Coq Require Import List ZArith Bool Lia.
Import ListNotations.
From Toledo Require Import Terms Clauses Compiled Steps Books Editions Transfers.
Open Scope Z_scope.

(* What is in the box, for so many players: n pieces t. *)
Inductive component (Ed : edition) : term -> Z -> Prop :=
| some_cards : forall v k w n, p_copies Ed (f_card v k w) (Num n) -> component Ed (f_card v k w) n
| some_swords : forall v a b n, p_copies Ed (f_sword v a b) (Num n) -> component Ed (f_sword v a b) n
| some_tiles : forall k n, p_copies Ed (f_master k) (Num n) -> component Ed (f_master k) n
| some_metal : forall n, p_copies Ed k_metal (Num n) -> component Ed k_metal n
| some_gems : forall n, p_copies Ed k_gem (Num n) -> component Ed k_gem n
| some_figures : forall p n, p_role Ed p -> p_copies Ed k_figure (Num n) -> component Ed (f_figure p) n
| some_shops : forall p k c n, p_role Ed p -> p_copies Ed (f_shop2 k c) (Num n) -> component Ed (f_shop3 p k c) n
| some_paintings : forall v n, count_is (fun t => exists h, p_painting Ed h v /\ t = [h]) n -> component Ed (f_painting v) n.

Section Conservation.
Variable Ed : edition.
Hypothesis WF : well_formed Ed.

Section OneMove.
Variables St St' : rows.
Variables q m : term.
Hypothesis S : step Ed St q m St'.
Hypothesis OK : sound Ed St.
Notation Do := [[q; m]].
Let L := is_legal _ _ _ _ _ S.
Let SS := fun n t x y => same_sort Ed WF St OK q m n t x y L.
Let EN := fun n t x y => enough Ed WF St OK q m n t x y L.
Let OW := fun n t x y n' y' => one_way Ed WF St OK q m n t x y n' y' L.

Lemma next_books : books St'.
Proof. destruct (transfers_of Ed St q m) as (M & ND & Tr). exact (books_next _ _ _ _ _ S M ND Tr (s_books _ _ OK) EN OW SS). Qed.
Lemma next_conserved : forall t n, in_all St t n -> in_all St' t n.
Proof. destruct (transfers_of Ed St q m) as (M & ND & Tr). exact (conserved _ _ _ _ _ S M ND Tr (s_books _ _ OK) EN OW SS). Qed.

(* What comes to a place and what goes from it. *)
Record flows (comes goes : term -> term -> Z) : Prop := {
  f_held : forall x t, place x -> held St' x t = held St x t + comes x t - goes x t;
  f_comes : forall x t, place x -> 0 <= comes x t;
  f_goes : forall x t, place x -> 0 <= goes x t <= held St x t;
  f_some_come : forall n x t y, p_moves Ed St Do n t y x -> place x -> 1 <= comes x t;
  f_some_go : forall n x t y, p_moves Ed St Do n t x y -> place x -> 1 <= goes x t;
  f_none_come : forall x t, place x -> (forall n y, ~ p_moves Ed St Do n t y x) -> comes x t = 0;
  f_none_go : forall x t, place x -> (forall n y, ~ p_moves Ed St Do n t x y) -> goes x t = 0;
  f_one_comes : forall x t y, place x -> (forall n y', p_moves Ed St Do n t y' x -> n = Num 1 /\ y' = y) -> comes x t <= 1;
  f_one_goes : forall x t, place x -> (forall n y, p_moves Ed St Do n t x y -> n = Num 1) -> goes x t <= 1;
  f_comes_from : forall x t, place x -> comes x t <> 0 -> exists n y, p_moves Ed St Do n t y x }.
Lemma flow : exists comes goes, flows comes goes.
Proof.
  destruct (transfers_of Ed St q m) as (M & ND & Tr). exists (inflow M), (outflow M).
  assert (In_ : forall x t, place x -> inflow M x t <> 0 -> exists n y, p_moves Ed St Do n t y x).
  { intros x t P H. destruct (existsb (fun r => negb (Z.eqb (brings x t r) 0)) M) eqn:E.
    - apply existsb_exists in E. destruct E as (r & I & Q). apply negb_true_iff in Q. apply Z.eqb_neq in Q. apply brings_some in Q.
      destruct Q as (n & y & -> & _). apply (transfer _ _ _ _ M Tr) in I. eauto.
    - exfalso. apply H. apply sum_of_zero. intros r I. destruct (Z.eqb (brings x t r) 0) eqn:Q; [apply Z.eqb_eq; auto|].
      assert (existsb (fun r => negb (Z.eqb (brings x t r) 0)) M = true); [|congruence]. apply existsb_exists. exists r. rewrite Q. auto. }
  split; auto.
  - apply (held_next _ _ _ _ _ S M ND Tr (s_books _ _ OK) EN OW SS).
  - apply (inflow_nonneg _ _ _ _ M Tr EN SS).
  - apply (outflow_held _ _ _ _ M ND Tr (s_books _ _ OK) EN OW).
  - intros n x t y Mo P. eapply (brought _ _ _ _ M Tr EN SS); eauto.
  - intros n x t y Mo P. destruct (EN _ _ _ _ Mo P) as (z & -> & Hz). apply (transfer _ _ _ _ M Tr) in Mo.
    assert (goes x t [Num z; t; x; y] <= outflow M x t); [|rewrite goes_self in *; lia].
    apply (sum_of_in (goes x t)); auto. intros r I. apply (goes_nonneg _ _ _ _ M Tr (s_books _ _ OK) EN); auto.
  - intros x t P No. destruct (Z.eq_dec (inflow M x t) 0) as [E|E]; auto. exfalso. destruct (In_ _ _ P E) as (n & y & Mo). eapply No; eauto.
  - intros x t P No. apply sum_of_zero. intros r I. destruct (Z.eq_dec (goes x t r) 0) as [E|E]; auto. apply goes_some in E.
    destruct E as (n & y & -> & _). apply (transfer _ _ _ _ M Tr) in I. exfalso. eapply No; eauto.
  - intros x t y P One. apply sum_of_one; auto; [lia| |].
    + intros r I. destruct (Z.eq_dec (brings x t r) 0) as [E|E]; [lia|]. apply brings_some in E. destruct E as (n & y' & -> & ->).
      apply (transfer _ _ _ _ M Tr) in I. destruct (One _ _ I) as [E _]. inversion E. lia.
    + intros r r' I I' Hr Hr'. apply brings_some in Hr. apply brings_some in Hr'. destruct Hr as (n & y1 & -> & _), Hr' as (n' & y2 & -> & _).
      apply (transfer _ _ _ _ M Tr) in I. apply (transfer _ _ _ _ M Tr) in I'. destruct (One _ _ I) as [-> ->]. destruct (One _ _ I') as [-> ->]. auto.
  - intros x t P One. apply sum_of_one; auto; [lia| |].
    + intros r I. destruct (Z.eq_dec (goes x t r) 0) as [E|E]; [lia|]. apply goes_some in E. destruct E as (n & y' & -> & ->).
      apply (transfer _ _ _ _ M Tr) in I. pose proof (One _ _ I) as E. inversion E. lia.
    + intros r r' I I' Hr Hr'. apply goes_some in Hr. apply goes_some in Hr'. destruct Hr as (n & y1 & -> & _), Hr' as (n' & y2 & -> & _).
      apply (transfer _ _ _ _ M Tr) in I. apply (transfer _ _ _ _ M Tr) in I'. destruct (OW _ _ _ _ _ _ I I' P) as [-> ->]. auto.
Qed.
(* What comes to a place is there; what does not go stays. *)
Lemma there : forall x t, place x -> 0 < held St' x t -> exists w, p_at St' x t w.
Proof. intros x t P H. eexists. apply books_held; auto. apply next_books. Qed.
Lemma arrives : forall n t y x, p_moves Ed St Do n t y x -> place x -> exists w, p_at St' x t w.
Proof.
  intros n t y x Mo P. destruct flow as (c & g & F). apply there; auto. rewrite (f_held _ _ F) by auto.
  pose proof (f_some_come _ _ F _ _ _ _ Mo P). pose proof (f_goes _ _ F x t P). lia.
Qed.
Lemma stays : forall x t w, p_at St x t w -> place x -> (forall n y, ~ p_moves Ed St Do n t x y) -> exists w, p_at St' x t w.
Proof.
  intros x t w A P No. destruct flow as (c & g & F). apply there; auto. rewrite (f_held _ _ F), (f_none_go _ _ F) by auto.
  pose proof (f_comes _ _ F x t P). destruct (books_at _ _ _ _ (s_books _ _ OK) P A). lia.
Qed.
(* A space keeps its circles: no shop is ever taken away. *)
Lemma room_stays : forall s n, p_room Ed St (Num s) n -> p_room Ed St' (Num s) n.
Proof.
  intros s n Ro. inversion Ro as [? ? Ci|? ? p k w Sp A]; subst; [apply room_A52; auto|].
  destruct (stays _ _ _ A (number_place s)) as [w' A'].
  - intros x y Mo. inversion Mo; subst; match goal with D : p_discarded _ _ _ _ _ |- _ => inversion D end.
  - eapply room_SHP04; eauto.
Qed.
(* And what is there was there, or has come from where it was. *)
Lemma whence : forall x t n, p_at St' x t n -> place x ->
  (exists w, p_at St x t w) \/ exists k y, p_moves Ed St Do k t y x /\ place y /\ exists w, p_at St y t w.
Proof.
  intros x t n A P. pose proof (s_books _ _ OK) as B. destruct flow as (c & g & F).
  destruct (Z_lt_le_dec 0 (held St x t)) as [H0|H0]; [left; eexists; apply books_held; auto|right].
  destruct (books_at _ _ _ _ next_books P A) as [_ H1]. rewrite (f_held _ _ F) in H1 by auto. pose proof (f_goes _ _ F x t P).
  destruct (f_comes_from _ _ F x t P) as (k & y & Mo); [lia|]. exists k, y. split; auto.
  assert (Py : place y) by (apply (SS _ _ _ _ Mo); auto). split; auto.
  destruct (EN _ _ _ _ Mo Py) as (z & _ & Hz). eexists. apply books_held; auto. lia.
Qed.

(* ---- who is on turn ---- *)
Lemma active_then : forall p, p_active St' p -> p_active St p \/ (p_passes_on Ed St Do /\ exists o, p_active St o /\ p_clockwise Ed o p).
Proof.
  intros p H. apply (active_next _ _ _ _ _ S) in H. inversion H as [f T G|f N]; subst; [left; constructor; auto|].
  inversion N; subst. right. eauto.
Qed.
Lemma turn_goes_on : forall p, ~ p_turn_ends Ed St Do -> p_active St' p -> p_active St p.
Proof. intros p N H. destruct (active_then p H) as [|[T _]]; auto. inversion T; contradiction. Qed.
Lemma one_active_next : one_active St'.
Proof.
  intros a b Ha Hb. apply (active_next _ _ _ _ _ S) in Ha; apply (active_next _ _ _ _ _ S) in Hb.
  assert (Old : forall c, p_true St (f_active c) -> p_active St c) by (intros; constructor; auto).
  inversion Ha as [f T G|f T]; inversion Hb as [g U V|g U]; subst.
  - apply (s_active _ _ OK); apply Old; auto.
  - inversion U; subst. exfalso. apply G. apply gone_TRN02; auto.
  - inversion T; subst. exfalso. apply V. apply gone_TRN02; auto.
  - inversion T; inversion U; subst.
    match goal with H : p_active St ?x, H' : p_active St ?y |- _ => assert (x = y) by (apply (s_active _ _ OK); auto); subst end.
    repeat match goal with H : p_clockwise _ _ _ |- _ => inversion H; clear H; subst end.
    match goal with H : p_players _ (Num ?x), H' : p_players _ (Num ?y) |- _ =>
      assert (E : Num x = Num y) by (apply (wf_players _ WF); auto); inversion E; subst end. reflexivity.
Qed.

Lemma transit_or_not : (exists s, p_phase St (f_transit s)) \/ ~ exists s, p_phase St (f_transit s).
Proof.
  set (f := fun r : row => match r with [F1 p (F1 t _)] => Pos.eqb p n_phase && Pos.eqb t n_transit | _ => false end).
  destruct (existsb f St) eqn:E.
  - left. apply existsb_exists in E. destruct E as (r & I & F).
    destruct r as [|[| |p [| |t s| | | |]| | | |] [|? ?]]; try discriminate. unfold f in F. apply andb_prop in F. destruct F as [A B].
    apply Pos.eqb_eq in A. apply Pos.eqb_eq in B. subst. exists s. constructor. auto.
  - right. intros [s P]. assert (X : existsb f St = true); [|congruence]. apply existsb_exists. inversion P; subst.
    exists [f_phase (f_transit s)]. split; auto.
Qed.
Lemma game_or_not : p_game_ends Ed St Do \/ ~ p_game_ends Ed St Do.
Proof.
  destruct (fin_game_ends Ed St Do) as [l o]. destruct (mem [] l) eqn:E.
  - left. apply mem_in in E. apply (o []) in E. exact E.
  - right. intro G. apply (o []) in G. apply mem_in in G. congruence.
Qed.
Lemma play_on : forall c s o, m = f_play_card c s o -> ~ p_turn_ends Ed St Do.
Proof.
  intros c s o E T. destruct (turn_ends_is _ _ _ _ L T) as [[X|[(? & ? & X)|[(? & X)|X]]]|X]; try congruence.
  destruct (last_draw_is _ _ OK _ _ _ L X) as (_ & (? & ?) & _). congruence.
Qed.

(* ---- a move leaves a sound position behind ---- *)
Lemma transit_next : forall s, p_phase St' (f_transit s) ->
  (exists z, s = Num z) /\ forall p, p_active St' p -> exists n, p_at St' k_transit (f_figure p) n.
Proof.
  intros s P. apply (phase_next _ _ _ _ _ S) in P. inversion P as [| | | | | | | |? ? La Fu| | | | | |]; subst.
  inversion La as [p S0 V w2 w3 w4 D]; subst. destruct (does_is _ _ _ _ D) as [-> E]. split; [eauto|].
  intros p A. apply (turn_goes_on p (play_on _ _ _ (eq_sym E))) in A.
  assert (p = q) .
  { assert (L' : p_legal Ed St q (f_play_card (f_card (Num V) w2 w3) (Num S0) w4)) by (rewrite E; exact L).
    destruct (legal_play _ _ OK _ _ _ _ L') as [B _]. apply (s_active _ _ OK); auto. }
  subst p.
  assert (Li : exists x, p_lifted St Do x).
  { destruct transit_or_not as [[x T]|T]; [exists k_transit; eapply lifted_A53|exists (Num S0); eapply lifted_MOV02]; eauto. }
  destruct Li as [x Li]. eapply arrives; [|placed]. eapply moves_OCC01; eauto.
Qed.
Lemma duel_next : forall s o a d, p_phase St' (f_duel s o a d) ->
  (exists z, s = Num z) /\ (forall p, p_active St' p -> exists n, p_at St' k_transit (f_figure p) n) /\
  (exists n, p_at St' s (f_figure o) n) /\
  exists A D, a = Num A /\ d = Num D /\ forall N, p_rounds_to_win Ed (Num N) -> A < N /\ D < N.
Proof.
  intros s o a d P. apply (phase_next _ _ _ _ _ S) in P.
  assert (Stay : forall x p w, p_at St x (f_figure p) w -> (exists z, x = Num z) \/ x = k_transit -> exists n, p_at St' x (f_figure p) n).
  { intros x p w A X. eapply stays; eauto; [destruct X as [[z ->]| ->]; placed|]. intros n y. eapply (duel_stays Ed WF St OK); eauto. }
  assert (On : ~ p_turn_ends Ed St Do).
  { intro T. assert (F : p_follows Ed St Do k_start \/ p_follows Ed St Do k_over).
    { destruct (game_or_not) as [G|G]; [right; apply follows_END03; auto|left; apply follows_TRN02; constructor; auto]. }
    destruct F as [F|F]; pose proof (follows_one Ed WF St OK _ _ _ _ L P F); discriminate. }
  inversion P as [| |? ? w1 D Ph|A D N ? ? w1 w2 R W a1 d1 Ph| | | | | | | | | | |]; subst.
  - destruct (s_transit _ _ OK _ Ph) as ([z ->] & T). split; [eauto|]. split; [|split].
    + intros p A. apply turn_goes_on in A; auto. destruct (T _ A) as [n H]. eapply Stay; eauto.
    + assert (L' : p_legal Ed St q (f_challenge o)) by (destruct (does_is _ _ _ _ D) as [_ ->]; exact L).
      destruct (legal_challenge _ _ _ _ L') as (_ & s' & Ph' & R). pose proof (s_phase _ _ OK _ _ Ph Ph') as E. inversion E; subst.
      inversion R; subst. eapply Stay; eauto.
    + exists 0, 0. split; auto. split; auto. intros N H. destruct (wf_rounds _ WF) as (n & Pos & Hn). apply Hn in H. inversion H. lia.
  - destruct (s_duel _ _ OK _ _ _ _ Ph) as ([z ->] & T & [n F] & _). split; [eauto|]. split; [|split].
    + intros p H. apply turn_goes_on in H; auto. destruct (T _ H) as [k G]. eapply Stay; eauto.
    + eapply Stay; eauto.
    + exists A, D. split; auto. split; auto. intros N' H. destruct (wf_rounds _ WF) as (k & _ & Hn).
      apply Hn in H. apply Hn in W. inversion H; inversion W; subst. lia.
Qed.
Lemma shop_comes : forall k p a b y s, p_moves Ed St Do k (f_shop3 p a b) y (Num s) ->
  m = f_place_shop (f_shop3 p a b) (Num s) /\ p_vacant Ed St (Num s).
Proof.
  intros k p a b y s H. inversion H; subst.
  match goal with D : p_does _ _ _ |- _ => destruct (does_is _ _ _ _ D) as [-> E] end. split; auto.
  assert (L' : p_legal Ed St q (f_place_shop (f_shop3 p a b) (Num s))) by (rewrite E; exact L).
  destruct (legal_shop _ _ _ _ _ L') as (_ & _ & V & _). auto.
Qed.

Lemma sound_next : sound Ed St'.
Proof.
  split.
  - exact one_active_next.
  - intros p A. destruct (active_then p A) as [B|[_ (o & _ & C)]]; [apply (s_seat _ _ OK); auto|]. inversion C. eauto.
  - intros a b A B. apply (phase_next _ _ _ _ _ S) in A. apply (phase_next _ _ _ _ _ S) in B. eapply (follows_one Ed WF St OK); eauto.
  - exact next_books.
  - intros x p k c n P A. destruct (whence _ _ _ A P) as [[w B]|(? & y & _ & Py & w & B)]; eapply (s_boxed _ _ OK); eauto.
  - intros s p k c n A. destruct (whence _ _ _ A (number_place _)) as [[w B]|(? & y & Mo & _)]; [eapply (s_site _ _ OK); eauto|].
    destruct (shop_comes _ _ _ _ _ _ Mo) as [_ V]. inversion V; auto.
  - intros s p k c n p' k' c' n' A A'.
    destruct (whence _ _ _ A (number_place _)) as [[w B]|(? & y & Mo & _)];
      destruct (whence _ _ _ A' (number_place _)) as [[w' B']|(? & y' & Mo' & _)].
    + eapply (s_one_shop _ _ OK); eauto.
    + exfalso. destruct (shop_comes _ _ _ _ _ _ Mo') as [_ V]. inversion V; subst. eauto 10.
    + exfalso. destruct (shop_comes _ _ _ _ _ _ Mo) as [_ V]. inversion V; subst. eauto 10.
    + destruct (shop_comes _ _ _ _ _ _ Mo) as [E _]. destruct (shop_comes _ _ _ _ _ _ Mo') as [E' _]. rewrite E in E'. inversion E'; auto.
  - intros s P. apply (phase_next _ _ _ _ _ S) in P. inversion P; subst.
    + match goal with D : p_phase _ (f_duel _ _ _ _) |- _ => destruct (s_duel _ _ OK _ _ _ _ D) as (? & _) end. auto.
    + match goal with D : p_lands _ _ _ |- _ => inversion D; eauto end.
  - exact transit_next.
  - exact duel_next.
Qed.
End OneMove.

(* ---- the box ---- *)
Lemma dealt_sum : forall c, exists d, sum_is (fun t => exists a p, p_dealt Ed p c a /\ t = [a; p]) d.
Proof.
  intro c. eexists. apply (sum_ok _ (flat_map (fun r => match r with [p; c'; a] => if term_eqb c' c then [[a; p]] else [] | _ => [] end) (e_dealt Ed))).
  intro t. rewrite in_flat_map. split.
  - intros (r & I & H). destruct r as [|p [|c' [|a [|? ?]]]]; try contradiction. destruct (term_eqb c' c) eqn:E; try contradiction.
    apply term_eqb_eq in E. subst. destruct H as [<-|[]]. exists a, p. auto.
  - intros (a & p & D & ->). exists [p; c; a]. split; auto. rewrite term_eqb_refl. left. auto.
Qed.
Lemma painting_count : forall v, exists n, count_is (fun t => exists h, p_painting Ed h v /\ t = [h]) n.
Proof.
  intro v. eexists. apply (count_ok _ (flat_map (fun r => match r with [h; v'] => if term_eqb v' v then [[h]] else [] | _ => [] end) (e_painting Ed))).
  intro t. rewrite in_flat_map. split.
  - intros (r & I & H). destruct r as [|h [|v' [|? ?]]]; try contradiction. destruct (term_eqb v' v) eqn:E; try contradiction.
    apply term_eqb_eq in E. subst. destruct H as [<-|[]]. exists h. auto.
  - intros (h & D & ->). exists [h; v]. split; auto. rewrite term_eqb_refl. left. auto.
Qed.

(* ---- the first position ---- *)
Definition first_position (St : rows) : Prop := forall f, In [f] St <-> p_init Ed f.

Section First.
Variable St : rows.
Hypothesis F : first_position St.
Lemma first_at : forall x t n, p_at St x t n <-> p_init Ed (f_at x t n).
Proof. intros. rewrite at_in. apply F. Qed.
Ltac elsewhere := let A := fresh "A" in intros y w' A; apply first_at in A; inversion A; subst; try discriminate; auto; exfalso;
  first [match goal with H : p_dealt _ _ _ _ |- _ => apply (wf_dealt_cards _ WF) in H; destruct H as (? & ? & ? & ?); discriminate end
        |match goal with H : p_left_in_deck _ _ _ |- _ => inversion H; discriminate end].
Lemma first_number : forall x t n, p_at St x t n -> exists z, n = Num z /\ 1 <= z.
Proof.
  intros x t n A. apply first_at in A. inversion A; subst; try (exists 1; split; [reflexivity|lia]); try (eapply wf_copies; eauto; fail).
  - eapply wf_dealt; eauto.
  - match goal with H : p_left_in_deck _ _ _ |- _ => inversion H; subst end. eexists; split; [reflexivity|lia].
Qed.
Lemma first_one : forall x t n n', p_at St x t n -> p_at St x t n' -> n = n'.
Proof.
  intros x t n n' A B. apply first_at in A. apply first_at in B.
  inversion A; subst; inversion B; subst; auto; try discriminate; try (eapply wf_one_copies; eauto; fail).
  - eapply wf_one_dealt; eauto.
  - repeat match goal with H : p_left_in_deck _ _ _ |- _ => inversion H; clear H; subst end.
    match goal with A : p_copies _ ?t ?a, B : p_copies _ ?t ?b |- _ => pose proof (wf_one_copies _ WF _ _ _ A B) as E; inversion E; subst end.
    match goal with A : sum_is _ ?a, B : sum_is _ ?b |- _ => rewrite (sum_one _ _ _ A B) end. auto.
Qed.
Lemma first_books : books St.
Proof.
  intros x t P. destruct (Z.eq_dec (held St x t) 0) as [E|E].
  - rewrite E. split; [lia|]. intro n. split; [|lia]. intro A. exfalso. destruct (first_number _ _ _ A) as (z & -> & Hz).
    assert (held St x t = z); [|lia]. apply held_is; [apply at_in; auto|]. intros k I. apply at_in in I. eapply first_one; eauto.
  - pose proof (held_in _ _ _ E) as A. apply at_in in A. destruct (first_number _ _ _ A) as (z & Q & Hz). inversion Q. split; [lia|].
    intro n. split; [intro B; split; [eapply first_one; eauto|lia]|]. intros [-> _]. auto.
Qed.
Lemma sound_first : sound Ed St.
Proof.
  assert (Ac : forall p, p_active St p -> p_first Ed p) by (intros p H; inversion H as [? X]; subst; apply F in X; inversion X; auto).
  assert (Ph : forall x, p_phase St x -> x = k_start) by (intros p H; inversion H as [? X]; subst; apply F in X; inversion X; auto).
  assert (NoShop : forall s p k c n, ~ p_at St (Num s) (f_shop3 p k c) n) by (intros s p k c n H; apply first_at in H; inversion H).
  split.
  - intros a b Ha Hb. apply Ac in Ha, Hb. inversion Ha; inversion Hb; subst; try (exfalso; eauto; fail); [eapply wf_named; eauto|].
    repeat match goal with H : p_lowest_seat _ |- _ => inversion H; clear H end. auto.
  - intros p H. apply Ac in H. inversion H as [? N|? N]; subst; [apply (wf_seat _ WF) in N|]; inversion N; eauto.
  - intros a b A B. apply Ph in A. apply Ph in B. congruence.
  - exact first_books.
  - intros x p k c n P A. apply first_at in A. inversion A; subst; try discriminate; eauto.
    + exfalso. match goal with H : p_dealt _ _ _ _ |- _ => apply (wf_dealt_cards _ WF) in H; destruct H as (? & ? & ? & ?); discriminate end.
    + exfalso. match goal with H : p_left_in_deck _ _ _ |- _ => inversion H; discriminate end.
  - intros s p k c n A. exfalso. eapply NoShop; eauto.
  - intros s p k c n p' k' c' n' A. exfalso. eapply NoShop; eauto.
  - intros s P. apply Ph in P. discriminate.
  - intros s P. apply Ph in P. discriminate.
  - intros s o a d P. apply Ph in P. discriminate.
Qed.

(* All components lie somewhere at the beginning, and nothing else does. *)
Lemma all_at_one : forall t x n, place x -> p_at St x t (Num n) -> (forall y w, p_at St y t w -> y = x) -> in_all St t n.
Proof.
  intros t x n P A U. exists [[Num n; x]]. split; [repeat constructor; simpl; tauto|]. split; [|simpl; lia]. intro r. split.
  - intros [<-|[]]. exists (Num n), x. auto.
  - intros (w & y & B & _ & ->). assert (y = x) by eauto. subst. rewrite (first_one _ _ _ _ A B). left. auto.
Qed.
Lemma first_all : forall t n, component Ed t n -> in_all St t n.
Proof.
  intros t n C. destruct C as [v k w n C|v a b n C|k n C|n C|n C|p n R C|p k c n R C|v n Su].
  - destruct (dealt_sum (f_card v k w)) as [d D]. pose proof (wf_deal _ WF _ _ _ C D) as Le. destruct D as (l & ND & Hl & ->).
    set (h := fun r : row => match r with [a; p] => [a; f_hand p] | _ => r end).
    assert (Sh : forall r, In r l -> exists a p, r = [a; p] /\ p_dealt Ed p (f_card v k w) a) by (intros r I; apply Hl in I; destruct I as (a & p & ? & ->); eauto).
    assert (T : total (map h l) = total l).
    { clear - Sh. induction l as [|r l IH]; auto. simpl. rewrite IH by (intros; apply Sh; right; auto). destruct (Sh r (or_introl eq_refl)) as (a & p & -> & _). auto. }
    assert (NDh : NoDup (map h l)).
    { clear - ND Sh. induction l as [|r l IH]; simpl; constructor; inversion ND; subst; [|apply IH; auto; intros; apply Sh; right; auto].
      intro I. apply in_map_iff in I. destruct I as (r' & E & I).
      destruct (Sh r (or_introl eq_refl)) as (a & p & -> & _). destruct (Sh r' (or_intror I)) as (a' & p' & -> & _).
      simpl in E. inversion E; subst. contradiction. }
    assert (Hand : forall r, In r (map h l) <-> exists a p, p_dealt Ed p (f_card v k w) a /\ r = [a; f_hand p]).
    { intro r. rewrite in_map_iff. split.
      - intros (r' & <- & I). destruct (Sh _ I) as (a & p & -> & D). simpl. eauto.
      - intros (a & p & D & ->). exists [a; p]. split; auto. apply Hl. eauto. }
    destruct (Z.eq_dec (total l) n) as [E|E].
    + exists (map h l). split; auto. split; [|congruence]. intro r. rewrite Hand. split.
      * intros (a & p & D & ->). exists a, (f_hand p). split; [apply first_at; apply init_SET06; auto|]. split; [placed|auto].
      * intros (a & x & A & _ & ->). apply first_at in A. inversion A; subst; try discriminate; eauto. exfalso.
        match goal with H : p_left_in_deck _ _ _ |- _ => inversion H; subst end.
        match goal with A : p_copies _ ?t (Num ?a), B : p_copies _ ?t (Num ?b) |- _ => pose proof (wf_one_copies _ WF _ _ _ A B) as Q; inversion Q; subst end.
        match goal with A : sum_is _ ?a |- _ => assert (a = total l) by (eapply sum_one; [exact A|exists l; auto]) end. lia.
    + exists ([Num (n - total l); k_pile] :: map h l). split; [|split; [|simpl; lia]].
      * constructor; auto. intro I. apply Hand in I. destruct I as (a & p & _ & Q). discriminate.
      * intro r. simpl. rewrite Hand. split.
        -- intros [<-|(a & p & D & ->)].
           ++ exists (Num (n - total l)), k_pile. split; [|split; [placed|auto]]. apply first_at. apply init_SET07.
              eapply left_in_deck_SET05; eauto; [lia|]. exists l. auto.
           ++ exists a, (f_hand p). split; [apply first_at; apply init_SET06; auto|]. split; [placed|auto].
        -- intros (a & x & A & _ & ->). apply first_at in A. inversion A; subst; try discriminate; eauto.
           match goal with H : p_left_in_deck _ _ _ |- _ => inversion H; subst end.
           match goal with A : p_copies _ ?t (Num ?a), B : p_copies _ ?t (Num ?b) |- _ => pose proof (wf_one_copies _ WF _ _ _ A B) as Q; inversion Q; subst end.
           match goal with A : sum_is _ ?a |- _ => assert (a = total l) by (eapply sum_one; [exact A|exists l; auto]) end. subst. auto.
  - apply (all_at_one _ k_board); [placed|apply first_at; eapply init_SET08; eauto|]. elsewhere.
  - apply (all_at_one _ k_board); [placed|apply first_at; eapply init_SET08_2; eauto|]. elsewhere.
  - apply (all_at_one _ k_supply); [placed|apply first_at; eapply init_SET09; eauto|]. elsewhere.
  - apply (all_at_one _ k_supply); [placed|apply first_at; eapply init_SET09_2; eauto|]. elsewhere.
  - apply (all_at_one _ (Num 0)); [placed|apply first_at; eapply init_SET03; eauto|]. elsewhere.
  - apply (all_at_one _ (f_area p)); [placed|apply first_at; eapply init_SET04; eauto|]. elsewhere.
  - destruct Su as (l & ND & Hl & ->).
    set (h := fun r : row => match r with [x] => [Num 1; f_stack x] | _ => r end).
    assert (Sh : forall r, In r l -> exists x, r = [x]) by (intros r I; apply Hl in I; destruct I as (a & _ & ->); eauto).
    exists (map h l). split; [|split].
    + clear - ND Sh. induction l as [|r l IH]; simpl; constructor; inversion ND; subst; [|apply IH; auto; intros; apply Sh; right; auto].
      intro I. apply in_map_iff in I. destruct I as (r' & E & I).
      destruct (Sh r (or_introl eq_refl)) as (a & ->). destruct (Sh r' (or_intror I)) as (a' & ->).
      simpl in E. inversion E; subst. contradiction.
    + intro r. rewrite in_map_iff. split.
      * intros (r' & <- & I). apply Hl in I. destruct I as (x & Pa & ->). simpl. exists (Num 1), (f_stack x).
        split; [apply first_at; apply init_SET02; auto|]. split; [placed|auto].
      * intros (w & x & A & _ & ->). apply first_at in A. inversion A; subst; try discriminate;
          try (exfalso; match goal with H : p_dealt _ _ _ _ |- _ => apply (wf_dealt_cards _ WF) in H; destruct H as (? & ? & ? & ?); discriminate end);
          try (exfalso; match goal with H : p_left_in_deck _ _ _ |- _ => inversion H; discriminate end).
        exists [H]. split; auto. apply Hl. eauto.
    + clear - Sh. induction l as [|r l IH]; auto. simpl length. rewrite Nat2Z.inj_succ. destruct (Sh r (or_introl eq_refl)) as (a & ->).
      assert (T : Z.of_nat (length l) = total (map h l)) by (apply IH; intros; apply Sh; right; auto). cbn [map total weight h]. lia.
Qed.
Lemma first_is_in_the_box : forall x t w, p_at St x t w -> exists n, component Ed t n.
Proof.
  intros x t w A. assert (Num_ : exists z, w = Num z) by (destruct (first_number _ _ _ A) as (z & ? & _); eauto). destruct Num_ as [z ->].
  apply first_at in A. inversion A; subst.
  - destruct (painting_count V) as [n C]. exists n. apply some_paintings. auto.
  - eexists. apply some_figures; eauto.
  - eexists. apply some_shops; eauto.
  - match goal with H : p_dealt _ _ _ _ |- _ => destruct (wf_dealt_cards _ WF _ _ _ H) as (? & ? & ? & ->);
      destruct (wf_dealt_copies _ WF _ _ _ H) as [n C]; destruct (wf_copies _ WF _ _ C) as (y & -> & _) end. eexists. apply some_cards; eauto.
  - match goal with H : p_left_in_deck _ _ _ |- _ => inversion H; subst end. eexists. apply some_cards; eauto.
  - eexists. apply some_swords; eauto.
  - eexists. apply some_tiles; eauto.
  - eexists. apply some_metal; eauto.
  - eexists. apply some_gems; eauto.
Qed.
End First.

Theorem every_position : forall St, reachable Ed St -> sound Ed St.
Proof. induction 1; [apply sound_first; exact H|eapply sound_next; eauto]. Qed.

(* One phase, one player on turn, in every position. *)
Theorem one_phase : forall St a b, reachable Ed St -> p_phase St a -> p_phase St b -> a = b.
Proof. intros St a b R. apply (s_phase _ _ (every_position _ R)). Qed.
(* For any edition, any number of players, along any game: all of them lie somewhere, and nothing else does. *)
Theorem conservation : forall St t n, reachable Ed St -> component Ed t n -> in_all St t n.
Proof. intros St t n R C. induction R; [apply first_all; auto; exact H|eapply next_conserved; eauto]. apply every_position; auto. Qed.
Theorem only_components : forall St x t w, reachable Ed St -> place x -> p_at St x t w -> exists n, component Ed t n.
Proof.
  intros St x t w R. revert x w. induction R; intros x w P A; [eapply first_is_in_the_box; eauto|].
  destruct (whence _ _ _ _ H (every_position _ R) _ _ _ A P) as [[w' B]|(? & y & _ & Py & w' & B)]; eapply IHR; eauto.
Qed.
End Conservation.
Print Assumptions conservation.
Print Assumptions only_components.
Print Assumptions one_phase.
