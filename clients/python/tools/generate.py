"""Writes the generated files of the package. With --check: fails if one of them is out of date.

- src/bundlewire/models.py from docs/openapi.json.
- src/bundlewire/_sync/ from src/bundlewire/_async/: the same code without `async` and `await`.
  Only io.py exists in both, written by hand.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Dict

import make_models

PACKAGE = Path(__file__).resolve().parent.parent / "src" / "bundlewire"
NOTICE = "# Generated from _async/{name} by tools/generate.py. Do not edit.\n"

#: In this order: `async def`, `await x`, then names.
REPLACEMENTS = [
    (r"\basync (def|for|with)\b", r"\1"),
    (r"\bawait ", ""),
    (r"\b_async\b", "_sync"),
    (r"\b_?_?Async([A-Z]\w*)", r"\1"),
    (r"\b__a(enter|exit|iter)__\b", r"__\1__"),
    (r"\ba(iter_bytes|read|close)\b", r"\1"),
]


def without_async(source: str, name: str) -> str:
    for pattern, replacement in REPLACEMENTS:
        source = re.sub(pattern, replacement, source)
    return NOTICE.format(name=name) + source


def generated_files() -> Dict[Path, str]:
    files = {make_models.TARGET: make_models.rendered_models()}
    for path in sorted((PACKAGE / "_async").glob("*.py")):
        if path.name != "io.py":
            text = without_async(path.read_text(encoding="utf-8"), path.name)
            files[PACKAGE / "_sync" / path.name] = text
    return files


def main() -> int:
    stale = [
        (path, text)
        for path, text in generated_files().items()
        if not path.exists() or path.read_text(encoding="utf-8") != text
    ]
    for path, text in stale:
        print(f"{path.name} is out of date. Run: python3 tools/generate.py" if CHECK else f"wrote {path}")
        if not CHECK:
            path.write_text(text, encoding="utf-8")
    return 1 if stale and CHECK else 0


CHECK = "--check" in sys.argv[1:]

if __name__ == "__main__":
    sys.exit(main())
