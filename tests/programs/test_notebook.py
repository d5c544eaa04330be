"""The notebook: every cell runs, in order."""

import ast
import json
import runpy
from pathlib import Path

from toledo_rules.state import State

NOTEBOOK = Path(__file__).parents[2] / "examples" / "toledo.ipynb"


def test_the_notebook_runs_from_top_to_bottom(tmp_path: Path) -> None:
    cells = json.loads(NOTEBOOK.read_text(encoding="utf-8"))["cells"]
    parts: list[str] = []
    for cell in cells:
        if cell["cell_type"] == "code":
            assert cell["outputs"] == []
            *before, last = ast.parse("".join(cell["source"])).body
            parts += [*map(ast.unparse, before), f"shown.append({ast.unparse(last)})"]
    shown: list[object] = []
    script = tmp_path / "notebook.py"
    script.write_text("\n".join(parts), encoding="utf-8")
    runpy.run_path(str(script), init_globals={"shown": shown})
    pictures = [one._repr_svg_() for one in shown if isinstance(one, State)]
    assert len(pictures) == 2
    assert all(picture.startswith("<svg") for picture in pictures)
