import { EventSource, type FetchLike } from 'eventsource';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import {
  type ApiFixture,
  addClient,
  addKey,
  MTN_BUNDLE,
  revokeKey,
  startApi,
} from '../../../support/api/fixture.ts';
import { call } from '../../../support/api/http.ts';
import { organisationOf, signedInAs } from '../../../support/people/fixture.ts';
import { roleWorld } from '../../../support/people/roles.ts';

let api: ApiFixture;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

const SLOW = { timeout: 60_000, interval: 50 };

/** A batch of two rows, of which none is bought: there is no worker. */
async function upload(reference: string, start: 'auto' | 'manual' = 'auto'): Promise<string> {
  const answer = await call(api, `/v1/batches?reference=${reference}&start=${start}`, {
    method: 'POST',
    headers: { 'content-type': 'text/csv' },
    body: `phone_number,bundle_id\n+2348031234567,${MTN_BUNDLE}\n+2348031234568,${MTN_BUNDLE}\n`,
  });
  return JSON.parse(answer.text).id;
}

function command(id: string, name: string) {
  return call(api, `/v1/batches/${id}/${name}`, { method: 'POST' });
}

/** Follows a batch as a browser does, and keeps what it received. */
function follow(id: string, headers: Readonly<Record<string, string>>, baseUrl = api.baseUrl) {
  const fetchAs: FetchLike = (url, init) => fetch(url, { ...init, headers: { ...init.headers, ...headers } });
  const source = new EventSource(`${baseUrl}/v1/batches/${id}/progress?seconds=300`, { fetch: fetchAs });
  const seen: { event: string; status: string }[] = [];
  for (const event of ['progress', 'end'])
    source.addEventListener(event, ({ data }) => seen.push({ event, status: JSON.parse(data).status }));
  let closures = 0;
  source.addEventListener('error', () => (closures += 1));
  return { source, seen, closures: () => closures };
}

const asKey = (key = api.client.key) => ({ authorization: `Bearer ${key}` });

it('each change is sent once, and the end of the batch ends the stream', async () => {
  const id = await upload('followed');
  const { source, seen } = follow(id, asKey());
  try {
    await vi.waitFor(() => expect(seen).toEqual([{ event: 'progress', status: 'running' }]), SLOW);
    await command(id, 'pause');
    await vi.waitFor(() => expect(seen).toHaveLength(2), SLOW);
    await command(id, 'cancel');
    await vi.waitFor(() => expect(seen).toHaveLength(3), SLOW);
    expect(seen.slice(1)).toEqual([
      { event: 'progress', status: 'paused' },
      { event: 'end', status: 'canceled' },
    ]);
  } finally {
    source.close();
  }
});

it('a batch that waits for its start is sent once, without phone numbers', async () => {
  const id = await upload('at-rest', 'manual');
  const { status, text, headers } = await call(api, `/v1/batches/${id}/progress`);
  expect([status, headers.get('content-type')]).toEqual([200, 'text/event-stream; charset=utf-8']);
  expect(text).toMatch(/^retry: \d+\n\nevent: end\ndata: \{.*\}\n\n$/);
  expect(JSON.parse(text.slice(text.indexOf('{')))).toMatchObject({
    id,
    status: 'ready',
    counts: { waiting: 2 },
  });
  expect(text).not.toContain('234803');
});

it('a stream lasts no longer than was asked for', async () => {
  const id = await upload('short');
  const { status, text } = await call(api, `/v1/batches/${id}/progress?seconds=1`);
  expect([status, text.match(/event: \w+/g)]).toEqual([200, ['event: progress']]);
  expect((await call(api, `/v1/batches/${id}/progress?seconds=301`)).status).toBe(400);
});

it('another account follows nothing', async () => {
  const id = await upload('private');
  const other = await addClient(api.pool, { balance: 0 });
  expect((await call(api, `/v1/batches/${id}/progress`, { key: other.key })).status).toBe(404);
});

it('a stream ends with the session that opened it, and with its key', async () => {
  const id = await upload('ended');
  const organisation = await organisationOf(api, api.client.accountId);
  const person = await signedInAs(api, organisation, 'viewer');
  const key = await addKey(api.pool, api.client.accountId);
  const streams = [follow(id, { cookie: person.cookie }), follow(id, asKey(key))];
  try {
    await vi.waitFor(() => expect(streams.map(({ seen }) => seen.length)).toEqual([1, 1]), SLOW);
    await api.pool.query('DELETE FROM auth_sessions');
    await revokeKey(api.pool, key);
    // They are closed, and refused when they connect again.
    await vi.waitFor(
      () =>
        expect(streams.map(({ source }) => source.readyState)).toEqual([
          EventSource.CLOSED,
          EventSource.CLOSED,
        ]),
      SLOW,
    );
    await command(id, 'pause');
    expect(streams.map(({ seen }) => seen.length)).toEqual([1, 1]);
  } finally {
    for (const { source } of streams) source.close();
  }
});

it('a person with a role that their organisation composed follows until the role loses the right', async () => {
  const world = await roleWorld(api);
  const uploaded = await call(api, '/v1/batches?reference=composed', {
    method: 'POST',
    headers: { 'content-type': 'text/csv' },
    body: `phone_number,bundle_id\n+2348031234567,${MTN_BUNDLE}\n`,
    key: world.client.key,
  });
  const { id } = JSON.parse(uploaded.text);
  const person = await world.personWith('Watchers', ['batches:read', 'balance:read']);
  const { source, seen } = follow(id, { cookie: person.cookie });
  try {
    await vi.waitFor(() => expect(seen.length).toBe(1), SLOW);
    const key = world.client.key;
    await call(api, `/v1/batches/${id}/pause`, { method: 'POST', key });
    await vi.waitFor(() => expect(seen.length).toBe(2), SLOW);
    expect((await world.change(person.role, { rights: ['balance:read'] })).status).toBe(200);
    await vi.waitFor(() => expect(source.readyState).toBe(EventSource.CLOSED), SLOW);
  } finally {
    source.close();
  }
});

it('an account has eight streams, and one more is rejected until one ends', async () => {
  const id = await upload('many');
  const streams = Array.from({ length: 8 }, () => follow(id, asKey()));
  try {
    await vi.waitFor(() => expect(streams.every(({ seen }) => seen.length === 1)).toBe(true), SLOW);
    const refused = await call(api, `/v1/batches/${id}/progress`);
    expect([refused.status, JSON.parse(refused.text).error.code]).toEqual([429, 'rate_limited']);
    streams[0]?.source.close();
    await vi.waitFor(async () => {
      expect((await call(api, `/v1/batches/${id}/progress?seconds=1`)).status).toBe(200);
    }, SLOW);
  } finally {
    for (const { source } of streams) source.close();
  }
});

it('a process that closes ends its streams immediately', async () => {
  const second = await startApi();
  const answer = await call(second, '/v1/batches?reference=closing', {
    method: 'POST',
    headers: { 'content-type': 'text/csv' },
    body: `phone_number,bundle_id\n+2348031234567,${MTN_BUNDLE}\n`,
  });
  const { source, seen, closures } = follow(
    JSON.parse(answer.text).id,
    asKey(second.client.key),
    second.baseUrl,
  );
  try {
    await vi.waitFor(() => expect(seen).toHaveLength(1), SLOW);
    await second.close();
    await vi.waitFor(() => expect(closures()).toBeGreaterThan(0), SLOW);
  } finally {
    source.close();
  }
});
