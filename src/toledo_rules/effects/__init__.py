"""Where the rules live: one module per rule topic.

Each module says, in this order, why something is not allowed (`why_not`), what can be chosen (`options`) and
what happens (`carry_out`). A refusal is decided in one place only: `options` asks the same questions.
"""
