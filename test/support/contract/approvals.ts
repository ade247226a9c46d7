import pg from 'pg';
import { expect } from 'vitest';
import { z } from 'zod';
import { eventually } from '../scenarios/stack.ts';

/** The API that the samples call. */
export interface SampleApi {
  call(path: string, init?: RequestInit): Promise<Response>;
  /** The key of the samples. */
  key(): string;
}

/** Lets the samples do everything, and waits until they may: no key may approve only because its scopes say `all`. */
export async function nameEveryRight(databaseUrl: string, api: SampleApi): Promise<void> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 1 });
  await pool.query(
    `UPDATE api_keys SET scopes = '{all,approvals:decide,approvals:rules,people:read,people:manage,privacy:manage,privacy:export,requests:read}'`,
  );
  await pool.end();
  await eventually(async () => expect((await setRule(api, null)).status).toBe(200));
}

/** Sets from which amount campaigns need one approval; null for none. */
export function setRule({ call }: SampleApi, amount: number | null): Promise<Response> {
  const from = amount === null ? null : { amount, currency: 'NGN' };
  const rule = { one_approval_from: from, two_approvals_from: null };
  return call('/v1/settings/approval-rules', {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ campaign_start: rule }),
  });
}

const NewKey = z.object({ key: z.string() });
const Refused = z.object({ error: z.object({ details: z.object({ approval_id: z.string() }) }) });

/**
 * Requests, by language and operation, the start of a campaign that another key has uploaded, for each sample that decides. Who
 * withdraws a request has made it with the key of the samples.
 */
export async function requestApprovals(
  api: SampleApi,
  labels: readonly string[],
  upload: (reference: string, more: Readonly<Record<string, string>>, key: string) => Promise<string>,
): Promise<Map<string, string>> {
  const created = await api.call('/v1/api-keys', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Preparer', scopes: ['all'] }),
  });
  const { key } = NewKey.parse(await created.json());
  await setRule(api, 1);
  const requested = new Map<string, string>();
  for (const [nth, label] of labels.entries()) {
    for (const name of ['getApproval', 'approveApproval', 'rejectApproval', 'withdrawApproval']) {
      const id = await upload(`${name}-${nth}`, {}, key);
      const headers = { authorization: `Bearer ${name === 'withdrawApproval' ? api.key() : key}` };
      const answer = await api.call(`/v1/batches/${id}/start`, { method: 'POST', headers });
      const { error } = Refused.parse(await answer.json());
      requested.set(`${label} ${name}`, error.details.approval_id);
    }
  }
  await setRule(api, null);
  return requested;
}
