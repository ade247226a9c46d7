import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AccountId, type PurchaseId, uuidOf } from '../../../../domain/ids.ts';
import { type CliFixture, createCliFixture, REASON } from '../../../support/cli/ledger-fixture.ts';
import { NETWORK, RESOLVE_WITHIN_MS } from '../../../support/purchases/fixture.ts';

let fixture: CliFixture;
let cli: CliFixture['cli'];
let json: CliFixture['json'];

beforeAll(async () => {
  fixture = await createCliFixture();
  ({ cli, json } = fixture);
});
afterAll(() => fixture.close());

/** Writes the record of a send. */
async function sent(id: PurchaseId, outcome: string | null, detail: string | null = null): Promise<void> {
  await fixture.pool.query(
    `INSERT INTO submissions (purchase_id, attempt, sent_at, answered_at, outcome, detail)
     VALUES ($1, 1, app_now() - interval '1 minute', app_now(), $2, $3)`,
    [uuidOf('pur', id), outcome, detail],
  );
}

/** The recorded actions of operators on an account. */
async function recordsOf(accountId: AccountId): Promise<string[]> {
  const { rows } = await fixture.pool.query<{ action: string }>(
    'SELECT action FROM audit_log WHERE account_id = $1 ORDER BY seq',
    [uuidOf('acc', accountId)],
  );
  return rows.map(({ action }) => action);
}

/** An account that no other test uses, and its name. */
async function openIn(livemode: boolean) {
  const own = await fixture.openAccount();
  const name = `Bought ${livemode ? 'live' : 'in test'}`;
  await fixture.pool.query('UPDATE accounts SET name = $2, livemode = $3 WHERE id = $1', [
    uuidOf('acc', own),
    name,
    livemode,
  ]);
  return { own, name };
}

it.each([
  ['live', true],
  ['test', false],
] as const)('bundlewire purchase trace names the account and %s mode', async (mode, livemode) => {
  const { own, name } = await openIn(livemode);
  const id = await fixture.buy(own);
  const { out } = await cli('purchase', 'trace', id);
  expect(out).toMatch(new RegExp(`Account +${name} \\(${own}\\)\n +Mode +${mode}\n`));
  expect(await json('purchase', 'trace', id)).toMatchObject({
    account_id: own,
    account_name: name,
    livemode,
  });
});

describe('bundlewire late', () => {
  /** A purchase that an operator resolves as delivered after its resolve_by. */
  async function deliveredLate(accountId: AccountId): Promise<PurchaseId> {
    const id = await fixture.buy(accountId);
    await sent(id, 'unknown', 'timed_out: x');
    await fixture.moveClock(RESOLVE_WITHIN_MS + 1_000);
    const evidence = ['--outcome', 'delivered', '--evidence', 'case 9'];
    await cli('purchase', 'resolve', id, ...evidence, '--yes', ...REASON);
    await fixture.moveClock(-RESOLVE_WITHIN_MS - 1_000);
    return id;
  }

  it('settle --charge-client books the price as an adjustment, once, and only if the balance covers it', async () => {
    const own = await fixture.openAccount();
    const id = await deliveredLate(own);
    const poor = await deliveredLate(own);
    const { purchase } = await json('purchase', 'trace', id);
    const balances = async () => (await json('account', 'show', own)).available;
    const before = await balances();

    const settle = ['late', 'settle', id, '--charge-client', '--yes', ...REASON];
    expect(await json(...settle)).toEqual({ id, resolution: 'charged_by_agreement' });
    expect(await balances()).toBe(before - purchase.price.amount);
    expect(await cli(...settle)).toMatchObject({ exitCode: 1, err: expect.stringContaining('open') });
    expect(await balances()).toBe(before - purchase.price.amount);
    expect(await json('purchase', 'trace', id)).toMatchObject({
      purchase: { status: 'failed', failure: { code: 'network_timeout' } },
      lines: [],
    });
    expect(await recordsOf(own)).toEqual(expect.arrayContaining(['adjustment', 'late_resolve']));

    const rest = ((await balances()) / 100).toFixed(2);
    expect(await cli('account', 'adjust', own, `-${rest}`, '--yes', ...REASON)).toMatchObject({
      exitCode: 0,
    });
    expect(await cli('late', 'settle', poor, '--charge-client', '--yes', ...REASON)).toMatchObject({
      exitCode: 1,
      err: expect.stringContaining('cannot be charged'),
    });
    expect(await json('late', 'settle', poor, '--yes', ...REASON)).toMatchObject({
      resolution: 'settled_with_network',
    });
  });

  it('lists late confirmations, and decides each once', async () => {
    const { own, name } = await openIn(false);
    const id = await deliveredLate(own);
    expect(await json('late', 'list', '--network', NETWORK)).toMatchObject([
      { purchaseId: id, resolution: null },
    ]);
    const { out } = await cli('late', 'list');
    expect(out).toMatch(new RegExp(`^${id}  ${name} \\(${own}\\)  test `, 'm'));
    expect(await json('purchase', 'trace', id)).toMatchObject({ cause: 'late_confirmation' });
    expect(await json('late', 'write-off', id, '--yes', ...REASON)).toEqual({
      id,
      resolution: 'written_off',
    });
    expect(await recordsOf(own)).toContain('late_resolve');
    expect(await cli('late', 'settle', id, '--yes', ...REASON)).toMatchObject({ exitCode: 1 });
    expect(await json('late', 'list')).toEqual([]);
  });
});
