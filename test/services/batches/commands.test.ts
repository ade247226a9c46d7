import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  addClient,
  type BatchFixture,
  command,
  createBatchFixture,
  getBatch,
  goodFile,
  PRICE,
  releaseOnce,
  sumOf,
  uploaded,
} from '../../support/batches/fixture.ts';

let fixture: BatchFixture;
beforeEach(async () => {
  fixture = await createBatchFixture(100 * PRICE);
});
afterEach(() => fixture.close());

describe('commands', () => {
  it('are safe to repeat, and rejected if they do not fit the status', async () => {
    const { id } = await uploaded(fixture, goodFile(2), { reference: 'life', start: 'manual' });
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
      const answer = await command(fixture, id, name);
      expect([name, answer.statusCode, answer.json().status]).toEqual([name, status, expected]);
    }
    expect((await command(fixture, 'bat_nonsense', 'start')).statusCode).toBe(404);
  });

  it('reach no batch of another account', async () => {
    const { id } = await uploaded(fixture, goodFile(2), { reference: 'mine', start: 'manual' });
    const stranger = await addClient(fixture.pool, 0);
    const theirs = { ...fixture, client: stranger };
    expect((await command(theirs, id, 'start')).statusCode).toBe(404);
    const headers = { authorization: `Bearer ${stranger.key}` };
    for (const path of [id, `${id}/rows`]) {
      expect((await fixture.app.inject({ url: `/v1/batches/${path}`, headers })).statusCode).toBe(404);
    }
    expect((await getBatch(fixture, id)).status).toBe('ready');
  });

  it.each(['pause', 'cancel'])('%s that has returned is followed by no release', async (name) => {
    for (let round = 0; round < 5; round++) {
      const { id } = await uploaded(fixture, goodFile(15), { reference: `race-${round}` });
      const releasing = releaseOnce(fixture, id);
      // A little later each round, so that it falls before, into and after the page.
      await new Promise((resolve) => setTimeout(resolve, round * 4));
      await command(fixture, id, name);
      const seen = (await getBatch(fixture, id)).counts.pending;
      const { released } = await releasing;
      await releaseOnce(fixture, id);
      const batch = await getBatch(fixture, id);
      expect(batch.counts.pending).toBe(seen);
      expect(released).toBe(seen);
      expect(sumOf(batch)).toBe(15);
    }
  });
});
