import json
import os
import time
from pathlib import Path

from bundlewire import AuthenticatedClient
from bundlewire.api.batches import create_batch, get_batch
from bundlewire.api.purchases import create_purchase, get_purchase
from bundlewire.api.statements import get_statement
from bundlewire.models import (
    ApprovalEvent,
    BatchEvent,
    CreateBatchFilesBody,
    CreatePurchase,
    Error,
    PurchaseEvent,
)
from bundlewire.types import File

env = os.environ
client = AuthenticatedClient(base_url=env["BASE_URL"], token=env["API_KEY"])


def must(answer):
    if answer is None or isinstance(answer, Error):
        raise RuntimeError(answer)
    return answer


order = CreatePurchase(
    reference=env["REFERENCE"], phone_number=env["PHONE_NUMBER"], bundle_id=env["BUNDLE_ID"]
)
purchase = must(create_purchase.sync(client=client, body=order))
price = purchase.price
print("bought", purchase.reference, purchase.status, price.amount, price.currency)

while purchase.status == "pending":
    time.sleep(0.2)
    purchase = must(get_purchase.sync(purchase.id, client=client))
print("read", purchase.reference, purchase.status)

with open(env["CAMPAIGN"], "rb") as payload:
    file = File(payload=payload, file_name="campaign.csv", mime_type="text/csv")
    reference = env["REFERENCE"] + "-campaign"
    form = CreateBatchFilesBody(file=file)
    batch = must(create_batch.sync(client=client, body=form, reference=reference))
while batch.status != "completed":
    time.sleep(0.2)
    batch = must(get_batch.sync(batch.id, client=client))
print("campaign", batch.reference, batch.status, batch.counts.successful)

statement = must(get_statement.sync(env["DATE"], client=client))
print("statement", statement.date, statement.status, statement.totals.funding.amount)

classes = {"approval": ApprovalEvent, "batch": BatchEvent, "purchase": PurchaseEvent}
for path in sorted(Path(env["WEBHOOKS"]).iterdir()):
    body = json.loads(path.read_text())
    event_class = classes[body["type"].split(".")[0]]
    event = event_class.from_dict(body)
    subject = event.data.object_
    name = subject.id if event_class is ApprovalEvent else subject.reference
    print("webhook", event.type_, name, subject.status)
