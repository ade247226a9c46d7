import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ANY_ENTRY, searchAudit } from '../../../../db/audit/search.ts';
import { type PurchaseId, uuidOf } from '../../../../domain/ids.ts';
import { type CliFixture, createCliFixture, REASON } from '../../../support/cli/ledger-fixture.ts';
import { RESOLVE_WITHIN_MS } from '../../../support/purchases/fixture.ts';

let fixture: CliFixture;
let cli: CliFixture['cli'];
let json: CliFixture['json'];

beforeAll(async () => {
  fixture = await createCliFixture();
  ({ cli, json } = fixture);
});
afterAll(() => fixture.close());

/** A purchase that was sent, and that failed at its deadline without an answer. */
async function timedOut(phoneNumber?: string): Promise<PurchaseId> {
  const accountId = await fixture.openAccount();
  const id = await fixture.buy(accountId, phoneNumber);
  await fixture.pool.query(
    `INSERT INTO submissions (purchase_id, attempt, sent_at, answered_at, outcome)
     VALUES ($1, 1, app_now() - interval '1 minute', app_now(), 'unknown')`,
    [uuidOf('pur', id)],
  );
  await fixture.moveClock(RESOLVE_WITHIN_MS);
  await fixture.settleLane.settle(accountId, {
    purchaseId: id,
    report: { kind: 'expired' },
    endWorkflow: false,
  });
  return id;
}

const LETTER = ['--evidence', 'letter of MTN, page 2', '--network-reference', 'MTN-77'];

describe('bundlewire purchase confirm-late', () => {
  it('records a delivery once, which late settle then decides', async () => {
    const id = await timedOut();
    const record = ['purchase', 'confirm-late', id, ...LETTER, '--yes', ...REASON];
    expect(await json(...record)).toMatchObject({ id, status: 'failed', recorded: true, refused: null });
    expect(await cli(...record)).toMatchObject({
      exitCode: 0,
      out: expect.stringContaining('recorded before, so nothing was changed'),
    });
    expect(await searchAudit(fixture.pool, { ...ANY_ENTRY, subject: id }, null, 9)).toMatchObject([
      {
        principalId: 'ada',
        action: 'late_confirm',
        reason: 'ticket 4711',
        after: { networkReference: 'MTN-77' },
      },
    ]);
    expect(await json('late', 'list')).toMatchObject([
      { purchaseId: id, source: 'operator', evidence: 'letter of MTN, page 2' },
    ]);
    expect((await cli('late', 'list')).out).toContain('a person: letter of MTN, page 2');
    expect((await cli('purchase', 'trace', id)).out).toContain('A staff member recorded this on evidence');

    expect(await json('late', 'settle', id, '--yes', ...REASON)).toMatchObject({
      resolution: 'settled_with_network',
    });
    expect(await cli(...record)).toMatchObject({
      exitCode: 0,
      out: expect.stringContaining('It is decided: settled_with_network.'),
    });
  });

  it('says what to do with a purchase that is pending, and changes nothing', async () => {
    const id = await fixture.buy(await fixture.openAccount());
    const ran = await cli('purchase', 'confirm-late', id, ...LETTER, '--yes', ...REASON);
    expect(ran).toMatchObject({
      exitCode: 1,
      out: expect.stringContaining(`purchase resolve ${id} --outcome delivered`),
    });
    expect(await fixture.statusOf(id)).toMatchObject({ status: 'pending' });
  });

  it.each([
    [['--evidence', ' '], /1 to 500 characters/],
    [['--evidence', 'MTN lists 08030000888'], /phone number/],
    [['--evidence', 'x', '--network-reference', 'x'.repeat(101)], /up to 100 characters/],
  ])('rejects %j', async (args, sentence) => {
    const id = await timedOut('+2348030000888');
    const ran = await cli('purchase', 'confirm-late', id, ...args, '--yes', ...REASON);
    expect(ran).toMatchObject({ exitCode: 2, err: expect.stringMatching(sentence) });
    expect(await searchAudit(fixture.pool, { ...ANY_ENTRY, subject: id }, null, 9)).toEqual([]);
  });

  it('reports an id of no purchase', async () => {
    const unknown = 'pur_00000000000000000000000000';
    expect(await cli('purchase', 'confirm-late', unknown, ...LETTER, '--yes', ...REASON)).toMatchObject({
      exitCode: 1,
      err: expect.stringContaining('There is no purchase'),
    });
    expect(await cli('purchase', 'confirm-late', 'x', ...LETTER, '--yes', ...REASON)).toMatchObject({
      exitCode: 2,
    });
  });
});
