"""Writes src/bundlewire/models.py from docs/openapi.json."""

from __future__ import annotations

import json
import keyword
import re
from pathlib import Path
from typing import Any, Dict, List

PACKAGE = Path(__file__).resolve().parent.parent
OPENAPI = PACKAGE.parent.parent / "docs" / "openapi.json"
TARGET = PACKAGE / "src" / "bundlewire" / "models.py"

HEADER = '''"""Objects of the API and events of webhooks, as plain dictionaries with types.

Nothing is checked or removed while a program runs: fields and values that a later version of the API
adds are in the dictionary. Amounts are integers in minor units, and times are ISO 8601 texts in UTC.

Generated from docs/openapi.json by tools/generate.py. Do not edit.
"""

from typing import Any, Dict, List, Literal, Optional, TypedDict, Union

'''
FOOTER = '''
WebhookEvent = Union[PurchaseEvent, BatchEvent, ApprovalEvent]
"""The body of a webhook. Look at `type` first, and ignore types that you do not know."""
'''
#: Pages are read by Listing; errors become exceptions.
LEFT_OUT = re.compile(r"List$|^Error")

Schema = Dict[str, Any]


def render(document: Schema) -> str:
    schemas: Dict[str, Schema] = {
        name: schema
        for name, schema in document["components"]["schemas"].items()
        if not LEFT_OUT.search(name)
    }
    plain = {name: schema for name, schema in schemas.items() if "properties" not in schema}
    parts = [f"{name} = {type_of(schema, '')}\n" for name, schema in plain.items()]
    for name, schema in schemas.items():
        if name not in plain:
            parts += literals(name, schema) + [render_class(name, schema)]
    return HEADER + "\n".join(parts) + FOOTER


def literals(name: str, schema: Schema) -> List[str]:
    """An alias for each property with listed values, such as PurchaseStatus."""
    return [
        f"{alias(name, key)} = {literal(values)}\n"
        for key, value in schema["properties"].items()
        for values in [enum_of(value)]
        if values
    ]


def render_class(name: str, schema: Schema) -> str:
    required = [key for key in schema["properties"] if key in schema.get("required", [])]
    optional = [key for key in schema["properties"] if key not in required]
    if any(keyword.iskeyword(key) for key in schema["properties"]):
        return render_call(name, schema)
    docstring = f'    """{schema["description"]}"""\n' if "description" in schema else ""
    if not optional:
        return f"\nclass {name}(TypedDict):\n{docstring}\n{fields(name, schema, required)}"
    return (
        f"\nclass _{name}Optional(TypedDict, total=False):\n{fields(name, schema, optional)}\n"
        f"\nclass {name}(_{name}Optional):\n{docstring}\n{fields(name, schema, required)}"
    )


def render_call(name: str, schema: Schema) -> str:
    """A class cannot have a field such as `from`. A call can name it, but all its fields are required."""
    if set(schema["properties"]) != set(schema.get("required", [])):
        raise ValueError(f"{name} has a keyword of Python and an optional field.")
    lines = []
    for key, value in schema["properties"].items():
        comment = f"        # {value['description']}\n" if "description" in value else ""
        lines.append(f"{comment}        {json.dumps(key)}: {type_of(value, alias(name, key))},\n")
    docstring = f'"""{schema["description"]}"""\n' if "description" in schema else ""
    return f'{name} = TypedDict(\n    "{name}",\n    {{\n{"".join(lines)}    }},\n)\n{docstring}'


def fields(name: str, schema: Schema, keys: List[str]) -> str:
    lines = []
    for key in keys:
        value = schema["properties"][key]
        lines.append(f"    {key}: {type_of(value, alias(name, key))}\n")
        if "description" in value:
            lines.append(f"    {json.dumps(value['description'], ensure_ascii=False)}\n")
    return "".join(lines)


def type_of(schema: Schema, named: str) -> str:
    if "$ref" in schema:
        name = schema["$ref"].rsplit("/", 1)[1]
        return f'"{name}"'
    if "anyOf" in schema:
        options = [type_of(option, named) for option in schema["anyOf"]]
        kept = [option for option in options if option != "None"]
        inner = kept[0] if len(kept) == 1 else f"Union[{', '.join(kept)}]"
        return f"Optional[{inner}]" if "None" in options else inner
    if "const" in schema:
        return literal([schema["const"]])
    if "enum" in schema:
        return named or literal(schema["enum"])
    kind = schema.get("type")
    if isinstance(kind, list):
        rest = [option for option in kind if option != "null"]
        return f"Optional[{type_of({**schema, 'type': rest[0]}, named)}]"
    if kind == "array":
        return f"List[{type_of(schema['items'], '')}]"
    if kind == "object":
        value = schema.get("additionalProperties")
        return f"Dict[str, {type_of(value, '') if isinstance(value, dict) and value else 'Any'}]"
    return {"string": "str", "integer": "int", "number": "float", "boolean": "bool", "null": "None"}[
        kind or ""
    ]


def enum_of(schema: Schema) -> List[str]:
    for option in [schema, *schema.get("anyOf", [])]:
        if "enum" in option:
            return list(option["enum"])
    return []


def literal(values: List[Any]) -> str:
    # JSON has true where Python has True.
    shown = (json.dumps(value) if isinstance(value, str) else repr(value) for value in values)
    return f"Literal[{', '.join(shown)}]"


def alias(name: str, key: str) -> str:
    return name + "".join(word.capitalize() for word in key.split("_"))


def rendered_models() -> str:
    return render(json.loads(OPENAPI.read_text(encoding="utf-8")))
