"""The logic of the rules for readers: the meaning of each word, and each clause as a sentence.

Meanings come from the tables of spec/vocabulary.md. A clause is read word by word: the head, and after "if" its
conditions. Where the phrase of the vocabulary is not a sentence by itself, website/model/reading.toml has one.
"""

import re
import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

import clingo.ast
from clingo.ast import AST, ASTType, Sign

_WORD = re.compile(r"(\w+)(?:\(([\w,]+)\))?$")
_ROW = re.compile(r"^\| (`.*) \|$", re.MULTILINE)
_COMPARED = {
    "!=": "is not",
    "<=": "is at most",
    ">=": "is at least",
    "<": "is less than",
    ">": "is more than",
    "=": "is",
}

_POLISHED = (
    (r"\banything chooses\b", "somebody chooses"),
    (r"\banything of (?=[A-Z]\b|an? |the |any)", "at least one of "),
    (r"\banything (?=cards|circles)", "some "),
    (r"\bvalue anything\b", "any value"),
    (r"which stands anything to anything", "however it stands"),
    (r"\b(?:step|at) anything\b", "any step"),
    (r"\ban? anything\b", "something"),
    (r" \(1\) from", " from"),
    (r"\ba (?=[aeiou])", "an "),
    (r"\b([a-z]{3})(\d{2})\b", lambda one: f"{one[1].upper()}-{one[2]}"),
)
"""Repairs of phrasing that are needed only when a sentence is put together."""

Word = tuple[str, int]
"""The name of a word of the logic, and the number of its arguments."""
Reading = tuple[tuple[str, ...], str]
"""The names of the arguments, and a phrase in which they stand."""


def _signature(written: str) -> tuple[str, tuple[str, ...]] | None:
    found = _WORD.match(written)
    return (found[1], tuple(found[2].split(",")) if found[2] else ()) if found else None


class Reader:
    """Reads the logic of a project."""

    def __init__(self, root: Path) -> None:
        text = (root / "spec" / "vocabulary.md").read_text(encoding="utf-8")
        self.meanings: dict[str, str] = {}
        """The meaning of each word, by its name, with its arguments."""
        self._readings: dict[Word, Reading] = {}
        for written, meaning, line in _meanings(text):
            signature = _signature(written)
            if signature is None:
                continue
            name, arguments = signature
            said = line.replace("`", "")
            if said not in self.meanings.get(name, ""):
                before = f"{self.meanings[name]}\n" if name in self.meanings else ""
                self.meanings[name] = before + said
            phrase = re.split(r"; |: `", meaning.replace("`", ""))[0]
            self._readings.setdefault((name, len(arguments)), (arguments, phrase))
        own = tomllib.loads(
            (root / "website" / "model" / "reading.toml").read_text(encoding="utf-8")
        )
        self._sentences = _own(own["words"])
        self._readings |= self._sentences
        self._terms = _own(own["terms"])

    def sentences(self, clauses: str) -> Iterator[str]:
        """Yield each clause of a text as a sentence."""
        parsed: list[AST] = []
        clingo.ast.parse_string(clauses, parsed.append)
        for statement in parsed:
            if statement.ast_type == ASTType.Rule:
                yield self._sentence(statement)

    def _sentence(self, rule: AST) -> str:
        head = self._literal(rule.head)
        conditions = [self._literal(one) for one in rule.body]
        said = f"{head}, if {_joined(conditions)}" if conditions else head
        for pattern, better in _POLISHED:
            said = re.sub(pattern, better, said)
        return f"{said[0].upper()}{said[1:]}."

    def _literal(self, literal: AST) -> str:
        if literal.ast_type == ASTType.ConditionalLiteral:
            given = [self._literal(one) for one in literal.condition]
            said = self._literal(literal.literal)
            return f"{said} for all with {_joined(given)}" if given else said
        if literal.ast_type != ASTType.Literal:
            return str(literal)
        said = self._atom(literal.atom)
        return said if literal.sign == Sign.NoSign else f"it is not so that {said}"

    def _atom(self, atom: AST) -> str:
        if atom.ast_type == ASTType.SymbolicAtom:
            return self._said(atom.symbol, self._readings)
        if atom.ast_type == ASTType.Comparison:
            return _compared(str(atom.term), [str(one) for one in atom.guards])
        if atom.ast_type == ASTType.BodyAggregate:
            return self._aggregate(atom)
        return str(atom)

    def _aggregate(self, atom: AST) -> str:
        """A sum, a number or an extreme of something."""
        what = {0: "the number", 1: "the sum", 2: "the sum", 3: "the least", 4: "the greatest"}
        parts = []
        for element in atom.elements:
            terms = ", ".join(str(term) for term in element.terms)
            given = _joined([self._literal(one) for one in element.condition])
            parts.append(f"{terms} with {given}" if given else terms)
        said = f"{what.get(atom.function, 'the result')} of all {'; or '.join(parts)}"
        if atom.left_guard is not None:
            guard = atom.left_guard
            return f"{guard.term} {_operator(str(guard))} {said}"
        return said

    def _said(self, term: AST, readings: Mapping[Word, Reading]) -> str:
        """A word with its arguments, each as a thing or a sentence of its own."""
        if term.ast_type != ASTType.Function:
            return str(term)
        found = readings.get((term.name, len(term.arguments)))
        if found is None:
            return str(term)
        names, phrase = found
        values = dict(zip(names, map(self._term, term.arguments), strict=True))
        if not values:
            return phrase
        pattern = re.compile(rf"\b(?:{'|'.join(map(re.escape, values))})\b")
        return pattern.sub(lambda one: values[one[0]], phrase)

    def _term(self, term: AST) -> str:
        if term.ast_type == ASTType.Variable and term.name.startswith("_"):
            return "anything"
        if term.ast_type == ASTType.Function:
            said = self._said(term, self._terms)
            return said if said != str(term) else self._said(term, self._readings)
        if term.ast_type == ASTType.SymbolicTerm:
            word = (str(term), 0)
            found = self._terms.get(word) or self._sentences.get(word)
            return found[1] if found else str(term).replace("_", " ")
        return str(term)


def _meanings(text: str) -> Iterator[tuple[str, str, str]]:
    """Yield every word of the tables with its meaning, and its whole line. Words of one line may have a part each."""
    for row in _ROW.findall(text):
        first, *_, last = row.split(" | ")
        words = re.findall(r"`([^`]+)`", first)
        parts = last.split("; ")
        for place, word in enumerate(words):
            if last != "as in the position":
                meaning = parts[place] if len(parts) == len(words) else last
                yield word, meaning, f"{first}: {last}"


def _own(lines: Mapping[str, str]) -> dict[Word, Reading]:
    found = {}
    for written, phrase in lines.items():
        signature = _signature(written)
        assert signature is not None, written
        name, arguments = signature
        found[name, len(arguments)] = (arguments, phrase)
    return found


def _compared(left: str, guards: list[str]) -> str:
    said = left
    for guard in guards:
        sign = _operator(guard)
        said += f" {sign} {guard.strip().lstrip('!<>= ')}"
    return said.replace("..", " to ")


def _operator(guard: str) -> str:
    return next((words for sign, words in _COMPARED.items() if sign in guard), "is")


def _joined(phrases: list[str]) -> str:
    *most, last = phrases or [""]
    return f"{', '.join(most)} and {last}" if most else last


@cache
def reader(root: Path) -> Reader:
    """Return the reader of a project, made once."""
    return Reader(root)
