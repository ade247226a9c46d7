import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { lines, ready, send } from '../../../support/batches/changes.ts';
import { buyOne, rowsOf, WINDOW } from '../../../support/batches/duplicates.ts';
import {
  type BatchFixture,
  command,
  createBatchFixture,
  GLO_BUNDLE,
  getBatch,
  goodFile,
  MTN_BUNDLE,
  PRICE,
  phoneNumber,
} from '../../../support/batches/fixture.ts';
import { expectSoundBatch } from '../../../support/batches/sound.ts';

let fixture: BatchFixture;
beforeEach(async () => {
  fixture = await createBatchFixture(100 * PRICE);
});
afterEach(() => fixture.close());

describe('an agreement', () => {
  it('[rows.revision] to rows that were changed since is refused, even at the same cost', async () => {
    const batch = await ready(fixture, goodFile(2), 'agreed');
    const { id, cost: approved_cost, file_sha256 } = batch;
    await send(fixture, 'PATCH', `${id}/rows/2`, { phone_number: phoneNumber(9) });
    const changed = await getBatch(fixture, id);
    expect(changed).toMatchObject({ cost: approved_cost, file_sha256, revision: 1 });
    for (const agreed of [
      { approved_cost, file_sha256 },
      { approved_cost },
      { file_sha256 },
      { revision: 0 },
    ])
      expect(await send(fixture, 'POST', `${id}/start`, agreed)).toMatchObject({
        status: 409,
        body: { error: { code: 'approval_mismatch', param: 'revision', details: { revision: 1 } } },
      });
    expect(await send(fixture, 'PATCH', `${id}/rows/3`, { dropped: true, revision: 0 })).toMatchObject({
      status: 409,
      body: { error: { code: 'approval_mismatch', details: { revision: 1 } } },
    });
    const started = await send(fixture, 'POST', `${id}/start`, { approved_cost, file_sha256, revision: 1 });
    expect(started).toMatchObject({ status: 200, body: { status: 'running', revision: 1 } });
  });

  it('to nothing, or to forbidden errors, starts nothing', async () => {
    const empty = await ready(fixture, goodFile(1), 'empty');
    await send(fixture, 'PATCH', `${empty.id}/rows/2`, { dropped: true });
    expect((await send(fixture, 'POST', `${empty.id}/start`, {})).body.error.message).toMatch(
      /No row of this batch/,
    );
    const strict = await ready(fixture, goodFile(2), 'strict', { on_invalid: 'reject' });
    await send(fixture, 'PATCH', `${strict.id}/rows/2`, { bundle_id: 'nothing' });
    expect((await send(fixture, 'POST', `${strict.id}/start`, {})).body.error.message).toMatch(/have errors/);
  });

  it('that a start and changes race for holds for exactly the rows that were shown', async () => {
    for (let round = 0; round < 5; round++) {
      const { id, cost: approved_cost, file_sha256 } = await ready(fixture, goodFile(3), `race-${round}`);
      const start = send(fixture, 'POST', `${id}/start`, { approved_cost, file_sha256, revision: 0 });
      const change = send(fixture, 'PATCH', `${id}/rows/2`, { dropped: true });
      const statuses = [(await start).status, (await change).status];
      const batch = await getBatch(fixture, id);
      if (statuses[0] === 200)
        expect([statuses, batch]).toMatchObject([
          [200, 409],
          { status: 'running', revision: 0, cost: approved_cost },
        ]);
      else expect([statuses, batch]).toMatchObject([[409, 200], { status: 'ready', revision: 1 }]);
      await command(fixture, id, 'cancel');
    }
  });
});

describe('a second check', () => {
  it('[rows.recheck] finds new prices, withdrawn bundles and purchases since', async () => {
    const glo = `${phoneNumber(3, '+234805')},${GLO_BUNDLE}`;
    const file = lines(`${phoneNumber(1)},${MTN_BUNDLE}`, `${phoneNumber(2)},${MTN_BUNDLE}`, glo);
    const { id } = await ready(fixture, file, 'recheck', WINDOW);
    expect((await send(fixture, 'POST', `${id}/recheck`, {})).body.revision).toBe(0);
    await buyOne(fixture, 1, 'meanwhile');
    await fixture.pool.query(`UPDATE account_bundles SET price = 1500 WHERE bundle_id = '${MTN_BUNDLE}';
      DELETE FROM account_bundles WHERE bundle_id = '${GLO_BUNDLE}'`);
    const wanted = { cost: { amount: 1_500 }, counts: { waiting: 1, refused: 1, invalid: 1 } };
    await expect
      .poll(async () => (await send(fixture, 'POST', `${id}/recheck`, {})).body)
      .toMatchObject(wanted);
    await expectSoundBatch(fixture, id);
  });

  it('keeps what was changed, corrected and rejected', async () => {
    const file = lines(
      `${phoneNumber(1)},${MTN_BUNDLE}`,
      `${phoneNumber(2).slice(1)},${MTN_BUNDLE}`,
      '0803,x',
    );
    const { id } = await ready(fixture, file, 'kept', { repair: 'propose' });
    await send(fixture, 'PATCH', `${id}/rows/2`, { phone_number: phoneNumber(7) });
    await command(fixture, id, 'corrections/reject');
    const before = await rowsOf(fixture, id);
    expect(before.map(({ state }) => state)).toEqual(['waiting', 'invalid', 'invalid']);
    await send(fixture, 'POST', `${id}/recheck`, {});
    const after = await rowsOf(fixture, id);
    expect(after.map(({ state }) => state)).toEqual(['waiting', 'invalid', 'invalid']);
    expect(after[0]?.corrected_number).toBe(phoneNumber(7));
    await expectSoundBatch(fixture, id);
  });
});
