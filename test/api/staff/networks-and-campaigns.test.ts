import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ApiFixture, MTN_BUNDLE, startApi } from '../../support/api/fixture.ts';
import { call } from '../../support/api/http.ts';
import { browse } from '../../support/people/fixture.ts';
import { staffAs } from '../../support/people/staff.ts';

let api: ApiFixture;
let operator: Awaited<ReturnType<typeof staffAs>>;
beforeAll(async () => {
  api = await startApi();
  operator = await staffAs(api, 'operator');
});
afterAll(() => api.close());

function as(path: string, body: object) {
  return browse(api, `/v1/staff${path}`, { method: 'POST', cookie: operator.cookie, body });
}

// biome-ignore lint/suspicious/noExplicitAny: answers are compared as they are
async function done(path: string, body: object): Promise<any> {
  const answer = await as(path, body);
  if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}: ${answer.text}`);
  return JSON.parse(answer.text);
}

async function entriesOf(action: string, subject: string) {
  const { rows } = await api.pool.query(
    'SELECT principal_kind AS kind, principal_id AS id, reason FROM audit_log WHERE action = $1 AND subject = $2',
    [action, subject],
  );
  return rows;
}

describe('the status of a network', () => {
  it('is set by hand with a message for clients, and cleared, each on record', async () => {
    const path = '/networks/net_mtn';
    const wanted = { status: 'unavailable', message: 'Maintenance', minutes: 30, reason: 'ticket 5' };
    const set = await done(`${path}/override`, wanted);
    expect(set).toMatchObject({ id: 'net_mtn', status: 'unavailable', status_message: 'Maintenance' });
    expect(set.override).toEqual({ status: 'unavailable', until: expect.stringMatching(/Z$/) });
    const entry = { kind: 'staff', id: operator.personId, reason: 'ticket 5' };
    expect(await entriesOf('network_override', 'net_mtn')).toEqual([entry]);
    expect((await done(`${path}/clear`, { reason: 'done' })).override).toBeNull();
    expect((await as(`${path}/clear`, { reason: 'again' })).status).toBe(404);
    expect(await entriesOf('network_override_clear', 'net_mtn')).toHaveLength(1);
  });

  it.each([
    { status: 'unavailable' },
    { status: 'operational', message: 'fine' },
    { status: 'degraded', message: 'slow', minutes: 0 },
    { status: 'degraded', message: 'slow', minutes: 10_081 },
  ])('is not set by %j', async (body) => {
    expect((await as('/networks/net_mtn/override', { ...body, reason: 'r' })).status).toBe(400);
  });

  it('answers 404 for an unknown network', async () => {
    const body = { status: 'operational', reason: 'r' };
    expect((await as('/networks/net_none/override', body)).status).toBe(404);
  });
});

describe('a campaign of a client', () => {
  it('is cancelled once, with the reason on record', async () => {
    const answer = await call(api, '/v1/batches?reference=stop-it&start=manual', {
      method: 'POST',
      headers: { 'content-type': 'text/csv' },
      body: `phone_number,bundle_id\n+2348031000001,${MTN_BUNDLE}\n`,
    });
    const { id } = JSON.parse(answer.text);
    const path = `/batches/${id}/control`;
    const paused = await done(path, { command: 'pause', reason: 'r' });
    expect(paused).toEqual({ batch_id: id, status: 'ready', changed: false, refused: 'impossible' });
    const stopped = await done(path, { command: 'cancel', reason: 'client asked' });
    expect(stopped).toEqual({ batch_id: id, status: 'canceled', changed: true, refused: null });
    const again = await done(path, { command: 'cancel', reason: 'client asked' });
    expect(again).toMatchObject({ changed: false, refused: null });
    const entry = { kind: 'staff', id: operator.personId, reason: 'client asked' };
    expect(await entriesOf('batch_cancel', id)).toEqual([entry]);
  });
});
