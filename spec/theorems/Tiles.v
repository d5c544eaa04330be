(* I-14, for any edition: nobody ever has more master tiles than the limit, or two of a kind. *)
From Coq Require Import List ZArith Bool Lia FinFun.
Import ListNotations.
From Toledo Require Import Terms Clauses Compiled Steps Editions Conservation.
Open Scope Z_scope.

(* does(P,A) is the move that is made; which one is kept as an equation. *)
Ltac did := repeat match goal with
  | H : p_does [[_; _]] _ _ |- _ => apply does_is in H; let E := fresh "E" in destruct H as [-> E]; symmetry in E end.

Section Tiles.
Variable Ed : edition.
Hypothesis WF : well_formed Ed.
Let one_limit := wf_limit Ed WF.

(* No master tile lies on the stack of paintings. *)
Definition tidy (St : rows) : Prop := forall h k n, ~ p_at St (f_stack h) (f_master k) n.
Definition within_limit (St : rows) : Prop :=
  (forall p k n, p_at St (f_area p) (f_master k) n -> n = Num 1) /\
  (forall p l L, p_tile_limit Ed (Num L) -> NoDup l ->
     (forall k, In k l -> exists n, p_at St (f_area p) (f_master k) n) -> Z.of_nat (length l) <= L).

Section OneMove.
Variables St St' : rows.
Variables q m : term.
Hypothesis S : step Ed St q m St'.
Notation Do := [[q; m]].
Let at_next := at_next Ed St St' q m S.
Let after := after Ed St St' q m S.
Let touched_change := touched_change Ed St q m.
Let change_touched := change_touched Ed St q m.

Lemma use_legal : forall c t b, m = f_use_space c t b -> p_active St q /\ p_offer Ed St t b.
Proof.
  intros c t b ->. pose proof (is_legal _ _ _ _ _ S) as L. inversion L; subst.
  match goal with H : p_may _ _ _ _ |- _ => inversion H; subst; auto end.
Qed.
Lemma shop_legal : forall t s, m = f_place_shop t s -> (exists a b c, t = f_shop3 a b c) /\ exists k, p_space Ed s k.
Proof.
  intros t s ->. pose proof (is_legal _ _ _ _ _ S) as L. inversion L; subst.
  match goal with H : p_may _ _ _ _ |- _ => inversion H; subst end.
  match goal with H : p_vacant _ _ _ |- _ => inversion H; subst end. eauto 10.
Qed.
Lemma deliver_legal : forall t, m = f_deliver t -> exists a b c, t = f_sword a b c.
Proof.
  intros t ->. pose proof (is_legal _ _ _ _ _ S) as L. inversion L; subst.
  match goal with H : p_may _ _ _ _ |- _ => inversion H; subst; eauto end.
Qed.

(* Tiles come to a player only by a lesson, and go only for another tile. *)
Lemma tile_brought : forall n k x p, tidy St -> p_moves Ed St Do (Num n) (f_master k) x (f_area p) ->
  n = 1 /\ x = k_board /\ p = q /\ exists c b, m = f_use_space c (f_master k) b /\ p_offer Ed St (f_master k) b.
Proof.
  intros n k x p Ti H. inversion H; subst; did;
    try (match goal with H : p_top _ _ _ _ |- _ => inversion H; subst end;
         match goal with H : p_at St (f_stack _) _ _ |- _ => apply Ti in H; destruct H end);
    try (match goal with Q : m = f_place_shop _ _ |- _ => destruct (shop_legal _ _ Q) as [(? & ? & ? & R) _]; discriminate end).
  all: match goal with Q : m = _ |- _ => destruct (use_legal _ _ _ Q) as [_ O] end; eauto 12.
Qed.

Lemma tile_gone : forall n k p y, p_moves Ed St Do (Num n) (f_master k) (f_area p) y ->
  n = 1 /\ y = k_board /\ p = q /\ exists c t, m = f_use_space c t (f_master k).
Proof.
  intros n k p y H. inversion H; subst; did; eauto 12;
    try (match goal with H : p_discarded _ _ _ _ _ |- _ => inversion H end);
    try (match goal with Q : m = f_place_shop _ _ |- _ => destruct (shop_legal _ _ Q) as [(? & ? & ? & R) _]; discriminate end);
    try (match goal with Q : m = f_deliver _ |- _ => destruct (deliver_legal _ Q) as (? & ? & ? & R); discriminate end).
Qed.

