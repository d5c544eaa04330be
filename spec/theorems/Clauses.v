(* The rules of Toledo as relations, written by python -m spec.compiler from the clauses 5733fa09daebd03d.
   Every constructor is a clause, which stands above it, and is named after its rule. *)
From Coq Require Import List ZArith.
Import ListNotations.
From Toledo Require Import Terms.
Open Scope Z_scope.

(* The words of the clauses: k_board is the constant board, f_area P is area(P). *)
Notation n_a04 := (1%positive).
Notation k_a04 := (Name n_a04).
Notation n_a05 := (2%positive).
Notation k_a05 := (Name n_a05).
Notation n_a06 := (3%positive).
Notation k_a06 := (Name n_a06).
Notation n_a07 := (4%positive).
Notation k_a07 := (Name n_a07).
Notation n_a08 := (5%positive).
Notation k_a08 := (Name n_a08).
Notation n_a09 := (6%positive).
Notation k_a09 := (Name n_a09).
Notation n_a10 := (7%positive).
Notation k_a10 := (Name n_a10).
Notation n_a102 := (8%positive).
Notation k_a102 := (Name n_a102).
Notation n_a106 := (9%positive).
Notation k_a106 := (Name n_a106).
Notation n_a109 := (10%positive).
Notation k_a109 := (Name n_a109).
Notation n_a11 := (11%positive).
Notation k_a11 := (Name n_a11).
Notation n_a111 := (12%positive).
Notation k_a111 := (Name n_a111).
Notation n_a112 := (13%positive).
Notation k_a112 := (Name n_a112).
Notation n_a116 := (14%positive).
Notation k_a116 := (Name n_a116).
Notation n_a120 := (15%positive).
Notation k_a120 := (Name n_a120).
Notation n_a130 := (16%positive).
Notation k_a130 := (Name n_a130).
Notation n_a136 := (17%positive).
Notation k_a136 := (Name n_a136).
Notation n_a151 := (18%positive).
Notation k_a151 := (Name n_a151).
Notation n_a155 := (19%positive).
Notation k_a155 := (Name n_a155).
Notation n_a16 := (20%positive).
Notation k_a16 := (Name n_a16).
Notation n_a160 := (21%positive).
Notation k_a160 := (Name n_a160).
Notation n_a19 := (22%positive).
Notation k_a19 := (Name n_a19).
Notation n_a20 := (23%positive).
Notation k_a20 := (Name n_a20).
Notation n_a22 := (24%positive).
Notation k_a22 := (Name n_a22).
Notation n_a27 := (25%positive).
Notation k_a27 := (Name n_a27).
Notation n_a28 := (26%positive).
Notation k_a28 := (Name n_a28).
Notation n_a30 := (27%positive).
Notation k_a30 := (Name n_a30).
Notation n_a37 := (28%positive).
Notation k_a37 := (Name n_a37).
Notation n_a41 := (29%positive).
Notation k_a41 := (Name n_a41).
Notation n_a53 := (30%positive).
Notation k_a53 := (Name n_a53).
Notation n_a54 := (31%positive).
Notation k_a54 := (Name n_a54).
Notation n_a59 := (32%positive).
Notation k_a59 := (Name n_a59).
Notation n_a63 := (33%positive).
Notation k_a63 := (Name n_a63).
Notation n_a64 := (34%positive).
Notation k_a64 := (Name n_a64).
Notation n_a66 := (35%positive).
Notation k_a66 := (Name n_a66).
Notation n_a70 := (36%positive).
Notation k_a70 := (Name n_a70).
Notation n_a75 := (37%positive).
Notation k_a75 := (Name n_a75).
Notation n_a80 := (38%positive).
Notation k_a80 := (Name n_a80).
Notation n_a82 := (39%positive).
Notation k_a82 := (Name n_a82).
Notation n_a83 := (40%positive).
Notation k_a83 := (Name n_a83).
Notation n_a84 := (41%positive).
Notation k_a84 := (Name n_a84).
Notation n_active := (42%positive).
Notation f_active := (F1 n_active).
Notation n_aim := (43%positive).
Notation k_aim := (Name n_aim).
Notation n_alc02 := (44%positive).
Notation k_alc02 := (Name n_alc02).
Notation n_alc03 := (45%positive).
Notation k_alc03 := (Name n_alc03).
Notation n_alcazar := (46%positive).
Notation f_alcazar := (F1 n_alcazar).
Notation n_alcazar_entered := (47%positive).
Notation f_alcazar_entered := (F2 n_alcazar_entered).
Notation n_already_at_cathedral := (48%positive).
Notation k_already_at_cathedral := (Name n_already_at_cathedral).
Notation n_area := (49%positive).
Notation f_area := (F1 n_area).
Notation n_arrived := (50%positive).
Notation f_arrived := (F1 n_arrived).
Notation n_artist := (51%positive).
Notation k_artist := (Name n_artist).
Notation n_at := (52%positive).
Notation f_at := (F3 n_at).
Notation n_attacker := (53%positive).
Notation k_attacker := (Name n_attacker).
Notation n_back := (54%positive).
Notation k_back := (Name n_back).
Notation n_below_tile_limit := (55%positive).
Notation f_below_tile_limit := (F2 n_below_tile_limit).
Notation n_beyond_the_alcazar := (56%positive).
Notation f_beyond_the_alcazar := (F2 n_beyond_the_alcazar).
Notation n_board := (57%positive).
Notation k_board := (Name n_board).
Notation n_card := (58%positive).
Notation f_card := (F3 n_card).
Notation n_card_drawn := (59%positive).
Notation f_card_drawn := (F2 n_card_drawn).
Notation n_card_not_in_hand := (60%positive).
Notation f_card_not_in_hand := (F1 n_card_not_in_hand).
Notation n_card_not_in_pile := (61%positive).
Notation f_card_not_in_pile := (F1 n_card_not_in_pile).
Notation n_card_played := (62%positive).
Notation f_card_played := (F4 n_card_played).
Notation n_cathedral := (63%positive).
Notation k_cathedral := (Name n_cathedral).
Notation n_challenge := (64%positive).
Notation f_challenge := (F1 n_challenge).
Notation n_chance := (65%positive).
Notation k_chance := (Name n_chance).
Notation n_chance_is_next := (66%positive).
Notation k_chance_is_next := (Name n_chance_is_next).
Notation n_choice := (67%positive).
Notation k_choice := (Name n_choice).
Notation n_circle_taken := (68%positive).
Notation f_circle_taken := (F2 n_circle_taken).
Notation n_cmp01 := (69%positive).
Notation k_cmp01 := (Name n_cmp01).
Notation n_cmp03 := (70%positive).
Notation k_cmp03 := (Name n_cmp03).
Notation n_cmp07 := (71%positive).
Notation k_cmp07 := (Name n_cmp07).
Notation n_cmp08 := (72%positive).
Notation k_cmp08 := (Name n_cmp08).
Notation n_cmp10 := (73%positive).
Notation k_cmp10 := (Name n_cmp10).
Notation n_compulsory := (74%positive).
Notation k_compulsory := (Name n_compulsory).
Notation n_defender := (75%positive).
Notation k_defender := (Name n_defender).
Notation n_deliver := (76%positive).
Notation f_deliver := (F1 n_deliver).
Notation n_delivered := (77%positive).
Notation k_delivered := (Name n_delivered).
Notation n_discards := (78%positive).
Notation k_discards := (Name n_discards).
Notation n_draw := (79%positive).
Notation f_draw := (F1 n_draw).
Notation n_drawing := (80%positive).
Notation f_drawing := (F2 n_drawing).
Notation n_drawing_began := (81%positive).
Notation f_drawing_began := (F3 n_drawing_began).
Notation n_due04 := (82%positive).
Notation k_due04 := (Name n_due04).
Notation n_due09 := (83%positive).
Notation k_due09 := (Name n_due09).
Notation n_duel := (84%positive).
Notation f_duel := (F4 n_duel).
Notation n_duel_began := (85%positive).
Notation f_duel_began := (F3 n_duel_began).
Notation n_duel_ended := (86%positive).
Notation f_duel_ended := (F3 n_duel_ended).
Notation n_each := (87%positive).
Notation k_each := (Name n_each).
Notation n_end03 := (88%positive).
Notation k_end03 := (Name n_end03).
Notation n_end_turn := (89%positive).
Notation k_end_turn := (Name n_end_turn).
Notation n_entered := (90%positive).
Notation k_entered := (Name n_entered).
Notation n_entrance := (91%positive).
Notation k_entrance := (Name n_entrance).
Notation n_fee_missing := (92%positive).
Notation f_fee_missing := (F1 n_fee_missing).
Notation n_fee_not_in_hand := (93%positive).
Notation f_fee_not_in_hand := (F1 n_fee_not_in_hand).
Notation n_fee_paid := (94%positive).
Notation f_fee_paid := (F3 n_fee_paid).
Notation n_fee_too_low := (95%positive).
Notation f_fee_too_low := (F2 n_fee_too_low).
Notation n_fen01 := (96%positive).
Notation k_fen01 := (Name n_fen01).
Notation n_fen04 := (97%positive).
Notation k_fen04 := (Name n_fen04).
Notation n_fen05 := (98%positive).
Notation k_fen05 := (Name n_fen05).
Notation n_fen06 := (99%positive).
Notation k_fen06 := (Name n_fen06).
Notation n_fen07 := (100%positive).
Notation k_fen07 := (Name n_fen07).
Notation n_fencing := (101%positive).
Notation k_fencing := (Name n_fencing).
Notation n_figure := (102%positive).
Notation k_figure := (Name n_figure).
Notation f_figure := (F1 n_figure).
Notation n_figure_in_transit := (103%positive).
Notation f_figure_in_transit := (F1 n_figure_in_transit).
Notation n_figure_moved := (104%positive).
Notation f_figure_moved := (F3 n_figure_moved).
Notation n_figure_returned := (105%positive).
Notation f_figure_returned := (F2 n_figure_returned).
Notation n_figure_sent_back := (106%positive).
Notation f_figure_sent_back := (F2 n_figure_sent_back).
Notation n_figures := (107%positive).
Notation k_figures := (Name n_figures).
Notation n_forgotten := (108%positive).
Notation k_forgotten := (Name n_forgotten).
Notation n_front := (109%positive).
Notation k_front := (Name n_front).
Notation n_front_card_discarded := (110%positive).
Notation f_front_card_discarded := (F2 n_front_card_discarded).
Notation n_game_ended := (111%positive).
Notation k_game_ended := (Name n_game_ended).
Notation n_game_over := (112%positive).
Notation k_game_over := (Name n_game_over).
Notation n_gem := (113%positive).
Notation k_gem := (Name n_gem).
Notation n_gem_taken := (114%positive).
Notation f_gem_taken := (F1 n_gem_taken).
Notation n_gems := (115%positive).
Notation k_gems := (Name n_gems).
Notation n_hand := (116%positive).
Notation f_hand := (F1 n_hand).
Notation n_hand_shown := (117%positive).
Notation f_hand_shown := (F3 n_hand_shown).
Notation n_hopeless := (118%positive).
Notation k_hopeless := (Name n_hopeless).
Notation n_if_possible := (119%positive).
Notation k_if_possible := (Name n_if_possible).
Notation n_in := (120%positive).
Notation k_in := (Name n_in).
Notation n_in_front := (121%positive).
Notation k_in_front := (Name n_in_front).
Notation n_known := (122%positive).
Notation f_known := (F1 n_known).
Notation n_last_round_began := (123%positive).
Notation f_last_round_began := (F1 n_last_round_began).
Notation n_least_players := (124%positive).
Notation k_least_players := (Name n_least_players).
Notation n_master := (125%positive).
Notation f_master := (F1 n_master).
Notation n_means := (126%positive).
Notation k_means := (Name n_means).
Notation n_metal := (127%positive).
Notation k_metal := (Name n_metal).
Notation n_metal_taken := (128%positive).
Notation f_metal_taken := (F1 n_metal_taken).
Notation n_most_players := (129%positive).
Notation k_most_players := (Name n_most_players).
Notation n_mov01 := (130%positive).
Notation k_mov01 := (Name n_mov01).
Notation n_mov02 := (131%positive).
Notation k_mov02 := (Name n_mov02).
Notation n_mov04 := (132%positive).
Notation k_mov04 := (Name n_mov04).
Notation n_mov08 := (133%positive).
Notation k_mov08 := (Name n_mov08).
Notation n_movement := (134%positive).
Notation k_movement := (Name n_movement).
Notation n_movement_tile := (135%positive).
Notation k_movement_tile := (Name n_movement_tile).
Notation n_movement_tile_spent := (136%positive).
Notation f_movement_tile_spent := (F1 n_movement_tile_spent).
Notation n_moving := (137%positive).
Notation k_moving := (Name n_moving).
Notation n_neutral := (138%positive).
Notation k_neutral := (Name n_neutral).
Notation n_no_card_played := (139%positive).
Notation k_no_card_played := (Name n_no_card_played).
Notation n_no_duel_and_no_way_on := (140%positive).
Notation f_no_duel_and_no_way_on := (F1 n_no_duel_and_no_way_on).
Notation n_no_figure_there := (141%positive).
Notation f_no_figure_there := (F1 n_no_figure_there).
Notation n_no_figure_to_return := (142%positive).
Notation f_no_figure_to_return := (F1 n_no_figure_to_return).
Notation n_no_gems_left := (143%positive).
Notation k_no_gems_left := (Name n_no_gems_left).
Notation n_no_metal_left := (144%positive).
Notation k_no_metal_left := (Name n_no_metal_left).
Notation n_no_movement_tile := (145%positive).
Notation k_no_movement_tile := (Name n_no_movement_tile).
Notation n_no_painting_left := (146%positive).
Notation k_no_painting_left := (Name n_no_painting_left).
Notation n_no_shop_there := (147%positive).
Notation f_no_shop_there := (F1 n_no_shop_there).
Notation n_no_such_step := (148%positive).
Notation f_no_such_step := (F2 n_no_such_step).
Notation n_no_sword_chosen := (149%positive).
Notation f_no_sword_chosen := (F1 n_no_sword_chosen).
Notation n_no_tile_chosen := (150%positive).
Notation f_no_tile_chosen := (F1 n_no_tile_chosen).
Notation n_no_way_on := (151%positive).
Notation f_no_way_on := (F1 n_no_way_on).
Notation n_none := (152%positive).
Notation k_none := (Name n_none).
Notation n_not_a_chance_step := (153%positive).
Notation k_not_a_chance_step := (Name n_not_a_chance_step).
Notation n_not_a_site := (154%positive).
Notation f_not_a_site := (F2 n_not_a_site).
Notation n_not_at_turn_start := (155%positive).
Notation k_not_at_turn_start := (Name n_not_at_turn_start).
Notation n_not_in_transit := (156%positive).
Notation k_not_in_transit := (Name n_not_in_transit).
Notation n_not_just_arrived := (157%positive).
Notation k_not_just_arrived := (Name n_not_just_arrived).
Notation n_not_just_entered := (158%positive).
Notation k_not_just_entered := (Name n_not_just_entered).
Notation n_not_on_turn := (159%positive).
Notation f_not_on_turn := (F2 n_not_on_turn).
Notation n_nothing_to_choose := (160%positive).
Notation f_nothing_to_choose := (F1 n_nothing_to_choose).
Notation n_nothing_to_draw := (161%positive).
Notation k_nothing_to_draw := (Name n_nothing_to_draw).
Notation n_nothing_to_give_back := (162%positive).
Notation f_nothing_to_give_back := (F1 n_nothing_to_give_back).
Notation n_nothing_to_reveal := (163%positive).
Notation k_nothing_to_reveal := (Name n_nothing_to_reveal).
Notation n_nowhere := (164%positive).
Notation k_nowhere := (Name n_nowhere).
Notation n_occ01 := (165%positive).
Notation k_occ01 := (Name n_occ01).
Notation n_occ02 := (166%positive).
Notation k_occ02 := (Name n_occ02).
Notation n_occ04 := (167%positive).
Notation k_occ04 := (Name n_occ04).
Notation n_occ05 := (168%positive).
Notation k_occ05 := (Name n_occ05).
Notation n_on_road := (169%positive).
Notation k_on_road := (Name n_on_road).
Notation n_optional := (170%positive).
Notation k_optional := (Name n_optional).
Notation n_other_figure_in_transit := (171%positive).
Notation f_other_figure_in_transit := (F2 n_other_figure_in_transit).
Notation n_out := (172%positive).
Notation k_out := (Name n_out).
Notation n_outside_alcazar := (173%positive).
Notation k_outside_alcazar := (Name n_outside_alcazar).
Notation n_over := (174%positive).
Notation k_over := (Name n_over).
Notation n_own_figure := (175%positive).
Notation k_own_figure := (Name n_own_figure).
Notation n_own_shop_is_free := (176%positive).
Notation f_own_shop_is_free := (F1 n_own_shop_is_free).
Notation n_painting := (177%positive).
Notation f_painting := (F1 n_painting).
Notation n_painting_taken := (178%positive).
Notation f_painting_taken := (F2 n_painting_taken).
Notation n_paintings := (179%positive).
Notation k_paintings := (Name n_paintings).
Notation n_pass := (180%positive).
Notation k_pass := (Name n_pass).
Notation n_passed := (181%positive).
Notation f_passed := (F1 n_passed).
Notation n_phase := (182%positive).
Notation f_phase := (F1 n_phase).
Notation n_pile := (183%positive).
Notation k_pile := (Name n_pile).
Notation n_pile_reshuffled := (184%positive).
Notation f_pile_reshuffled := (F1 n_pile_reshuffled).
Notation n_place_shop := (185%positive).
Notation f_place_shop := (F2 n_place_shop).
Notation n_plain := (186%positive).
Notation k_plain := (Name n_plain).
Notation n_play_card := (187%positive).
Notation f_play_card := (F3 n_play_card).
Notation n_remembered := (188%positive).
Notation k_remembered := (Name n_remembered).
Notation n_ret01 := (189%positive).
Notation k_ret01 := (Name n_ret01).
Notation n_return_figure := (190%positive).
Notation f_return_figure := (F1 n_return_figure).
Notation n_rival_not_there := (191%positive).
Notation f_rival_not_there := (F2 n_rival_not_there).
Notation n_round_fought := (192%positive).
Notation f_round_fought := (F4 n_round_fought).
Notation n_run := (193%positive).
Notation f_run := (F5 n_run).
Notation n_same_value_as_tile_card := (194%positive).
Notation f_same_value_as_tile_card := (F1 n_same_value_as_tile_card).
Notation n_sco02 := (195%positive).
Notation k_sco02 := (Name n_sco02).
Notation n_sco04 := (196%positive).
Notation k_sco04 := (Name n_sco04).
Notation n_sco05 := (197%positive).
Notation k_sco05 := (Name n_sco05).
Notation n_second_card_due := (198%positive).
Notation f_second_card_due := (F1 n_second_card_due).
Notation n_set06 := (199%positive).
Notation k_set06 := (Name n_set06).
Notation n_shop := (200%positive).
Notation f_shop2 := (F2 n_shop).
Notation f_shop3 := (F3 n_shop).
Notation n_shop_not_in_tray := (201%positive).
Notation f_shop_not_in_tray := (F1 n_shop_not_in_tray).
Notation n_shop_placed := (202%positive).
Notation f_shop_placed := (F3 n_shop_placed).
Notation n_shp01 := (203%positive).
Notation k_shp01 := (Name n_shp01).
Notation n_shp02 := (204%positive).
Notation k_shp02 := (Name n_shp02).
Notation n_site := (205%positive).
Notation k_site := (Name n_site).
Notation n_site_taken := (206%positive).
Notation f_site_taken := (F2 n_site_taken).
Notation n_size := (207%positive).
Notation f_size := (F2 n_size).
Notation n_smi01 := (208%positive).
Notation k_smi01 := (Name n_smi01).
Notation n_smi02 := (209%positive).
Notation k_smi02 := (Name n_smi02).
Notation n_smith := (210%positive).
Notation k_smith := (Name n_smith).
Notation n_something_else_is_possible := (211%positive).
Notation f_something_else_is_possible := (F1 n_something_else_is_possible).
Notation n_space_full := (212%positive).
Notation f_space_full := (F2 n_space_full).
Notation n_spectator := (213%positive).
Notation k_spectator := (Name n_spectator).
Notation n_stack := (214%positive).
Notation f_stack := (F1 n_stack).
Notation n_start := (215%positive).
Notation k_start := (Name n_start).
Notation n_sum := (216%positive).
Notation k_sum := (Name n_sum).
Notation n_supply := (217%positive).
Notation k_supply := (Name n_supply).
Notation n_sword := (218%positive).
Notation f_sword := (F3 n_sword).
Notation n_sword_delivered := (219%positive).
Notation f_sword_delivered := (F2 n_sword_delivered).
Notation n_sword_forged := (220%positive).
Notation f_sword_forged := (F2 n_sword_forged).
Notation n_sword_not_in_front := (221%positive).
Notation f_sword_not_in_front := (F1 n_sword_not_in_front).
Notation n_sword_not_on_board := (222%positive).
Notation f_sword_not_on_board := (F1 n_sword_not_on_board).
Notation n_tak01 := (223%positive).
Notation k_tak01 := (Name n_tak01).
Notation n_take := (224%positive).
Notation k_take := (Name n_take).
Notation n_take_cards := (225%positive).
Notation k_take_cards := (Name n_take_cards).
Notation n_tav02 := (226%positive).
Notation k_tav02 := (Name n_tav02).
Notation n_tavern := (227%positive).
Notation k_tavern := (Name n_tavern).
Notation n_til01 := (228%positive).
Notation k_til01 := (Name n_til01).
Notation n_til04 := (229%positive).
Notation k_til04 := (Name n_til04).
Notation n_tile := (230%positive).
Notation k_tile := (Name n_tile).
Notation n_tile_already_held := (231%positive).
Notation f_tile_already_held := (F1 n_tile_already_held).
Notation n_tile_card := (232%positive).
Notation f_tile_card := (F1 n_tile_card).
Notation n_tile_given_back := (233%positive).
Notation f_tile_given_back := (F2 n_tile_given_back).
Notation n_tile_limit_reached := (234%positive).
Notation f_tile_limit_reached := (F2 n_tile_limit_reached).
Notation n_tile_not_held := (235%positive).
Notation f_tile_not_held := (F1 n_tile_not_held).
Notation n_tile_not_needed := (236%positive).
Notation f_tile_not_needed := (F1 n_tile_not_needed).
Notation n_tile_not_on_board := (237%positive).
Notation f_tile_not_on_board := (F1 n_tile_not_on_board).
Notation n_tile_taken := (238%positive).
Notation f_tile_taken := (F2 n_tile_taken).
Notation n_too_few_gems := (239%positive).
Notation f_too_few_gems := (F2 n_too_few_gems).
Notation n_too_little_metal := (240%positive).
Notation f_too_little_metal := (F2 n_too_little_metal).
Notation n_transit := (241%positive).
Notation k_transit := (Name n_transit).
Notation f_transit := (F1 n_transit).
Notation n_trigger := (242%positive).
Notation f_trigger := (F1 n_trigger).
Notation n_trn02 := (243%positive).
Notation k_trn02 := (Name n_trn02).
Notation n_trn04 := (244%positive).
Notation k_trn04 := (Name n_trn04).
Notation n_turn_began := (245%positive).
Notation f_turn_began := (F1 n_turn_began).
Notation n_turn_ended := (246%positive).
Notation f_turn_ended := (F1 n_turn_ended).
Notation n_unseen := (247%positive).
Notation k_unseen := (Name n_unseen).
Notation n_use01 := (248%positive).
Notation k_use01 := (Name n_use01).
Notation n_use02 := (249%positive).
Notation k_use02 := (Name n_use02).
Notation n_use03 := (250%positive).
Notation k_use03 := (Name n_use03).
Notation n_use04 := (251%positive).
Notation k_use04 := (Name n_use04).
Notation n_use05 := (252%positive).
Notation k_use05 := (Name n_use05).
Notation n_use08 := (253%positive).
Notation k_use08 := (Name n_use08).
Notation n_use09 := (254%positive).
Notation k_use09 := (Name n_use09).
Notation n_use_space := (255%positive).
Notation f_use_space := (F3 n_use_space).
Notation n_used_up := (256%positive).
Notation k_used_up := (Name n_used_up).
Notation n_value_not_repeated := (257%positive).
Notation f_value_not_repeated := (F2 n_value_not_repeated).
Notation n_voluntary := (258%positive).
Notation k_voluntary := (Name n_voluntary).
Notation n_when_needed := (259%positive).
Notation k_when_needed := (Name n_when_needed).
Notation n_worth := (260%positive).
Notation k_worth := (Name n_worth).

