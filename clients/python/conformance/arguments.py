"""What the calls of the driver get."""

from __future__ import annotations

import itertools
from typing import Any, Callable, Dict, Iterable, List

Args = Dict[str, Any]


def file_options(args: Args) -> Args:
    """The query and the format of a download."""
    options = dict(args.get("query") or {})
    if "bom" in options:
        options["bom"] = str(options["bom"]).lower() == "true"
    return {**options, "format": args.get("format")}


def every(call: Callable[..., Iterable[Any]], args: Args) -> List[Any]:
    query = dict(args.get("query") or {})
    for name in ("available", "archived"):
        if isinstance(query.get(name), str):
            query[name] = query[name] == "true"
    return list(itertools.islice(call(**query), args.get("limit_total")))
