(* Games inside Coq: a script of moves is played by the computed model, and every position on the way is reachable. *)
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

Fixpoint play Ed (m0 : model0 Ed) (St : rows) (script : list (term * term)) : option rows :=
  match script with
  | [] => Some St
  | (q, m) :: rest => match one_move Ed m0 St q m with None => None | Some St' => play Ed m0 St' rest end
  end.

Lemma play_reachable : forall Ed m0 script St St', reachable Ed St -> play Ed m0 St script = Some St' -> reachable Ed St'.
Proof.
  induction script as [|[q m] rest IH]; simpl; intros St St' R H; [inversion H; subst; auto|].
  destruct (one_move Ed m0 St q m) as [St1|] eqn:O; [|discriminate].
  eapply IH; [|exact H]. eapply reached_next; [exact R|]. eapply one_move_step. exact O.
Qed.

(* The first position is what init/1 says. *)
Lemma first_reachable : forall Ed m0, run0 Ed = Some m0 -> reachable Ed (r_init Ed m0).
Proof. intros Ed m0 _. apply reached_first. intro f. exact (ok_init Ed m0 [f]). Qed.

Definition game Ed (script : list (term * term)) : option rows :=
  match run0 Ed with None => None | Some m0 => play Ed m0 (r_init Ed m0) script end.
Theorem game_reachable : forall Ed script St, game Ed script = Some St -> reachable Ed St.
Proof.
  unfold game. intros Ed script St. destruct (run0 Ed) as [m0|] eqn:R; [|discriminate]. intro H.
  eapply play_reachable; [|exact H]. apply first_reachable; auto.
Qed.

(* The same with the answer yes or no, so that only a boolean is computed. *)
Definition reaches_phase Ed script (ph : term) : bool :=
  match game Ed script with Some St => mem [f_phase ph] St | None => false end.
Theorem phase_reached : forall Ed script ph, reaches_phase Ed script ph = true -> exists St, reachable Ed St /\ p_phase St ph.
Proof.
  unfold reaches_phase. intros Ed script ph. destruct (game Ed script) as [St|] eqn:G; [|discriminate].
  intro M. apply mem_in in M. exists St. split; [eapply game_reachable; eauto|constructor; exact M].
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
Definition game_trail Ed script : option (list rows) :=
  match run0 Ed with None => None | Some m0 => trail Ed m0 (r_init Ed m0) script end.
Theorem trail_phases : forall Ed script phases,
  match game_trail Ed script with
  | Some t => forallb (fun x => match nth_error t (fst x) with Some St => mem [f_phase (snd x)] St | None => false end) phases
  | None => false
  end = true ->
  forall n ph, In (n, ph) phases -> exists St, reachable Ed St /\ p_phase St ph.
Proof.
  intros Ed script phases. unfold game_trail. destruct (run0 Ed) as [m0|] eqn:R; [|discriminate].
  destruct (trail Ed m0 (r_init Ed m0) script) as [t|] eqn:T; [|discriminate]. intros H n ph I.
  rewrite forallb_forall in H. specialize (H _ I). simpl in H. destruct (nth_error t n) as [St|] eqn:Q; [|discriminate].
  exists St. split; [|constructor; apply mem_in; exact H].
  eapply trail_reachable; [|exact T|eapply nth_error_In; exact Q]. apply first_reachable. exact R.
Qed.
