(* The functions as a program in OCaml, which the conformance suite is asked of. No theorem rests on this. *)
From Coq Require Import Extraction ExtrOcamlBasic ExtrOcamlZInt ExtrOcamlNatInt ZArith.
From Toledo Require Import Terms Clauses Compiled.
Extraction Language OCaml.
(* Without these two a number is compared bit by bit. *)
Extract Inlined Constant Pos.eqb => "((=) : int -> int -> bool)".
Extract Inlined Constant Z.eqb => "((=) : int -> int -> bool)".
Extraction "model.ml" run0 run1 run2.
