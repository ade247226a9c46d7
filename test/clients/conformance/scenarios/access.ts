import { describe, expect, it } from 'vitest';
import type { Context } from '../context.ts';
import { page } from '../objects.ts';
import { OPERATIONS, resolve } from '../operations/document.ts';
import { sampleAnswer } from '../operations/samples.ts';
import * as server from '../server.ts';
import { sentBody } from '../server.ts';

const SECRET = 'bw_live_secret_of_the_scripted_server';
const KEY_ID = 'key_01kf0x7s4dfb7r9m2ptq4n6wze';
const APPROVAL_ID = 'apr_01kf0x8v5sfb7r9m2ptq4n6wzf';
const NEW_KEY = { name: 'Order service', scopes: ['purchases:create', 'purchases:read'] };

/** The example of what an operation answers with. */
function answerOf(id: string): Record<string, unknown> {
  const answer = OPERATIONS.find((operation) => operation.id === id)?.answer;
  if (!answer) throw new Error(`${id} has no answer in JSON.`);
  return { ...Object(sampleAnswer(resolve(answer.schema))) };
}

/** A new key, with the secret at the beginning of its JSON. */
function withSecret(): Record<string, unknown> {
  const { key: _example, ...answer } = answerOf('createApiKey');
  return { key: SECRET, ...answer };
}

/** Keys, the audit log and approvals. */
export function accessScenarios({ server: scripted, driver }: Context): void {
  const only = () => scripted().seen.map(({ method, url }) => `${method} ${url}`);

  describe('API keys', () => {
    const create = ['create_key', NEW_KEY, 'POST /v1/api-keys'] as const;
    const rotate = [
      'rotate_key',
      { id: KEY_ID, overlap_seconds: 0 },
      `POST /v1/api-keys/${KEY_ID}/rotate`,
    ] as const;

    it.each([create, rotate])('%s returns the key, and no log has it', async (call, args, request) => {
      scripted().script(server.error(503, 'unavailable'), server.json(201, withSecret()));
      expect(await driver().ok(call, args)).toMatchObject({ id: KEY_ID, key: SECRET, last_four: 'x7Qp' });
      expect(only()).toEqual([request, request]);
      expect(driver().stderr()).toContain('/v1/api-keys');
      expect(driver().stderr()).not.toContain(SECRET);
    });

    it.each([
      ['a lost answer', server.cut],
      ['an answer that ends early', server.cutInBody(201, JSON.stringify(withSecret()))],
      ['the answer of a proxy', server.html(502)],
    ])('are not requested again after %s, and the error says what to do', async (_why, step) => {
      for (const [call, args, request] of [create, rotate]) await losesKey(call, args, request, step);
    });

    async function losesKey(call: string, args: object, request: string, step: server.Step) {
      scripted().script(step);
      const failure = await driver().fails(call, args);
      expect(failure.type).toBe('no_answer');
      expect(failure.message).toMatch(call === 'create_key' ? /[Ll]ist the keys/ : /former_key_until/);
      expect(only()).toEqual([request]);
      expect(JSON.stringify(failure) + driver().stderr()).not.toContain(SECRET);
    }

    it('are listed over all pages, changed and revoked, also after lost answers', async () => {
      const key = answerOf('getApiKey');
      scripted().script(
        server.json(200, page([key], 'c1')),
        server.json(200, page([{ ...key, id: 'key_2', status: 'asleep' }])),
      );
      const listed = await driver().ok('list_keys', { query: { limit: 1 } });
      expect(listed).toMatchObject([
        { id: KEY_ID, status: 'active' },
        { id: 'key_2', status: 'asleep' },
      ]);

      const changes = { scopes: ['read_only'], expires_at: null, spend_caps: { per_day: null } };
      scripted().script(server.cut, server.json(200, { ...key, scopes: ['read_only'] }));
      const changed = await driver().ok('update_key', { id: KEY_ID, changes });
      expect(changed).toMatchObject({ scopes: ['read_only'], spend_caps: { per_purchase: null } });
      expect(only()).toEqual(Array(2).fill(`PATCH /v1/api-keys/${KEY_ID}`));
      expect(sentBody(scripted())).toEqual(changes);

      scripted().script(server.cut, server.json(200, { ...key, status: 'revoked' }));
      expect(await driver().ok('revoke_key', { id: KEY_ID })).toMatchObject({ status: 'revoked' });
      expect(only()).toEqual(Array(2).fill(`POST /v1/api-keys/${KEY_ID}/revoke`));
    });
  });

  describe('the audit log', () => {
    it('is read over all pages, with what was before and after', async () => {
      const { data } = answerOf('listAuditLog') as { data: object[] };
      scripted().script(
        server.json(200, page(data, 'c1')),
        server.json(200, page([{ ...data[0], id: 'aud_2', before: null, after: null }])),
      );
      const entries = await driver().ok('list_audit_log', { query: { subject: 'limits' } });
      expect(entries).toMatchObject([{ number: 42, before: { campaign: null } }, { id: 'aud_2' }]);
      expect(only()).toEqual([
        'GET /v1/audit-log?subject=limits',
        expect.stringMatching(/^GET \/v1\/audit-log\?(subject=limits&cursor=c1|cursor=c1&subject=limits)$/),
      ]);
    });
  });

  describe('approvals', () => {
    it('are decided once, and report after a lost answer that they have ended', async () => {
      const approved = { ...answerOf('approveApproval'), status: 'approved' };
      scripted().script(server.cut, server.json(200, approved));
      const found = await driver().ok('approve', { id: APPROVAL_ID });
      expect(found).toMatchObject({ id: APPROVAL_ID, status: 'approved', terms: { revision: 0 } });
      expect(only()).toEqual(Array(2).fill(`POST /v1/approvals/${APPROVAL_ID}/approve`));

      const details = { status: 'rejected' };
      scripted().script(server.cut, server.error(409, 'invalid_request', { details }));
      const ended = await driver().fails('reject_approval', { id: APPROVAL_ID, reason: 'Not now' });
      expect(ended).toMatchObject({ type: 'api', status: 409, details });
      expect(sentBody(scripted())).toEqual({ reason: 'Not now' });
    });

    it('are asked for, with a start time and a note, and name who asked', async () => {
      const { requested_by, ...rest } = answerOf('requestBatchStart');
      const asked = { ...rest, requested_by: { ...Object(requested_by), name: 'Amina' } };
      scripted().script(server.cut, server.json(201, asked));
      const start_at = '2126-11-20T09:00:00.000Z';
      const wanted = {
        approved_cost: { amount: 1_000, currency: 'NGN' },
        send_between: null,
        note: 'At nine',
      };
      const found = await driver().ok('request_batch_start', { id: 'bat_1', start_at, ...wanted });
      expect(found).toMatchObject({ id: APPROVAL_ID, requested_by: { name: 'Amina' } });
      expect(only()).toEqual(Array(2).fill('POST /v1/batches/bat_1/request-start'));
      const { start_at: sent, ...body } = Object(sentBody(scripted()));
      expect([Date.parse(sent), body]).toEqual([Date.parse(start_at), wanted]);
    });

    it.each([
      [409, 'approval_required', { approval_id: APPROVAL_ID }],
      [403, 'permission_denied', { required_right: 'batches:start' }],
    ])('and rights that are missing are errors of the API: %i %s', async (status, code, details) => {
      scripted().script(server.error(status, code, { details }));
      const refused = await driver().fails('start_batch', { id: 'bat_1' });
      expect(refused).toMatchObject({ type: 'api', status, code, details, retryable: false });
      expect(only()).toHaveLength(1);
    });
  });
}
