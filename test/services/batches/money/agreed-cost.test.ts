import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { setAccountBundle } from '../../../../db/accounts/accounts.ts';
import { createCatalogue } from '../../../../services/catalogue/catalogue.ts';
import { verifyInvariants } from '../../../../services/invariants/verify.ts';
import { atPrice } from '../../../support/batches/at-price.ts';
import {
  addClient,
  authorized,
  type BatchFixture,
  command,
  confirmAll,
  createBatchFixture,
  getBatch,
  goodFile,
  MTN_BUNDLE,
  PRICE,
  releaseOnce,
  uploaded,
} from '../../../support/batches/fixture.ts';
import { settleOne } from '../../../support/batches/settle-one.ts';

const OF_OTHERS = { reference: 'agreed', start: 'manual' };
const naira = (amount: number) => ({ amount, currency: 'NGN' });

async function order(fixture: BatchFixture, id: string, name: string, body: object) {
  return fixture.app.inject({
    method: 'POST',
    url: `/v1/batches/${id}/${name}`,
    headers: authorized(fixture),
    payload: body,
  });
}

describe('a start', () => {
  let fixture: BatchFixture;
  beforeEach(async () => {
    fixture = await createBatchFixture(100 * PRICE);
  });
  afterEach(() => fixture.close());

  it('[batch.approved] with another cost or file is rejected with 409, and starts nothing', async () => {
    const { id, cost, file_sha256 } = await uploaded(fixture, goodFile(3), OF_OTHERS);
    const other = await order(fixture, id, 'start', { approved_cost: naira(cost.amount - 1), file_sha256 });
    expect(other.statusCode).toBe(409);
    expect(other.json().error).toMatchObject({
      code: 'approval_mismatch',
      param: 'approved_cost',
      details: { cost },
    });
    const dollars = await order(fixture, id, 'start', { approved_cost: { ...cost, currency: 'USD' } });
    expect(dollars.json().error).toMatchObject({ code: 'approval_mismatch', param: 'approved_cost' });
    const file = await order(fixture, id, 'start', { approved_cost: cost, file_sha256: 'a'.repeat(64) });
    expect(file.json().error).toMatchObject({ code: 'approval_mismatch', param: 'file_sha256' });
    expect(await getBatch(fixture, id)).toMatchObject({ status: 'ready', approved_cost: null });

    const agreed = { approved_cost: cost, file_sha256 };
    expect((await order(fixture, id, 'start', agreed)).json()).toMatchObject({
      status: 'running',
      approved_cost: cost,
    });
    expect((await order(fixture, id, 'start', agreed)).statusCode).toBe(200);
  });

  it('with a field that is misspelled or malformed is rejected with 400', async () => {
    const { id, cost } = await uploaded(fixture, goodFile(1), OF_OTHERS);
    for (const body of [
      { approved_costs: cost },
      { approved_cost: 1000 },
      { file_sha256: 'abc' },
      { first: 0 },
    ]) {
      expect((await order(fixture, id, 'start', body)).statusCode).toBe(400);
    }
    expect(await getBatch(fixture, id)).toMatchObject({ status: 'ready' });
  });

  it('of an earlier client, without a body, buys at the prices of the day without a limit', async () => {
    const { id } = await uploaded(fixture, goodFile(3), OF_OTHERS);
    expect((await command(fixture, id, 'start')).json()).toMatchObject({ approved_cost: null });
    expect(await releaseOnce(await atPrice(fixture, PRICE + 1), id)).toMatchObject({ released: 3 });
    expect(await getBatch(fixture, id)).toMatchObject({ held: naira(3 * PRICE + 3), not_spent: naira(-3) });
  });

  it('[batch.price_changed] pauses before a row would cost more than was agreed, until a higher cost is approved', async () => {
    const { id, cost } = await uploaded(fixture, goodFile(5), OF_OTHERS);
    await order(fixture, id, 'start', { approved_cost: cost });
    const dearer = await atPrice(fixture, PRICE + 400);
    expect(await releaseOnce(dearer, id)).toMatchObject({ released: 3, state: 'paused' });
    const paused = await getBatch(fixture, id);
    expect(paused).toMatchObject({ pause: { code: 'price_changed' }, held: naira(3 * PRICE + 1_200) });
    expect(paused.pause?.message).toContain('Paused at line 5');
    expect(paused.counts).toMatchObject({ pending: 3, waiting: 2, refused: 0 });

    const tooLow = await order(fixture, id, 'resume', { approved_cost: naira(4_199) });
    expect(tooLow.json().error).toMatchObject({
      code: 'approval_mismatch',
      details: { spent: naira(4_200) },
    });
    await order(fixture, id, 'resume', {});
    expect(await releaseOnce(dearer, id)).toMatchObject({ released: 0, state: 'paused' });
    await order(fixture, id, 'resume', { approved_cost: naira(7_000) });
    expect(await releaseOnce(dearer, id)).toMatchObject({ released: 2, state: 'running' });
    expect(await getBatch(fixture, id)).toMatchObject({ approved_cost: naira(7_000), held: naira(7_000) });
  });

  it('[batch.first] buys the first rows, waits for their outcomes, and then for the client', async () => {
    const { id, cost } = await uploaded(fixture, goodFile(6), OF_OTHERS);
    await order(fixture, id, 'start', { approved_cost: cost, first: 2 });
    expect(await releaseOnce(fixture, id)).toMatchObject({ released: 2, state: 'running' });
    expect(await releaseOnce(fixture, id)).toMatchObject({ released: 0, state: 'running' });
    await settleOne(fixture, 'refused');
    await confirmAll(fixture);
    expect(await releaseOnce(fixture, id)).toMatchObject({ released: 0, state: 'paused' });
    const paused = await getBatch(fixture, id);
    expect(paused.counts).toMatchObject({ successful: 1, failed: 1, waiting: 4 });
    expect(paused.pause).toEqual({
      code: 'first_rows_done',
      message: 'The first rows are final: 1 delivered, 1 failed. Resume to buy the other rows, or cancel.',
    });

    await order(fixture, id, 'resume', {});
    expect(await releaseOnce(fixture, id)).toMatchObject({ released: 4, state: 'running' });
  });

  it('keeps to its first rows through a pause of the client', async () => {
    const { id } = await uploaded(fixture, goodFile(6), OF_OTHERS);
    await order(fixture, id, 'start', { first: 2 });
    await command(fixture, id, 'pause');
    await command(fixture, id, 'resume');
    expect(await releaseOnce(fixture, id)).toMatchObject({ released: 2 });
    expect(await releaseOnce(fixture, id)).toMatchObject({ released: 0 });
  });

  it('with as many first rows as the file has completes as usual', async () => {
    const { id } = await uploaded(fixture, goodFile(2), OF_OTHERS);
    await order(fixture, id, 'start', { first: 2 });
    await releaseOnce(fixture, id);
    await confirmAll(fixture);
    expect(await releaseOnce(fixture, id)).toMatchObject({ state: 'completed' });
  });
});

