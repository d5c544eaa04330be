(* Answers questions with the extracted model, for engine.py. Each line of input has a letter and terms, parted by blanks:
     E the facts of an edition    P the facts of a position    M who does what
   The answer is a line for each predicate, its name and its rows, and then a line with a full stop. *)
open Model

let numbers : (string, int) Hashtbl.t = Hashtbl.create 200
let words : (int, string) Hashtbl.t = Hashtbl.create 200

let number word =
  match Hashtbl.find_opt numbers word with
  | Some n -> n
  | None ->
    let n = Hashtbl.length numbers + 1 in
    Hashtbl.add numbers word n; Hashtbl.add words n word; n

let compound f = function
  | [a] -> F1 (f, a) | [a; b] -> F2 (f, a, b) | [a; b; c] -> F3 (f, a, b, c)
  | [a; b; c; d] -> F4 (f, a, b, c, d) | [a; b; c; d; e] -> F5 (f, a, b, c, d, e)
  | _ -> failwith "a term has one to five arguments"

let parse text =
  let here = ref 0 and length = String.length text in
  let rec term () =
    let start = !here in
    while !here < length && not (String.contains "()," text.[!here]) do incr here done;
    let word = String.sub text start (!here - start) in
    if !here < length && text.[!here] = '(' then compound (number word) (arguments ())
    else match int_of_string_opt word with Some n -> Num n | None -> Name (number word)
  and arguments () =
    incr here;
    let first = term () in
    if text.[!here] = ',' then first :: arguments () else (incr here; [first]) in
  term ()

let parts = function
  | Num _ | Name _ -> [] | F1 (_, a) -> [a] | F2 (_, a, b) -> [a; b] | F3 (_, a, b, c) -> [a; b; c]
  | F4 (_, a, b, c, d) -> [a; b; c; d] | F5 (_, a, b, c, d, e) -> [a; b; c; d; e]

let head = function
  | Num _ -> 0
  | Name f | F1 (f, _) | F2 (f, _, _) | F3 (f, _, _, _) | F4 (f, _, _, _, _) | F5 (f, _, _, _, _, _) -> f

let rec text = function
  | Num n -> string_of_int n
  | term when parts term = [] -> Hashtbl.find words (head term)
  | term -> Hashtbl.find words (head term) ^ row (parts term)
and row terms = "(" ^ String.concat "," (List.map text terms) ^ ")"

let say answers =
  List.iter (fun (name, rows) ->
    print_string name;
    List.iter (fun terms -> print_char ' '; print_string ("row" ^ row terms)) rows;
    print_newline ()) answers;
  print_endline "."

let found what = function Some model -> model | None -> failwith (what ^ ": the fuel is too low")

let () =
  List.iter (fun word -> ignore (number word)) Words.names;
  let edition = ref None and position = ref [] and model0 = ref None and model1 = ref None in
  try
    while true do
      let line = input_line stdin in
      let given = List.map parse (List.filter (( <> ) "") (List.tl (String.split_on_char ' ' line))) in
      match line.[0] with
      | 'E' ->
        let rows name = List.map parts (List.filter (fun fact -> head fact = number name) given) in
        edition := Some (Words.edition rows);
        model0 := Some (found "edition" (run0 (Option.get !edition)));
        say (Words.rows0 (Option.get !model0))
      | 'P' ->
        position := List.map (fun fact -> [fact]) given;
        model1 := Some (found "position" (run1 (Option.get !edition) !position (Option.get !model0)));
        say (Words.rows1 (Option.get !model1))
      | _ ->
        let move = run2 (Option.get !edition) !position [given] (Option.get !model0) (Option.get !model1) in
        say (Words.rows2 (found "move" move))
    done
  with End_of_file -> ()
