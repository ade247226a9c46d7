"""Sends what only the API can judge where schemathesis means a request to be good: genuine cursors, and times to come.

A schema says how a cursor is written; whether it belongs to a list only the API can say, which made it. So a well-formed request
with a cursor asks for the first page of the very same list and goes on where that ends, or has none where nothing follows. Requests
that are meant to be bad are sent as they are.

Nor can a schema bound a time: a campaign may begin 366 days ahead at most, so a well-formed one begins at once.
"""

import os

import requests
import schemathesis

API = os.environ["BUNDLEWIRE_URL"]
HEADERS = {"Authorization": "Bearer " + os.environ["BUNDLEWIRE_API_KEY"]}


@schemathesis.hook
def before_call(context, case, **kwargs):
    query = dict(case.query or {})
    if case.meta is None or not case.meta.generation.mode.is_positive:
        return
    if "not_before" in query:
        case.query = {**query, "not_before": "2026-01-01T00:00:00Z"}
    if "cursor" not in query:
        return
    del query["cursor"]
    first_page = {**query, "limit": 1}
    answer = requests.get(API + case.formatted_path, params=first_page, headers=HEADERS, timeout=30)
    following = answer.json().get("next_cursor") if answer.ok else None
    case.query = query if following is None else {**query, "cursor": following}