Lemma tidy_next : tidy St -> tidy St'.
Proof.
  intros Ti h k n H. destruct (after _ _ _ H) as [[A _]|[(d & n0 & _ & A & _)|[C A]]]; try (intros; discriminate); try (eapply Ti; eauto; fail).
  apply change_touched in C. inversion C as [? ? ? ? M|? ? ? ? M]; subst; inversion M; subst; did;
    try (match goal with H : p_top _ _ _ _ |- _ => inversion H; subst end; eapply Ti; eauto; fail);
    try (match goal with H : p_discarded _ _ _ _ _ |- _ => inversion H end; fail);
    try (match goal with Q : m = f_place_shop _ _ |- _ => destruct (shop_legal _ _ Q) as [(? & ? & ? & R) _]; discriminate end).
Qed.

(* What a lesson and a tile given back say of the position. *)
Lemma lesson_new : forall k b, one_active St -> p_active St q -> p_offer Ed St (f_master k) b -> ~ exists w, p_at St (f_area q) (f_master k) w.
Proof.
  intros k b A Q O. assert (L : p_lesson Ed St (f_master k)) by (inversion O; subst; auto).
  inversion L; subst. match goal with H : p_active St ?x |- _ => assert (x = q) by (apply A; auto); subst x end. auto.
Qed.
Lemma back_there : forall k t, one_active St -> p_active St q -> p_offer Ed St t (f_master k) -> exists w, p_at St (f_area q) (f_master k) w.
Proof.
  intros k t A Q O. inversion O; subst.
  match goal with H : p_active St ?x |- _ => assert (x = q) by (apply A; auto); subst x end. eauto.
Qed.

Ltac sums H := inversion H as [? ? ? _ Su]; subst; eapply sum_one in Su;
  [|eexists; split; [|split; [|reflexivity]]].

Lemma after_tile : forall p k n, one_active St -> tidy St -> within_limit St -> p_at St' (f_area p) (f_master k) n ->
  (p_at St (f_area p) (f_master k) n /\ ~ (p = q /\ exists c t, m = f_use_space c t (f_master k))) \/
  (n = Num 1 /\ p = q /\ (~ exists w, p_at St (f_area p) (f_master k) w) /\
   exists c b, m = f_use_space c (f_master k) b /\ p_offer Ed St (f_master k) b).
