import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createReconciler } from '../../../services/reconciliations/run.ts';
import { type ApiFixture, startApi } from '../../support/api/fixture.ts';
import { postOf, staffCalls } from '../../support/people/staff-calls.ts';
import { CALL } from '../../support/purchases/gateway.ts';
import { createPurchasePorts } from '../../support/purchases/ports.ts';

const PATH = '/reconciliation-requests';
const BODY = { network_id: 'net_mtn', date: '2026-11-20', reason: 'ticket 4711' };

let api: ApiFixture;
let calls: Awaited<ReturnType<typeof staffCalls>>;

beforeAll(async () => {
  api = await startApi();
  calls = await staffCalls(api, { ada: 'operator', bayo: 'operator', fola: 'finance' });
});
afterAll(() => api.close());

const ask: typeof calls.ask = (...given) => calls.ask(...given);
const done: typeof calls.done = (...given) => calls.done(...given);

describe('a requested reconciliation', () => {
  it('is stored for a worker, once while it is open, and recorded', async () => {
    const request = await done('ada', PATH, postOf(BODY));
    expect(request).toEqual({
      id: expect.stringMatching(/^rcn_[0-9a-z]{26}$/),
      object: 'reconciliation_request',
      network_id: 'net_mtn',
      route: 'main',
      livemode: true,
      date: '2026-11-20',
      status: 'requested',
      requested_at: expect.any(String),
      started_at: null,
      ended_at: null,
      attempts: 0,
      person_id: expect.stringMatching(/^per_/),
      reason: 'ticket 4711',
      result: null,
      failure: null,
    });
    const again = postOf({ ...BODY, reason: 'another one' });
    expect(await done('bayo', PATH, again)).toEqual(request);
    expect(await done('fola', `${PATH}/${request.id}`)).toEqual(request);
    const test = await done('ada', PATH, postOf({ ...BODY, livemode: false }));
    expect(test.id).not.toBe(request.id);
    const { data } = await done('fola', `${PATH}?network_id=net_mtn`);
    expect(data.map(({ id }: { id: string }) => id)).toEqual([test.id, request.id]);
    expect((await done('fola', `${PATH}?network_id=net_glo`)).data).toEqual([]);
    expect((await done('fola', `${PATH}?limit=1`)).has_more).toBe(true);
    const { data: entries } = await done('ada', '/audit-log?action=gateway_reconcile_request&limit=10');
    expect(entries.at(-1)).toMatchObject({
      account_id: null,
      principal_kind: 'staff',
      principal_id: request.person_id,
      subject: 'net_mtn',
      reason: 'ticket 4711',
      after: { request: request.id, date: '2026-11-20', livemode: true, route: 'main' },
    });
    expect(entries).toHaveLength(2);
  });

  it('shows why it failed', async () => {
    const request = await done('ada', PATH, postOf({ ...BODY, date: '2026-11-19', route: 'second' }));
    const { pool } = api;
    const ledger = { settle: async () => null };
    const alerts = { raise: () => {} };
    const ports = createPurchasePorts({ pool, ledger, alerts, adapterFor: () => null });
    const worker = createReconciler(ports);
    while ((await worker.run(CALL)) !== null);
    expect(await done('fola', `${PATH}/${request.id}`)).toMatchObject({
      status: 'failed',
      route: 'second',
      result: null,
      failure: {
        code: 'no_gateway',
        detail: null,
        message: expect.stringContaining('The gateways file has no gateway of this network'),
      },
    });
  });

  it('is refused for a network, a day or a gateway that does not exist', async () => {
    expect((await ask('ada', PATH, postOf({ ...BODY, network_id: 'net_x' }))).status).toBe(404);
    for (const [field, value] of [
      ['date', '2026-02-30'],
      ['date', '2999-01-01'],
      ['date', '20 Nov'],
      ['route', 'Main!'],
      ['reason', ' '],
    ] as const) {
      const answer = await ask('ada', PATH, postOf({ ...BODY, [field]: value }));
      expect([field, answer.status]).toEqual([field, 400]);
      expect(JSON.parse(answer.text).error.param).toBe(field);
    }
    for (const id of ['rcn_x', 'rcn_00000000000000000000000000'])
      expect((await ask('fola', `${PATH}/${id}`)).status).toBe(404);
  });

  it('needs the right to settle purchases', async () => {
    const answer = await ask('fola', PATH, postOf(BODY));
    expect(answer.status).toBe(403);
    expect(JSON.parse(answer.text).error.details).toEqual({ required_right: 'purchases:resolve' });
  });
});
