import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readLocalNumber } from '../../console/src/purchases/local-number.ts';
import { nextOf } from '../../console/src/purchases/next.ts';
import { readReferenceToo, readWish } from '../../console/src/purchases/search.ts';
import { openSubmission } from '../../db/purchases/fence.ts';
import { idFromUuid } from '../../domain/ids.ts';
import { forceResolve } from '../../services/purchases/force-resolve.ts';
import { type ApiFixture, MTN_BUNDLE, startApi } from '../support/api/fixture.ts';
import { call } from '../support/api/http.ts';
import { faultsEverywhere, openConsole, SLOW } from '../support/console/open.ts';
import { ACTOR, organisationOf } from '../support/people/fixture.ts';

let api: ApiFixture;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

const NUMBER = '+2348031234567';

async function buy(reference: string): Promise<void> {
  const body = { reference, phone_number: NUMBER, bundle_id: MTN_BUNDLE };
  expect((await call(api, '/v1/purchases', { method: 'POST', body })).status).toBe(201);
}

it('a support agent finds a purchase by number and by reference, and reads what to tell the customer', async (context) => {
  await buy('order-1');
  await buy('order-2');
  const organisation = await organisationOf(api, api.client.accountId);
  const { page, errors, close } = await openConsole(context, api, organisation, 'support');
  const field = page.getByLabel('Phone number, reference or purchase id');
  try {
    await page.goto(`${api.baseUrl}/`);
    await page.getByRole('link', { name: 'Purchases' }).click();
    // As a customer says it.
    await field.fill('+234 803 123 4567');
    await field.press('Enter');
    await page.getByRole('link', { name: 'order-1' }).waitFor(SLOW);
    await page.getByRole('link', { name: 'order-2' }).waitFor(SLOW);
    expect(await faultsEverywhere(page)).toEqual([]);
    expect(await page.evaluate('document.body.innerText')).not.toContain('1234567');

    await page.getByRole('link', { name: 'order-1' }).click();
    await page.getByText('is on its way. You will know by').waitFor(SLOW);
    await page.getByText('You do not need to do anything.').waitFor(SLOW);
    await page.getByText('The purchase was accepted, and ₦10.00 was held.').waitFor(SLOW);
    // The other purchase of the number, which the agent only sees masked.
    await page.getByRole('link', { name: 'order-2' }).waitFor(SLOW);
    expect(await faultsEverywhere(page)).toEqual([]);
    // As they see them who come from a campaign or a link, and do not know the number.
    await page.goto(`${api.baseUrl}${new URL(page.url()).pathname}`);
    await page.getByRole('table', { name: 'Other purchases of this number' }).waitFor(SLOW);
    await page.getByRole('link', { name: 'order-2' }).waitFor(SLOW);
    await page.goBack();
    await page.waitForURL('**/purchases/*?*q=*');
    await page.getByText('The purchase was accepted, and ₦10.00 was held.').waitFor(SLOW);

    // It was sent, and becomes final while the agent reads.
    const { rows } = await api.pool.query("SELECT id FROM purchases WHERE reference = 'order-1'");
    await openSubmission(api.pool, idFromUuid('pur', rows[0].id), 1);
    await api.pool.query("UPDATE purchases SET resolve_by = app_now() WHERE reference = 'order-1'");
    await page.getByText('Be careful before you buy again').waitFor(SLOW);
    await page.getByText('₦10.00 was released.').waitFor(SLOW);
    await page.getByText('The bundle may have arrived, or may still arrive until').waitFor(SLOW);
    // A browser that listens on its own machine may copy.
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByRole('button', { name: 'Copy for the customer' }).click();
    await page.getByText('Copied').waitFor(SLOW);
    expect(await page.evaluate('navigator.clipboard.readText()')).toContain(
      'Please check your data balance first: the bundle may still arrive until',
    );

    await page.goBack();
    await field.fill('order-2');
    await field.press('Enter');
    await page.getByRole('link', { name: 'order-2' }).waitFor(SLOW);
    // Until the answer to the new search, the former list is shown.
    await page.getByRole('link', { name: 'order-1' }).waitFor({ ...SLOW, state: 'detached' });
    // As a customer says it at home.
    await field.fill('0803 123 4567');
    await field.press('Enter');
    await page.getByRole('link', { name: 'order-2' }).waitFor(SLOW);
    expect(await faultsEverywhere(page)).toEqual([]);
    await field.fill('order-3');
    await field.press('Enter');
    await page.getByText('Nothing was found').waitFor(SLOW);
    expect(errors).toEqual([]);
  } finally {
    await close();
  }
});

