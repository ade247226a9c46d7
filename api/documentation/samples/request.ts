import type { Document, Operation } from '../document.ts';

/** What the sample of an operation sends, before it is written in a language. */
export interface SampleRequest {
  readonly method: string;
  /** Texts, and environment variables that hold an id or a day. */
  readonly url: readonly (string | Variable)[];
  readonly body: SampleBody | null;
  /** Where the answer is saved, if it is a file; null if it is text. */
  readonly savesAs: string | null;
}

export interface Variable {
  readonly variable: string;
}

export type SampleBody =
  | { readonly kind: 'json'; readonly value: unknown }
  /** A file in the reader's folder. */
  | { readonly kind: 'csv'; readonly file: string };

/** A sample as the reference shows it. */
export interface Sample {
  readonly lang: string;
  readonly label: string;
  readonly source: string;
}

/** The file that the quick start of the samples makes. */
export const CAMPAIGN_FILE = 'campaign.csv';

/** Names of answers that are not text, by operation. */
const SAVED: Readonly<Record<string, string>> = { getBatchTemplate: 'campaign-template.xlsx' };

/** What is the same for all readers, unlike the ids of what they bought. */
const COMMON = new Set(['network_id', 'bundle_id', 'line']);

/** What the samples send beyond what the document requires. A batch that waits can be started, paused and cancelled. */
const MORE_QUERY: Readonly<Record<string, string>> = { createBatch: '&start=manual' };

/** What the samples send instead of the document's example, which would lock a reader out or disable an endpoint. */
const BODIES: Readonly<Record<string, unknown>> = {
  createRecurringBatch: {
    reference: 'weekly-bonus',
    batch_id: '$BATCH_ID',
    time_zone: 'Africa/Lagos',
    at: '08:00',
    weekdays: [1],
    approved_cost: { amount: 45_000_000, currency: 'NGN' },
  },
  replaceApprovalRules: { campaign_start: { one_approval_from: null, two_approvals_from: null } },
  replaceIpAllowlist: { ranges: [] },
  replaceAllowedBundles: { bundle_ids: null },
  replaceNotices: { ready: [], completed: [], paused: [], needs_money: [] },
  replaceSpendingLimits: { per_campaign: null, per_day: null, per_month: null },
  requestBatchStart: {
    approved_cost: { amount: 100_000, currency: 'NGN' },
    note: 'As agreed with marketing.',
  },
  scheduleBatch: { start_at: '$START_AT' },
  updateWebhookEndpoint: { description: 'Order service' },
};

/** The request of an operation, with the examples of the document. */
export function makeRequest(
  baseUrl: string,
  { path, method, operation }: { path: string; method: string; operation: Operation },
  schemas: NonNullable<Document['components']>['schemas'],
): SampleRequest {
  const examples = new Map(
    (operation.parameters ?? []).map(({ name, example, schema }) => [
      name,
      String(example ?? schema.examples?.[0] ?? ''),
    ]),
  );
  const url = path
    .split(/(\{[a-z_]+\})/)
    .filter((part) => part !== '')
    .map((part) => {
      const name = part.startsWith('{') ? part.slice(1, -1) : null;
      if (name === null) return part;
      return COMMON.has(name) ? (examples.get(name) ?? '') : { variable: variableOf(name) };
    });
  const query = (operation.parameters ?? [])
    .filter((parameter) => parameter.in === 'query' && parameter.required === true)
    .map(({ name }) => `${name}=${encodeURIComponent(examples.get(name) ?? '')}`)
    .join('&');
  const end = (query === '' ? '' : `?${query}`) + (MORE_QUERY[operation.operationId ?? ''] ?? '');
  return {
    method: method.toUpperCase(),
    url: [baseUrl, ...url, end],
    body: bodyOf(operation, schemas),
    savesAs: SAVED[operation.operationId ?? ''] ?? null,
  };
}

/** `purchase_id` is `PURCHASE_ID`, and the date of a statement is `DAY`. */
function variableOf(parameter: string): string {
  return parameter === 'date' ? 'DAY' : parameter.toUpperCase();
}

function bodyOf(
  { requestBody, operationId = '' }: Operation,
  schemas: NonNullable<Document['components']>['schemas'] = {},
): SampleBody | null {
  const content = requestBody?.content ?? {};
  if ('text/csv' in content) return { kind: 'csv', file: CAMPAIGN_FILE };
  const json = content['application/json'];
  // An optional body is for what only the reader can know, such as the cost that was agreed.
  if (json === undefined || requestBody?.required !== true) return null;
  const ref = json.schema?.$ref?.split('/').at(-1) ?? '';
  const value =
    BODIES[operationId] ??
    json.example ??
    Object.values(json.examples ?? {})[0]?.value ??
    schemas[ref]?.examples?.[0] ??
    {};
  return { kind: 'json', value };
}