(* An edition with its players, and what was dealt: the rows of each predicate that no clause derives. *)
Record edition := { e_cards_taken : rows; e_circles : rows; e_colour : rows; e_copies : rows; e_dealt : rows; e_duel_colour : rows; e_gems_per_point : rows; e_hand_size : rows; e_last_round_at : rows; e_movement_penalty : rows; e_named : rows; e_number : rows; e_painting : rows; e_players : rows; e_price : rows; e_printed : rows; e_reading : rows; e_rounds_to_win : rows; e_row : rows; e_space : rows; e_sword_divisor : rows; e_tavern_cards : rows; e_tile_limit : rows }.

(* The edition, the facts that are true in a position, and the move. *)
Section Clauses.
Variable Ed : edition.
Variables St Do : rows.
Definition p_cards_taken (x0 : term) : Prop := In [x0] (e_cards_taken Ed).
Definition p_circles (x0 : term) (x1 : term) : Prop := In [x0; x1] (e_circles Ed).
Definition p_colour (x0 : term) (x1 : term) : Prop := In [x0; x1] (e_colour Ed).
Definition p_copies (x0 : term) (x1 : term) : Prop := In [x0; x1] (e_copies Ed).
Definition p_dealt (x0 : term) (x1 : term) (x2 : term) : Prop := In [x0; x1; x2] (e_dealt Ed).
Definition p_does (x0 : term) (x1 : term) : Prop := In [x0; x1] Do.
Definition p_duel_colour (x0 : term) (x1 : term) : Prop := In [x0; x1] (e_duel_colour Ed).
Definition p_gems_per_point (x0 : term) : Prop := In [x0] (e_gems_per_point Ed).
Definition p_hand_size (x0 : term) : Prop := In [x0] (e_hand_size Ed).
Definition p_last_round_at (x0 : term) : Prop := In [x0] (e_last_round_at Ed).
Definition p_movement_penalty (x0 : term) : Prop := In [x0] (e_movement_penalty Ed).
Definition p_named (x0 : term) : Prop := In [x0] (e_named Ed).
Definition p_number (x0 : term) (x1 : term) : Prop := In [x0; x1] (e_number Ed).
Definition p_painting (x0 : term) (x1 : term) : Prop := In [x0; x1] (e_painting Ed).
Definition p_players (x0 : term) : Prop := In [x0] (e_players Ed).
Definition p_price (x0 : term) (x1 : term) : Prop := In [x0; x1] (e_price Ed).
Definition p_printed (x0 : term) (x1 : term) : Prop := In [x0; x1] (e_printed Ed).
Definition p_reading (x0 : term) (x1 : term) : Prop := In [x0; x1] (e_reading Ed).
Definition p_rounds_to_win (x0 : term) : Prop := In [x0] (e_rounds_to_win Ed).
Definition p_row (x0 : term) (x1 : term) : Prop := In [x0; x1] (e_row Ed).
Definition p_space (x0 : term) (x1 : term) : Prop := In [x0; x1] (e_space Ed).
Definition p_sword_divisor (x0 : term) : Prop := In [x0] (e_sword_divisor Ed).
Definition p_tavern_cards (x0 : term) : Prop := In [x0] (e_tavern_cards Ed).
Definition p_tile_limit (x0 : term) : Prop := In [x0] (e_tile_limit Ed).
Definition p_true (x0 : term) : Prop := In [x0] St.

(* ---- What follows from the edition ---- *)

Inductive p_role : term -> Prop :=
(* role(0..N-1) :- players(N). *)
| role_vocabulary : forall (N w1 : Z), p_players (Num N) -> 0 <= w1 <= (N - 1) -> p_role (Num w1).

Inductive p_clockwise : term -> term -> Prop :=
(* clockwise(P,(P+1) \ N) :- role(P), players(N). *)
| clockwise_TRN02 : forall (N P : Z),
    p_role (Num P) ->
    p_players (Num N) ->
    (Num N) <> (Num 0) ->
    p_clockwise (Num P) (Num (Z.rem (P + 1) N)).

Inductive p_on_road : term -> Prop :=
(* on_road(0). *)
| on_road_A40 : p_on_road (Num 0)
(* on_road(S) :- space(S,_). *)
| on_road_A40_2 : forall (S w1 : term), p_space S w1 -> p_on_road S.

Inductive p_last_step : term -> Prop :=
(* last_step(S) :- on_road(S), not on_road(S+1). *)
| last_step_A30 : forall (S : Z), p_on_road (Num S) -> ~ p_on_road (Num (S + 1)) -> p_last_step (Num S).

Inductive p_order : term -> term -> Prop :=
(* order(hopeless,2). order(means,3). order(choice,4). order(worth,5). *)
| order_vocabulary : p_order k_hopeless (Num 2)
(* order(means,3). order(choice,4). order(worth,5). *)
| order_vocabulary_2 : p_order k_means (Num 3)
(* order(choice,4). order(worth,5). *)
| order_vocabulary_3 : p_order k_choice (Num 4)
(* order(worth,5). *)
| order_vocabulary_4 : p_order k_worth (Num 5)
(* order(aim,6). order(metal,7). order(gems,8). order(back,9). *)
| order_vocabulary_5 : p_order k_aim (Num 6)
(* order(metal,7). order(gems,8). order(back,9). *)
| order_vocabulary_6 : p_order k_metal (Num 7)
(* order(gems,8). order(back,9). *)
| order_vocabulary_7 : p_order k_gems (Num 8)
(* order(back,9). *)
| order_vocabulary_8 : p_order k_back (Num 9).

Inductive p_pays : term -> Prop :=
(* pays(S) :- printed(S,K), K = (site;tavern;artist). *)
| pays_A09 : forall (K S : term), p_printed S K -> In K [k_site; k_tavern; k_artist] -> p_pays S.

Inductive p_ill_formed : term -> Prop :=
(* ill_formed(cmp01) :- number(least_players,N), N < 2. *)
| ill_formed_CMP01 : forall (N : Z), p_number k_least_players (Num N) -> N < 2 -> p_ill_formed k_cmp01
(* ill_formed(cmp01) :- number(least_players,L), number(most_players,M), M < L. *)
| ill_formed_CMP01_2 : forall (L M : Z),
    p_number k_least_players (Num L) ->
    p_number k_most_players (Num M) ->
    M < L ->
    p_ill_formed k_cmp01
