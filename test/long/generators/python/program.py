import json
import os
import time
from pathlib import Path

import bundlewire

env = os.environ
configuration = bundlewire.Configuration(host=env["BASE_URL"], access_token=env["API_KEY"])
client = bundlewire.ApiClient(configuration)
purchases = bundlewire.PurchasesApi(client)
batches = bundlewire.BatchesApi(client)

order = bundlewire.CreatePurchase(
    reference=env["REFERENCE"], phone_number=env["PHONE_NUMBER"], bundle_id=env["BUNDLE_ID"]
)
purchase = purchases.create_purchase(order)
price = purchase.price
print("bought", purchase.reference, purchase.status, price.amount, price.currency)

while purchase.status == "pending":
    time.sleep(0.2)
    purchase = purchases.get_purchase(purchase.id)
print("read", purchase.reference, purchase.status)

batch = batches.create_batch(reference=env["REFERENCE"] + "-campaign", file=env["CAMPAIGN"])
while batch.status != "completed":
    time.sleep(0.2)
    batch = batches.get_batch(batch.id)
print("campaign", batch.reference, batch.status, batch.counts.successful)

statement = bundlewire.StatementsApi(client).get_statement(env["DATE"])
print("statement", statement.var_date, statement.status, statement.totals.funding.amount)

classes = {
    "approval": bundlewire.ApprovalEvent,
    "batch": bundlewire.BatchEvent,
    "purchase": bundlewire.PurchaseEvent,
}
for path in sorted(Path(env["WEBHOOKS"]).iterdir()):
    body = json.loads(path.read_text())
    event_class = classes[body["type"].split(".")[0]]
    event = event_class.from_dict(body)
    subject = event.data.object
    name = subject.id if event_class is bundlewire.ApprovalEvent else subject.reference
    print("webhook", event.type, name, subject.status)
