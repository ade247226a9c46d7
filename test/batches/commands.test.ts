import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  addClient,
  type BatchSetting,
  command,
  createBatchSetting,
  getBatch,
  goodFile,
  PRICE,
  releaseOnce,
  sumOf,
  uploaded,
} from './setting.ts';

let setting: BatchSetting;
beforeEach(async () => {
  setting = await createBatchSetting(100 * PRICE);
});
afterEach(() => setting.close());

describe('commands', () => {
  it('are safe to repeat, and refused where they make no sense', async () => {
    const { id } = await uploaded(setting, goodFile(2), { reference: 'life', start: 'manual' });
    for (const [name, status, expected] of [
      ['pause', 409, undefined],
      ['start', 200, 'running'],
      ['start', 200, 'running'],
      ['pause', 200, 'paused'],
      ['pause', 200, 'paused'],
      ['start', 409, undefined],
      ['resume', 200, 'running'],
      ['cancel', 200, 'canceled'],
      ['cancel', 200, 'canceled'],
      ['resume', 409, undefined],
    ] as const) {
      const answer = await command(setting, id, name);
      expect([name, answer.statusCode, answer.json().status]).toEqual([name, status, expected]);
    }
    expect((await command(setting, 'bat_nonsense', 'start')).statusCode).toBe(404);
  });

  it('reach no batch of another account', async () => {
    const { id } = await uploaded(setting, goodFile(2), { reference: 'mine', start: 'manual' });
    const stranger = await addClient(setting.pool, 0);
    const theirs = { ...setting, client: stranger };
    expect((await command(theirs, id, 'start')).statusCode).toBe(404);
    const headers = { authorization: `Bearer ${stranger.key}` };
    for (const path of [id, `${id}/rows`]) {
      expect((await setting.app.inject({ url: `/v1/batches/${path}`, headers })).statusCode).toBe(404);
    }
    expect((await getBatch(setting, id)).status).toBe('ready');
  });

  it.each(['pause', 'cancel'])('%s that has returned is followed by no release', async (name) => {
    for (let round = 0; round < 5; round++) {
      const { id } = await uploaded(setting, goodFile(15), { reference: `race-${round}` });
      const releasing = releaseOnce(setting, id);
      // A little later each round, so that it falls before, into and after the page.
      await new Promise((resolve) => setTimeout(resolve, round * 4));
      await command(setting, id, name);
      const seen = (await getBatch(setting, id)).counts.pending;
      const { released } = await releasing;
      await releaseOnce(setting, id);
      const batch = await getBatch(setting, id);
      expect(batch.counts.pending).toBe(seen);
      expect(released).toBe(seen);
      expect(sumOf(batch)).toBe(15);
    }
  });
});
