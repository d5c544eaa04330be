"""Why something is not possible, with the rule that says so."""

from __future__ import annotations

from toledo_rules.actions import Action
from toledo_rules.cli.console import Console
from toledo_rules.describe import describe
from toledo_rules.engine import explain
from toledo_rules.game import UndoRefusal
from toledo_rules.rulebook import RULES, Illegality, Rule
from toledo_rules.state import State


def show_rule(console: Console, rule: Rule) -> None:
    """A rule or a ruling, in full."""
    console.heading(f"{rule.id}  {rule.title}")
    if rule.question:
        console.paragraph(rule.question, indent=2)
        console.say()
    console.paragraph(rule.text, indent=2)
    if rule.reason:
        console.say()
        console.paragraph(rule.reason, indent=2)


def show_refusal(console: Console, why: Illegality | UndoRefusal, state: State) -> None:
    """Why an action is not legal, or nothing can be taken back: a sentence, and the number and title of the rule."""
    sentence = describe(why, state, language=console.language)
    console.paragraph(f"{sentence} ({why.rule}: {RULES[why.rule].title})", hang=2)


def show_reason(console: Console, action: Action, state: State) -> None:
    """Whether an action is possible, and why not, with the whole text of the rule."""
    why = explain(state, action)
    console.paragraph(describe(action, state, language=console.language), indent=2)
    if why is None:
        console.say("That is possible.")
        return
    console.paragraph(describe(why, state, language=console.language))
    console.say()
    show_rule(console, RULES[why.rule])
