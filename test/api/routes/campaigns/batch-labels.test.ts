import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BatchResource } from '../../../../contract/batches/batch.ts';
import { type ApiFixture, addScopedKey, MTN_BUNDLE, startApi } from '../../../support/api/fixture.ts';
import { call } from '../../../support/api/http.ts';

let api: ApiFixture;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

async function upload(reference: string, key = api.client.key): Promise<BatchResource> {
  const answer = await call(api, `/v1/batches?reference=${reference}&start=manual`, {
    method: 'POST',
    key,
    headers: { 'content-type': 'text/csv' },
    body: `phone_number,bundle_id\n+2348031234567,${MTN_BUNDLE}\n`,
  });
  return BatchResource.parse(JSON.parse(answer.text));
}

async function label(id: string, body: object) {
  const { status, text } = await call(api, `/v1/batches/${id}`, { method: 'PATCH', body });
  return { status, batch: JSON.parse(text) };
}

async function list(query: string): Promise<string[]> {
  const { text } = await call(api, `/v1/batches?${query}`);
  return JSON.parse(text).data.map(({ reference }: BatchResource) => reference);
}

it('a batch has its uploader as owner, and a note that can be changed and removed', async () => {
  const { id, owner, note, archived_at } = await upload('labelled');
  const { rows } = await api.pool.query<{ id: string }>(
    'SELECT principal_id AS id FROM preparers WHERE subject_id = (SELECT id FROM batches WHERE reference = $1)',
    ['labelled'],
  );
  expect({ owner, note, archived_at }).toEqual({
    owner: { kind: 'key', id: rows[0]?.id },
    note: null,
    archived_at: null,
  });
  expect((await label(id, { note: ' Agreed on Friday. ' })).batch.note).toBe('Agreed on Friday.');
  expect((await label(id, { archived: false })).batch.note).toBe('Agreed on Friday.');
  expect((await label(id, { note: '' })).batch.note).toBeNull();
  expect((await label(id, { note: 'x'.repeat(1_001) })).status).toBe(400);
  expect((await label(id, {})).status).toBe(400);
  expect((await label('bat_00000000000000000000000000', { note: 'none' })).status).toBe(404);
});

it('only a batch that has ended can be archived, and each change is in the audit log without the note', async () => {
  const { id } = await upload('put-away');
  const early = await label(id, { archived: true });
  expect([early.status, early.batch.error.details]).toEqual([409, { status: 'ready' }]);
  await call(api, `/v1/batches/${id}/cancel`, { method: 'POST' });
  const { batch } = await label(id, { archived: true, note: 'call +2348031234567' });
  expect(batch.archived_at).toEqual(expect.any(String));
  // Repeated, it changes nothing and records nothing.
  expect((await label(id, { archived: true })).batch.archived_at).toBe(batch.archived_at);
  expect((await label(id, { archived: false })).batch.archived_at).toBeNull();
  const { text } = await call(api, `/v1/audit-log?action=batch_label&subject=${id}`);
  const entries = JSON.parse(text).data;
  expect(entries.map(({ after }: { after: object }) => after)).toEqual([
    { archived: false, has_note: true, note_changed: false },
    { archived: true, has_note: true, note_changed: true },
  ]);
  expect(text).not.toContain('2348031234567');
});

describe('the list of batches is narrowed', () => {
  let other: BatchResource;
  beforeAll(async () => {
    await label((await upload('narrow-one')).id, { note: 'For the Kano team' });
    other = await upload(
      'narrow-two',
      await addScopedKey(api.pool, api.client.accountId, ['batches:create']),
    );
    await call(api, `/v1/batches/${other.id}/cancel`, { method: 'POST' });
    await label(other.id, { archived: true });
  });

  it('by a part of the name or note, in upper or lower case', async () => {
    expect(await list('search=NARROW')).toEqual(['narrow-two', 'narrow-one']);
    expect(await list('search=kano')).toEqual(['narrow-one']);
    // No pattern: these characters stand for themselves.
    expect(await list('search=n%25rrow')).toEqual([]);
  });

  it('by the archive, the owner and the day of the upload', async () => {
    expect(await list('search=narrow&archived=true')).toEqual(['narrow-two']);
    expect(await list('search=narrow&archived=false')).toEqual(['narrow-one']);
    expect(await list(`owner=${other.owner?.id}`)).toEqual(['narrow-two']);
    const after = new Date(Date.now() + 3_600_000).toISOString();
    expect(await list(`search=narrow&created_from=${after}`)).toEqual([]);
    expect(await list(`search=narrow&created_to=${after}`)).toEqual(['narrow-two', 'narrow-one']);
  });

  it.each(['search=', 'owner=me', 'archived=maybe', 'created_from=yesterday'])('not by %s', async (query) => {
    expect((await call(api, `/v1/batches?${query}`)).status).toBe(400);
  });
});
