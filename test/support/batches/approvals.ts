import { ApprovalResource } from '../../../contract/approvals/approval.ts';
import { addApiKey } from '../../../db/accounts/accounts.ts';
import { replaceApprovalRule } from '../../../db/approvals/rules.ts';
import { hashApiKey, newApiKey } from '../../../domain/crypto/api-key.ts';
import type { BatchFixture } from './fixture.ts';

const ACTOR = { operator: 'test', reason: 'test' };

/** Sets the rule of the fixture's account for campaigns; null for no approvals. */
export function setRule(
  { pool, client }: BatchFixture,
  oneFrom: number | null,
  twoFrom: number | null = null,
  validHours = 72,
): Promise<void> {
  const rule = { oneFrom, twoFrom, validHours };
  return replaceApprovalRule(pool, client.accountId, 'campaign_start', rule, ACTOR);
}

/** A further key of the fixture's account. */
export async function addKey(
  { pool, client }: BatchFixture,
  scopes: readonly string[] = ['approvals:decide', 'approvals:read', 'batches:start'],
): Promise<string> {
  const key = newApiKey(true);
  await addApiKey(pool, client.accountId, hashApiKey(key), key.slice(-4));
  await pool.query('UPDATE api_keys SET scopes = $2 WHERE key_hash = $1', [hashApiKey(key), scopes]);
  return key;
}

/** Sends a request with one of the keys. */
export async function send(
  { app }: BatchFixture,
  key: string,
  method: 'GET' | 'POST' | 'PUT' | 'PATCH',
  path: string,
  payload?: object,
) {
  const headers = { authorization: `Bearer ${key}` };
  const answer = await app.inject({ method, url: `/v1${path}`, headers, ...(payload ? { payload } : {}) });
  return { status: answer.statusCode, body: answer.json() };
}

/** Starts a batch that needs approval, and returns the id of the request. */
export async function request(
  fixture: BatchFixture,
  batchId: string,
  body: object = {},
  command = 'start',
): Promise<string> {
  const answer = await send(fixture, fixture.client.key, 'POST', `/batches/${batchId}/${command}`, body);
  if (answer.body.error?.code !== 'approval_required') throw new Error(JSON.stringify(answer.body));
  return answer.body.error.details.approval_id;
}

export function decide(
  fixture: BatchFixture,
  key: string,
  id: string,
  verb: 'approve' | 'reject' | 'withdraw',
) {
  const body = verb === 'approve' ? {} : { reason: 'not now' };
  return send(fixture, key, 'POST', `/approvals/${id}/${verb}`, body);
}

/** An approval as the fixture's own key reads it. */
export async function getApproval(fixture: BatchFixture, id: string): Promise<ApprovalResource> {
  return ApprovalResource.parse((await send(fixture, fixture.client.key, 'GET', `/approvals/${id}`)).body);
}
