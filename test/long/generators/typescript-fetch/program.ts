import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  ApprovalEventFromJSON,
  BatchEventFromJSON,
  BatchesApi,
  Configuration,
  PurchaseEventFromJSON,
  PurchasesApi,
  StatementsApi,
} from './bundlewire';

const {
  BASE_URL = '',
  API_KEY = '',
  REFERENCE = '',
  PHONE_NUMBER = '',
  BUNDLE_ID = '',
  CAMPAIGN = '',
  DATE = '',
  WEBHOOKS = '',
} = process.env;

const configuration = new Configuration({ basePath: BASE_URL, accessToken: API_KEY });
const purchases = new PurchasesApi(configuration);
const batches = new BatchesApi(configuration);
const statements = new StatementsApi(configuration);

async function main(): Promise<void> {
  const createPurchase = { reference: REFERENCE, phoneNumber: PHONE_NUMBER, bundleId: BUNDLE_ID };
  let purchase = await purchases.createPurchase({ createPurchase });
  console.log(
    `bought ${purchase.reference} ${purchase.status} ${purchase.price.amount} ${purchase.price.currency}`,
  );
  while (purchase.status === 'pending') {
    await sleep(200);
    purchase = await purchases.getPurchase({ purchaseId: purchase.id });
  }
  console.log(`read ${purchase.reference} ${purchase.status}`);

  const file = new Blob([readFileSync(CAMPAIGN)], { type: 'text/csv' });
  let batch = await batches.createBatch({ reference: `${REFERENCE}-campaign`, file });
  while (batch.status !== 'completed') {
    await sleep(200);
    batch = await batches.getBatch({ batchId: batch.id });
  }
  console.log(`campaign ${batch.reference} ${batch.status} ${batch.counts.successful}`);

  const statement = await statements.getStatement({ date: DATE });
  const day = statement.date.toISOString().slice(0, 10);
  console.log(`statement ${day} ${statement.status} ${statement.totals.funding.amount}`);

  for (const name of readdirSync(WEBHOOKS))
    console.log(readWebhook(readFileSync(join(WEBHOOKS, name), 'utf8')));
}

function readWebhook(text: string): string {
  const body: { type: string } = JSON.parse(text);
  switch (body.type.split('.')[0]) {
    case 'purchase': {
      const { type, data } = PurchaseEventFromJSON(body);
      return `webhook ${type} ${data.object.reference} ${data.object.status}`;
    }
    case 'batch': {
      const { type, data } = BatchEventFromJSON(body);
      return `webhook ${type} ${data.object.reference} ${data.object.status}`;
    }
    case 'approval': {
      const { type, data } = ApprovalEventFromJSON(body);
      return `webhook ${type} ${data.object.id} ${data.object.status}`;
    }
    default:
      throw new Error(`unknown type of event: ${body.type}`);
  }
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
