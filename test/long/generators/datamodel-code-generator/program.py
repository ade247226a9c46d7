import json
import os
import time
from pathlib import Path

import httpx
from bundlewire import (
    ApprovalEvent,
    Batch,
    BatchEvent,
    CreatePurchase,
    Purchase,
    PurchaseEvent,
    Statement,
)

env = os.environ
api = httpx.Client(
    base_url=env["BASE_URL"], headers={"Authorization": "Bearer " + env["API_KEY"]}, timeout=30
)


def must(answer):
    answer.raise_for_status()
    return answer.content


order = CreatePurchase(
    reference=env["REFERENCE"], phone_number=env["PHONE_NUMBER"], bundle_id=env["BUNDLE_ID"]
)
answer = api.post(
    "/v1/purchases",
    content=order.model_dump_json(exclude_none=True),
    headers={"Content-Type": "application/json"},
)
purchase = Purchase.model_validate_json(must(answer))
price = purchase.price
print("bought", purchase.reference.root, purchase.status.value, price.amount, price.currency)

while purchase.status.value == "pending":
    time.sleep(0.2)
    purchase = Purchase.model_validate_json(must(api.get("/v1/purchases/" + purchase.id)))
print("read", purchase.reference.root, purchase.status.value)

with open(env["CAMPAIGN"], "rb") as file:
    answer = api.post(
        "/v1/batches",
        params={"reference": env["REFERENCE"] + "-campaign"},
        files={"file": ("campaign.csv", file, "text/csv")},
    )
batch = Batch.model_validate_json(must(answer))
while batch.status.value != "completed":
    time.sleep(0.2)
    batch = Batch.model_validate_json(must(api.get("/v1/batches/" + batch.id)))
print("campaign", batch.reference.root, batch.status.value, batch.counts.successful)

statement = Statement.model_validate_json(must(api.get("/v1/statements/" + env["DATE"])))
print("statement", statement.date, statement.status.value, statement.totals.funding.amount)

classes = {"approval": ApprovalEvent, "batch": BatchEvent, "purchase": PurchaseEvent}
for path in sorted(Path(env["WEBHOOKS"]).iterdir()):
    body = json.loads(path.read_bytes())
    event_class = classes[body["type"].split(".")[0]]
    event = event_class.model_validate(body)
    subject = event.data.object
    name = subject.id if event_class is ApprovalEvent else subject.reference.root
    print("webhook", event.type.value, name, subject.status.value)
