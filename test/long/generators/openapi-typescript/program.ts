import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import createClient from 'openapi-fetch';
import type { components, paths } from './bundlewire.ts';

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

const api = createClient<paths>({ baseUrl: BASE_URL, headers: { Authorization: `Bearer ${API_KEY}` } });

function must<T>({ data, error }: { data?: T; error?: unknown }): T {
  if (data === undefined) throw new Error(JSON.stringify(error));
  return data;
}

const body = { reference: REFERENCE, phone_number: PHONE_NUMBER, bundle_id: BUNDLE_ID };
let purchase = must(await api.POST('/v1/purchases', { body }));
console.log(
  `bought ${purchase.reference} ${purchase.status} ${purchase.price.amount} ${purchase.price.currency}`,
);

while (purchase.status === 'pending') {
  await sleep(200);
  purchase = must(
    await api.GET('/v1/purchases/{purchase_id}', { params: { path: { purchase_id: purchase.id } } }),
  );
}
console.log(`read ${purchase.reference} ${purchase.status}`);

let batch = must(
  await api.POST('/v1/batches', {
    params: { query: { reference: `${REFERENCE}-campaign` } },
    body: { file: readFileSync(CAMPAIGN, 'utf8') },
    bodySerializer: (body) => {
      const file = typeof body === 'string' ? body : body.file;
      const form = new FormData();
      form.append('file', new Blob([file], { type: 'text/csv' }), 'campaign.csv');
      return form;
    },
  }),
);
while (batch.status !== 'completed') {
  await sleep(200);
  batch = must(await api.GET('/v1/batches/{batch_id}', { params: { path: { batch_id: batch.id } } }));
}
console.log(`campaign ${batch.reference} ${batch.status} ${batch.counts.successful}`);

const statement = must(await api.GET('/v1/statements/{date}', { params: { path: { date: DATE } } }));
console.log(`statement ${statement.date} ${statement.status} ${statement.totals.funding.amount}`);

type Schemas = components['schemas'];
type WebhookEvent = Schemas['PurchaseEvent'] | Schemas['BatchEvent'] | Schemas['ApprovalEvent'];

for (const name of readdirSync(WEBHOOKS)) {
  const event: WebhookEvent = JSON.parse(readFileSync(join(WEBHOOKS, name), 'utf8'));
  const subject = event.data.object;
  const known = subject.object === 'approval' ? subject.id : subject.reference;
  console.log(`webhook ${event.type} ${known} ${subject.status}`);
}
