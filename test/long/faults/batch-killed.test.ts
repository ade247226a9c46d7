import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BatchResource } from '../../../contract/batches/batch.ts';
import { endsWell, eventually } from '../../support/faults/ends-well.ts';
import { type FaultStack, OWN_SERVERS, report, startFaultStack } from '../../support/faults/fault-stack.ts';
import { seeded } from '../../support/faults/seed.ts';
import { retryWhileBusy } from '../../support/retry.ts';

const ROWS = 400;
/** A deadline that no row reaches, however long the worker takes to come back. */
const ENDED_MS = 600_000;

describe.runIf(OWN_SERVERS)(
  'a worker that is killed (SIGKILL) while it releases a page of a campaign',
  () => {
    const random = seeded(import.meta.url);
    let stack: FaultStack;
    beforeAll(async () => {
      // Several pages, so that the kill falls between the first and the last.
      stack = await startFaultStack({ network: { inFlightMax: 60, resolveWithinMs: ENDED_MS } });
    });
    afterAll(() => stack.stop());

    async function call(method: string, path: string, body?: string): Promise<BatchResource> {
      const response = await retryWhileBusy(() =>
        fetch(`${stack.apiUrl}/v1/batches${path}`, {
          method,
          headers: { authorization: `Bearer ${stack.apiKey}`, 'content-type': 'text/csv' },
          ...(body === undefined ? {} : { body }),
        }),
      );
      return BatchResource.parse(await response.json());
    }

    it('repeats nothing, and every row of the campaign is bought once', async () => {
      const nth = random.between(2, 4);
      await stack.stack.processes.worker.stop();
      const doomed = await stack.stack.restart('worker', { CRASH_POINT: `after_release:${nth}` });
      const rows = Array.from(
        { length: ROWS },
        (_, index) => `+234803${String(1_000 + index).padStart(4, '0')}555,bnd_mtn_ng_500mb_7d`,
      );
      const file = ['phone_number,bundle_id', ...rows].join('\n');
      const { id } = await call('POST', '?reference=killed&duplicate_window_hours=72', file);
      expect(await doomed.exited).toEqual({ code: null, signal: 'SIGKILL' });

      const { counts: middle } = await call('GET', `/${id}`);
      expect(middle.pending + middle.successful).toBeGreaterThan(0);
      expect(middle.waiting).toBeGreaterThan(0);
      await stack.stack.restart('worker');
      await eventually('the campaign has ended', ENDED_MS, async () => {
        return (await call('GET', `/${id}`)).status === 'completed';
      });
      const { seconds } = await endsWell(stack, [], ENDED_MS);

      expect((await call('GET', `/${id}`)).counts).toMatchObject({
        valid: ROWS,
        successful: ROWS,
        refused: 0,
      });
      // All of them again, under another name: nothing is left to buy.
      const again = await call('POST', '?reference=another-name&duplicate_window_hours=72', file);
      expect(again).toMatchObject({ status: 'rejected', counts: { refused: ROWS, duplicates: ROWS } });
      const { rows: bought } = await stack.pool.query(
        'SELECT count(*)::int AS n, count(DISTINCT phone_number)::int AS numbers FROM purchases',
      );
      expect(bought).toEqual([{ n: ROWS, numbers: ROWS }]);
      report({
        fault: 'worker SIGKILL while it releases a page',
        broken: `page ${nth}, after its purchases were committed, before it was recorded`,
        held: `${ROWS} rows bought once, books equal`,
        seconds,
      });
    });
  },
);