type Step =
  | { readonly kind: 'price'; readonly price: number }
  | { readonly kind: 'release' | 'resume' }
  | { readonly kind: 'settle'; readonly as: 'confirmed' | 'refused' | 'reversed' };

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constant('price'), price: fc.integer({ min: 1, max: 3 * PRICE }) }),
  { weight: 3, arbitrary: fc.record({ kind: fc.constantFrom('release', 'resume') }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('settle'),
      as: fc.constantFrom('confirmed', 'refused', 'reversed'),
    }),
  },
);

describe('prices that change while campaigns run', () => {
  let fixture: BatchFixture;
  beforeAll(async () => {
    fixture = await createBatchFixture(0);
  });
  afterAll(() => fixture.close());

  it('never lift what a campaign spends above its approved cost, however many release it at the same time', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (steps) => {
        const client = await addClient(fixture.pool, 1_000 * PRICE);
        const own = { ...fixture, client };
        const batches = await Promise.all(
          [6, 3].map((rows) => uploaded(own, goodFile(rows), { reference: `p${rows}`, start: 'manual' })),
        );
        for (const { id, cost } of batches) await order(own, id, 'start', { approved_cost: cost });
        for (const one of steps) {
          await take(
            own,
            batches.map(({ id }) => id),
            one,
          );
          for (const { id, cost } of batches) {
            const { charged, held } = await getBatch(own, id);
            expect(charged.amount + held.amount).toBeLessThanOrEqual(cost.amount);
          }
        }
      }),
      { numRuns: 12 },
    );
    const { results } = await verifyInvariants({
      pool: fixture.pool,
      temporal: null,
      books: null,
      recheckAfterMs: 0,
    });
    expect(results.filter(({ kind }) => kind === 'broken')).toEqual([]);
  });

  /** Several releases of each batch run at the same time, with different ideas of the price. */
  async function take(own: BatchFixture, ids: readonly string[], one: Step): Promise<void> {
    if (one.kind === 'price') await setAccountBundle(own.pool, own.client.accountId, MTN_BUNDLE, one.price);
    if (one.kind === 'settle') await settleOne(own, one.as);
    if (one.kind === 'resume') for (const id of ids) await command(own, id, 'resume');
    if (one.kind !== 'release') return;
    const fresh = { ...own, release: { ...own.release, catalogue: createCatalogue(own.pool) } };
    await Promise.all(ids.flatMap((id) => [releaseOnce(own, id), releaseOnce(fresh, id)]));
  }
});
