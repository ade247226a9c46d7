import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
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

  for (const type of readdirSync(WEBHOOKS)) {
    const body: unknown = JSON.parse(readFileSync(join(WEBHOOKS, type), 'utf8'));
    const event = type.startsWith('batch.') ? BatchEventFromJSON(body) : PurchaseEventFromJSON(body);
    console.log(`webhook ${event.type} ${event.data.object.reference} ${event.data.object.status}`);
  }
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
