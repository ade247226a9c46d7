import { afterAll, beforeAll, expect, it } from 'vitest';
import { escapeControls, escapeOneLine } from '../../cli/control-characters.ts';
import { uuidOf } from '../../domain/ids.ts';
import { urlAs } from '../../tools/stack/servers/roles.ts';
import { run } from '../support/cli/terminal.ts';
import { createLedgerFixture, type LedgerFixture } from '../support/purchases/fixture.ts';

/** An escape sequence that clears the screen, its one-character form, a change of direction, and an overwritten line. */
const HOSTILE = 'a\u001b[2Jb\u009b2Jc\u202Ed\u2066e\rf';
const SHOWN = 'a\\u001b[2Jb\\u009b2Jc\\u202ed\\u2066e\\u000df';
const CONTROL = /(?![\n\t])[\p{Cc}\p{Bidi_Control}]/u;

let fixture: LedgerFixture;

beforeAll(async () => {
  fixture = await createLedgerFixture();
});
afterAll(() => fixture.close());

const cli = (...args: string[]) =>
  run(args, { environment: { DATABASE_URL: urlAs('operator', fixture.url), BUNDLEWIRE_OPERATOR: 'ada' } });

/** A purchase with hostile text in its metadata, gateway answer and callback, of an account with a hostile name. */
async function hostilePurchase() {
  const account = await fixture.openAccount();
  const id = await fixture.buy(account);
  const purchase = uuidOf('pur', id);
  const { pool } = fixture;
  await pool.query(`UPDATE accounts SET name = $2 WHERE id = $1`, [uuidOf('acc', account), HOSTILE]);
  await pool.query(`UPDATE purchases SET metadata = $2 WHERE id = $1`, [
    purchase,
    JSON.stringify({ note: HOSTILE }),
  ]);
  await pool.query(
    `INSERT INTO submissions (purchase_id, attempt, sent_at, answered_at, outcome, detail)
     VALUES ($1, 1, app_now(), app_now(), 'unknown', $2)`,
    [purchase, HOSTILE],
  );
  await pool.query(
    `INSERT INTO gateway_callbacks (id, network_id, livemode, received_at, body, headers, content_hash, purchase_id)
     SELECT uuidv7(), network_id, livemode, app_now(), convert_to($2, 'UTF8'), '{}', uuid_send(id), id FROM purchases WHERE id = $1`,
    [purchase, HOSTILE],
  );
  return { account, id };
}

it.each(['text', 'JSON'])('control characters from outside are printed as escapes, in %s', async (form) => {
  const { account, id } = await hostilePurchase();
  const json = form === 'JSON' ? ['--json'] : [];
  const traced = await cli('purchase', 'trace', id, ...json);
  const shown = await cli('account', 'show', account, ...json);
  for (const { out, exitCode } of [traced, shown]) {
    expect(exitCode).toBe(0);
    expect(out).not.toMatch(CONTROL);
    expect(out).toContain('\\u009b2Jc\\u202e');
  }
  if (form === 'text') return expect(traced.out).toContain(SHOWN);
  expect(JSON.parse(traced.out)).toMatchObject({ purchase: { metadata: { note: HOSTILE } } });
  expect(JSON.parse(traced.out).callbacks).toMatchObject([{ body: HOSTILE }]);
});

it('an error that repeats an argument escapes it', async () => {
  const { err } = await cli('account', 'show', HOSTILE);
  expect(err).toContain('\\u001b[2J');
  expect(err).not.toMatch(CONTROL);
});

it('newlines and tabs stay, except in the cell of a table', () => {
  expect(escapeControls('one\ttwo\nthree')).toBe('one\ttwo\nthree');
  expect(escapeOneLine('one\ttwo\nthree')).toBe('one\\u0009two\\u000athree');
  expect(escapeControls('Ẹ̀kọ́ ₦1,000 – ok 👍')).toBe('Ẹ̀kọ́ ₦1,000 – ok 👍');
});
