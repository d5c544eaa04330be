"""Write a walk anew: `python -m tests.walks event`."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.walks import ROOT, WALKS, apply, files

for name in sys.argv[1:]:
    with TemporaryDirectory() as folder:
        for file in files(name):
            for side in "ab":
                target = Path(folder) / side / file
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(ROOT / file, target)
        apply(name, Path(folder) / "b", "--fuzz=3")
        command = ("git", "diff", "--no-index", "--no-prefix", "a", "b")
        diff = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    (WALKS / f"{name}.patch").write_text(diff.stdout, encoding="utf-8")