(* ill_formed(cmp01) :- number(most_players,M), #count { I : colour(I,_) } < M. *)
| ill_formed_CMP01_3 : forall (M wt1 : Z),
    p_number k_most_players (Num M) ->
    count_is (fun t => (exists (I_2 w1_2 : term), p_colour I_2 w1_2 /\ t = [I_2])) wt1 ->
    wt1 < M ->
    p_ill_formed k_cmp01
(* ill_formed(cmp03) :- copies(shop(_,C),_), C < 1. *)
| ill_formed_CMP03 : forall (C : Z) (w1 w2 : term), p_copies (f_shop2 w1 (Num C)) w2 -> C < 1 -> p_ill_formed k_cmp03
(* ill_formed(a05) :- copies(card(V,_,_),_), V < 1. *)
| ill_formed_A05 : forall (V : Z) (w1 w2 w3 : term), p_copies (f_card (Num V) w1 w2) w3 -> V < 1 -> p_ill_formed k_a05
(* ill_formed(a05) :- not copies(card(_,_,_),_). *)
| ill_formed_A05_2 : ~ (exists (w1 w2 w3 w4 : term), p_copies (f_card w1 w2 w3) w4) -> p_ill_formed k_a05
(* ill_formed(a06) :- copies(card(_,K,_),_), K != neutral, not duel_colour(_,K). *)
| ill_formed_A06 : forall (K w1 w2 w3 : term),
    p_copies (f_card w1 K w2) w3 ->
    K <> k_neutral ->
    ~ (exists (w4 : term), p_duel_colour w4 K) ->
    p_ill_formed k_a06
(* ill_formed(a08) :- painting(_,V), V < 1. *)
| ill_formed_A08 : forall (V : Z) (w1 : term), p_painting w1 (Num V) -> V < 1 -> p_ill_formed k_a08
(* ill_formed(a08) :- painting(H,V), painting(H+1,W), W < V. *)
| ill_formed_A08_2 : forall (H V W : Z),
    p_painting (Num H) (Num V) ->
    p_painting (Num (H + 1)) (Num W) ->
    W < V ->
    p_ill_formed k_a08
(* ill_formed(a07) :- copies(sword(V,_,_),_), V < 1. *)
| ill_formed_A07 : forall (V : Z) (w1 w2 w3 : term), p_copies (f_sword (Num V) w1 w2) w3 -> V < 1 -> p_ill_formed k_a07
(* ill_formed(a07) :- copies(sword(_,M,_),_), M < 1. *)
| ill_formed_A07_2 : forall (M : Z) (w1 w2 w3 : term),
    p_copies (f_sword w1 (Num M) w2) w3 ->
    M < 1 ->
    p_ill_formed k_a07
(* ill_formed(a07) :- copies(sword(_,_,G),_), G < 0. *)
| ill_formed_A07_3 : forall (G : Z) (w1 w2 w3 : term),
    p_copies (f_sword w1 w2 (Num G)) w3 ->
    G < 0 ->
    p_ill_formed k_a07
(* ill_formed(a07) :- copies(sword(_,M,_),_), number(metal,N), M > N. *)
| ill_formed_A07_4 : forall (M N : Z) (w1 w2 w3 : term),
    p_copies (f_sword w1 (Num M) w2) w3 ->
    p_number k_metal (Num N) ->
    M > N ->
    p_ill_formed k_a07
(* ill_formed(a07) :- copies(sword(_,_,G),_), number(gems,N), G > N. *)
| ill_formed_A07_5 : forall (G N : Z) (w1 w2 w3 : term),
    p_copies (f_sword w1 w2 (Num G)) w3 ->
    p_number k_gems (Num N) ->
    G > N ->
    p_ill_formed k_a07
(* ill_formed(cmp07) :- number(metal,N), N < 0. *)
| ill_formed_CMP07 : forall (N : Z), p_number k_metal (Num N) -> N < 0 -> p_ill_formed k_cmp07
(* ill_formed(cmp08) :- number(gems,N), N < 0. *)
| ill_formed_CMP08 : forall (N : Z), p_number k_gems (Num N) -> N < 0 -> p_ill_formed k_cmp08
(* ill_formed(cmp10) :- copies(master(K),_), K != movement, not duel_colour(_,K). *)
| ill_formed_CMP10 : forall (K w1 : term),
    p_copies (f_master K) w1 ->
    K <> k_movement ->
    ~ (exists (w2 : term), p_duel_colour w2 K) ->
    p_ill_formed k_cmp10
(* ill_formed(a04) :- duel_colour(_,K), K = (neutral;movement). *)
| ill_formed_A04 : forall (K w1 : term), p_duel_colour w1 K -> In K [k_neutral; k_movement] -> p_ill_formed k_a04
(* ill_formed(a04) :- duel_colour(I,K), duel_colour(J,K), I < J. *)
| ill_formed_A04_2 : forall (I J : Z) (K : term),
    p_duel_colour (Num I) K ->
    p_duel_colour (Num J) K ->
    I < J ->
    p_ill_formed k_a04
(* ill_formed(a09) :- printed(S,cathedral), S > 0. *)
| ill_formed_A09 : forall (S : Z), p_printed (Num S) k_cathedral -> S > 0 -> p_ill_formed k_a09
(* ill_formed(a09) :- printed(0,K), K != cathedral. *)
| ill_formed_A09_2 : forall (K : term), p_printed (Num 0) K -> K <> k_cathedral -> p_ill_formed k_a09
(* ill_formed(a09) :- pays(S), not row(S,_). *)
| ill_formed_A09_3 : forall (S : term), p_pays S -> ~ (exists (w1 : term), p_row S w1) -> p_ill_formed k_a09
(* ill_formed(a09) :- row(S,_), not pays(S). *)
| ill_formed_A09_4 : forall (S w1 : term), p_row S w1 -> ~ p_pays S -> p_ill_formed k_a09
(* ill_formed(a155) :- printed(S,entrance), printed(S+1,K), K != entrance. *)
| ill_formed_A155 : forall (K : term) (S : Z),
    p_printed (Num S) k_entrance ->
    p_printed (Num (S + 1)) K ->
    K <> k_entrance ->
    p_ill_formed k_a155
(* ill_formed(a155) :- printed(S,K), K != entrance, not printed(S+1,_). *)
| ill_formed_A155_2 : forall (K : term) (S : Z),
    p_printed (Num S) K ->
    K <> k_entrance ->
    ~ (exists (w1 : term), p_printed (Num (S + 1)) w1) ->
    p_ill_formed k_a155
(* ill_formed(a10) :- printed(S,K), K = (tavern;artist), not circles(S,_). *)
| ill_formed_A10 : forall (K S : term),
    p_printed S K ->
    In K [k_tavern; k_artist] ->
    ~ (exists (w1 : term), p_circles S w1) ->
    p_ill_formed k_a10
(* ill_formed(a10) :- circles(_,N), N < 1. *)
| ill_formed_A10_2 : forall (N : Z) (w1 : term), p_circles w1 (Num N) -> N < 1 -> p_ill_formed k_a10
(* ill_formed(a10) :- circles(S,_), printed(S,K), K = (site;cathedral;entrance). *)
| ill_formed_A10_3 : forall (K S w1 : term),
    p_circles S w1 ->
    p_printed S K ->
    In K [k_site; k_cathedral; k_entrance] ->
    p_ill_formed k_a10
(* ill_formed(a11) :- pays(S), not price(S,_). *)
| ill_formed_A11 : forall (S : term), p_pays S -> ~ (exists (w1 : term), p_price S w1) -> p_ill_formed k_a11
(* ill_formed(a11) :- price(_,V), V < 1. *)
| ill_formed_A11_2 : forall (V : Z) (w1 : term), p_price w1 (Num V) -> V < 1 -> p_ill_formed k_a11
(* ill_formed(a11) :- price(S,_), not pays(S). *)
| ill_formed_A11_3 : forall (S w1 : term), p_price S w1 -> ~ p_pays S -> p_ill_formed k_a11
(* ill_formed(a11) :- printed(S,site), printed(R,site), row(S,X), row(R,X), price(S,V), price(R,W), V < W. *)
| ill_formed_A11_4 : forall (R S : term) (V W : Z) (X : term),
    p_printed S k_site ->
    p_printed R k_site ->
    p_row S X ->
    p_row R X ->
    p_price S (Num V) ->
    p_price R (Num W) ->
    V < W ->
    p_ill_formed k_a11
(* ill_formed(due09) :- rounds_to_win(N), N < 1. *)
| ill_formed_DUE09 : forall (N : Z), p_rounds_to_win (Num N) -> N < 1 -> p_ill_formed k_due09
(* ill_formed(a112) :- last_round_at(N), N < 1. *)
| ill_formed_A112 : forall (N : Z), p_last_round_at (Num N) -> N < 1 -> p_ill_formed k_a112
(* ill_formed(a116) :- last_round_at(N), number(figures,M), N > M. *)
| ill_formed_A116 : forall (M N : Z),
    p_last_round_at (Num N) ->
    p_number k_figures (Num M) ->
    N > M ->
    p_ill_formed k_a116
(* ill_formed(fen04) :- tile_limit(N), N < 1. *)
| ill_formed_FEN04 : forall (N : Z), p_tile_limit (Num N) -> N < 1 -> p_ill_formed k_fen04
(* ill_formed(a130) :- reading(a130,X), X != remembered, X != forgotten. *)
| ill_formed_A130 : forall (X : term),
    p_reading k_a130 X ->
    X <> k_remembered ->
    X <> k_forgotten ->
    p_ill_formed k_a130
(* ill_formed(a82) :- reading(a82,X), X != optional, X != if_possible. *)
| ill_formed_A82 : forall (X : term), p_reading k_a82 X -> X <> k_optional -> X <> k_if_possible -> p_ill_formed k_a82
(* ill_formed(a109) :- reading(a109,X), X != on_road, X != outside_alcazar. *)
| ill_formed_A109 : forall (X : term),
    p_reading k_a109 X ->
    X <> k_on_road ->
    X <> k_outside_alcazar ->
    p_ill_formed k_a109
(* ill_formed(sco02) :- sword_divisor(N), N < 1. *)
| ill_formed_SCO02 : forall (N : Z), p_sword_divisor (Num N) -> N < 1 -> p_ill_formed k_sco02
(* ill_formed(a120) :- reading(a120,X), X != each, X != sum. *)
| ill_formed_A120 : forall (X : term), p_reading k_a120 X -> X <> k_each -> X <> k_sum -> p_ill_formed k_a120
(* ill_formed(sco04) :- gems_per_point(N), N < 1. *)
| ill_formed_SCO04 : forall (N : Z), p_gems_per_point (Num N) -> N < 1 -> p_ill_formed k_sco04
(* ill_formed(sco05) :- movement_penalty(N), N < 0. *)
| ill_formed_SCO05 : forall (N : Z), p_movement_penalty (Num N) -> N < 0 -> p_ill_formed k_sco05
(* ill_formed(a16) :- colour(I,K), colour(J,K), I < J. *)
| ill_formed_A16 : forall (I J : Z) (K : term), p_colour (Num I) K -> p_colour (Num J) K -> I < J -> p_ill_formed k_a16
(* ill_formed(set06) :- hand_size(N), N < 0. *)
| ill_formed_SET06 : forall (N : Z), p_hand_size (Num N) -> N < 0 -> p_ill_formed k_set06
(* ill_formed(set06) :- hand_size(N), number(most_players,M), #sum { K,C : copies(C,K), C = card(_,_,_) } < N*M. *)
| ill_formed_SET06_2 : forall (M N wt1 : Z),
    p_hand_size (Num N) ->
    p_number k_most_players (Num M) ->
    sum_is (fun t => (exists (C_4 K_4 w1_4 w2_4 w3_4 : term), p_copies C_4 K_4 /\ C_4 = (f_card w1_4 w2_4 w3_4) /\ t = [K_4; C_4])) wt1 ->
    wt1 < (N * M) ->
    p_ill_formed k_set06
(* ill_formed(tak01) :- cards_taken(N), N < 1. *)
| ill_formed_TAK01 : forall (N : Z), p_cards_taken (Num N) -> N < 1 -> p_ill_formed k_tak01
(* ill_formed(a22) :- reading(a22,X), X != when_needed, X != used_up. *)
| ill_formed_A22 : forall (X : term), p_reading k_a22 X -> X <> k_when_needed -> X <> k_used_up -> p_ill_formed k_a22
(* ill_formed(tav02) :- tavern_cards(N), N < 1. *)
| ill_formed_TAV02 : forall (N : Z), p_tavern_cards (Num N) -> N < 1 -> p_ill_formed k_tav02
(* ill_formed(a160) :- reading(a160,X), X != compulsory, X != voluntary. *)
| ill_formed_A160 : forall (X : term),
    p_reading k_a160 X ->
    X <> k_compulsory ->
    X <> k_voluntary ->
    p_ill_formed k_a160.

Inductive p_viewer : term -> Prop :=
(* viewer(P) :- role(P). *)
| viewer_A128 : forall (P : term), p_role P -> p_viewer P
(* viewer(spectator). *)
| viewer_A128_2 : p_viewer k_spectator.

Inductive p_other : term -> term -> Prop :=
(* other(W,P) :- viewer(W), role(P), W != P. *)
| other_A130 : forall (P W : term), p_viewer W -> p_role P -> W <> P -> p_other W P.

Inductive p_in_sight : term -> term -> Prop :=
(* in_sight(W,X) :- viewer(W), X = (discards;front). *)
| in_sight_A130 : forall (W X : term), p_viewer W -> In X [k_discards; k_front] -> p_in_sight W X
(* in_sight(W,known(P)) :- other(W,P). *)
| in_sight_A130_2 : forall (P W : term), p_other W P -> p_in_sight W (f_known P)
(* in_sight(P,hand(P)) :- role(P). *)
| in_sight_A130_3 : forall (P : term), p_role P -> p_in_sight P (f_hand P).

Inductive p_seats_on : term -> term -> term -> Prop :=
(* seats_on(P,P,0) :- role(P). *)
| seats_on_A136 : forall (P : term), p_role P -> p_seats_on P P (Num 0)
(* seats_on(Q,P,K+1) :- seats_on(Q,R,K), clockwise(R,P), P != Q. *)
| seats_on_A136_2 : forall (K : Z) (P Q R : term),
    p_seats_on Q R (Num K) ->
    p_clockwise R P ->
    P <> Q ->
    p_seats_on Q P (Num (K + 1)).

Inductive p_left_in_deck : term -> term -> Prop :=
(* left_in_deck(C,N-D) :- copies(C,N), C = card(_,_,_), N > D, D = #sum { K,P : dealt(P,C,K) }. *)
| left_in_deck_SET05 : forall (C : term) (D N : Z) (w1 w2 w3 : term),
    p_copies C (Num N) ->
    C = (f_card w1 w2 w3) ->
    N > D ->
    sum_is (fun t => (exists (K_4 P_4 : term), p_dealt P_4 C K_4 /\ t = [K_4; P_4])) D ->
    p_left_in_deck C (Num (N - D)).

Inductive p_lowest_seat : term -> Prop :=
(* lowest_seat(0). *)
| lowest_seat_A18 : p_lowest_seat (Num 0).

Inductive p_first : term -> Prop :=
(* first(P) :- named(P). *)
| first_A15 : forall (P : term), p_named P -> p_first P
(* first(P) :- lowest_seat(P), not named(_). *)
| first_A15_2 : forall (P : term), p_lowest_seat P -> ~ (exists (w1 : term), p_named w1) -> p_first P.

Inductive p_init : term -> Prop :=
(* init(at(stack(H),painting(V),1)) :- painting(H,V). *)
| init_SET02 : forall (H V : term), p_painting H V -> p_init (f_at (f_stack H) (f_painting V) (Num 1))
(* init(at(0,figure(P),N)) :- role(P), copies(figure,N). *)
| init_SET03 : forall (N P : term), p_role P -> p_copies k_figure N -> p_init (f_at (Num 0) (f_figure P) N)
(* init(at(area(P),shop(P,K,C),N)) :- role(P), copies(shop(K,C),N). *)
| init_SET04 : forall (C K N P : term),
    p_role P ->
    p_copies (f_shop2 K C) N ->
    p_init (f_at (f_area P) (f_shop3 P K C) N)
(* init(at(hand(P),C,N)) :- dealt(P,C,N). *)
| init_SET06 : forall (C N P : term), p_dealt P C N -> p_init (f_at (f_hand P) C N)
(* init(at(pile,C,N)) :- left_in_deck(C,N). *)
| init_SET07 : forall (C N : term), p_left_in_deck C N -> p_init (f_at k_pile C N)
(* init(at(board,S,N)) :- copies(S,N), S = sword(_,_,_). *)
| init_SET08 : forall (N S w1 w2 w3 : term), p_copies S N -> S = (f_sword w1 w2 w3) -> p_init (f_at k_board S N)
(* init(at(board,T,N)) :- copies(T,N), T = master(_). *)
| init_SET08_2 : forall (N T w1 : term), p_copies T N -> T = (f_master w1) -> p_init (f_at k_board T N)
(* init(at(supply,metal,N)) :- copies(metal,N). *)
| init_SET09 : forall (N : term), p_copies k_metal N -> p_init (f_at k_supply k_metal N)
(* init(at(supply,gem,N)) :- copies(gem,N). *)
| init_SET09_2 : forall (N : term), p_copies k_gem N -> p_init (f_at k_supply k_gem N)
(* init(active(P)) :- first(P). *)
| init_A15 : forall (P : term), p_first P -> p_init (f_active P)
(* init(phase(start)). *)
| init_A15_2 : p_init (f_phase k_start).

Inductive p_waits_for_cards : term -> Prop :=
(* waits_for_cards(P) :- role(P), hand_size(N), #sum { K,C : dealt(P,C,K) } < N. *)
| waits_for_cards_SET06 : forall (N : Z) (P : term) (wt1 : Z),
    p_role P ->
    p_hand_size (Num N) ->
    sum_is (fun t => (exists (C_1 K_1 : term), p_dealt P C_1 K_1 /\ t = [K_1; C_1])) wt1 ->
    wt1 < N ->
    p_waits_for_cards P.

Inductive p_sits_before : term -> term -> Prop :=
(* sits_before(P,Q) :- clockwise(P,Q), not lowest_seat(Q). *)
| sits_before_A18 : forall (P Q : term), p_clockwise P Q -> ~ p_lowest_seat Q -> p_sits_before P Q
(* sits_before(P,R) :- sits_before(P,Q), clockwise(Q,R), not lowest_seat(R). *)
| sits_before_A18_2 : forall (P Q R : term),
    p_sits_before P Q ->
    p_clockwise Q R ->
    ~ p_lowest_seat R ->
    p_sits_before P R.

Inductive p_later : term -> Prop :=
(* later(Q) :- waits_for_cards(P), sits_before(P,Q). *)
| later_A18 : forall (P Q : term), p_waits_for_cards P -> p_sits_before P Q -> p_later Q.

Inductive p_deals_to : term -> Prop :=
(* deals_to(P) :- waits_for_cards(P), not later(P). *)
| deals_to_A18 : forall (P : term), p_waits_for_cards P -> ~ p_later P -> p_deals_to P.

Inductive p_deal : term -> term -> term -> Prop :=
(* deal(P,C,N) :- deals_to(P), left_in_deck(C,N). *)
| deal_SET05 : forall (C N P : term), p_deals_to P -> p_left_in_deck C N -> p_deal P C N.

(* ---- from the position ---- *)

Inductive p_active : term -> Prop :=
(* active(P) :- true(active(P)). *)
| active_vocabulary : forall (P : term), p_true (f_active P) -> p_active P.

Inductive p_phase : term -> Prop :=
(* phase(X) :- true(phase(X)). *)
| phase_vocabulary : forall (X : term), p_true (f_phase X) -> p_phase X.

Inductive p_at : term -> term -> term -> Prop :=
(* at(X,T,N) :- true(at(X,T,N)). *)
| at_vocabulary : forall (N T X : term), p_true (f_at X T N) -> p_at X T N.

Inductive p_size : term -> term -> Prop :=
(* size(pile,N) :- N = #sum { K,C : at(pile,C,K) }. *)
| size_vocabulary : forall (N : Z),
    sum_is (fun t => (exists (C_1 K_1 : term), p_at k_pile C_1 K_1 /\ t = [K_1; C_1])) N ->
    p_size k_pile (Num N)
(* size(discards,N) :- N = #sum { K,C : at(discards,C,K) }. *)
| size_vocabulary_2 : forall (N : Z),
    sum_is (fun t => (exists (C_1 K_1 : term), p_at k_discards C_1 K_1 /\ t = [K_1; C_1])) N ->
    p_size k_discards (Num N)
(* size(hand(P),N) :- role(P), N = #sum { K,C : at(hand(P),C,K) }. *)
| size_vocabulary_3 : forall (N : Z) (P : term),
    p_role P ->
    sum_is (fun t => (exists (C_1 K_1 : term), p_at (f_hand P) C_1 K_1 /\ t = [K_1; C_1])) N ->
    p_size (f_hand P) (Num N).

Inductive p_here : term -> Prop :=
(* here(K) :- phase(arrived(S)), at(S,shop(_,K,_),_). *)
| here_USE01 : forall (K S w1 w2 w3 : term), p_phase (f_arrived S) -> p_at S (f_shop3 w1 K w2) w3 -> p_here K
(* here(K) :- phase(arrived(S)), space(S,K), K != site. *)
| here_USE01_2 : forall (K S : term), p_phase (f_arrived S) -> p_space S K -> K <> k_site -> p_here K.

Inductive p_top : term -> term -> Prop :=
(* top(H,T) :- here(artist), at(stack(H),T,_), not at(stack(H+1),_,_). *)
| top_ART01 : forall (H : Z) (T w1 : term),
    p_here k_artist ->
    p_at (f_stack (Num H)) T w1 ->
    ~ (exists (w2 w3 : term), p_at (f_stack (Num (H + 1))) w2 w3) ->
    p_top (Num H) T.

Inductive p_duellist : term -> term -> Prop :=
(* duellist(attacker,P) :- phase(duel(_,_,_,_)), active(P). *)
| duellist_DUE06 : forall (P w1 w2 w3 w4 : term), p_phase (f_duel w1 w2 w3 w4) -> p_active P -> p_duellist k_attacker P
(* duellist(defender,Q) :- phase(duel(_,Q,_,_)). *)
| duellist_DUE06_2 : forall (Q w1 w2 w3 : term), p_phase (f_duel w1 Q w2 w3) -> p_duellist k_defender Q.

Inductive p_ahead : term -> term -> Prop :=
(* ahead(W,K) :- duellist(W,P), at(area(P),master(K),_), duellist(_,Q), not at(area(Q),master(K),_). *)
| ahead_DUE06 : forall (K P Q W w1 w2 : term),
    p_duellist W P ->
    p_at (f_area P) (f_master K) w1 ->
    p_duellist w2 Q ->
    ~ (exists (w3 : term), p_at (f_area Q) (f_master K) w3) ->
    p_ahead W K.

Inductive p_host : term -> Prop :=
(* host(Q) :- phase(arrived(S)), at(S,shop(Q,_,_),_). *)
| host_USE03 : forall (Q S w1 w2 w3 : term), p_phase (f_arrived S) -> p_at S (f_shop3 Q w1 w2) w3 -> p_host Q.

Inductive p_base : term -> Prop :=
(* base(V) :- at(front,card(V,_,_),_). *)
| base_MOV01 : forall (V w1 w2 w3 : term), p_at k_front (f_card V w1 w2) w3 -> p_base V
(* base(none) :- not at(front,_,_). *)
| base_MOV01_2 : ~ (exists (w1 w2 : term), p_at k_front w1 w2) -> p_base k_none.

Inductive p_room : term -> term -> Prop :=
(* room(S,N) :- circles(S,N). *)
| room_A52 : forall (N S : term), p_circles S N -> p_room S N
(* room(S,N) :- space(S,site), at(S,shop(_,_,N),_). *)
| room_SHP04 : forall (N S w1 w2 w3 : term), p_space S k_site -> p_at S (f_shop3 w1 w2 N) w3 -> p_room S N.

Inductive p_free : term -> Prop :=
(* free(S) :- room(S,C), #sum { N,P : at(S,figure(P),N) } < C. *)
| free_MOV05 : forall (C : Z) (S : term) (wt1 : Z),
    p_room S (Num C) ->
    sum_is (fun t => (exists (N_1 P_1 : term), p_at S (f_figure P_1) N_1 /\ t = [N_1; P_1])) wt1 ->
    wt1 < C ->
    p_free S.

Inductive p_full : term -> Prop :=
(* full(S) :- room(S,_), not free(S). *)
| full_OCC01 : forall (S w1 : term), p_room S w1 -> ~ p_free S -> p_full S.

Inductive p_drawable : term -> Prop :=
(* drawable(M+N) :- size(pile,M), size(discards,N). *)
| drawable_A28 : forall (M N : Z), p_size k_pile (Num M) -> p_size k_discards (Num N) -> p_drawable (Num (M + N)).

Inductive p_points : term -> term -> term -> Prop :=
(* points(P,delivered,N) :- role(P), N = #sum { V*K,S : at(alcazar(P),S,K), S = sword(V,_,_) }. *)
| points_SCO01 : forall (N : Z) (P : term),
    p_role P ->
    sum_is (fun t => (exists (K_3 : Z) (S_3 : term) (V_3 : Z) (w1_3 w2_3 : term), p_at (f_alcazar P) S_3 (Num K_3) /\ S_3 = (f_sword (Num V_3) w1_3 w2_3) /\ t = [(Num (V_3 * K_3)); S_3])) N ->
    p_points P k_delivered (Num N)
(* points(P,in_front,N) :- role(P), not reading(a120,sum), N = #sum { V/D*K,S : at(area(P),S,K), S = sword(V,_,_), sword_divisor(D) }. *)
| points_SCO02 : forall (N : Z) (P : term),
    p_role P ->
    ~ p_reading k_a120 k_sum ->
    sum_is (fun t => (exists (D_3 K_3 : Z) (S_3 : term) (V_3 : Z) (w1_3 w2_3 : term), p_at (f_area P) S_3 (Num K_3) /\ S_3 = (f_sword (Num V_3) w1_3 w2_3) /\ p_sword_divisor (Num D_3) /\ (Num D_3) <> (Num 0) /\ t = [(Num ((Z.quot V_3 D_3) * K_3)); S_3])) N ->
    p_points P k_in_front (Num N)
(* points(P,in_front,N/D) :- reading(a120,sum), role(P), sword_divisor(D), N = #sum { V*K,S : at(area(P),S,K), S = sword(V,_,_) }. *)
| points_A120 : forall (D N : Z) (P : term),
    p_reading k_a120 k_sum ->
    p_role P ->
    p_sword_divisor (Num D) ->
    sum_is (fun t => (exists (K_3 : Z) (S_3 : term) (V_3 : Z) (w1_3 w2_3 : term), p_at (f_area P) S_3 (Num K_3) /\ S_3 = (f_sword (Num V_3) w1_3 w2_3) /\ t = [(Num (V_3 * K_3)); S_3])) N ->
    (Num D) <> (Num 0) ->
    p_points P k_in_front (Num (Z.quot N D))
(* points(P,paintings,N) :- role(P), N = #sum { V*K,V : at(area(P),painting(V),K) }. *)
| points_SCO03 : forall (N : Z) (P : term),
    p_role P ->
    sum_is (fun t => (exists (K_1 V_1 : Z), p_at (f_area P) (f_painting (Num V_1)) (Num K_1) /\ t = [(Num (V_1 * K_1)); (Num V_1)])) N ->
    p_points P k_paintings (Num N)
(* points(P,gems,N/M) :- role(P), at(area(P),gem,N), gems_per_point(M). *)
| points_SCO04 : forall (M N : Z) (P : term),
    p_role P ->
    p_at (f_area P) k_gem (Num N) ->
    p_gems_per_point (Num M) ->
    (Num M) <> (Num 0) ->
    p_points P k_gems (Num (Z.quot N M))
(* points(P,movement_tile,-N) :- role(P), at(area(P),master(movement),_), movement_penalty(N). *)
| points_SCO05 : forall (N : Z) (P w1 : term),
    p_role P ->
    p_at (f_area P) (f_master k_movement) w1 ->
    p_movement_penalty (Num N) ->
    p_points P k_movement_tile (Num (0 - N)).

Inductive p_goal : term -> term -> Prop :=
(* goal(P,N) :- role(P), N = #sum { K,I : points(P,I,K) }. *)
| goal_SCO06 : forall (N : Z) (P : term),
    p_role P ->
    sum_is (fun t => (exists (I_1 K_1 : term), p_points P I_1 K_1 /\ t = [K_1; I_1])) N ->
    p_goal P (Num N).

Inductive p_level : term -> term -> Prop :=
(* level(P,Q) :- goal(P,N), goal(Q,N). *)
| level_TIE02 : forall (N P Q : term), p_goal P N -> p_goal Q N -> p_level P Q.

Inductive p_at_no_entrance : Prop :=
(* at_no_entrance :- phase(X), X = (start;moving). *)
| at_no_entrance_ALC02 : forall (X : term), p_phase X -> In X [k_start; k_moving] -> p_at_no_entrance
(* at_no_entrance :- phase(arrived(_)). *)
| at_no_entrance_ALC02_2 : forall (w1 : term), p_phase (f_arrived w1) -> p_at_no_entrance
(* at_no_entrance :- phase(transit(_)). *)
| at_no_entrance_ALC02_3 : forall (w1 : term), p_phase (f_transit w1) -> p_at_no_entrance.

Inductive p_terminal : Prop :=
(* terminal :- phase(over). *)
| terminal_END03 : p_phase k_over -> p_terminal.

Inductive p_resting : Prop :=
(* resting :- phase(moving). *)
| resting_A41 : p_phase k_moving -> p_resting
(* resting :- phase(arrived(_)). *)
| resting_A41_2 : forall (w1 : term), p_phase (f_arrived w1) -> p_resting
(* resting :- phase(entered). *)
| resting_A41_3 : p_phase k_entered -> p_resting.

Inductive p_under_way : Prop :=
(* under_way :- resting. *)
| under_way_A20 : p_resting -> p_under_way
(* under_way :- phase(transit(_)). *)
| under_way_A20_2 : forall (w1 : term), p_phase (f_transit w1) -> p_under_way.

Inductive p_chance_next : Prop :=
(* chance_next :- phase(drawing(_,_)). *)
| chance_next_A136 : forall (w1 w2 : term), p_phase (f_drawing w1 w2) -> p_chance_next
(* chance_next :- phase(duel(_,_,_,_)). *)
| chance_next_A136_2 : forall (w1 w2 w3 w4 : term), p_phase (f_duel w1 w2 w3 w4) -> p_chance_next.

Inductive p_masters : term -> Prop :=
(* masters(N) :- active(P), N = #count { K : at(area(P),master(K),_) }. *)
| masters_FEN04 : forall (N : Z) (P : term),
    p_active P ->
    count_is (fun t => (exists (K_2 w1_2 : term), p_at (f_area P) (f_master K_2) w1_2 /\ t = [K_2])) N ->
    p_masters (Num N).

Inductive p_mover : term -> Prop :=
(* mover(S) :- phase(start), active(P), at(S,figure(P),_), on_road(S). *)
| mover_A40 : forall (P S w1 : term),
    p_phase k_start ->
    p_active P ->
    p_at S (f_figure P) w1 ->
    p_on_road S ->
    p_mover S
(* mover(S) :- resting, active(P), at(S,figure(P),_), on_road(S). *)
| mover_A40_2 : forall (P S w1 : term), p_resting -> p_active P -> p_at S (f_figure P) w1 -> p_on_road S -> p_mover S
(* mover(S) :- phase(transit(S)). *)
| mover_A53 : forall (S : term), p_phase (f_transit S) -> p_mover S.

Inductive p_vacant : term -> Prop :=
(* vacant(S) :- space(S,site), not at(S,shop(_,_,_),_). *)
| vacant_A30 : forall (S : term),
    p_space S k_site ->
    ~ (exists (w1 w2 w3 w4 : term), p_at S (f_shop3 w1 w2 w3) w4) ->
    p_vacant S.

Inductive p_tile_card : term -> Prop :=
(* tile_card(V) :- true(tile_card(V)). *)
| tile_card_A84 : forall (V : term), p_true (f_tile_card V) -> p_tile_card V
(* tile_card(none) :- not true(tile_card(_)). *)
| tile_card_A84_2 : ~ (exists (w1 : term), p_true (f_tile_card w1)) -> p_tile_card k_none.

Inductive p_now : term -> term -> Prop :=
(* now(S,run(S,B,T,0,N)) :- mover(S), base(B), tile_card(T), drawable(N). *)
| now_A43 : forall (B N S T : term),
    p_mover S ->
    p_base B ->
    p_tile_card T ->
    p_drawable N ->
    p_now S (f_run S B T (Num 0) N).

Inductive p_rival : term -> term -> Prop :=
(* rival(Q,S) :- active(P), space(S,_), at(S,figure(Q),_), Q != P. *)
| rival_OCC02 : forall (P Q S w1 w2 : term),
    p_active P ->
    p_space S w1 ->
    p_at S (f_figure Q) w2 ->
    Q <> P ->
    p_rival Q S.

Inductive p_in_hand : term -> term -> Prop :=
(* in_hand(V,H) :- active(P), at(hand(P),card(V,_,_),_), H = #sum { N,X,Y : at(hand(P),card(V,X,Y),N) }. *)
| in_hand_MOV08 : forall (H : Z) (P V w1 w2 w3 : term),
    p_active P ->
    p_at (f_hand P) (f_card V w1 w2) w3 ->
    sum_is (fun t => (exists (N_4 X_4 Y_4 : term), p_at (f_hand P) (f_card V X_4 Y_4) N_4 /\ t = [N_4; X_4; Y_4])) H ->
    p_in_hand V (Num H).

Inductive p_may_end : term -> Prop :=
(* may_end(S) :- room(S,_). *)
| may_end_MOV04 : forall (S w1 : term), p_room S w1 -> p_may_end S
(* may_end(S) :- space(S,entrance). *)
| may_end_MOV04_2 : forall (S : term), p_space S k_entrance -> p_may_end S.

Inductive p_reaches : term -> term -> term -> Prop :=
(* reaches(S,V,S+V) :- on_road(S), in_hand(V,_), may_end(S+V). *)
| reaches_MOV02 : forall (S V : Z) (w1 : term),
    p_on_road (Num S) ->
    p_in_hand (Num V) w1 ->
    p_may_end (Num (S + V)) ->
    p_reaches (Num S) (Num V) (Num (S + V)).

Inductive p_leg : term -> term -> term -> term -> Prop :=
(* leg(R,V,plain,run(E,V,none,1,N)) :- from(R), R = run(S,none,none,0,N), reaches(S,V,E). *)
| leg_MOV01 : forall (E N R S V : term),
    p_from R ->
    R = (f_run S k_none k_none (Num 0) N) ->
    p_reaches S V E ->
    p_leg R V k_plain (f_run E V k_none (Num 1) N)
(* leg(R,V,plain, run(E,V,T,K+1,N+1)) :- from(R), R = run(S,V,T,K,N), in_hand(V,H), H > K, reaches(S,V,E). *)
| leg_MOV08 : forall (E : term) (H K N : Z) (R S T V : term),
    p_from R ->
    R = (f_run S V T (Num K) (Num N)) ->
    p_in_hand V (Num H) ->
    H > K ->
    p_reaches S V E ->
    p_leg R V k_plain (f_run E V T (Num (K + 1)) (Num (N + 1)))
(* leg(R,V,tile,run(E,B,V,K,N+1)) :- from(R), R = run(S,B,none,K,N), reaches(S,V,E), V != B, active(P), at(area(P),master(movement),_). *)
| leg_TIL01 : forall (B E K : term) (N : Z) (P R S V w1 : term),
    p_from R ->
    R = (f_run S B k_none K (Num N)) ->
    p_reaches S V E ->
    V <> B ->
    p_active P ->
    p_at (f_area P) (f_master k_movement) w1 ->
    p_leg R V k_tile (f_run E B V K (Num (N + 1)))
(* leg(R,V,plain,run(E,V,T,1,N)) :- from(R), R = run(S,none,T,0,N), T != none, reaches(S,V,E), V != T. *)
| leg_TIL06 : forall (E N R S T V : term),
    p_from R ->
    R = (f_run S k_none T (Num 0) N) ->
    T <> k_none ->
    p_reaches S V E ->
    V <> T ->
    p_leg R V k_plain (f_run E V T (Num 1) N)
with p_from : term -> Prop :=
(* from(R) :- now(_,R). *)
| from_A43 : forall (R w1 : term), p_now w1 R -> p_from R
(* from(R) :- stuck(R). *)
| from_A43_2 : forall (R : term), p_stuck R -> p_from R
with p_stuck : term -> Prop :=
(* stuck(R) :- comes(R,S,_), full(S), not rival(_,S). *)
| stuck_A43 : forall (R S w1 : term), p_comes R S w1 -> p_full S -> ~ (exists (w2 : term), p_rival w2 S) -> p_stuck R
(* stuck(R) :- comes(R,S,0), full(S). *)
| stuck_A143 : forall (R S : term), p_comes R S (Num 0) -> p_full S -> p_stuck R
with p_comes : term -> term -> term -> Prop :=
(* comes(R,S,N) :- leg(_,_,_,R), R = run(S,_,_,_,N). *)
| comes_A43 : forall (N R S w1 w2 w3 w4 w5 w6 : term), p_leg w1 w2 w3 R -> R = (f_run S w4 w5 w6 N) -> p_comes R S N.

Inductive p_good : term -> Prop :=
(* good(R) :- comes(R,S,_), space(S,entrance). *)
| good_ALC01 : forall (R S w1 : term), p_comes R S w1 -> p_space S k_entrance -> p_good R
(* good(R) :- comes(R,S,_), free(S). *)
| good_MOV05 : forall (R S w1 : term), p_comes R S w1 -> p_free S -> p_good R
(* good(R) :- comes(R,S,N), rival(_,S), N > 0. *)
| good_A143 : forall (N : Z) (R S w1 : term), p_comes R S (Num N) -> p_rival w1 S -> N > 0 -> p_good R
(* good(R) :- stuck(R), leg(R,_,_,E), good(E). *)
| good_A44 : forall (E R w1 w2 : term), p_stuck R -> p_leg R w1 w2 E -> p_good E -> p_good R.

Inductive p_playable : term -> term -> term -> Prop :=
(* playable(C,S,M) :- active(P), at(hand(P),C,_), C = card(V,_,_), now(S,R), leg(R,V,M,E), good(E). *)
| playable_MOV02 : forall (C E M P R S V w1 w2 w3 : term),
    p_active P ->
    p_at (f_hand P) C w1 ->
    C = (f_card V w2 w3) ->
    p_now S R ->
    p_leg R V M E ->
    p_good E ->
    p_playable C S M.

Inductive p_card_due : Prop :=
(* card_due :- reading(a82,if_possible), true(tile_card(_)), base(none), playable(_,_,_). *)
| card_due_A82 : forall (w1 w2 w3 w4 : term),
    p_reading k_a82 k_if_possible ->
    p_true (f_tile_card w1) ->
    p_base k_none ->
    p_playable w2 w3 w4 ->
    p_card_due.

Inductive p_owns : term -> term -> Prop :=
(* owns(T,N) :- here(smith), active(P), T = (metal;gem), at(area(P),T,N). *)
| owns_A65 : forall (N P T : term),
    p_here k_smith ->
    p_active P ->
    In T [k_metal; k_gem] ->
    p_at (f_area P) T N ->
    p_owns T N
(* owns(T,0) :- here(smith), active(P), T = (metal;gem), not at(area(P),T,_). *)
| owns_A65_2 : forall (P T : term),
    p_here k_smith ->
    p_active P ->
    In T [k_metal; k_gem] ->
    ~ (exists (w1 : term), p_at (f_area P) T w1) ->
    p_owns T (Num 0).

Inductive p_card_to_reveal : Prop :=
(* card_to_reveal :- drawable(N), N > 0. *)
| card_to_reveal_A28 : forall (N : Z), p_drawable (Num N) -> N > 0 -> p_card_to_reveal.

Inductive p_fee : term -> Prop :=
(* fee(none) :- active(P), host(P). *)
| fee_USE03 : forall (P : term), p_active P -> p_host P -> p_fee k_none
(* fee(C) :- active(P), not host(P), phase(arrived(S)), price(S,R), at(hand(P),C,_), C = card(V,_,_), V >= R. *)
| fee_USE05 : forall (C P : term) (R : Z) (S : term) (V : Z) (w1 w2 w3 : term),
    p_active P ->
    ~ p_host P ->
    p_phase (f_arrived S) ->
    p_price S (Num R) ->
    p_at (f_hand P) C w1 ->
    C = (f_card (Num V) w2 w3) ->
    V >= R ->
    p_fee C.

Inductive p_lesson : term -> Prop :=
(* lesson(T) :- here(fencing), active(P), at(board,T,_), T = master(_), not at(area(P),T,_). *)
| lesson_FEN05 : forall (P T w1 w2 : term),
    p_here k_fencing ->
    p_active P ->
    p_at k_board T w1 ->
    T = (f_master w2) ->
    ~ (exists (w3 : term), p_at (f_area P) T w3) ->
    p_lesson T.

Inductive p_offer : term -> term -> Prop :=
(* offer(none,none) :- top(_,_). *)
| offer_A66 : forall (w1 w2 : term), p_top w1 w2 -> p_offer k_none k_none
(* offer(none,none) :- here(metal), at(supply,metal,_). *)
| offer_A63 : forall (w1 : term), p_here k_metal -> p_at k_supply k_metal w1 -> p_offer k_none k_none
(* offer(none,none) :- here(gem), at(supply,gem,_). *)
| offer_A64 : forall (w1 : term), p_here k_gem -> p_at k_supply k_gem w1 -> p_offer k_none k_none
(* offer(T,none) :- lesson(T), masters(N), tile_limit(L), N < L. *)
| offer_FEN04 : forall (L N : Z) (T : term),
    p_lesson T ->
    p_masters (Num N) ->
    p_tile_limit (Num L) ->
    N < L ->
    p_offer T k_none
(* offer(T,B) :- lesson(T), masters(N), tile_limit(N), active(P), at(area(P),B,_), B = master(_). *)
| offer_FEN06 : forall (B N P T w1 w2 : term),
    p_lesson T ->
    p_masters N ->
    p_tile_limit N ->
    p_active P ->
    p_at (f_area P) B w1 ->
    B = (f_master w2) ->
    p_offer T B
(* offer(sword(V,M,G),none) :- here(smith), at(board,sword(V,M,G),_), owns(metal,X), X >= M, owns(gem,Y), Y >= G. *)
| offer_A65 : forall (G M : Z) (V : term) (X Y : Z) (w1 : term),
    p_here k_smith ->
    p_at k_board (f_sword V (Num M) (Num G)) w1 ->
    p_owns k_metal (Num X) ->
    X >= M ->
    p_owns k_gem (Num Y) ->
    Y >= G ->
    p_offer (f_sword V (Num M) (Num G)) k_none
(* offer(none,none) :- here(tavern). *)
| offer_A148 : p_here k_tavern -> p_offer k_none k_none.

Inductive p_may : term -> term -> Prop :=
(* may(P,deliver(S)) :- active(P), phase(entered), at(area(P),S,_), S = sword(_,_,_). *)
| may_ALC02 : forall (P S w1 w2 w3 w4 : term),
    p_active P ->
    p_phase k_entered ->
    p_at (f_area P) S w1 ->
    S = (f_sword w2 w3 w4) ->
    p_may P (f_deliver S)
(* may(P,challenge(Q)) :- active(P), phase(transit(S)), rival(Q,S), card_to_reveal. *)
| may_DUE01 : forall (P Q S : term),
    p_active P ->
    p_phase (f_transit S) ->
    p_rival Q S ->
    p_card_to_reveal ->
    p_may P (f_challenge Q)
(* may(P,play_card(C,S,M)) :- active(P), playable(C,S,M). *)
| may_MOV02 : forall (C M P S : term), p_active P -> p_playable C S M -> p_may P (f_play_card C S M)
(* may(P,end_turn) :- active(P), resting, not card_due. *)
| may_A41 : forall (P : term), p_active P -> p_resting -> ~ p_card_due -> p_may P k_end_turn
(* may(P,place_shop(T,S)) :- active(P), phase(start), vacant(S), at(area(P),T,_), T = shop(_,_,_). *)
| may_SHP01 : forall (P S T w1 w2 w3 w4 : term),
    p_active P ->
    p_phase k_start ->
    p_vacant S ->
    p_at (f_area P) T w1 ->
    T = (f_shop3 w2 w3 w4) ->
    p_may P (f_place_shop T S)
(* may(P,return_figure(S)) :- active(P), phase(start), at(S,figure(P),_), space(S,_). *)
| may_RET01 : forall (P S w1 w2 : term),
    p_active P ->
    p_phase k_start ->
    p_at S (f_figure P) w1 ->
    p_space S w2 ->
    p_may P (f_return_figure S)
(* may(P,return_figure(0)) :- reading(a109,outside_alcazar), active(P), phase(start), at(0,figure(P),_). *)
| may_A109 : forall (P w1 : term),
    p_reading k_a109 k_outside_alcazar ->
    p_active P ->
    p_phase k_start ->
    p_at (Num 0) (f_figure P) w1 ->
    p_may P (f_return_figure (Num 0))
(* may(P,take_cards) :- active(P), phase(start), drawable(N), N > 0. *)
| may_TAK01 : forall (N : Z) (P : term),
    p_active P ->
    p_phase k_start ->
    p_drawable (Num N) ->
    N > 0 ->
    p_may P k_take_cards
(* may(P,use_space(C,T,B)) :- active(P), fee(C), offer(T,B). *)
| may_USE01 : forall (B C P T : term), p_active P -> p_fee C -> p_offer T B -> p_may P (f_use_space C T B).

Inductive p_alternatives : term -> Prop :=
(* alternatives(N) :- N = #count { P,A : may(P,A) }. *)
| alternatives_A19 : forall (N : Z),
    count_is (fun t => (exists (A_1 P_1 : term), p_may P_1 A_1 /\ t = [P_1; A_1])) N ->
    p_alternatives (Num N).

Inductive p_obliged : Prop :=
(* obliged :- may(_,take_cards). *)
| obliged_A160 : forall (w1 : term), p_may w1 k_take_cards -> p_obliged
(* obliged :- may(_,place_shop(_,_)). *)
| obliged_A160_2 : forall (w1 w2 w3 : term), p_may w1 (f_place_shop w2 w3) -> p_obliged
(* obliged :- may(_,play_card(_,_,_)). *)
| obliged_A160_3 : forall (w1 w2 w3 w4 : term), p_may w1 (f_play_card w2 w3 w4) -> p_obliged.

Inductive p_let_off : Prop :=
(* let_off :- reading(a160,voluntary), phase(start), not obliged. *)
| let_off_A160 : p_reading k_a160 k_voluntary -> p_phase k_start -> ~ p_obliged -> p_let_off.

Inductive p_charge : term -> term -> Prop :=
(* charge(P,N) :- active(P), not host(P), phase(arrived(S)), price(S,N). *)
| charge_USE04 : forall (N P S : term), p_active P -> ~ p_host P -> p_phase (f_arrived S) -> p_price S N -> p_charge P N.

Inductive p_legal : term -> term -> Prop :=
(* legal(chance,draw(C)) :- phase(duel(_,_,_,_)), at(pile,C,_). *)
| legal_DUE04 : forall (C w1 w2 w3 w4 w5 : term),
    p_phase (f_duel w1 w2 w3 w4) ->
    p_at k_pile C w5 ->
    p_legal k_chance (f_draw C)
(* legal(chance,draw(C)) :- phase(drawing(_,_)), at(pile,C,_). *)
| legal_TAK01 : forall (C w1 w2 w3 : term), p_phase (f_drawing w1 w2) -> p_at k_pile C w3 -> p_legal k_chance (f_draw C)
(* legal(P,A) :- may(P,A). *)
| legal_A147 : forall (A P : term), p_may P A -> p_legal P A
(* legal(P,pass) :- active(P), phase(start), not may(P,_). *)
| legal_A147_2 : forall (P : term),
    p_active P ->
    p_phase k_start ->
    ~ (exists (w1 : term), p_may P w1) ->
    p_legal P k_pass
(* legal(P,pass) :- active(P), let_off. *)
| legal_A160 : forall (P : term), p_active P -> p_let_off -> p_legal P k_pass.

Inductive p_hidden : term -> term -> Prop :=
(* hidden(W,at(pile,C,N)) :- viewer(W), at(pile,C,N). *)
| hidden_A128 : forall (C N W : term), p_viewer W -> p_at k_pile C N -> p_hidden W (f_at k_pile C N)
(* hidden(W,at(hand(P),C,N)) :- viewer(W), at(hand(P),C,N), W != P. *)
| hidden_A128_2 : forall (C N P W : term),
    p_viewer W ->
    p_at (f_hand P) C N ->
    W <> P ->
    p_hidden W (f_at (f_hand P) C N).

Inductive p_sees : term -> term -> Prop :=
(* sees(W,size(pile,N)) :- viewer(W), size(pile,N). *)
| sees_A128 : forall (N W : term), p_viewer W -> p_size k_pile N -> p_sees W (f_size k_pile N)
(* sees(W,size(hand(P),N)) :- viewer(W), size(hand(P),N). *)
| sees_A128_2 : forall (N P W : term), p_viewer W -> p_size (f_hand P) N -> p_sees W (f_size (f_hand P) N)
(* sees(W,F) :- viewer(W), true(F), not hidden(W,F). *)
| sees_A129 : forall (F W : term), p_viewer W -> p_true F -> ~ p_hidden W F -> p_sees W F.

Inductive p_unseen : term -> term -> term -> Prop :=
(* unseen(W,C,N-M) :- viewer(W), copies(C,N), C = card(_,_,_), M = #sum { K,X : in_sight(W,X), at(X,C,K) }. *)
| unseen_A130 : forall (C : term) (M N : Z) (W w1 w2 w3 : term),
    p_viewer W ->
    p_copies C (Num N) ->
    C = (f_card w1 w2 w3) ->
    sum_is (fun t => (exists (K_4 X_4 : term), p_in_sight W X_4 /\ p_at X_4 C K_4 /\ t = [K_4; X_4])) M ->
    p_unseen W C (Num (N - M)).

Inductive p_unknown : term -> term -> Prop :=
(* unknown(P,N-M) :- size(hand(P),N), M = #sum { K,C : at(known(P),C,K) }. *)
| unknown_A130 : forall (M N : Z) (P : term),
    p_size (f_hand P) (Num N) ->
    sum_is (fun t => (exists (C_1 K_1 : term), p_at (f_known P) C_1 K_1 /\ t = [K_1; C_1])) M ->
    p_unknown P (Num (N - M)).

Inductive p_elsewhere : term -> term -> term -> Prop :=
(* elsewhere(W,P,N-M) :- other(W,P), N = #sum { K,C : unseen(W,C,K) }, unknown(P,M). *)
| elsewhere_A130 : forall (M N : Z) (P W : term),
    p_other W P ->
    sum_is (fun t => (exists (C_1 K_1 : term), p_unseen W C_1 K_1 /\ t = [K_1; C_1])) N ->
    p_unknown P (Num M) ->
    p_elsewhere W P (Num (N - M)).

Inductive p_notes : term -> term -> term -> Prop :=
(* notes(P,C,K) :- at(known(P),C,K). *)
| notes_A130 : forall (C K P : term), p_at (f_known P) C K -> p_notes P C K
(* notes(P,C,0) :- role(P), copies(C,_), C = card(_,_,_), not at(known(P),C,_). *)
| notes_A130_2 : forall (C P w1 w2 w3 w4 : term),
    p_role P ->
    p_copies C w1 ->
    C = (f_card w2 w3 w4) ->
    ~ (exists (w5 : term), p_at (f_known P) C w5) ->
    p_notes P C (Num 0).

Inductive p_sure : term -> term -> term -> term -> Prop :=
(* sure(W,P,C,N) :- other(W,P), at(known(P),C,N). *)
| sure_A130 : forall (C N P W : term), p_other W P -> p_at (f_known P) C N -> p_sure W P C N
(* sure(W,P,C,K+N-M) :- unseen(W,C,N), elsewhere(W,P,M), N > M, notes(P,C,K). *)
| sure_A130_2 : forall (C : term) (K M N : Z) (P W : term),
    p_unseen W C (Num N) ->
    p_elsewhere W P (Num M) ->
    N > M ->
    p_notes P C (Num K) ->
    p_sure W P C (Num ((K + N) - M)).

Inductive p_weight : term -> term -> Prop :=
(* weight(draw(C),N) :- legal(chance,draw(C)), at(pile,C,N). *)
| weight_TAK01 : forall (C N : term), p_legal k_chance (f_draw C) -> p_at k_pile C N -> p_weight (f_draw C) N.

Inductive p_outdoes : term -> term -> Prop :=
(* outdoes(P,Q) :- goal(P,M), goal(Q,N), M > N. *)
| outdoes_TIE01 : forall (M N : Z) (P Q : term), p_goal P (Num M) -> p_goal Q (Num N) -> M > N -> p_outdoes P Q
(* outdoes(P,Q) :- level(P,Q), size(hand(P),M), size(hand(Q),N), M > N. *)
| outdoes_TIE02 : forall (M N : Z) (P Q : term),
    p_level P Q ->
    p_size (f_hand P) (Num M) ->
    p_size (f_hand Q) (Num N) ->
    M > N ->
    p_outdoes P Q.

Inductive p_leads : term -> Prop :=
(* leads(P) :- role(P), not outdoes(_,P). *)
| leads_A125 : forall (P : term), p_role P -> ~ (exists (w1 : term), p_outdoes w1 P) -> p_leads P.

Inductive p_card_sum : term -> term -> Prop :=
(* card_sum(P,N) :- role(P), N = #sum { V*K,C : at(hand(P),C,K), C = card(V,_,_) }. *)
| card_sum_TIE03 : forall (N : Z) (P : term),
    p_role P ->
    sum_is (fun t => (exists (C_3 : term) (K_3 V_3 : Z) (w1_3 w2_3 : term), p_at (f_hand P) C_3 (Num K_3) /\ C_3 = (f_card (Num V_3) w1_3 w2_3) /\ t = [(Num (V_3 * K_3)); C_3])) N ->
    p_card_sum P (Num N).

Inductive p_better : term -> term -> Prop :=
(* better(P,Q) :- outdoes(P,Q). *)
| better_A125 : forall (P Q : term), p_outdoes P Q -> p_better P Q
(* better(P,Q) :- leads(P), leads(Q), card_sum(P,M), card_sum(Q,N), M > N. *)
| better_TIE03 : forall (M N : Z) (P Q : term),
    p_leads P ->
    p_leads Q ->
    p_card_sum P (Num M) ->
    p_card_sum Q (Num N) ->
    M > N ->
    p_better P Q.

Inductive p_rank : term -> term -> Prop :=
(* rank(P,1+N) :- role(P), N = #count { Q : better(Q,P) }. *)
| rank_A126 : forall (N : Z) (P : term),
    p_role P ->
    count_is (fun t => (exists (Q_1 : term), p_better Q_1 P /\ t = [Q_1])) N ->
    p_rank P (Num (1 + N)).

Inductive p_winner : term -> Prop :=
(* winner(P) :- terminal, rank(P,1). *)
| winner_A126 : forall (P : term), p_terminal -> p_rank P (Num 1) -> p_winner P.

(* ---- from the move ---- *)

Inductive p_lands : term -> term -> Prop :=
(* lands(P,S+V) :- does(P,play_card(card(V,_,_),S,_)). *)
| lands_MOV02 : forall (P : term) (S V : Z) (w1 w2 w3 : term),
    p_does P (f_play_card (f_card (Num V) w1 w2) (Num S) w3) ->
    p_lands P (Num (S + V)).

Inductive p_lifted : term -> Prop :=
(* lifted(S) :- does(_,play_card(_,S,_)), not phase(transit(_)). *)
| lifted_MOV02 : forall (S w1 w2 w3 : term),
    p_does w1 (f_play_card w2 S w3) ->
    ~ (exists (w4 : term), p_phase (f_transit w4)) ->
    p_lifted S
(* lifted(transit) :- does(_,play_card(_,_,_)), phase(transit(_)). *)
| lifted_A53 : forall (w1 w2 w3 w4 w5 : term),
    p_does w1 (f_play_card w2 w3 w4) ->
    p_phase (f_transit w5) ->
    p_lifted k_transit.

Inductive p_revealed : term -> Prop :=
(* revealed(C) :- phase(duel(_,_,_,_)), does(chance,draw(C)). *)
| revealed_DUE04 : forall (C w1 w2 w3 w4 : term),
    p_phase (f_duel w1 w2 w3 w4) ->
    p_does k_chance (f_draw C) ->
    p_revealed C.

Inductive p_round : term -> Prop :=
(* round(W) :- revealed(card(_,K,_)), ahead(W,K). *)
| round_DUE06 : forall (K W w1 w2 : term), p_revealed (f_card w1 K w2) -> p_ahead W K -> p_round W
(* round(W) :- revealed(card(_,K,W)), not ahead(_,K). *)
| round_DUE07 : forall (K W w1 : term), p_revealed (f_card w1 K W) -> ~ (exists (w2 : term), p_ahead w2 K) -> p_round W.

Inductive p_rounds : term -> term -> Prop :=
(* rounds(A+1,D) :- round(attacker), phase(duel(_,_,A,D)). *)
| rounds_DUE09 : forall (A : Z) (D w1 w2 : term),
    p_round k_attacker ->
    p_phase (f_duel w1 w2 (Num A) D) ->
    p_rounds (Num (A + 1)) D
(* rounds(A,D+1) :- round(defender), phase(duel(_,_,A,D)). *)
| rounds_DUE09_2 : forall (A : term) (D : Z) (w1 w2 : term),
    p_round k_defender ->
    p_phase (f_duel w1 w2 A (Num D)) ->
    p_rounds A (Num (D + 1)).

Inductive p_won : term -> Prop :=
(* won(attacker) :- rounds(N,_), rounds_to_win(N). *)
| won_DUE09 : forall (N w1 : term), p_rounds N w1 -> p_rounds_to_win N -> p_won k_attacker
(* won(defender) :- rounds(_,N), rounds_to_win(N). *)
| won_DUE09_2 : forall (N w1 : term), p_rounds w1 N -> p_rounds_to_win N -> p_won k_defender.

Inductive p_paid : term -> term -> term -> Prop :=
(* paid(P,C,Q) :- does(P,use_space(C,_,_)), C != none, host(Q). *)
| paid_USE04 : forall (C P Q w1 w2 : term), p_does P (f_use_space C w1 w2) -> C <> k_none -> p_host Q -> p_paid P C Q.

Inductive p_spent : term -> term -> Prop :=
(* spent(P,C) :- does(P,play_card(C,_,_)). *)
| spent_A130 : forall (C P w1 w2 : term), p_does P (f_play_card C w1 w2) -> p_spent P C
(* spent(P,C) :- does(P,use_space(C,_,_)). *)
| spent_A130_2 : forall (C P w1 w2 : term), p_does P (f_use_space C w1 w2) -> p_spent P C.

Inductive p_drawn : term -> term -> Prop :=
(* drawn(P,C) :- does(chance,draw(C)), phase(drawing(_,_)), active(P). *)
| drawn_TAK01 : forall (C P w1 w2 : term),
    p_does k_chance (f_draw C) ->
    p_phase (f_drawing w1 w2) ->
    p_active P ->
    p_drawn P C.

Inductive p_last_draw : term -> Prop :=
(* last_draw(W) :- does(chance,_), phase(drawing(1,W)). *)
| last_draw_A27 : forall (W w1 : term), p_does k_chance w1 -> p_phase (f_drawing (Num 1) W) -> p_last_draw W
(* last_draw(W) :- does(chance,_), phase(drawing(_,W)), drawable(1). *)
| last_draw_A27_2 : forall (W w1 w2 : term),
    p_does k_chance w1 ->
    p_phase (f_drawing w2 W) ->
    p_drawable (Num 1) ->
    p_last_draw W.

Inductive p_turn_ends : Prop :=
(* turn_ends :- does(_,end_turn). *)
| turn_ends_A41 : forall (w1 : term), p_does w1 k_end_turn -> p_turn_ends
(* turn_ends :- does(_,place_shop(_,_)). *)
| turn_ends_SHP01 : forall (w1 w2 w3 : term), p_does w1 (f_place_shop w2 w3) -> p_turn_ends
(* turn_ends :- does(_,return_figure(_)). *)
| turn_ends_RET02 : forall (w1 w2 : term), p_does w1 (f_return_figure w2) -> p_turn_ends
(* turn_ends :- last_draw(take). *)
| turn_ends_TAK01 : p_last_draw k_take -> p_turn_ends
(* turn_ends :- does(_,pass). *)
| turn_ends_A147 : forall (w1 : term), p_does w1 k_pass -> p_turn_ends.

Inductive p_game_ends : Prop :=
(* game_ends :- turn_ends, active(P), clockwise(P,Q), true(trigger(Q)). *)
| game_ends_END02 : forall (P Q : term),
    p_turn_ends ->
    p_active P ->
    p_clockwise P Q ->
    p_true (f_trigger Q) ->
    p_game_ends.

Inductive p_passes_on : Prop :=
(* passes_on :- turn_ends, not game_ends. *)
| passes_on_TRN02 : p_turn_ends -> ~ p_game_ends -> p_passes_on.

Inductive p_follows : term -> Prop :=
(* follows(entered) :- lands(_,S), space(S,entrance). *)
| follows_ALC01 : forall (S w1 : term), p_lands w1 S -> p_space S k_entrance -> p_follows k_entered
(* follows(moving) :- does(_,deliver(_)). *)
| follows_ALC03 : forall (w1 w2 : term), p_does w1 (f_deliver w2) -> p_follows k_moving
(* follows(duel(S,Q,0,0)) :- does(_,challenge(Q)), phase(transit(S)). *)
| follows_DUE01 : forall (Q S w1 : term),
    p_does w1 (f_challenge Q) ->
    p_phase (f_transit S) ->
    p_follows (f_duel S Q (Num 0) (Num 0))
(* follows(duel(S,Q,A,D)) :- rounds(A,D), rounds_to_win(N), A < N, D < N, phase(duel(S,Q,_,_)). *)
| follows_DUE10 : forall (A D N : Z) (Q S w1 w2 : term),
    p_rounds (Num A) (Num D) ->
    p_rounds_to_win (Num N) ->
    A < N ->
    D < N ->
    p_phase (f_duel S Q w1 w2) ->
    p_follows (f_duel S Q (Num A) (Num D))
(* follows(arrived(S)) :- won(attacker), phase(duel(S,_,_,_)). *)
| follows_DUE13 : forall (S w1 w2 w3 : term), p_won k_attacker -> p_phase (f_duel S w1 w2 w3) -> p_follows (f_arrived S)
(* follows(moving) :- won(defender). *)
| follows_DUE14 : p_won k_defender -> p_follows k_moving
(* follows(over) :- game_ends. *)
| follows_END03 : p_game_ends -> p_follows k_over
(* follows(arrived(S)) :- lands(_,S), free(S). *)
| follows_MOV06 : forall (S w1 : term), p_lands w1 S -> p_free S -> p_follows (f_arrived S)
(* follows(transit(S)) :- lands(_,S), full(S). *)
| follows_OCC01 : forall (S w1 : term), p_lands w1 S -> p_full S -> p_follows (f_transit S)
(* follows(drawing(N,take)) :- does(_,take_cards), cards_taken(N). *)
| follows_TAK01 : forall (N w1 : term), p_does w1 k_take_cards -> p_cards_taken N -> p_follows (f_drawing N k_take)
(* follows(drawing(L-1,W)) :- does(chance,_), phase(drawing(L,W)), not last_draw(W). *)
| follows_A27 : forall (L : Z) (W w1 : term),
    p_does k_chance w1 ->
    p_phase (f_drawing (Num L) W) ->
    ~ p_last_draw W ->
    p_follows (f_drawing (Num (L - 1)) W)
(* follows(drawing(N,tavern)) :- does(_,use_space(_,_,_)), here(tavern), tavern_cards(N). *)
| follows_TAV02 : forall (N w1 w2 w3 w4 : term),
    p_does w1 (f_use_space w2 w3 w4) ->
    p_here k_tavern ->
    p_tavern_cards N ->
    p_follows (f_drawing N k_tavern)
(* follows(moving) :- last_draw(tavern). *)
| follows_TAV03 : p_last_draw k_tavern -> p_follows k_moving
(* follows(start) :- passes_on. *)
| follows_TRN02 : p_passes_on -> p_follows k_start
(* follows(moving) :- does(_,use_space(_,_,_)), not here(tavern). *)
| follows_USE01 : forall (w1 w2 w3 w4 : term),
    p_does w1 (f_use_space w2 w3 w4) ->
    ~ p_here k_tavern ->
    p_follows k_moving.

Inductive p_needs_card : Prop :=
(* needs_card :- follows(drawing(_,_)). *)
| needs_card_A22 : forall (w1 w2 : term), p_follows (f_drawing w1 w2) -> p_needs_card
(* needs_card :- follows(duel(_,_,_,_)). *)
| needs_card_A22_2 : forall (w1 w2 w3 w4 : term), p_follows (f_duel w1 w2 w3 w4) -> p_needs_card.

Inductive p_last_card_goes : Prop :=
(* last_card_goes :- reading(a22,used_up), size(pile,1), does(chance,_). *)
| last_card_goes_A22 : forall (w1 : term),
    p_reading k_a22 k_used_up ->
    p_size k_pile (Num 1) ->
    p_does k_chance w1 ->
    p_last_card_goes.

Inductive p_discarded : term -> term -> Prop :=
(* discarded(C,pile) :- revealed(C). *)
| discarded_DUE04 : forall (C : term), p_revealed C -> p_discarded C k_pile
(* discarded(C,hand(P)) :- does(P,play_card(C,_,plain)), not base(none). *)
| discarded_MOV11 : forall (C P w1 : term),
    p_does P (f_play_card C w1 k_plain) ->
    ~ p_base k_none ->
    p_discarded C (f_hand P)
(* discarded(C,hand(P)) :- does(P,play_card(C,_,tile)). *)
| discarded_MOV11_2 : forall (C P w1 : term), p_does P (f_play_card C w1 k_tile) -> p_discarded C (f_hand P)
(* discarded(C,front) :- turn_ends, at(front,C,_). *)
| discarded_MOV12 : forall (C w1 : term), p_turn_ends -> p_at k_front C w1 -> p_discarded C k_front
(* discarded(C,hand(P)) :- does(P,use_space(C,_,_)), C != none, here(tavern). *)
| discarded_USE08 : forall (C P w1 w2 : term),
    p_does P (f_use_space C w1 w2) ->
    C <> k_none ->
    p_here k_tavern ->
    p_discarded C (f_hand P)
(* discarded(C,hand(P)) :- does(P,use_space(C,_,_)), C != none, here(artist). *)
| discarded_USE09 : forall (C P w1 w2 : term),
    p_does P (f_use_space C w1 w2) ->
    C <> k_none ->
    p_here k_artist ->
    p_discarded C (f_hand P).

Inductive p_reshuffle : Prop :=
(* reshuffle :- needs_card, size(pile,0). *)
| reshuffle_A22 : p_needs_card -> p_size k_pile (Num 0) -> p_reshuffle
(* reshuffle :- needs_card, size(pile,1), does(chance,_). *)
| reshuffle_A22_2 : forall (w1 : term), p_needs_card -> p_size k_pile (Num 1) -> p_does k_chance w1 -> p_reshuffle
(* reshuffle :- last_card_goes, at(discards,_,_). *)
| reshuffle_A22_3 : forall (w1 w2 : term), p_last_card_goes -> p_at k_discards w1 w2 -> p_reshuffle
(* reshuffle :- last_card_goes, discarded(_,_). *)
| reshuffle_A22_4 : forall (w1 w2 : term), p_last_card_goes -> p_discarded w1 w2 -> p_reshuffle.

Inductive p_moves : term -> term -> term -> term -> Prop :=
(* moves(1,figure(P),X,alcazar(P)) :- lands(P,S), lifted(X), space(S,entrance). *)
| moves_ALC01 : forall (P S X : term),
    p_lands P S ->
    p_lifted X ->
    p_space S k_entrance ->
    p_moves (Num 1) (f_figure P) X (f_alcazar P)
(* moves(1,S,area(P),alcazar(P)) :- does(P,deliver(S)). *)
| moves_ALC02 : forall (P S : term), p_does P (f_deliver S) -> p_moves (Num 1) S (f_area P) (f_alcazar P)
(* moves(1,T,stack(H),area(P)) :- does(P,use_space(_,_,_)), top(H,T). *)
| moves_ART01 : forall (H P T w1 w2 w3 : term),
    p_does P (f_use_space w1 w2 w3) ->
    p_top H T ->
    p_moves (Num 1) T (f_stack H) (f_area P)
(* moves(1,metal,supply,area(P)) :- does(P,use_space(_,_,_)), here(metal). *)
| moves_MET01 : forall (P w1 w2 w3 : term),
    p_does P (f_use_space w1 w2 w3) ->
    p_here k_metal ->
    p_moves (Num 1) k_metal k_supply (f_area P)
(* moves(1,gem,supply,area(P)) :- does(P,use_space(_,_,_)), here(gem). *)
| moves_GEM01 : forall (P w1 w2 w3 : term),
    p_does P (f_use_space w1 w2 w3) ->
    p_here k_gem ->
    p_moves (Num 1) k_gem k_supply (f_area P)
(* moves(1,figure(Q),S,0) :- won(attacker), phase(duel(S,Q,_,_)). *)
| moves_DUE11 : forall (Q S w1 w2 : term),
    p_won k_attacker ->
    p_phase (f_duel S Q w1 w2) ->
    p_moves (Num 1) (f_figure Q) S (Num 0)
(* moves(1,figure(P),transit,0) :- won(defender), active(P). *)
| moves_DUE11_2 : forall (P : term), p_won k_defender -> p_active P -> p_moves (Num 1) (f_figure P) k_transit (Num 0)
(* moves(1,figure(P),transit,S) :- won(attacker), active(P), phase(duel(S,_,_,_)). *)
| moves_DUE13 : forall (P S w1 w2 w3 : term),
    p_won k_attacker ->
    p_active P ->
    p_phase (f_duel S w1 w2 w3) ->
    p_moves (Num 1) (f_figure P) k_transit S
(* moves(1,T,board,area(P)) :- does(P,use_space(_,T,_)), T = master(_). *)
| moves_FEN01 : forall (P T w1 w2 w3 : term),
    p_does P (f_use_space w1 T w2) ->
    T = (f_master w3) ->
    p_moves (Num 1) T k_board (f_area P)
(* moves(1,B,area(P),board) :- does(P,use_space(_,_,B)), B != none. *)
| moves_FEN06 : forall (B P w1 w2 : term),
    p_does P (f_use_space w1 w2 B) ->
    B <> k_none ->
    p_moves (Num 1) B (f_area P) k_board
(* moves(1,C,nowhere,known(Q)) :- paid(_,C,Q), not reading(a130,forgotten). *)
| moves_A130 : forall (C Q w1 : term),
    p_paid w1 C Q ->
    ~ p_reading k_a130 k_forgotten ->
    p_moves (Num 1) C k_nowhere (f_known Q)
(* moves(1,C,known(P),nowhere) :- spent(P,C), at(known(P),C,_). *)
| moves_A130_2 : forall (C P w1 : term), p_spent P C -> p_at (f_known P) C w1 -> p_moves (Num 1) C (f_known P) k_nowhere
(* moves(1,C,hand(P),front) :- does(P,play_card(C,_,plain)), base(none). *)
| moves_MOV01 : forall (C P w1 : term),
    p_does P (f_play_card C w1 k_plain) ->
    p_base k_none ->
    p_moves (Num 1) C (f_hand P) k_front
(* moves(1,figure(P),X,S) :- lands(P,S), lifted(X), free(S). *)
| moves_MOV05 : forall (P S X : term), p_lands P S -> p_lifted X -> p_free S -> p_moves (Num 1) (f_figure P) X S
(* moves(1,figure(P),X,transit) :- lands(P,S), lifted(X), full(S). *)
| moves_OCC01 : forall (P S X : term), p_lands P S -> p_lifted X -> p_full S -> p_moves (Num 1) (f_figure P) X k_transit
(* moves(1,T,area(P),S) :- does(P,place_shop(T,S)). *)
| moves_SHP01 : forall (P S T : term), p_does P (f_place_shop T S) -> p_moves (Num 1) T (f_area P) S
(* moves(1,figure(P),S,0) :- does(P,return_figure(S)). *)
| moves_RET01 : forall (P S : term), p_does P (f_return_figure S) -> p_moves (Num 1) (f_figure P) S (Num 0)
(* moves(1,S,board,area(P)) :- does(P,use_space(_,S,_)), S = sword(_,_,_). *)
| moves_SMI01 : forall (P S w1 w2 w3 w4 w5 : term),
    p_does P (f_use_space w1 S w2) ->
    S = (f_sword w3 w4 w5) ->
    p_moves (Num 1) S k_board (f_area P)
(* moves(M,metal,area(P),supply) :- does(P,use_space(_,sword(_,M,_),_)), M > 0. *)
| moves_SMI03 : forall (M : Z) (P w1 w2 w3 w4 : term),
    p_does P (f_use_space w1 (f_sword w2 (Num M) w3) w4) ->
    M > 0 ->
    p_moves (Num M) k_metal (f_area P) k_supply
(* moves(G,gem,area(P),supply) :- does(P,use_space(_,sword(_,_,G),_)), G > 0. *)
| moves_SMI03_2 : forall (G : Z) (P w1 w2 w3 w4 : term),
    p_does P (f_use_space w1 (f_sword w2 w3 (Num G)) w4) ->
    G > 0 ->
    p_moves (Num G) k_gem (f_area P) k_supply
(* moves(1,C,pile,hand(P)) :- drawn(P,C). *)
| moves_TAK01 : forall (C P : term), p_drawn P C -> p_moves (Num 1) C k_pile (f_hand P)
(* moves(N,C,discards,pile) :- reshuffle, at(discards,C,N). *)
| moves_TAK02 : forall (C N : term), p_reshuffle -> p_at k_discards C N -> p_moves N C k_discards k_pile
(* moves(1,C,X,discards) :- discarded(C,X), not reshuffle. *)
| moves_A25 : forall (C X : term), p_discarded C X -> ~ p_reshuffle -> p_moves (Num 1) C X k_discards
(* moves(1,C,X,pile) :- discarded(C,X), reshuffle. *)
| moves_A25_2 : forall (C X : term), p_discarded C X -> p_reshuffle -> p_moves (Num 1) C X k_pile
(* moves(1,C,hand(P),hand(Q)) :- paid(P,C,Q). *)
| moves_USE04 : forall (C P Q : term), p_paid P C Q -> p_moves (Num 1) C (f_hand P) (f_hand Q).

Inductive p_touched : term -> term -> Prop :=
(* touched(X,T) :- moves(_,T,X,_), X != nowhere. *)
| touched_vocabulary : forall (T X w1 w2 : term), p_moves w1 T X w2 -> X <> k_nowhere -> p_touched X T
(* touched(X,T) :- moves(_,T,_,X), X != nowhere. *)
| touched_vocabulary_2 : forall (T X w1 w2 : term), p_moves w1 T w2 X -> X <> k_nowhere -> p_touched X T.

Inductive p_change : term -> term -> term -> Prop :=
(* change(X,T,D) :- touched(X,T), D = #sum { N,Y,in : moves(N,T,Y,X) ; -N,Y,out : moves(N,T,X,Y) }. *)
| change_vocabulary : forall (D : Z) (T X : term),
    p_touched X T ->
    sum_is (fun t => (exists (N_1 : Z) (Y_1 : term), p_moves (Num N_1) T Y_1 X /\ t = [(Num N_1); Y_1; k_in]) \/ (exists (N_1 : Z) (Y_1 : term), p_moves (Num N_1) T X Y_1 /\ t = [(Num (0 - N_1)); Y_1; k_out])) D ->
    p_change X T (Num D).

Inductive p_left : term -> term -> term -> Prop :=
(* left(P,C,N) :- game_ends, at(hand(P),C,N), not drawn(P,C). *)
| left_A128 : forall (C N P : term), p_game_ends -> p_at (f_hand P) C N -> ~ p_drawn P C -> p_left P C N
(* left(P,C,N+1) :- game_ends, at(hand(P),C,N), drawn(P,C). *)
| left_A128_2 : forall (C : term) (N : Z) (P : term),
    p_game_ends ->
    p_at (f_hand P) C (Num N) ->
    p_drawn P C ->
    p_left P C (Num (N + 1))
(* left(P,C,1) :- game_ends, drawn(P,C), not at(hand(P),C,_). *)
| left_A128_3 : forall (C P : term),
    p_game_ends ->
    p_drawn P C ->
    ~ (exists (w1 : term), p_at (f_hand P) C w1) ->
    p_left P C (Num 1).

Inductive p_left_in_all : term -> term -> Prop :=
(* left_in_all(P,N) :- game_ends, role(P), N = #sum { K,C : left(P,C,K) }. *)
| left_in_all_A128 : forall (N : Z) (P : term),
    p_game_ends ->
    p_role P ->
    sum_is (fun t => (exists (C_1 K_1 : term), p_left P C_1 K_1 /\ t = [K_1; C_1])) N ->
    p_left_in_all P (Num N).

Inductive p_behind : term -> Prop :=
(* behind(P) :- goal(P,M), goal(_,N), M < N. *)
| behind_A128 : forall (M N : Z) (P w1 : term), p_goal P (Num M) -> p_goal w1 (Num N) -> M < N -> p_behind P
(* behind(P) :- level(P,Q), left_in_all(P,M), left_in_all(Q,N), M < N. *)
| behind_A128_2 : forall (M N : Z) (P Q : term),
    p_level P Q ->
    p_left_in_all P (Num M) ->
    p_left_in_all Q (Num N) ->
    M < N ->
    p_behind P.

Inductive p_shows : term -> Prop :=
(* shows(P) :- left_in_all(P,N), N > 0, not behind(P), role(Q), not behind(Q), P != Q. *)
| shows_A128 : forall (N : Z) (P Q : term),
    p_left_in_all P (Num N) ->
    N > 0 ->
    ~ p_behind P ->
    p_role Q ->
    ~ p_behind Q ->
    P <> Q ->
    p_shows P.

Inductive p_gone : term -> Prop :=
(* gone(phase(X)) :- phase(X). *)
| gone_vocabulary : forall (X : term), p_phase X -> p_gone (f_phase X)
(* gone(at(X,T,N)) :- change(X,T,_), at(X,T,N). *)
| gone_vocabulary_2 : forall (N T X w1 : term), p_change X T w1 -> p_at X T N -> p_gone (f_at X T N)
(* gone(at(known(P),C,N)) :- shows(P), at(known(P),C,N). *)
| gone_A128 : forall (C N P : term), p_shows P -> p_at (f_known P) C N -> p_gone (f_at (f_known P) C N)
(* gone(tile_card(V)) :- turn_ends, true(tile_card(V)). *)
| gone_A84 : forall (V : term), p_turn_ends -> p_true (f_tile_card V) -> p_gone (f_tile_card V)
(* gone(active(P)) :- passes_on, active(P). *)
| gone_TRN02 : forall (P : term), p_passes_on -> p_active P -> p_gone (f_active P).

Inductive p_new : term -> Prop :=
(* new(phase(X)) :- follows(X). *)
| new_vocabulary : forall (X : term), p_follows X -> p_new (f_phase X)
(* new(at(X,T,N+D)) :- change(X,T,D), at(X,T,N), N+D > 0. *)
| new_vocabulary_2 : forall (D N : Z) (T X : term),
    p_change X T (Num D) ->
    p_at X T (Num N) ->
    (N + D) > 0 ->
    p_new (f_at X T (Num (N + D)))
(* new(at(X,T,D)) :- change(X,T,D), not at(X,T,_). *)
| new_vocabulary_3 : forall (D T X : term), p_change X T D -> ~ (exists (w1 : term), p_at X T w1) -> p_new (f_at X T D)
(* new(trigger(P)) :- turn_ends, not true(trigger(_)), active(P), at(alcazar(P),figure(P),N), last_round_at(M), N >= M. *)
| new_END01 : forall (M N : Z) (P : term),
    p_turn_ends ->
    ~ (exists (w1 : term), p_true (f_trigger w1)) ->
    p_active P ->
    p_at (f_alcazar P) (f_figure P) (Num N) ->
    p_last_round_at (Num M) ->
    N >= M ->
    p_new (f_trigger P)
(* new(at(known(P),C,N)) :- shows(P), left(P,C,N). *)
| new_A128 : forall (C N P : term), p_shows P -> p_left P C N -> p_new (f_at (f_known P) C N)
(* new(tile_card(V)) :- does(_,play_card(card(V,_,_),_,tile)). *)
| new_A84 : forall (V w1 w2 w3 w4 : term), p_does w1 (f_play_card (f_card V w2 w3) w4 k_tile) -> p_new (f_tile_card V)
(* new(active(Q)) :- passes_on, active(P), clockwise(P,Q). *)
| new_TRN02 : forall (P Q : term), p_passes_on -> p_active P -> p_clockwise P Q -> p_new (f_active Q).

Inductive p_next : term -> Prop :=
(* next(F) :- true(F), not gone(F). *)
| next_vocabulary : forall (F : term), p_true F -> ~ p_gone F -> p_next F
(* next(F) :- new(F). *)
| next_vocabulary_2 : forall (F : term), p_new F -> p_next F.

Inductive p_untimely : term -> term -> Prop :=
(* untimely(alc02,not_just_entered) :- does(P,deliver(_)), active(P), at_no_entrance, not at(alcazar(P),figure(P),_). *)
| untimely_ALC02 : forall (P w1 : term),
    p_does P (f_deliver w1) ->
    p_active P ->
    p_at_no_entrance ->
    ~ (exists (w2 : term), p_at (f_alcazar P) (f_figure P) w2) ->
    p_untimely k_alc02 k_not_just_entered
(* untimely(a106,not_just_entered) :- does(P,deliver(_)), active(P), at_no_entrance, not phase(moving), at(alcazar(P),figure(P),_). *)
| untimely_A106 : forall (P w1 w2 : term),
    p_does P (f_deliver w1) ->
    p_active P ->
    p_at_no_entrance ->
    ~ p_phase k_moving ->
    p_at (f_alcazar P) (f_figure P) w2 ->
    p_untimely k_a106 k_not_just_entered
(* untimely(a106,not_just_entered) :- does(P,deliver(_)), active(P), phase(moving), at(alcazar(P),figure(P),_), not at(alcazar(P),sword(_,_,_),_). *)
| untimely_A106_2 : forall (P w1 w2 : term),
    p_does P (f_deliver w1) ->
    p_active P ->
    p_phase k_moving ->
    p_at (f_alcazar P) (f_figure P) w2 ->
    ~ (exists (w3 w4 w5 w6 : term), p_at (f_alcazar P) (f_sword w3 w4 w5) w6) ->
    p_untimely k_a106 k_not_just_entered
(* untimely(alc03,not_just_entered) :- does(P,deliver(_)), active(P), phase(moving), at(alcazar(P),sword(_,_,_),_). *)
| untimely_ALC03 : forall (P w1 w2 w3 w4 w5 : term),
    p_does P (f_deliver w1) ->
    p_active P ->
    p_phase k_moving ->
    p_at (f_alcazar P) (f_sword w2 w3 w4) w5 ->
    p_untimely k_alc03 k_not_just_entered
(* untimely(a102,not_in_transit) :- does(P,challenge(_)), active(P), phase(entered). *)
| untimely_A102 : forall (P w1 : term),
    p_does P (f_challenge w1) ->
    p_active P ->
    p_phase k_entered ->
    p_untimely k_a102 k_not_in_transit
(* untimely(end03,game_over) :- does(P,_), role(P), terminal. *)
| untimely_END03 : forall (P w1 : term), p_does P w1 -> p_role P -> p_terminal -> p_untimely k_end03 k_game_over
(* untimely(a54,not_just_arrived) :- does(P,use_space(_,_,_)), active(P), phase(moving). *)
| untimely_A54 : forall (P w1 w2 w3 : term),
    p_does P (f_use_space w1 w2 w3) ->
    p_active P ->
    p_phase k_moving ->
    p_untimely k_a54 k_not_just_arrived
(* untimely(a41,figure_in_transit(S)) :- does(P,end_turn), active(P), phase(transit(S)). *)
| untimely_A41 : forall (P S : term),
    p_does P k_end_turn ->
    p_active P ->
    p_phase (f_transit S) ->
    p_untimely k_a41 (f_figure_in_transit S)
(* untimely(occ01,not_in_transit) :- does(P,challenge(_)), active(P), phase(X), X = (start;moving). *)
| untimely_OCC01 : forall (P X w1 : term),
    p_does P (f_challenge w1) ->
    p_active P ->
    p_phase X ->
    In X [k_start; k_moving] ->
    p_untimely k_occ01 k_not_in_transit
(* untimely(occ05,not_in_transit) :- does(P,challenge(_)), active(P), phase(arrived(_)). *)
| untimely_OCC05 : forall (P w1 w2 : term),
    p_does P (f_challenge w1) ->
    p_active P ->
    p_phase (f_arrived w2) ->
    p_untimely k_occ05 k_not_in_transit
(* untimely(a111,not_at_turn_start) :- does(P,return_figure(_)), active(P), under_way. *)
| untimely_A111 : forall (P w1 : term),
    p_does P (f_return_figure w1) ->
    p_active P ->
    p_under_way ->
    p_untimely k_a111 k_not_at_turn_start
(* untimely(trn02,not_on_turn(P,Q)) :- does(P,_), role(P), active(Q), P != Q, not terminal. *)
| untimely_TRN02 : forall (P Q w1 : term),
    p_does P w1 ->
    p_role P ->
    p_active Q ->
    P <> Q ->
    ~ p_terminal ->
    p_untimely k_trn02 (f_not_on_turn P Q)
(* untimely(a20,not_at_turn_start) :- does(P,take_cards), active(P), under_way. *)
| untimely_A20 : forall (P : term),
    p_does P k_take_cards ->
    p_active P ->
    p_under_way ->
    p_untimely k_a20 k_not_at_turn_start
(* untimely(a20,not_at_turn_start) :- does(P,place_shop(_,_)), active(P), under_way. *)
| untimely_A20_2 : forall (P w1 w2 : term),
    p_does P (f_place_shop w1 w2) ->
    p_active P ->
    p_under_way ->
    p_untimely k_a20 k_not_at_turn_start
(* untimely(a136,chance_is_next) :- does(P,_), active(P), chance_next. *)
| untimely_A136 : forall (P w1 : term), p_does P w1 -> p_active P -> p_chance_next -> p_untimely k_a136 k_chance_is_next
(* untimely(a136,not_a_chance_step) :- does(chance,_), not chance_next. *)
| untimely_A136_2 : forall (w1 : term), p_does k_chance w1 -> ~ p_chance_next -> p_untimely k_a136 k_not_a_chance_step
(* untimely(trn04,not_at_turn_start) :- does(P,pass), active(P), under_way. *)
| untimely_TRN04 : forall (P : term),
    p_does P k_pass ->
    p_active P ->
    p_under_way ->
    p_untimely k_trn04 k_not_at_turn_start
(* untimely(trn04,no_card_played) :- does(P,end_turn), active(P), phase(start). *)
| untimely_TRN04_2 : forall (P : term),
    p_does P k_end_turn ->
    p_active P ->
    p_phase k_start ->
    p_untimely k_trn04 k_no_card_played
(* untimely(use01,not_just_arrived) :- does(P,use_space(_,_,_)), active(P), phase(entered). *)
| untimely_USE01 : forall (P w1 w2 w3 : term),
    p_does P (f_use_space w1 w2 w3) ->
    p_active P ->
    p_phase k_entered ->
    p_untimely k_use01 k_not_just_arrived
(* untimely(use01,not_just_arrived) :- does(P,use_space(_,_,_)), active(P), phase(transit(_)). *)
| untimely_USE01_2 : forall (P w1 w2 w3 w4 : term),
    p_does P (f_use_space w1 w2 w3) ->
    p_active P ->
    p_phase (f_transit w4) ->
    p_untimely k_use01 k_not_just_arrived
(* untimely(use02,not_just_arrived) :- does(P,use_space(_,_,_)), active(P), phase(start). *)
| untimely_USE02 : forall (P w1 w2 w3 : term),
    p_does P (f_use_space w1 w2 w3) ->
    p_active P ->
    p_phase k_start ->
    p_untimely k_use02 k_not_just_arrived.

Inductive p_timely : Prop :=
(* timely :- not untimely(_,_). *)
| timely_vocabulary : ~ (exists (w1 w2 : term), p_untimely w1 w2) -> p_timely.

Inductive p_dead_end : term -> Prop :=
(* dead_end(S) :- does(P,play_card(C,X,M)), timely, at(hand(P),C,_), C = card(V,_,_), now(X,R), leg(R,V,M,E), not good(E), E = run(S,_,_,_,_). *)
| dead_end_OCC04 : forall (C E M P R S V X w1 w2 w3 w4 w5 w6 w7 : term),
    p_does P (f_play_card C X M) ->
    p_timely ->
    p_at (f_hand P) C w1 ->
    C = (f_card V w2 w3) ->
    p_now X R ->
    p_leg R V M E ->
    ~ p_good E ->
    E = (f_run S w4 w5 w6 w7) ->
    p_dead_end S.

Inductive p_against : term -> term -> term -> Prop :=
(* against(means,alc02,sword_not_in_front(T)) :- does(P,deliver(T)), timely, not at(area(P),T,_). *)
| against_ALC02 : forall (P T : term),
    p_does P (f_deliver T) ->
    p_timely ->
    ~ (exists (w1 : term), p_at (f_area P) T w1) ->
    p_against k_means k_alc02 (f_sword_not_in_front T)
(* against(hopeless,a66,no_painting_left) :- does(_,use_space(_,_,_)), timely, here(artist), not top(_,_). *)
| against_A66 : forall (w1 w2 w3 w4 : term),
    p_does w1 (f_use_space w2 w3 w4) ->
    p_timely ->
    p_here k_artist ->
    ~ (exists (w5 w6 : term), p_top w5 w6) ->
    p_against k_hopeless k_a66 k_no_painting_left
(* against(hopeless,a63,no_metal_left) :- does(_,use_space(_,_,_)), timely, here(metal), not at(supply,metal,_). *)
| against_A63 : forall (w1 w2 w3 w4 : term),
    p_does w1 (f_use_space w2 w3 w4) ->
    p_timely ->
    p_here k_metal ->
    ~ (exists (w5 : term), p_at k_supply k_metal w5) ->
    p_against k_hopeless k_a63 k_no_metal_left
(* against(hopeless,a64,no_gems_left) :- does(_,use_space(_,_,_)), timely, here(gem), not at(supply,gem,_). *)
| against_A64 : forall (w1 w2 w3 w4 : term),
    p_does w1 (f_use_space w2 w3 w4) ->
    p_timely ->
    p_here k_gem ->
    ~ (exists (w5 : term), p_at k_supply k_gem w5) ->
    p_against k_hopeless k_a64 k_no_gems_left
(* against(means,due04,card_not_in_pile(C)) :- does(chance,draw(C)), phase(duel(_,_,_,_)), not at(pile,C,_). *)
| against_DUE04 : forall (C w1 w2 w3 w4 : term),
    p_does k_chance (f_draw C) ->
    p_phase (f_duel w1 w2 w3 w4) ->
    ~ (exists (w5 : term), p_at k_pile C w5) ->
    p_against k_means k_due04 (f_card_not_in_pile C)
(* against(aim,fen01,no_tile_chosen(none)) :- does(_,use_space(_,none,_)), timely, here(fencing). *)
| against_FEN01 : forall (w1 w2 w3 : term),
    p_does w1 (f_use_space w2 k_none w3) ->
    p_timely ->
    p_here k_fencing ->
    p_against k_aim k_fen01 (f_no_tile_chosen k_none)
(* against(aim,fen01,no_tile_chosen(sword(V,M,G))) :- does(_,use_space(_,sword(V,M,G),_)), timely, here(fencing). *)
| against_FEN01_2 : forall (G M V w1 w2 w3 : term),
    p_does w1 (f_use_space w2 (f_sword V M G) w3) ->
    p_timely ->
    p_here k_fencing ->
    p_against k_aim k_fen01 (f_no_tile_chosen (f_sword V M G))
(* against(aim,fen05,tile_already_held(master(K))) :- does(P,use_space(_,master(K),_)), timely, here(fencing), at(area(P),master(K),_). *)
| against_FEN05 : forall (K P w1 w2 w3 : term),
    p_does P (f_use_space w1 (f_master K) w2) ->
    p_timely ->
    p_here k_fencing ->
    p_at (f_area P) (f_master K) w3 ->
    p_against k_aim k_fen05 (f_tile_already_held (f_master K))
(* against(back,fen06,tile_limit_reached(N,N)) :- does(_,use_space(_,_,none)), timely, here(fencing), masters(N), tile_limit(N). *)
| against_FEN06 : forall (N w1 w2 w3 : term),
    p_does w1 (f_use_space w2 w3 k_none) ->
    p_timely ->
    p_here k_fencing ->
    p_masters N ->
    p_tile_limit N ->
    p_against k_back k_fen06 (f_tile_limit_reached N N)
(* against(back,fen06,tile_not_held(master(K))) :- does(P,use_space(_,_,master(K))), timely, here(fencing), masters(N), tile_limit(N), not at(area(P),master(K),_). *)
| against_FEN06_2 : forall (K N P w1 w2 : term),
    p_does P (f_use_space w1 w2 (f_master K)) ->
    p_timely ->
    p_here k_fencing ->
    p_masters N ->
    p_tile_limit N ->
    ~ (exists (w3 : term), p_at (f_area P) (f_master K) w3) ->
    p_against k_back k_fen06 (f_tile_not_held (f_master K))
(* against(aim,a151,tile_not_on_board(master(K))) :- does(P,use_space(_,master(K),_)), timely, here(fencing), not at(area(P),master(K),_), not at(board,master(K),_). *)
| against_A151 : forall (K P w1 w2 : term),
    p_does P (f_use_space w1 (f_master K) w2) ->
    p_timely ->
    p_here k_fencing ->
    ~ (exists (w3 : term), p_at (f_area P) (f_master K) w3) ->
    ~ (exists (w4 : term), p_at k_board (f_master K) w4) ->
    p_against k_aim k_a151 (f_tile_not_on_board (f_master K))
(* against(back,fen07,nothing_to_give_back(K)) :- does(_,use_space(_,_,B)), timely, B != none, here(K), K != fencing. *)
| against_FEN07 : forall (B K w1 w2 w3 : term),
    p_does w1 (f_use_space w2 w3 B) ->
    p_timely ->
    B <> k_none ->
    p_here K ->
    K <> k_fencing ->
    p_against k_back k_fen07 (f_nothing_to_give_back K)
(* against(back,a75,below_tile_limit(N,L)) :- does(_,use_space(_,_,master(_))), timely, here(fencing), masters(N), tile_limit(L), N < L. *)
| against_A75 : forall (L N : Z) (w1 w2 w3 w4 : term),
    p_does w1 (f_use_space w2 w3 (f_master w4)) ->
    p_timely ->
    p_here k_fencing ->
    p_masters (Num N) ->
    p_tile_limit (Num L) ->
    N < L ->
    p_against k_back k_a75 (f_below_tile_limit (Num N) (Num L))
(* against(means,mov01,card_not_in_hand(C)) :- does(P,play_card(C,_,_)), timely, not at(hand(P),C,_). *)
| against_MOV01 : forall (C P w1 w2 : term),
    p_does P (f_play_card C w1 w2) ->
    p_timely ->
    ~ (exists (w3 : term), p_at (f_hand P) C w3) ->
    p_against k_means k_mov01 (f_card_not_in_hand C)
(* against(choice,mov02,no_figure_there(S)) :- does(P,play_card(_,S,_)), timely, not phase(transit(_)), not at(S,figure(P),_). *)
| against_MOV02 : forall (P S w1 w2 : term),
    p_does P (f_play_card w1 S w2) ->
    p_timely ->
    ~ (exists (w3 : term), p_phase (f_transit w3)) ->
    ~ (exists (w4 : term), p_at S (f_figure P) w4) ->
    p_against k_choice k_mov02 (f_no_figure_there S)
(* against(aim,mov04,no_shop_there(S+V)) :- does(P,play_card(C,S,_)), timely, at(hand(P),C,_), C = card(V,_,_), mover(S), vacant(S+V). *)
| against_MOV04 : forall (C P : term) (S V : Z) (w1 w2 w3 w4 : term),
    p_does P (f_play_card C (Num S) w1) ->
    p_timely ->
    p_at (f_hand P) C w2 ->
    C = (f_card (Num V) w3 w4) ->
    p_mover (Num S) ->
    p_vacant (Num (S + V)) ->
    p_against k_aim k_mov04 (f_no_shop_there (Num (S + V)))
(* against(aim,a37,beyond_the_alcazar(S+V,L)) :- does(P,play_card(C,S,_)), timely, at(hand(P),C,_), C = card(V,_,_), mover(S), not on_road(S+V), last_step(L). *)
| against_A37 : forall (C L P : term) (S V : Z) (w1 w2 w3 w4 : term),
    p_does P (f_play_card C (Num S) w1) ->
    p_timely ->
    p_at (f_hand P) C w2 ->
    C = (f_card (Num V) w3 w4) ->
    p_mover (Num S) ->
    ~ p_on_road (Num (S + V)) ->
    p_last_step L ->
    p_against k_aim k_a37 (f_beyond_the_alcazar (Num (S + V)) L)
(* against(worth,mov08,value_not_repeated(V,B)) :- does(_,play_card(card(V,_,_),_,plain)), timely, base(B), B != none, V != B, not tile_card(V). *)
| against_MOV08 : forall (B V w1 w2 w3 w4 : term),
    p_does w1 (f_play_card (f_card V w2 w3) w4 k_plain) ->
    p_timely ->
    p_base B ->
    B <> k_none ->
    V <> B ->
    ~ p_tile_card V ->
    p_against k_worth k_mov08 (f_value_not_repeated V B)
(* against(hopeless,til01,no_movement_tile) :- does(P,play_card(_,_,tile)), timely, not at(area(P),master(movement),_). *)
| against_TIL01 : forall (P w1 w2 : term),
    p_does P (f_play_card w1 w2 k_tile) ->
    p_timely ->
    ~ (exists (w3 : term), p_at (f_area P) (f_master k_movement) w3) ->
    p_against k_hopeless k_til01 k_no_movement_tile
(* against(hopeless,a84,movement_tile_spent(V)) :- does(P,play_card(_,_,tile)), timely, at(area(P),master(movement),_), true(tile_card(V)). *)
| against_A84 : forall (P V w1 w2 w3 : term),
    p_does P (f_play_card w1 w2 k_tile) ->
    p_timely ->
    p_at (f_area P) (f_master k_movement) w3 ->
    p_true (f_tile_card V) ->
    p_against k_hopeless k_a84 (f_movement_tile_spent V)
(* against(worth,a80,tile_not_needed(V)) :- does(_,play_card(card(V,_,_),_,tile)), timely, base(V). *)
| against_A80 : forall (V w1 w2 w3 w4 : term),
    p_does w1 (f_play_card (f_card V w2 w3) w4 k_tile) ->
    p_timely ->
    p_base V ->
    p_against k_worth k_a80 (f_tile_not_needed V)
(* against(worth,til04,value_not_repeated(V,B)) :- does(_,play_card(card(V,_,_),_,plain)), timely, base(B), B != none, tile_card(V). *)
| against_TIL04 : forall (B V w1 w2 w3 w4 : term),
    p_does w1 (f_play_card (f_card V w2 w3) w4 k_plain) ->
    p_timely ->
    p_base B ->
    B <> k_none ->
    p_tile_card V ->
    p_against k_worth k_til04 (f_value_not_repeated V B)
(* against(hopeless,a82,second_card_due(V)) :- does(_,end_turn), timely, card_due, true(tile_card(V)). *)
| against_A82 : forall (V w1 : term),
    p_does w1 k_end_turn ->
    p_timely ->
    p_card_due ->
    p_true (f_tile_card V) ->
    p_against k_hopeless k_a82 (f_second_card_due V)
(* against(worth,a83,same_value_as_tile_card(V)) :- does(_,play_card(card(V,_,_),_,plain)), timely, base(none), tile_card(V). *)
| against_A83 : forall (V w1 w2 w3 w4 : term),
    p_does w1 (f_play_card (f_card V w2 w3) w4 k_plain) ->
    p_timely ->
    p_base k_none ->
    p_tile_card V ->
    p_against k_worth k_a83 (f_same_value_as_tile_card V)
(* against(choice,occ01,rival_not_there(Q,S)) :- does(P,challenge(Q)), timely, P != Q, phase(transit(S)), not at(S,figure(Q),_). *)
| against_OCC01 : forall (P Q S : term),
    p_does P (f_challenge Q) ->
    p_timely ->
    P <> Q ->
    p_phase (f_transit S) ->
    ~ (exists (w1 : term), p_at S (f_figure Q) w1) ->
    p_against k_choice k_occ01 (f_rival_not_there Q S)
(* against(choice,a53,other_figure_in_transit(S,X)) :- does(_,play_card(_,S,_)), timely, phase(transit(X)), S != X. *)
| against_A53 : forall (S X w1 w2 w3 : term),
    p_does w1 (f_play_card w2 S w3) ->
    p_timely ->
    p_phase (f_transit X) ->
    S <> X ->
    p_against k_choice k_a53 (f_other_figure_in_transit S X)
(* against(choice,occ02,own_figure) :- does(P,challenge(P)), timely. *)
| against_OCC02 : forall (P : term), p_does P (f_challenge P) -> p_timely -> p_against k_choice k_occ02 k_own_figure
(* against(aim,occ04,no_way_on(S)) :- dead_end(S), not rival(_,S). *)
| against_OCC04 : forall (S : term),
    p_dead_end S ->
    ~ (exists (w1 : term), p_rival w1 S) ->
    p_against k_aim k_occ04 (f_no_way_on S)
(* against(means,shp01,shop_not_in_tray(T)) :- does(P,place_shop(T,_)), timely, not at(area(P),T,_). *)
| against_SHP01 : forall (P T w1 : term),
    p_does P (f_place_shop T w1) ->
    p_timely ->
    ~ (exists (w2 : term), p_at (f_area P) T w2) ->
    p_against k_means k_shp01 (f_shop_not_in_tray T)
(* against(choice,shp01,site_taken(S,Q)) :- does(_,place_shop(_,S)), timely, at(S,shop(Q,_,_),_). *)
| against_SHP01_2 : forall (Q S w1 w2 w3 w4 w5 : term),
    p_does w1 (f_place_shop w2 S) ->
    p_timely ->
    p_at S (f_shop3 Q w3 w4) w5 ->
    p_against k_choice k_shp01 (f_site_taken S Q)
(* against(choice,a30,not_a_site(S,entrance)) :- does(_,place_shop(_,S)), timely, space(S,entrance). *)
| against_A30 : forall (S w1 w2 : term),
    p_does w1 (f_place_shop w2 S) ->
    p_timely ->
    p_space S k_entrance ->
    p_against k_choice k_a30 (f_not_a_site S k_entrance)
(* against(choice,a30,not_a_site(0,cathedral)) :- does(_,place_shop(_,0)), timely. *)
| against_A30_2 : forall (w1 w2 : term),
    p_does w1 (f_place_shop w2 (Num 0)) ->
    p_timely ->
    p_against k_choice k_a30 (f_not_a_site (Num 0) k_cathedral)
(* against(choice,a30,no_such_step(S,L)) :- does(_,place_shop(_,S)), timely, not on_road(S), last_step(L). *)
| against_A30_3 : forall (L S w1 w2 : term),
    p_does w1 (f_place_shop w2 S) ->
    p_timely ->
    ~ p_on_road S ->
    p_last_step L ->
    p_against k_choice k_a30 (f_no_such_step S L)
(* against(choice,shp02,not_a_site(S,K)) :- does(_,place_shop(_,S)), timely, space(S,K), K = (tavern;artist). *)
| against_SHP02 : forall (K S w1 w2 : term),
    p_does w1 (f_place_shop w2 S) ->
    p_timely ->
    p_space S K ->
    In K [k_tavern; k_artist] ->
    p_against k_choice k_shp02 (f_not_a_site S K)
(* against(choice,ret01,no_figure_to_return(S)) :- does(P,return_figure(S)), timely, S != 0, not at(S,figure(P),_). *)
| against_RET01 : forall (P S : term),
    p_does P (f_return_figure S) ->
    p_timely ->
    S <> (Num 0) ->
    ~ (exists (w1 : term), p_at S (f_figure P) w1) ->
    p_against k_choice k_ret01 (f_no_figure_to_return S)
(* against(choice,ret01,no_figure_to_return(0)) :- reading(a109,outside_alcazar), does(P,return_figure(0)), timely, not at(0,figure(P),_). *)
| against_RET01_2 : forall (P : term),
    p_reading k_a109 k_outside_alcazar ->
    p_does P (f_return_figure (Num 0)) ->
    p_timely ->
    ~ (exists (w1 : term), p_at (Num 0) (f_figure P) w1) ->
    p_against k_choice k_ret01 (f_no_figure_to_return (Num 0))
(* against(choice,a109,already_at_cathedral) :- does(_,return_figure(0)), timely, not reading(a109,outside_alcazar). *)
| against_A109 : forall (w1 : term),
    p_does w1 (f_return_figure (Num 0)) ->
    p_timely ->
    ~ p_reading k_a109 k_outside_alcazar ->
    p_against k_choice k_a109 k_already_at_cathedral
(* against(aim,smi01,no_sword_chosen(none)) :- does(_,use_space(_,none,_)), timely, here(smith). *)
| against_SMI01 : forall (w1 w2 w3 : term),
    p_does w1 (f_use_space w2 k_none w3) ->
    p_timely ->
    p_here k_smith ->
    p_against k_aim k_smi01 (f_no_sword_chosen k_none)
(* against(aim,smi01,no_sword_chosen(master(K))) :- does(_,use_space(_,master(K),_)), timely, here(smith). *)
| against_SMI01_2 : forall (K w1 w2 w3 : term),
    p_does w1 (f_use_space w2 (f_master K) w3) ->
    p_timely ->
    p_here k_smith ->
    p_against k_aim k_smi01 (f_no_sword_chosen (f_master K))
(* against(aim,smi01,sword_not_on_board(sword(V,M,G))) :- does(_,use_space(_,sword(V,M,G),_)), timely, here(smith), not at(board,sword(V,M,G),_). *)
| against_SMI01_3 : forall (G M V w1 w2 w3 : term),
    p_does w1 (f_use_space w2 (f_sword V M G) w3) ->
    p_timely ->
    p_here k_smith ->
    ~ (exists (w4 : term), p_at k_board (f_sword V M G) w4) ->
    p_against k_aim k_smi01 (f_sword_not_on_board (f_sword V M G))
(* against(metal,smi02,too_little_metal(N,M)) :- does(_,use_space(_,sword(_,M,_),_)), timely, owns(metal,N), N < M. *)
| against_SMI02 : forall (M N : Z) (w1 w2 w3 w4 w5 : term),
    p_does w1 (f_use_space w2 (f_sword w3 (Num M) w4) w5) ->
    p_timely ->
    p_owns k_metal (Num N) ->
    N < M ->
    p_against k_metal k_smi02 (f_too_little_metal (Num N) (Num M))
(* against(gems,smi02,too_few_gems(N,G)) :- does(_,use_space(_,sword(_,_,G),_)), timely, owns(gem,N), N < G. *)
| against_SMI02_2 : forall (G N : Z) (w1 w2 w3 w4 w5 : term),
    p_does w1 (f_use_space w2 (f_sword w3 w4 (Num G)) w5) ->
    p_timely ->
    p_owns k_gem (Num N) ->
    N < G ->
    p_against k_gems k_smi02 (f_too_few_gems (Num N) (Num G))
(* against(means,tak01,card_not_in_pile(C)) :- does(chance,draw(C)), phase(drawing(_,_)), not at(pile,C,_). *)
| against_TAK01 : forall (C w1 w2 : term),
    p_does k_chance (f_draw C) ->
    p_phase (f_drawing w1 w2) ->
    ~ (exists (w3 : term), p_at k_pile C w3) ->
    p_against k_means k_tak01 (f_card_not_in_pile C)
(* against(hopeless,a27,nothing_to_draw) :- does(_,take_cards), timely, drawable(0). *)
| against_A27 : forall (w1 : term),
    p_does w1 k_take_cards ->
    p_timely ->
    p_drawable (Num 0) ->
    p_against k_hopeless k_a27 k_nothing_to_draw
(* against(hopeless,a28,nothing_to_reveal) :- does(_,challenge(_)), timely, not card_to_reveal. *)
| against_A28 : forall (w1 w2 : term),
    p_does w1 (f_challenge w2) ->
    p_timely ->
    ~ p_card_to_reveal ->
    p_against k_hopeless k_a28 k_nothing_to_reveal
(* against(aim,a28,no_duel_and_no_way_on(S)) :- dead_end(S), rival(_,S). *)
| against_A28_2 : forall (S w1 : term),
    p_dead_end S ->
    p_rival w1 S ->
    p_against k_aim k_a28 (f_no_duel_and_no_way_on S)
(* against(hopeless,a19,something_else_is_possible(N)) :- does(_,pass), timely, alternatives(N), N > 0, not let_off. *)
| against_A19 : forall (N : Z) (w1 : term),
    p_does w1 k_pass ->
    p_timely ->
    p_alternatives (Num N) ->
    N > 0 ->
    ~ p_let_off ->
    p_against k_hopeless k_a19 (f_something_else_is_possible (Num N))
(* against(aim,a70,nothing_to_choose(K)) :- does(_,use_space(_,T,_)), timely, T != none, here(K), K = (metal;gem;tavern;artist). *)
| against_A70 : forall (K T w1 w2 w3 : term),
    p_does w1 (f_use_space w2 T w3) ->
    p_timely ->
    T <> k_none ->
    p_here K ->
    In K [k_metal; k_gem; k_tavern; k_artist] ->
    p_against k_aim k_a70 (f_nothing_to_choose K)
(* against(means,use03,own_shop_is_free(C)) :- does(P,use_space(C,_,_)), timely, C != none, host(P). *)
| against_USE03 : forall (C P w1 w2 : term),
    p_does P (f_use_space C w1 w2) ->
    p_timely ->
    C <> k_none ->
    p_host P ->
    p_against k_means k_use03 (f_own_shop_is_free C)
(* against(means,use04,fee_missing(N)) :- does(P,use_space(none,_,_)), charge(P,N), host(_). *)
| against_USE04 : forall (N P w1 w2 w3 : term),
    p_does P (f_use_space k_none w1 w2) ->
    p_charge P N ->
    p_host w3 ->
    p_against k_means k_use04 (f_fee_missing N)
(* against(means,a59,fee_not_in_hand(C)) :- does(P,use_space(C,_,_)), C != none, charge(P,_), not at(hand(P),C,_). *)
| against_A59 : forall (C P w1 w2 w3 : term),
    p_does P (f_use_space C w1 w2) ->
    C <> k_none ->
    p_charge P w3 ->
    ~ (exists (w4 : term), p_at (f_hand P) C w4) ->
    p_against k_means k_a59 (f_fee_not_in_hand C)
(* against(worth,use05,fee_too_low(V,N)) :- does(P,use_space(card(V,_,_),_,_)), charge(P,N), host(_), V < N. *)
| against_USE05 : forall (N : Z) (P : term) (V : Z) (w1 w2 w3 w4 w5 : term),
    p_does P (f_use_space (f_card (Num V) w1 w2) w3 w4) ->
    p_charge P (Num N) ->
    p_host w5 ->
    V < N ->
    p_against k_worth k_use05 (f_fee_too_low (Num V) (Num N))
(* against(means,use08,fee_missing(N)) :- does(P,use_space(none,_,_)), charge(P,N), here(tavern). *)
| against_USE08 : forall (N P w1 w2 : term),
    p_does P (f_use_space k_none w1 w2) ->
    p_charge P N ->
    p_here k_tavern ->
    p_against k_means k_use08 (f_fee_missing N)
(* against(worth,use08,fee_too_low(V,N)) :- does(P,use_space(card(V,_,_),_,_)), charge(P,N), here(tavern), V < N. *)
| against_USE08_2 : forall (N : Z) (P : term) (V : Z) (w1 w2 w3 w4 : term),
    p_does P (f_use_space (f_card (Num V) w1 w2) w3 w4) ->
    p_charge P (Num N) ->
    p_here k_tavern ->
    V < N ->
    p_against k_worth k_use08 (f_fee_too_low (Num V) (Num N))
(* against(means,use09,fee_missing(N)) :- does(P,use_space(none,_,_)), charge(P,N), here(artist). *)
| against_USE09 : forall (N P w1 w2 : term),
    p_does P (f_use_space k_none w1 w2) ->
    p_charge P N ->
    p_here k_artist ->
    p_against k_means k_use09 (f_fee_missing N)
(* against(worth,use09,fee_too_low(V,N)) :- does(P,use_space(card(V,_,_),_,_)), charge(P,N), here(artist), V < N. *)
| against_USE09_2 : forall (N : Z) (P : term) (V : Z) (w1 w2 w3 w4 : term),
    p_does P (f_use_space (f_card (Num V) w1 w2) w3 w4) ->
    p_charge P (Num N) ->
    p_here k_artist ->
    V < N ->
    p_against k_worth k_use09 (f_fee_too_low (Num V) (Num N)).

Inductive p_reason : term -> term -> term -> Prop :=
(* reason(1,R,E) :- untimely(R,E). *)
| reason_vocabulary : forall (E R : term), p_untimely R E -> p_reason (Num 1) R E
(* reason(N,R,E) :- against(L,R,E), order(L,N). *)
| reason_vocabulary_2 : forall (E L N R : term), p_against L R E -> p_order L N -> p_reason N R E.

Inductive p_sooner : term -> Prop :=
(* sooner(N) :- reason(N,_,_), reason(M,_,_), M < N. *)
| sooner_vocabulary : forall (M N : Z) (w1 w2 w3 w4 : term),
    p_reason (Num N) w1 w2 ->
    p_reason (Num M) w3 w4 ->
    M < N ->
    p_sooner (Num N).

Inductive p_why_not : term -> term -> Prop :=
(* why_not(R,E) :- reason(N,R,E), not sooner(N). *)
| why_not_vocabulary : forall (E N R : term), p_reason N R E -> ~ p_sooner N -> p_why_not R E.

Inductive p_lost_by : term -> term -> Prop :=
(* lost_by(Q,S) :- won(W), duellist(L,Q), L != W, phase(duel(S,_,_,_)). *)
| lost_by_A136 : forall (L Q S W w1 w2 w3 : term),
    p_won W ->
    p_duellist L Q ->
    L <> W ->
    p_phase (f_duel S w1 w2 w3) ->
    p_lost_by Q S.

Inductive p_happens : term -> term -> Prop :=
(* happens(1,card_played(P,C,front,plain)) :- does(P,play_card(C,_,plain)), base(none). *)
| happens_A136 : forall (C P w1 : term),
    p_does P (f_play_card C w1 k_plain) ->
    p_base k_none ->
    p_happens (Num 1) (f_card_played P C k_front k_plain)
(* happens(1,card_played(P,C,discards,M)) :- does(P,play_card(C,_,M)), discarded(C,hand(P)). *)
| happens_A136_2 : forall (C M P w1 : term),
    p_does P (f_play_card C w1 M) ->
    p_discarded C (f_hand P) ->
    p_happens (Num 1) (f_card_played P C k_discards M)
(* happens(1,fee_paid(P,C,Q)) :- paid(P,C,Q). *)
| happens_A136_3 : forall (C P Q : term), p_paid P C Q -> p_happens (Num 1) (f_fee_paid P C Q)
(* happens(1,fee_paid(P,C,none)) :- does(P,use_space(C,_,_)), discarded(C,hand(P)). *)
| happens_A136_4 : forall (C P w1 w2 : term),
    p_does P (f_use_space C w1 w2) ->
    p_discarded C (f_hand P) ->
    p_happens (Num 1) (f_fee_paid P C k_none)
(* happens(1,card_drawn(P,C)) :- drawn(P,C). *)
| happens_A136_5 : forall (C P : term), p_drawn P C -> p_happens (Num 1) (f_card_drawn P C)
(* happens(1,round_fought(C,P,A,D)) :- revealed(C), round(W), duellist(W,P), rounds(A,D). *)
| happens_A136_6 : forall (A C D P W : term),
    p_revealed C ->
    p_round W ->
    p_duellist W P ->
    p_rounds A D ->
    p_happens (Num 1) (f_round_fought C P A D)
(* happens(1,passed(P)) :- does(P,pass). *)
| happens_A136_7 : forall (P : term), p_does P k_pass -> p_happens (Num 1) (f_passed P)
(* happens(1,shop_placed(P,T,S)) :- does(P,place_shop(T,S)). *)
| happens_A136_8 : forall (P S T : term), p_does P (f_place_shop T S) -> p_happens (Num 1) (f_shop_placed P T S)
(* happens(1,figure_returned(P,S)) :- does(P,return_figure(S)). *)
| happens_A136_9 : forall (P S : term), p_does P (f_return_figure S) -> p_happens (Num 1) (f_figure_returned P S)
(* happens(1,sword_delivered(P,T)) :- does(P,deliver(T)). *)
| happens_A136_10 : forall (P T : term), p_does P (f_deliver T) -> p_happens (Num 1) (f_sword_delivered P T)
(* happens(1,duel_began(P,Q,S)) :- does(P,challenge(Q)), phase(transit(S)). *)
| happens_A136_11 : forall (P Q S : term),
    p_does P (f_challenge Q) ->
    p_phase (f_transit S) ->
    p_happens (Num 1) (f_duel_began P Q S)
(* happens(2,figure_moved(P,S,S+V)) :- does(P,play_card(card(V,_,_),S,_)). *)
| happens_A136_12 : forall (P : term) (S V : Z) (w1 w2 w3 : term),
    p_does P (f_play_card (f_card (Num V) w1 w2) (Num S) w3) ->
    p_happens (Num 2) (f_figure_moved P (Num S) (Num (S + V)))
(* happens(2,drawing_began(P,N,W)) :- does(P,_), role(P), follows(drawing(N,W)). *)
| happens_A136_13 : forall (N P W w1 : term),
    p_does P w1 ->
    p_role P ->
    p_follows (f_drawing N W) ->
    p_happens (Num 2) (f_drawing_began P N W)
(* happens(2,duel_ended(P,Q,S)) :- won(W), duellist(W,P), lost_by(Q,S). *)
| happens_A136_14 : forall (P Q S W : term),
    p_won W ->
    p_duellist W P ->
    p_lost_by Q S ->
    p_happens (Num 2) (f_duel_ended P Q S)
(* happens(2,tile_given_back(P,B)) :- does(P,use_space(_,_,B)), B != none. *)
| happens_A136_15 : forall (B P w1 w2 : term),
    p_does P (f_use_space w1 w2 B) ->
    B <> k_none ->
    p_happens (Num 2) (f_tile_given_back P B)
(* happens(3,figure_sent_back(Q,S)) :- lost_by(Q,S). *)
| happens_A136_16 : forall (Q S : term), p_lost_by Q S -> p_happens (Num 3) (f_figure_sent_back Q S)
(* happens(3,metal_taken(P)) :- does(P,use_space(_,_,_)), here(metal). *)
| happens_A136_17 : forall (P w1 w2 w3 : term),
    p_does P (f_use_space w1 w2 w3) ->
    p_here k_metal ->
    p_happens (Num 3) (f_metal_taken P)
(* happens(3,gem_taken(P)) :- does(P,use_space(_,_,_)), here(gem). *)
| happens_A136_18 : forall (P w1 w2 w3 : term),
    p_does P (f_use_space w1 w2 w3) ->
    p_here k_gem ->
    p_happens (Num 3) (f_gem_taken P)
(* happens(3,sword_forged(P,T)) :- does(P,use_space(_,T,_)), T = sword(_,_,_). *)
| happens_A136_19 : forall (P T w1 w2 w3 w4 w5 : term),
    p_does P (f_use_space w1 T w2) ->
    T = (f_sword w3 w4 w5) ->
    p_happens (Num 3) (f_sword_forged P T)
(* happens(3,tile_taken(P,T)) :- does(P,use_space(_,T,_)), T = master(_). *)
| happens_A136_20 : forall (P T w1 w2 w3 : term),
    p_does P (f_use_space w1 T w2) ->
    T = (f_master w3) ->
    p_happens (Num 3) (f_tile_taken P T)
(* happens(3,painting_taken(P,V)) :- does(P,use_space(_,_,_)), top(_,painting(V)). *)
| happens_A136_21 : forall (P V w1 w2 w3 w4 : term),
    p_does P (f_use_space w1 w2 w3) ->
    p_top w4 (f_painting V) ->
    p_happens (Num 3) (f_painting_taken P V)
(* happens(4,circle_taken(P,S)) :- active(P), follows(arrived(S)). *)
| happens_A136_22 : forall (P S : term), p_active P -> p_follows (f_arrived S) -> p_happens (Num 4) (f_circle_taken P S)
(* happens(4,space_full(P,S)) :- active(P), follows(transit(S)). *)
| happens_A136_23 : forall (P S : term), p_active P -> p_follows (f_transit S) -> p_happens (Num 4) (f_space_full P S)
(* happens(4,alcazar_entered(P,S)) :- lands(P,S), follows(entered). *)
| happens_A136_24 : forall (P S : term), p_lands P S -> p_follows k_entered -> p_happens (Num 4) (f_alcazar_entered P S)
(* happens(5,pile_reshuffled(M+K)) :- reshuffle, size(discards,M), K = #count { C,X : discarded(C,X) }. *)
| happens_A136_25 : forall (K M : Z),
    p_reshuffle ->
    p_size k_discards (Num M) ->
    count_is (fun t => (exists (C_1 X_1 : term), p_discarded C_1 X_1 /\ t = [C_1; X_1])) K ->
    p_happens (Num 5) (f_pile_reshuffled (Num (M + K)))
(* happens(6,front_card_discarded(P,C)) :- active(P), discarded(C,front). *)
| happens_A136_26 : forall (C P : term),
    p_active P ->
    p_discarded C k_front ->
    p_happens (Num 6) (f_front_card_discarded P C)
(* happens(7,turn_ended(P)) :- active(P), turn_ends. *)
| happens_A136_27 : forall (P : term), p_active P -> p_turn_ends -> p_happens (Num 7) (f_turn_ended P)
(* happens(8,last_round_began(P)) :- new(trigger(P)). *)
| happens_A136_28 : forall (P : term), p_new (f_trigger P) -> p_happens (Num 8) (f_last_round_began P)
(* happens(9,turn_began(P)) :- new(active(P)). *)
| happens_A136_29 : forall (P : term), p_new (f_active P) -> p_happens (Num 9) (f_turn_began P)
(* happens(9+K,hand_shown(P,C,N)) :- shows(P), left(P,C,N), true(trigger(Q)), seats_on(Q,P,K). *)
| happens_A136_30 : forall (C : term) (K : Z) (N P Q : term),
    p_shows P ->
    p_left P C N ->
    p_true (f_trigger Q) ->
    p_seats_on Q P (Num K) ->
    p_happens (Num (9 + K)) (f_hand_shown P C N)
(* happens(9+N,game_ended) :- game_ends, players(N). *)
| happens_A136_31 : forall (N : Z), p_game_ends -> p_players (Num N) -> p_happens (Num (9 + N)) k_game_ended.

Inductive p_secret : term -> term -> Prop :=
(* secret(W,card_drawn(P,C)) :- viewer(W), drawn(P,C), W != P. *)
| secret_A131 : forall (C P W : term), p_viewer W -> p_drawn P C -> W <> P -> p_secret W (f_card_drawn P C).

Inductive p_told : term -> term -> term -> Prop :=
(* told(W,N,E) :- viewer(W), happens(N,E), not secret(W,E). *)
| told_A131 : forall (E N W : term), p_viewer W -> p_happens N E -> ~ p_secret W E -> p_told W N E
(* told(W,N,card_drawn(P,unseen)) :- viewer(W), happens(N,card_drawn(P,_)), W != P. *)
| told_A131_2 : forall (N P W w1 : term),
    p_viewer W ->
    p_happens N (f_card_drawn P w1) ->
    W <> P ->
    p_told W N (f_card_drawn P k_unseen).

Inductive p_reveals : Prop :=
(* reveals :- drawn(_,_). *)
| reveals_A132 : forall (w1 w2 : term), p_drawn w1 w2 -> p_reveals
(* reveals :- revealed(_). *)
| reveals_A132_2 : forall (w1 : term), p_revealed w1 -> p_reveals
(* reveals :- reshuffle. *)
| reveals_A132_3 : p_reshuffle -> p_reveals
(* reveals :- does(_,use_space(C,_,_)), C != none. *)
| reveals_A132_4 : forall (C w1 w2 w3 : term), p_does w1 (f_use_space C w2 w3) -> C <> k_none -> p_reveals
(* reveals :- shows(_). *)
| reveals_A132_5 : forall (w1 : term), p_shows w1 -> p_reveals.

End Clauses.