Proof.
  intros p k n A Ti [One Lim] H.
  assert (In_ : forall n x, p_moves Ed St Do (Num n) (f_master k) x (f_area p) ->
    n = 1 /\ x = k_board /\ p = q /\ (~ exists w, p_at St (f_area p) (f_master k) w) /\
    exists c b, m = f_use_space c (f_master k) b /\ p_offer Ed St (f_master k) b).
  { intros z x M. destruct (tile_brought _ _ _ _ Ti M) as (-> & -> & -> & c & b & E & O).
    destruct (use_legal _ _ _ E) as [Q _]. pose proof (lesson_new _ _ A Q O). eauto 12. }
  assert (Out_ : forall n y, p_moves Ed St Do (Num n) (f_master k) (f_area p) y ->
    n = 1 /\ y = k_board /\ p = q /\ (exists c t, m = f_use_space c t (f_master k)) /\ exists w, p_at St (f_area p) (f_master k) w).
  { intros z y M. destruct (tile_gone _ _ _ _ M) as (-> & -> & -> & c & t & E).
    destruct (use_legal _ _ _ E) as [Q O]. pose proof (back_there _ _ A Q O). eauto 12. }
  assert (Mn : forall a x y, p_moves Ed St Do a (f_master k) x y -> (x = f_area p \/ y = f_area p) -> exists z, a = Num z).
  { intros a x y M [E|E]; subst; inversion M; subst; eauto. }
  assert (Give : forall c t, p = q -> m = f_use_space c t (f_master k) -> p_moves Ed St Do (Num 1) (f_master k) (f_area p) (k_board)).
  { intros c t -> E. apply (moves_FEN06 Ed St Do (f_master k) q c t); [|discriminate]. left. rewrite E. reflexivity. }
  destruct (after _ _ _ H) as [[B NC]|[(d & n0 & C & B & Pos & ->)|[C B]]]; [intros; discriminate| | |].
  - left. split; auto. intros [Q (c & t & E)].
    destruct (touched_change (f_area p) (f_master k)) as [d D]; [|exact (NC _ D)].
    eapply touched_vocabulary; [exact (Give _ _ Q E)|discriminate].
  - exfalso. assert (n0 = 1) by (apply One in B; congruence). subst n0.
    assert (G : exists c t, p = q /\ m = f_use_space c t (f_master k)).
    { apply change_touched in C. inversion C as [? ? ? ? M|? ? ? ? M]; subst; destruct (Mn _ _ _ M) as [z ->]; auto.
      - destruct (Out_ _ _ M) as (_ & _ & ? & (c & t & ?) & _). eauto.
      - destruct (In_ _ _ M) as (_ & _ & _ & No & _). exfalso. eauto. }
    destruct G as (c & t & Q & E).
    inversion C as [? ? ? _ Su]; subst.
    assert (D : d = total [[Num (0 - 1); k_board; k_out]]); [|rewrite D in Pos; discriminate Pos].
    eapply sum_one; [exact Su|]. eexists; split; [|split; [|reflexivity]]; [repeat constructor; simpl; tauto|].
    intro r. split.
    + intros [<-|[]]. right. exists 1, (k_board). split; auto. eapply Give; eauto.
    + intros [(z & y & M & ->)|(z & y & M & ->)].
      * destruct (In_ _ _ M) as (_ & _ & _ & No & _). exfalso. eauto.
      * destruct (Out_ _ _ M) as (-> & -> & _). left. auto.
  - right.
    assert (G : p_moves Ed St Do (Num 1) (f_master k) (k_board) (f_area p)).
    { apply change_touched in C. inversion C as [? ? ? ? M|? ? ? ? M]; subst; destruct (Mn _ _ _ M) as [z ->]; auto.
      - destruct (Out_ _ _ M) as (_ & _ & _ & _ & Y). contradiction.
      - destruct (In_ _ _ M) as (-> & -> & _). auto. }
    destruct (In_ _ _ G) as (_ & _ & -> & No & Y). split; auto.
    inversion C as [d ? ? _ Su]; subst. f_equal.
    change 1 with (total [[Num 1; k_board; k_in]]).
    eapply sum_one; [exact Su|]. eexists; split; [|split; [|reflexivity]]; [repeat constructor; simpl; tauto|].
    intro r. split.
    + intros [<-|[]]. left. exists 1, (k_board). auto.
    + intros [(z & y & M & ->)|(z & y & M & ->)].
      * destruct (In_ _ _ M) as (-> & -> & _). left. auto.
      * destruct (Out_ _ _ M) as (_ & _ & _ & _ & W). contradiction.
Qed.

Definition row_eq_dec : forall x y : row, {x = y} + {x <> y} := list_eq_dec term_eq_dec.
Definition one (k : term) : row := [k].
Lemma nodup_one : forall l, NoDup l -> NoDup (map one l).
Proof. intros. apply Injective_map_NoDup; auto. intros x y E. inversion E. auto. Qed.

