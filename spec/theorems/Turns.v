(* Turns, for any edition: who is next (TRN-02), when the game ends (END-02, END-03), and what a space costs (USE-03, USE-05). *)
From Coq Require Import List ZArith Bool Lia.
Import ListNotations.
From Toledo Require Import Terms Clauses Compiled Steps Books Editions Transfers Conservation.
Open Scope Z_scope.

Section Turns.
Variable Ed : edition.
Hypothesis WF : well_formed Ed.

(* Whoever is on turn stays so, or the next seat is; after the last one comes seat 0. *)
Theorem next_seat : forall St St' q m a b, reachable Ed St -> step Ed St q m St' -> p_active St a -> p_active St' b ->
  b = a \/ exists A N, a = Num A /\ p_players Ed (Num N) /\ b = Num (Z.rem (A + 1) N).
Proof.
  intros St St' q m a b R S Ha Hb. pose proof (every_position Ed WF _ R) as OK.
  destruct (active_then Ed _ _ _ _ S _ Hb) as [B|[_ (o & Ho & C)]]; [left; apply (s_active _ _ OK); auto|right].
  rewrite (s_active _ _ OK _ _ Ha Ho). inversion C; subst. eauto.
Qed.

(* The game ends after a turn of the last player before the one who has brought about the end; so that one has no other turn. *)
Theorem last_turn : forall St St' q m, step Ed St q m St' -> p_phase St' k_over ->
  exists A N T, p_active St (Num A) /\ p_players Ed (Num N) /\ In [f_trigger (Num T)] St /\ T = Z.rem (A + 1) N.
Proof.
  intros St St' q m S Ph. apply (phase_next _ _ _ _ _ S) in Ph. inversion Ph; subst.
  match goal with G : p_game_ends _ _ _ |- _ => inversion G; subst end.
  match goal with C : p_clockwise _ _ _ |- _ => inversion C; subst end.
  eexists _, _, _. split; [eassumption|split; [eassumption|split; [eassumption|reflexivity]]].
Qed.

(* Whoever uses a space pays a card from the hand, of at least the price, but for the space of their own shop. *)
Theorem fees : forall St q c t b, reachable Ed St -> p_legal Ed St q (f_use_space c t b) ->
  c = k_none /\ p_host St q \/
  exists s v k w n price, p_phase St (f_arrived s) /\ c = f_card (Num v) k w /\ p_at St (f_hand q) c n /\ p_price Ed s (Num price) /\ price <= v.
Proof.
  intros St q c t b R L. destruct (legal_use _ _ _ _ _ _ L) as (A & F & _).
  inversion F as [p Ap Ho|? p pr s v n k w Ap _ Ph Pr At E Ge]; subst;
    rewrite (s_active _ _ (every_position Ed WF _ R) _ _ A Ap); [left; auto|right].
  exists s, v, k, w, n, pr. split; [auto|split; [auto|split; [auto|split; [auto|lia]]]].
Qed.
End Turns.
Print Assumptions next_seat.
Print Assumptions last_turn.
Print Assumptions fees.
