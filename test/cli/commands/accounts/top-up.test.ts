import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readTopUpDetails } from '../../../../db/accounts/top-up.ts';
import { readId } from '../../../../domain/ids.ts';
import { type CliFixture, createCliFixture } from '../../../support/cli/fixture.ts';

let fixture: CliFixture;
let account: string;

beforeAll(async () => {
  fixture = await createCliFixture();
  account = (await fixture.json('account', 'create', 'Acme Ltd', '--reason', 'contract 114')).id;
});
afterAll(() => fixture.close());

const DETAILS = ['--bank', 'First Bank', '--holder', 'Bundlewire Ltd', '--number', '2034567890'];
const COMPLETE = [...DETAILS, '--payment-reference', 'ACME'];
const topUp = (...args: string[]) =>
  fixture.json('account', 'top-up', account, ...args, '--reason', 'new client');

async function stored() {
  const id = readId('acc', account);
  return id === null ? null : readTopUpDetails(fixture.pool, id);
}

describe('bundlewire account top-up', () => {
  it('sets the bank details, removes them, and records what they were', async () => {
    const details = {
      bank: 'First Bank',
      holder: 'Bundlewire Ltd',
      number: '2034567890',
      reference: 'ACME',
      instructions: null,
    };
    expect(await topUp(...COMPLETE)).toEqual({ account_id: account, top_up: details });
    expect(await stored()).toEqual(details);
    expect(await topUp('--off')).toEqual({ account_id: account, top_up: null });
    expect(await stored()).toBeNull();
    const { rows } = await fixture.pool.query(
      `SELECT before, after FROM audit_log WHERE action = 'account_top_up' ORDER BY at, id`,
    );
    expect(rows).toMatchObject([
      { before: { top_up: null }, after: { top_up: details } },
      { before: { top_up: details }, after: { top_up: null } },
    ]);
  });

  it.each([
    ['without a reference', DETAILS, '--payment-reference'],
    ['with nothing', [], '--payment-reference'],
    ['with --off and more', ['--off', '--bank', 'First Bank'], '--off'],
    ['with an empty bank', [...COMPLETE, '--bank', ' '], '--bank'],
    ['with several lines', [...COMPLETE, '--instructions', 'a\nb'], '--instructions'],
  ])('is refused %s', async (_how, args, named) => {
    const ran = await fixture.cli('account', 'top-up', account, ...args, '--reason', 'x');
    expect(ran.exitCode).not.toBe(0);
    expect(ran.err).toContain(named);
    expect(await stored()).toBeNull();
  });
});