Lemma within_next : one_active St -> tidy St -> within_limit St -> within_limit St'.
Proof.
  intros A Ti Wi. pose proof (fun p k n => after_tile p k n A Ti Wi) as Aft. destruct Wi as [One Lim]. split.
  - intros p k n H. destruct (Aft _ _ _ H) as [[B _]|(-> & _)]; eauto.
  - intros p l L HL ND Hl.
    assert (X : exists k0, forall k, (exists c b, m = f_use_space c (f_master k) b /\ p_offer Ed St (f_master k) b) -> k = k0).
    { exists (match m with F3 _ _ (F1 _ k) _ => k | _ => Num 0 end). intros k (c & b & E & _). rewrite E. auto. }
    destruct X as [k0 New].
    destruct (in_dec term_eq_dec k0 l) as [I0|I0].
    2: { eapply Lim; eauto. intros k I. destruct (Hl k I) as [n H]. destruct (Aft _ _ _ H) as [[B _]|(_ & _ & _ & G)]; eauto.
         apply New in G. subst. contradiction. }
    destruct (Hl k0 I0) as [n H]. destruct (Aft _ _ _ H) as [[B _]|(_ & -> & No & c & b & E & O)].
    { eapply Lim; eauto. intros k I. destruct (Hl k I) as [n' H']. destruct (Aft _ _ _ H') as [[B' _]|(_ & _ & _ & G)]; eauto.
      apply New in G. subst. eauto. }
    destruct (use_legal _ _ _ E) as [Q _].
    assert (Others : forall k, In k l -> k <> k0 -> exists n, p_at St (f_area q) (f_master k) n).
    { intros k I ne. destruct (Hl k I) as [n' H']. destruct (Aft _ _ _ H') as [[B' _]|(_ & _ & _ & G)]; eauto. exfalso. auto. }
    destruct one_limit as (L0 & _ & HL0).
    assert (Same : forall x, p_tile_limit Ed x -> x = Num L).
    { intros x Hx. apply HL0 in Hx. apply HL0 in HL. congruence. }
    assert (Held : forall nn, p_masters St (Num nn) -> exists lh, NoDup lh /\ nn = Z.of_nat (length lh) /\
      forall k, In (one k) lh <-> exists w, p_at St (f_area q) (f_master k) w).
    { intros nn Ma. inversion Ma as [? P0 AP (lh & NDh & Hh & ->)]; subst.
      assert (P0 = q) by (apply A; auto). subst P0. exists lh. split; [auto|]. split; [auto|]. intro k. rewrite Hh. unfold one. split.
      - intros (k' & w & X & Y). inversion Y. subst. eauto.
      - intros (w & X). eauto. }
    rewrite <- (map_length one l).
    assert (E2 : exists _ : unit, m = f_use_space c (f_master k0) b) by (exists tt; exact E). clear E.
    inversion O; subst; try discriminate.
    + (* one tile more, below the limit *)
      match goal with X : p_tile_limit _ _ |- _ => apply Same in X; inversion X; subst end.
      match goal with X : p_masters _ _ |- _ => destruct (Held _ X) as (lh & NDh & -> & Hh) end.
      assert (length (map one l) <= length (one k0 :: lh))%nat; [|simpl in *; lia].
      apply NoDup_incl_length; [apply nodup_one; auto|]. intros r Ir. apply in_map_iff in Ir. destruct Ir as (k & <- & I).
      destruct (term_eq_dec k k0) as [->|ne]; [left; auto|right]. apply Hh. auto.
    + (* one tile for another *)
      match goal with X : p_tile_limit _ _ |- _ => apply Same in X; subst end.
      match goal with X : p_masters _ _ |- _ => destruct (Held _ X) as (lh & NDh & -> & Hh) end.
      destruct E2 as [_ E2]. match type of E2 with m = F3 _ _ _ (F1 _ ?x) => rename x into k1 end.
      assert (At1 : exists w, p_at St (f_area q) (f_master k1) w) by (eapply back_there; eauto).
      assert (Gone : ~ In k1 l).
      { intro I1. destruct (Hl k1 I1) as [n' H']. destruct (Aft _ _ _ H') as [[_ B']|(_ & _ & B' & _)]; [|contradiction].
        apply B'. split; auto. rewrite E2. eauto. }
      assert (length (map one l) <= length (one k0 :: remove row_eq_dec (one k1) lh))%nat.
      { apply NoDup_incl_length; [apply nodup_one; auto|]. intros r Ir. apply in_map_iff in Ir. destruct Ir as (k & <- & I).
        destruct (term_eq_dec k k0) as [->|ne]; [left; auto|right].
        apply in_in_remove; [|apply Hh; auto]. intro X. inversion X. subst k. contradiction. }
      assert (length (remove row_eq_dec (one k1) lh) < length lh)%nat by (apply remove_length_lt; apply Hh; auto).
      simpl in *. lia.
Qed.
End OneMove.

Theorem master_tiles : forall St, reachable Ed St -> tidy St /\ within_limit St.
Proof.
  intros St R. induction R as [St F|St q m St' R (T & W) S].
  - assert (At : forall x t n, p_at St x t n -> p_init Ed (f_at x t n)) by (intros x t n H; inversion H; subst; apply F; auto).
    assert (NoTile : forall p k n, ~ p_at St (f_area p) (f_master k) n) by (intros p k n H; apply At in H; inversion H).
    split; [|split].
    + intros h k n H. apply At in H. inversion H.
    + intros p k n H. exfalso. eapply NoTile; eauto.
    + intros p l L HL _ Hl. destruct l as [|k l]; [|destruct (Hl k) as [n H]; [left; auto|exfalso; eapply NoTile; eauto]].
      destruct one_limit as (L0 & Pos & HL0). apply HL0 in HL. inversion HL. subst. simpl. lia.
  - pose proof (Transfers.s_active _ _ (every_position Ed WF _ R)). split; [eapply tidy_next; eauto|eapply within_next; eauto].
Qed.
End Tiles.
Print Assumptions master_tiles.
