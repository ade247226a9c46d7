import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ANY_ENTRY, searchAudit } from '../../../../db/audit/search.ts';
import { recordContradiction } from '../../../../db/purchases/contradictions.ts';
import { type PurchaseId, uuidOf } from '../../../../domain/ids.ts';
import { type CliFixture, createCliFixture, REASON } from '../../../support/cli/ledger-fixture.ts';
import { NETWORK } from '../../../support/purchases/fixture.ts';

let fixture: CliFixture;
let cli: CliFixture['cli'];
let json: CliFixture['json'];
let account: Awaited<ReturnType<CliFixture['openAccount']>>;

beforeAll(async () => {
  fixture = await createCliFixture();
  ({ cli, json } = fixture);
  account = await fixture.openAccount();
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

describe('bundlewire purchase trace', () => {
  it('gives the reason for the state in one sentence, with the records that show it', async () => {
    const id = await fixture.buy(account, '+2348030000123');
    await sent(id, 'unknown', 'timed_out: no answer in 30000 ms');
    const { out, exitCode } = await cli('purchase', 'trace', id);
    expect(exitCode).toBe(0);
    expect(out).toMatch(/The gateway gave no answer to submission 1 within 30 s/);
    expect(out).toContain('timed_out: no answer in 30000 ms');
    expect(out).toContain('the price is held');
    expect(out).not.toContain('30000123');
    expect(await json('purchase', 'trace', id)).toMatchObject({
      cause: 'gateway_silent',
      account_id: account,
    });
  });

  it('finds a purchase by its reference, and asks for the account when two have used it', async () => {
    const id = await fixture.buy(account);
    expect(await json('purchase', 'trace', id)).toMatchObject({
      purchase: { reference: id, status: 'pending' },
    });
    const other = await fixture.openAccount();
    const twin = await fixture.buy(other);
    for (const table of ['purchases', 'purchase_references']) {
      await fixture.pool.query(
        `UPDATE ${table} SET reference = 'order-1' WHERE ${table === 'purchases' ? 'id' : 'purchase_id'} = ANY ($1::uuid[])`,
        [[id, twin].map((each) => uuidOf('pur', each))],
      );
    }
    expect(await cli('purchase', 'trace', 'order-1')).toMatchObject({
      exitCode: 1,
      err: expect.stringContaining('Add --account'),
    });
    expect(await json('purchase', 'trace', 'order-1', '--account', account)).toMatchObject({
      purchase: { id },
    });
  });

  it('reports a reference that no purchase has', async () => {
    expect(await cli('purchase', 'trace', 'order-none')).toMatchObject({
      exitCode: 1,
      err: expect.stringContaining('No purchase and no campaign row has the reference order-none'),
    });
  });
});

describe('bundlewire purchase stuck and resolve', () => {
  it('lists by cause, resolves all purchases of a filter, and records each', async () => {
    const own = await fixture.openAccount();
    const [wallet, lost] = await fixture.buyMany(own, 2);
    if (wallet === undefined || lost === undefined) throw new Error('nothing was bought');
    await sent(wallet, 'not_submitted', 'supplier_account: 1003 balance');
    await sent(lost, 'unknown', 'connection_lost: reset');
    const stuck = (...args: string[]) =>
      json('purchase', 'stuck', '--account', own, '--older-than', '0', ...args);
    expect(await stuck()).toHaveLength(2);
    expect(await stuck('--cause', 'supplier_account')).toMatchObject([{ id: wallet, network_id: NETWORK }]);

    const resolve = [
      'purchase',
      'resolve',
      '--all',
      '--account',
      own,
      '--cause',
      'outcome_unknown',
      '--evidence',
      'MTN list of 21 November',
    ];
    expect(await cli(...resolve, '--outcome', 'delivered', ...REASON)).toMatchObject({ exitCode: 2 });
    expect(await json(...resolve, '--outcome', 'delivered', '--yes', ...REASON)).toMatchObject([
      { id: lost, status: 'successful', moved: true },
    ]);
    expect(await json('purchase', 'trace', lost)).toMatchObject({
      cause: 'final',
      lines: [{ type: 'purchase' }],
      actions: [
        { principal: { kind: 'operator', id: 'ada' }, action: 'purchase_resolve', reason: 'ticket 4711' },
      ],
    });
    expect(await stuck()).toHaveLength(1);
  });

  it('chooses as many as --limit with a cause, however many with others come before them', async () => {
    const own = await fixture.openAccount();
    const [first, second, rare] = await fixture.buyMany(own, 3);
    if (first === undefined || second === undefined || rare === undefined) throw new Error('not bought');
    for (const id of [first, second]) await sent(id, 'not_submitted', 'supplier_account: 1003 balance');
    await sent(rare, 'unknown', 'connection_lost: reset');
    const chosen = (...args: string[]) =>
      json('purchase', 'stuck', '--account', own, '--older-than', '0', '--limit', '1', ...args);
    expect(await chosen()).toHaveLength(1);
    expect(await chosen('--cause', 'outcome_unknown')).toMatchObject([{ id: rare }]);
    expect(await chosen('--cause', 'supplier_account')).toHaveLength(1);
  });

  it.each([
    [['--cause', 'queue_saturatd'], 2, /queue_saturatd is no cause .* worker_down, .*queue_saturated/],
    [['--cause', 'late_confirmation'], 2, /no cause of a pending purchase/],
    [['--network', 'mtn_ng'], 2, /no network mtn_ng\. Give one of: .*net_mtn/],
    [['--account', 'acc_01m7xax2ksf55ayygyecqe3t29'], 1, /no account acc_01m7xax2ksf55ayygyecqe3t29/],
  ])('rejects %j, which would choose nothing', async (filter, exitCode, sentence) => {
    const refused = { exitCode, out: '', err: expect.stringMatching(sentence) };
    expect(await cli('purchase', 'stuck', ...filter)).toEqual(refused);
    const all = ['purchase', 'resolve', '--all', '--outcome', 'delivered', '--evidence', 'x', '--yes'];
    expect(await cli(...all, ...filter, ...REASON)).toEqual(refused);
  });

  it('says that filters were used if no purchase is stuck', async () => {
    const own = await fixture.openAccount();
    expect(await cli('purchase', 'stuck', '--account', own)).toMatchObject({
      exitCode: 0,
      out: 'No purchase with these filters is stuck.\n',
    });
  });

  it.each([
    ['late', 'list'],
    ['contradiction', 'list'],
    ['gateway', 'reconciliations'],
  ])('%s %s rejects an unknown network too', async (...command) => {
    expect(await cli(...command, '--network', 'net_mtn')).toMatchObject({
      exitCode: 2,
      out: '',
      err: expect.stringContaining('There is no network net_mtn. Give one of: '),
    });
  });

  it.each([
    [['--outcome', 'maybe', '--evidence', 'x'], /delivered or not-delivered/],
    [['--outcome', 'delivered', '--evidence', ' '], /1 to 500/],
    [
      ['--outcome', 'not-delivered', '--evidence', 'x', '--code', 'network_timeout'],
      /--code network_timeout .* must be one of/,
    ],
  ])('rejects %j and changes nothing', async (args, sentence) => {
    const id = await fixture.buy(account);
    const ran = await cli('purchase', 'resolve', id, ...args, '--yes', ...REASON);
    expect(ran).toMatchObject({ exitCode: 2, err: expect.stringMatching(sentence) });
    expect(await fixture.statusOf(id)).toMatchObject({ status: 'pending' });
  });

  it('rejects evidence that contains the phone number', async () => {
    const id = await fixture.buy(account, '+2348030000777');
    const ran = await cli(
      'purchase',
      'resolve',
      id,
      '--outcome',
      'not-delivered',
      '--evidence',
      'MTN lists 08030000777',
      '--yes',
      ...REASON,
    );
    expect(ran).toMatchObject({ exitCode: 2, err: expect.stringContaining('phone number') });
  });

  it('names the setting when Temporal is not configured', async () => {
    const id = await fixture.buy(account);
    expect(await cli('purchase', 'requery', id, ...REASON)).toMatchObject({
      exitCode: 2,
      err: expect.stringContaining('TEMPORAL_ADDRESS'),
    });
  });
});

describe('bundlewire contradiction', () => {
  it('lists contradictions, and closes each once', async () => {
    const id = await fixture.buy(account);
    await recordContradiction(fixture.pool, id, 'other_product');
    await recordContradiction(fixture.pool, id, 'other_product');
    expect(await json('contradiction', 'list', '--network', NETWORK)).toMatchObject([
      { purchaseId: id, kind: 'other_product', status: 'pending', times: 2, resolution: null },
    ]);
    expect((await cli('contradiction', 'list')).out).toContain(id);
    expect(await json('contradiction', 'close', id, ...REASON)).toEqual({ id, closed: ['other_product'] });
    expect(await cli('contradiction', 'close', id, ...REASON)).toMatchObject({ exitCode: 1 });
    expect(await json('contradiction', 'list')).toEqual([]);
    expect(await json('contradiction', 'list', '--all')).toMatchObject([{ resolution: 'ticket 4711' }]);
    expect((await searchAudit(fixture.pool, { ...ANY_ENTRY, subject: id }, null, 1))[0]).toMatchObject({
      principalId: 'ada',
      action: 'contradiction_close',
      after: { kinds: ['other_product'] },
    });
  });
});
