"""Replaces values that only the API can judge in requests that schemathesis means to be valid.

A schema describes how a cursor is written, but only the API knows whether it belongs to a list. So for a valid request with a
cursor, this hook reads the first page of the same list and continues from there, or removes the cursor if nothing follows.
Requests that are meant to be invalid are sent unchanged.

A schema cannot bound a time either: a campaign may start at most 366 days ahead, so a valid one starts immediately. Nor can it
describe a country that has phone numbers, lines that differ, the currency of an account, a public URL, two fields that are both null or both set, the end of a key, or a range of addresses. The ranges here include the address of this run: other
ranges would end its access.
"""

import os
from datetime import datetime, timedelta, timezone

import requests
import schemathesis

API = os.environ["BUNDLEWIRE_URL"]
HEADERS = {"Authorization": "Bearer " + os.environ["BUNDLEWIRE_API_KEY"]}

# JSON clients count exactly up to here; the document leaves this bound of every integer out.
MOST = 2**53 - 1

WORKBOOKS = (
    "application/vnd.oasis.opendocument.spreadsheet",
    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
)


@schemathesis.serializer(*WORKBOOKS)
def workbook(context, value):
    return value if isinstance(value, bytes) else str(value).encode()


# As text: schemathesis counts a body with bytes that a hook has set as invalid.
CAMPAIGN = "phone_number,bundle_id\n+2348031234567,bnd_mtn_ng_1gb_30d\n"


def genuine_body(body):
    # The field of columns is JSON in a text, which a schema of a form cannot describe.
    if "file" in body:
        return {"file": CAMPAIGN}
    body = dict(body)
    if "ranges" in body:
        body["ranges"] = ["127.0.0.0/8", "::1/128"]
    if "url" in body:
        body["url"] = "https://example.com/webhooks"
    if "email" in body and None in (body["email"], body.get("threshold")):
        body = {**body, "email": None, "threshold": None}
    threshold = body.get("threshold")
    if isinstance(threshold, dict):
        body["threshold"] = {"amount": min(threshold["amount"], MOST), "currency": "NGN"}
    if "start_at" in body:
        later = datetime.now(timezone.utc) + timedelta(days=1)
        body["start_at"] = later.isoformat()
    if body.get("expires_at") is not None:
        body["expires_at"] = (datetime.now(timezone.utc) + timedelta(days=1)).isoformat()
    if isinstance(body.get("spend_caps"), dict):
        body["spend_caps"] = {
            name: cap if cap is None else {"amount": min(cap["amount"], MOST), "currency": "NGN"}
            for name, cap in body["spend_caps"].items()
        }
    if "ends_at" in body:
        body["ends_at"] = "2099-01-01T00:00:00Z"
    if body.get("send_between") is not None:
        body["send_between"] = "09:00-20:00"
    if "time_zone" in body:
        body["time_zone"] = "Africa/Lagos"
    if "phone_numbers" in body:
        body["phone_numbers"] = ["+2348031234567"]
    if "edits" in body:
        body["edits"] = [{**edit, "line": line} for line, edit in enumerate(body["edits"], 2)]
    for limit in ("per_campaign", "per_day", "per_month"):
        if isinstance(body.get(limit), dict):
            body[limit] = {"amount": min(body[limit]["amount"], MOST), "currency": "NGN"}
    if "batch_id" in body and isinstance(body.get("approved_cost"), dict):
        body["approved_cost"] = {**body["approved_cost"], "currency": "NGN"}
    cost = body.get("approved_cost")
    if isinstance(cost, dict) and cost.get("amount", 0) > MOST:
        body["approved_cost"] = {**cost, "amount": MOST}
    return body


KEY_IDS = []


def key_to_change():
    # The key of this run must keep working, and a list of keys has its id too.
    if not KEY_IDS:
        body = {"name": "To change", "scopes": ["all"]}
        answer = requests.post(API + "/v1/api-keys", json=body, headers=HEADERS, timeout=30)
        KEY_IDS.append(answer.json()["id"])
    return KEY_IDS[0]


@schemathesis.hook
def before_call(context, case, **kwargs):
    query = dict(case.query or {})
    if case.meta is None or not case.meta.generation.mode.is_positive:
        return
    if "key_id" in (case.path_parameters or {}):
        case.path_parameters = {**case.path_parameters, "key_id": key_to_change()}
    if "not_before" in query:
        case.query = {**query, "not_before": "2026-01-01T00:00:00Z"}
    if "send_between" in query:
        case.query = {**case.query, "send_between": "09:00-20:00"}
    if "default_country" in query:
        case.query = {**case.query, "default_country": "NG"}
    if isinstance(case.body, dict):
        body = genuine_body(case.body)
        if body != case.body:
            case.body = body
    if "cursor" not in query:
        return
    del query["cursor"]
    first_page = {**query, "limit": 1}
    answer = requests.get(API + case.formatted_path, params=first_page, headers=HEADERS, timeout=30)
    following = answer.json().get("next_cursor") if answer.ok else None
    case.query = query if following is None else {**query, "cursor": following}
