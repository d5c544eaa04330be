From Coq Require Import Extraction ExtrOcamlBasic ExtrOcamlZInt ExtrOcamlNatInt ZArith.
From Toledo Require Import Terms Clauses Compiled.
Extraction Language OCaml.
Extract Inlined Constant Pos.eqb => "((=) : int -> int -> bool)".
Extract Inlined Constant Z.eqb => "((=) : int -> int -> bool)".
Extraction "model.ml" run0 run1 run2.