/** Settles a purchase that was sent, as a staff member found out: `delivered` after its deadline, otherwise before. */
async function settleByHand(reference: string, outcome: 'delivered' | 'not_delivered'): Promise<string> {
  const { rows } = await api.pool.query<{ id: string }>('SELECT id FROM purchases WHERE reference = $1', [
    reference,
  ]);
  const uuid = rows[0]?.id ?? '';
  const purchaseId = idFromUuid('pur', uuid);
  await openSubmission(api.pool, purchaseId, 1);
  await api.pool.query(
    `UPDATE submissions SET answered_at = app_now(), outcome = 'unknown', detail = 'timed_out' WHERE purchase_id = $1`,
    [uuid],
  );
  if (outcome === 'delivered')
    await api.pool.query('UPDATE purchases SET resolve_by = created_at WHERE id = $1', [uuid]);
  const found = { ...ACTOR, purchaseId, outcome, evidence: 'MTN ticket 9' };
  await forceResolve({ pool: api.pool, ledger: api.settleLane }, found);
  return purchaseId;
}

it.for(['owner', 'support'] as const)(
  '%s reads of a purchase that the staff settled only what is true of it',
  async (role, context) => {
    const [refused, late] = [`by-hand-${role}`, `too-late-${role}`];
    await buy(refused);
    await buy(late);
    const ids = [await settleByHand(refused, 'not_delivered'), await settleByHand(late, 'delivered')];
    const organisation = await organisationOf(api, api.client.accountId);
    const { page, errors, close } = await openConsole(context, api, organisation, role);
    const told = (text: string) => page.getByRole('listitem').filter({ hasText: text });
    try {
      await page.goto(`${api.baseUrl}/purchases/${ids[0]}`);
      await told('The network did not deliver the bundle, and gave no reason.').waitFor(SLOW);
      // It was delivered, but after the deadline.
      await page.goto(`${api.baseUrl}/purchases/${ids[1]}`);
      await told('The network did not confirm the bundle in time.').waitFor(SLOW);
      await told('The network confirmed the bundle after the purchase had failed.').waitFor(SLOW);
      await page.getByText('arrived later than expected').waitFor(SLOW);
      await page.getByText('The customer has the bundle, and you were not charged.').waitFor(SLOW);
      await page.waitForLoadState('networkidle');
      const shown = await page.evaluate('document.body.innerText');
      for (const untrue of ['did not deliver', 'still arrive', 'Be careful'])
        expect(shown).not.toContain(untrue);
      expect(await faultsEverywhere(page)).toEqual([]);
      expect(errors).toEqual([]);
    } finally {
      await close();
    }
  },
);

describe('what happens next', () => {
  const at = '2026-11-20T09:00:00.000Z';
  const failed = (code: string) => ({
    status: 'failed' as const,
    resolve_by: at,
    completed_at: at,
    failure: { code, message: '' },
  });
  const hours = (count: number) => Date.parse(at) + count * 3_600_000;

  it.each([
    ['a pending purchase', { ...failed(''), status: 'pending' as const, failure: null }, 0, 'waits'],
    ['a delivered one', { ...failed(''), status: 'successful' as const, failure: null }, 0, 'delivered'],
    ['a reversed one', { ...failed(''), status: 'reversed' as const, failure: null }, 0, 'refunded'],
    ['a refused one', failed('number_barred'), 0, 'ended'],
    ['one without an answer, for 72 hours', failed('network_timeout'), 71, 'mayArrive'],
    ['one without an answer, after that', failed('network_timeout'), 73, 'neverKnown'],
  ])('to %s is right', (_what, purchase, after, kind) => {
    expect(nextOf(purchase, hours(after)).kind).toBe(kind);
  });

  it.each([
    ['possible', 'network_timeout', 'mayArrive'],
    ['delivered', 'network_timeout', 'arrivedLate'],
    ['delivered', 'number_barred', 'arrivedLate'],
    ['reversed', 'network_timeout', 'takenBack'],
    ['not_delivered', 'network_timeout', 'notDelivered'],
    ['unknown', 'network_timeout', 'neverKnown'],
    ['none', 'network_timeout', 'ended'],
  ] as const)('is right if a late delivery is %s after %s', (status, code, kind) => {
    const late = { status, delivered_at: at, charged_at: null, asked_until: at };
    expect(nextOf(failed(code), hours(0), late).kind).toBe(kind);
  });
});

