(* Games inside Coq: moves are made by the functions, and every position on the way is reachable. *)
From Coq Require Import List ZArith Bool.
Import ListNotations.
From Toledo Require Import Terms Clauses Compiled Steps.

Definition one_move Ed (m0 : model0 Ed) (St : rows) (q m : term) : option rows :=
  match run1 Ed St m0 with
  | None => None
  | Some m1 =>
    if mem [q; m] (r_legal Ed St m1) then
      match run2 Ed St [[q; m]] m0 m1 with None => None | Some m2 => Some (r_next Ed St [[q; m]] m2) end
    else None
  end.

Lemma one_move_step : forall Ed m0 St q m St', one_move Ed m0 St q m = Some St' -> step Ed St q m St'.
Proof.
  intros Ed m0 St q m St'. unfold one_move. destruct (run1 Ed St m0) as [m1|]; [|discriminate].
  destruct (mem [q; m] (r_legal Ed St m1)) eqn:L; [|discriminate].
  destruct (run2 Ed St [[q; m]] m0 m1) as [m2|]; [|discriminate]. intro H. inversion H; subst. split.
  - apply mem_in in L. exact (proj1 (ok_legal Ed St m1 _) L).
  - intro f. exact (ok_next Ed St [[q; m]] m2 [f]).
Qed.

(* All positions of a game. *)
Fixpoint trail Ed (m0 : model0 Ed) (St : rows) (script : list (term * term)) : option (list rows) :=
  match script with
  | [] => Some [St]
  | (q, m) :: rest =>
    match one_move Ed m0 St q m with
    | None => None
    | Some St' => match trail Ed m0 St' rest with None => None | Some l => Some (St :: l) end
    end
  end.
Lemma trail_reachable : forall Ed m0 script St l, reachable Ed St -> trail Ed m0 St script = Some l -> forall X, In X l -> reachable Ed X.
Proof.
  induction script as [|[q m] rest IH]; simpl; intros St l R H X I; [inversion H; subst; destruct I as [<-|[]]; auto|].
  destruct (one_move Ed m0 St q m) as [St1|] eqn:O; [|discriminate].
  destruct (trail Ed m0 St1 rest) as [l1|] eqn:T; [|discriminate]. inversion H; subst.
  destruct I as [<-|I]; auto. eapply IH; [|exact T|exact I]. eapply reached_next; [exact R|]. eapply one_move_step. exact O.
Qed.
Definition positions Ed script : option (list rows) :=
  match run0 Ed with None => None | Some m0 => trail Ed m0 (r_init Ed m0) script end.
Lemma positions_reachable : forall Ed script l, positions Ed script = Some l -> forall X, In X l -> reachable Ed X.
Proof.
  unfold positions. intros Ed script l H. destruct (run0 Ed) as [m0|]; [|discriminate].
  eapply trail_reachable; [|exact H]. apply reached_first. intro f. exact (ok_init Ed m0 [f]).
Qed.

(* The game meets these phases, each after so many moves, and ends with these facts. *)
Definition witnessed Ed script (phases : list (nat * term)) (last : rows) : bool :=
  match positions Ed script with
  | None => false
  | Some l =>
    forallb (fun x => match nth_error l (fst x) with Some St => mem [f_phase (snd x)] St | None => false end) phases &&
    match rev l with St :: _ => within St last && within last St | [] => false end
  end.
(* No clause calls the edition ill formed. *)
Definition formed Ed : bool := match run0 Ed with Some m0 => empty (r_ill_formed Ed m0) | None => false end.
Lemma formed_ok : forall Ed, formed Ed = true -> forall x, ~ p_ill_formed Ed x.
Proof.
  unfold formed. intros Ed H x I. destruct (run0 Ed) as [m0|]; [|discriminate].
  apply (empty_none _) in H. apply H. exists [x]. apply (ok_ill_formed Ed m0 [x]). exact I.
Qed.

Section Witness.
Variables (Ed : edition) (script : list (term * term)) (phases : list (nat * term)) (last : rows).
Hypothesis played : witnessed Ed script phases last = true.

Theorem witnessed_phases : forall n x, In (n, x) phases -> exists St, reachable Ed St /\ p_phase St x.
Proof.
  unfold witnessed in played. destruct (positions Ed script) as [l|] eqn:P; [|discriminate].
  apply andb_prop in played. destruct played as [H _]. intros n x I. rewrite forallb_forall in H. specialize (H _ I). simpl in H.
  destruct (nth_error l n) as [St|] eqn:Q; [|discriminate]. exists St. apply mem_in in H.
  split; [|constructor; exact H]. eapply positions_reachable; [exact P|]. eapply nth_error_In. exact Q.
Qed.
Theorem witnessed_last : exists St, reachable Ed St /\ forall r, In r St <-> In r last.
Proof.
  unfold witnessed in played. destruct (positions Ed script) as [l|] eqn:P; [|discriminate].
  apply andb_prop in played. destruct played as [_ H]. destruct (rev l) as [|St l'] eqn:R; [discriminate|].
  apply andb_prop in H. destruct H as [A B]. exists St. split.
  - eapply positions_reachable; [exact P|]. apply in_rev. rewrite R. left. reflexivity.
  - intro r. split; apply within_in; auto.
Qed.
End Witness.
