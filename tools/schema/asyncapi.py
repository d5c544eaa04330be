"""The AsyncAPI document: which messages go in which direction, with the schema of each."""

from __future__ import annotations

from collections.abc import Sequence

from toledo_rules._json import Json
from tools.schema.naming import Schema


def asyncapi(
    schema: Schema, protocol: int, answers: Sequence[type], requests: Sequence[type]
) -> Schema:
    """Return the document for a schema that lies beside it."""
    definitions = schema["$defs"]
    assert isinstance(definitions, dict)
    everything = dict.fromkeys((*answers, *requests))
    return {
        "asyncapi": "3.0.0",
        "info": {
            "title": "toledo-rules",
            "version": str(protocol),
            "description": "A table of the board game Toledo: one JSON object for each line of a pipe, or for each"
            " frame of a websocket.",
        },
        "defaultContentType": "application/json",
        "channels": {
            "table": {
                "description": "One seat at a table, or a place to watch from.",
                "messages": {cls.__name__: _ref("components/messages", cls) for cls in everything},
            }
        },
        "operations": {
            "tell": _operation("send", "The table tells a client.", answers),
            "ask": _operation("receive", "A client asks the table.", requests),
        },
        "components": {
            "messages": {
                cls.__name__: {
                    "summary": _description(definitions[cls.__name__]),
                    "payload": {"$ref": f"toledo.schema.json#/$defs/{cls.__name__}"},
                }
                for cls in everything
            }
        },
    }


def _operation(action: str, summary: str, messages: Sequence[type]) -> Json:
    return {
        "action": action,
        "summary": summary,
        "channel": {"$ref": "#/channels/table"},
        "messages": [_ref("channels/table/messages", cls) for cls in messages],
    }


def _ref(where: str, cls: type) -> Json:
    return {"$ref": f"#/{where}/{cls.__name__}"}


def _description(definition: Json) -> Json:
    assert isinstance(definition, dict)
    return definition["description"]