it('a number without its country is offered for each country that is sold', () => {
  expect(readLocalNumber('0803 123 4567', ['NG', 'NG', 'GH', 'XX'])).toEqual([
    { country: 'NG', number: '+2348031234567' },
    { country: 'GH', number: '+2338031234567' },
  ]);
});

describe('the search for purchases recognises', () => {
  it.each([
    ['an id', ' pur_01abc ', { kind: 'purchase', id: 'pur_01abc' }],
    ['a number', '+234 803-123-4567', { kind: 'list', field: 'phone_number', value: '+2348031234567' }],
    ['a number with 00', '002348031234567', { kind: 'list', field: 'phone_number', value: '+2348031234567' }],
    [
      'a number that lost its +',
      '2348031234567',
      { kind: 'list', field: 'phone_number', value: '+2348031234567' },
    ],
    ['a number without its country', '0803 123 4567', { kind: 'local-number' }],
    ['a short number as a reference', '12345', { kind: 'list', field: 'reference', value: '12345' }],
    ['a number after #', '#08031234567', { kind: 'list', field: 'reference', value: '08031234567' }],
    ['a reference after #', ' # order-1', { kind: 'list', field: 'reference', value: 'order-1' }],
    ['a reference', 'order-1', { kind: 'list', field: 'reference', value: 'order-1' }],
    ['nothing', ' ', { kind: 'nothing' }],
  ])('%s', (_what, typed, wish) => {
    expect(readWish(typed)).toEqual(wish);
  });
});

it.each([
  ['2026112900417', '2026112900417'],
  ['08031234567', '08031234567'],
  ['0803-123-4567', '0803-123-4567'],
  ['+2348031234567', null],
  ['0803 123 4567', null],
  ['order-1', null],
  ['#2026112900417', null],
])('the number %s is searched as a reference too, if it can be one', (typed, reference) => {
  expect(readReferenceToo(typed)).toBe(reference);
});

it('digits are searched as a reference and as a phone number, and the page says by what it found', async (context) => {
  const digits = ['2026112900417', '08039990000'] as const;
  for (const reference of digits) await buy(reference);
  await buy('by-its-number');
  const organisation = await organisationOf(api, api.client.accountId);
  const { page, errors, close } = await openConsole(context, api, organisation, 'support');
  const field = page.getByLabel('Phone number, reference or purchase id');
  const byReference = page.getByRole('table', { name: 'Found by reference' });
  const search = async (text: string) => {
    await field.fill(text);
    await field.press('Enter');
  };
  try {
    await page.goto(`${api.baseUrl}/purchases`);
    for (const text of [digits[0], digits[1], `#${digits[0]}`]) {
      await search(text);
      await byReference.getByRole('link', { name: text.replace('#', '') }).waitFor(SLOW);
    }
    // As a number without its country, it is offered beside what has this reference.
    await search(digits[1]);
    await page.getByRole('link', { name: 'Search +2348039990000' }).waitFor(SLOW);
    expect(await faultsEverywhere(page)).toEqual([]);
    await search(NUMBER.slice(1));
    const byNumber = page.getByRole('table', { name: 'Found by phone number' });
    await byNumber.getByRole('link', { name: 'by-its-number' }).waitFor(SLOW);
    expect(errors).toEqual([]);
  } finally {
    await close();
  }
});
