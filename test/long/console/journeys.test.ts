import { readFile } from 'node:fs/promises';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, it, type TestContext } from 'vitest';
import { addStaff } from '../../../db/people/staff.ts';
import type { ClientRole } from '../../../domain/access/roles.ts';
import { type OrganisationId, readId, uuidOf } from '../../../domain/ids.ts';
import { issueSignInToken } from '../../../services/people/links.ts';
import { startReceiver } from '../../../tools/stack/receiver.ts';
import { call, type ReachedApi } from '../../support/api/http.ts';
import { dropFile, marketingFile, type Visit, visit } from '../../support/console/journeys.ts';
import { LOOKS, type Look, lookName, SLOW } from '../../support/console/open.ts';
import { titled } from '../../support/console/title.ts';
import { ACTOR, invited, newEmail, organisationOf } from '../../support/people/fixture.ts';
import { type Client, openClient, reachedAs, wish } from '../../support/scenarios/client.ts';
import { eventually, type Scenario, startScenario } from '../../support/scenarios/stack.ts';

/** Longest wait for a campaign to end on a slow machine. */
const END_MS = 300_000;
/** These roles have no rights that matter without a second factor. */
const GUARDED: readonly ClientRole[] = ['approver', 'admin'];

let scenario: Scenario;
let client: Client;
let api: ReachedApi;
let organisation: OrganisationId;
beforeAll(async () => {
  // No row may fail because the machine stalls.
  scenario = await startScenario({ networks: { resolveWithinMs: 600_000 } });
  client = await openClient(scenario, 200);
  api = reachedAs(scenario, client);
  organisation = await organisationOf(api, api.client.accountId);
});
afterAll(async () => {
  await client.close();
  await scenario.close();
});

/** A person of the client with a role signs in and works. */
async function as(
  context: TestContext,
  look: Look,
  role: ClientRole,
  work: (visit: Visit) => Promise<void>,
): Promise<void> {
  const { token } = await invited(api, organisation, role);
  await visit(context, api, look, { token, needsFactor: GUARDED.includes(role) }, work);
}

describe.each(LOOKS.map((look) => [lookName(look), look] as const))('at %s', (name, look) => {
  const campaign = `spring-${name.replaceAll(/\W+/g, '-')}`;

  it('a preparer turns a spreadsheet into a campaign and asks for its approval', async (context) => {
    await as(context, look, 'preparer', async ({ page, press, isSound }) => {
      await page.getByRole('link', { name: 'Prepare a new campaign', exact: true }).click();
      await page.getByRole('heading', { name: 'New campaign', level: 1 }).waitFor(SLOW);
      await isSound();
      await dropFile(page, 'marketing.xlsx', await marketingFile());
      await page.getByText('Choose the column that has the phone numbers.').waitFor(SLOW);
      await page.getByLabel('What the column Person is').selectOption({ label: 'Phone number' });
      await page.getByLabel('Name of the campaign').fill(campaign);
      await isSound();
      await press('Check the file');
      await page.getByRole('heading', { name: campaign, level: 1, exact: true }).waitFor(SLOW);
      await page.getByRole('heading', { name: '4 numbers were corrected. Use them?' }).waitFor(SLOW);
      await isSound();
      await press('Use 4 corrected numbers');
      await page.getByText('Every row can be bought, and your balance covers the cost.').waitFor(SLOW);
      await press('Ask for approval of ₦2,000.00');
      await page.getByRole('dialog').getByText('never spends more than ₦2,000.00').waitFor(SLOW);
      await isSound();
      await press('Ask for ₦2,000.00');
      await page.getByText('Waits for approval').waitFor(SLOW);
      await isSound();
    });
  });

  it('an approver approves the amount, starts the campaign, and sees how it ended', async (context) => {
    await as(context, look, 'approver', async ({ page, press, isSound }) => {
      await page.getByRole('link', { name: '1 campaign waits for an approval', exact: true }).click();
      await page.getByRole('heading', { name: 'A campaign of ₦2,000.00' }).waitFor(SLOW);
      await isSound();
      await press('Approve');
      await page.getByRole('dialog', { name: 'Approve a campaign of ₦2,000.00?' }).waitFor(SLOW);
      await isSound();
      await press('Approve and start for ₦2,000.00');
      await titled(page, `✓ Completed · ${campaign}`, END_MS);
      await page.getByRole('img', { name: '3 delivered, 1 failed', exact: true }).waitFor(SLOW);
      await page.getByRole('row', { name: 'Charged ₦1,500.00', exact: true }).waitFor(SLOW);
      await page.getByRole('row', { name: 'MTN Nigeria 3 0 0 ₦1,500.00', exact: true }).waitFor(SLOW);
      const reasons = page.getByRole('region', { name: 'Why rows were not bought', exact: true });
      await reasons.getByRole('link', { name: /has barred or suspended this number/ }).waitFor(SLOW);
      await isSound();
    });
  });

  it('support finds a number, and reads that the bundle was delivered', async (context) => {
    const { id, phone_number: number, reference } = await client.bought(wish('mtn'));
    await eventually(async () => expect((await client.read(id)).status).toBe('successful'));
    await as(context, look, 'support', async ({ page, open, isSound }) => {
      await open('Purchases');
      const field = page.getByLabel('Phone number, reference or purchase id');
      await field.fill(number);
      await field.press('Enter');
      const found = page.getByRole('link', { name: reference, exact: true });
      await found.waitFor(SLOW);
      await isSound();
      await found.click();
      await page.getByText('The purchase was accepted, and ₦500.00 was held.').waitFor(SLOW);
      await page.getByText(/^The network confirmed the bundle.* and ₦500\.00 was charged\.$/).waitFor(SLOW);
      await page.getByText('This number has no other purchases.').waitFor(SLOW);
      expect(await page.evaluate('document.body.innerText')).not.toContain(number.slice(4));
      await isSound();
    });
  });

  it('finance sees that today adds up, and downloads its lines', async (context) => {
    const { id } = await client.bought(wish('mtn'));
    await eventually(async () => expect((await client.read(id)).status).toBe('successful'));
    const { available, held } = await client.balance();
    const now = (available + held) / 100;
    await as(context, look, 'finance', async ({ page, open, press, isSound }) => {
      await open('Statements');
      await page.getByRole('link', { name: 'Show today', exact: true }).click();
      await page.locator('.badge', { hasText: 'It adds up' }).waitFor(SLOW);
      await isSound();
      const cells = await page.locator('table.equation td:last-child').allTextContents();
      const amounts = cells.map((cell) => Number(cell.replace('−', '-').replaceAll(/[^\d.-]/g, '')));
      const closing = amounts.pop();
      expect(closing).toBe(now);
      expect(amounts.reduce((sum, amount) => sum + amount, 0)).toBeCloseTo(closing ?? Number.NaN, 2);

      const saving = page.waitForEvent('download', SLOW);
      await press('Download CSV');
      const text = await readFile(await (await saving).path(), 'utf8');
      const lines: { amount_major: string }[] = parse(text, { bom: true, columns: true });
      const total = lines.reduce((sum, line) => sum + Number(line.amount_major), 0);
      expect((amounts[0] ?? Number.NaN) + total).toBeCloseTo(now, 2);
    });
  });

  it('an admin makes a key, which works, and a developer has a test event arrive', async (context) => {
    const key = await createKey(context, look);
    expect((await call(api, '/v1/balance', { key })).status).toBe(200);

    let secret = '';
    const receiver = await startReceiver({ port: 0, secret: () => secret });
    try {
      await as(context, look, 'developer', async ({ page, open, press, isSound }) => {
        await open('Developers');
        await page.getByRole('link', { name: 'Order service', exact: true }).first().waitFor(SLOW);
        await isSound();
        await page.getByRole('link', { name: 'Webhooks', exact: true }).click();
        await page.getByRole('link', { name: 'Add an endpoint', exact: true }).click();
        await page.getByLabel('Address').fill(receiver.url);
        await press('Add an endpoint');
        secret = await page.getByLabel(`The signing secret of ${receiver.url}`).inputValue(SLOW);
        await isSound();
        await page.getByRole('link', { name: 'I have stored the secret', exact: true }).click();
        await press('Send a test event');
        await page.getByRole('heading', { name: 'Event purchase.successful', level: 1 }).waitFor(SLOW);
        await page.getByText('Delivered HTTP 204').waitFor(SLOW);
        await isSound();
        const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
        expect([...receiver.events.keys(), receiver.forged()]).toEqual([id, 0]);
      });
    } finally {
      await receiver.close();
    }
  });

  it('an admin invites a person, changes a role, and finds both in the audit log', async (context) => {
    const member = await invited(api, organisation, 'viewer');
    const email = newEmail();
    await as(context, look, 'admin', async ({ page, open, press, isSound }) => {
      await open('Administration');
      await page.getByRole('textbox', { name: 'E-mail address', exact: true }).fill(email);
      await page.getByRole('combobox', { name: 'Role', exact: true }).selectOption('support');
      await press('Send the invitation');
      await page.getByText(`The invitation for ${email} is in the list below`).waitFor(SLOW);
      await isSound();
      await page.getByRole('link', { name: member.email, exact: true }).click();
      await page.getByRole('heading', { name: member.email, level: 1, exact: true }).waitFor(SLOW);
      await page.getByRole('combobox', { name: 'Role', exact: true }).selectOption('finance');
      await press('Change the role');
      await press('Give the role Finance');
      await page.getByRole('definition').filter({ hasText: 'Finance' }).waitFor(SLOW);
      await isSound();
      await page.getByRole('link', { name: 'Audit log', exact: true }).click();
      for (const action of ['person_change', 'invitation_create'])
        await page.getByRole('row').filter({ hasText: action }).first().waitFor(SLOW);
      await isSound();
    });
  });

  it('an operator comes from the overview to what is stuck, and to its trace and workflow', async (context) => {
    const { id, reference } = await client.bought(wish('mtn', '981'));
    const purchase = readId('pur', id);
    if (purchase === null) throw new TypeError(`${id} is no id of a purchase`);
    await scenario.pool.query(
      `UPDATE purchases SET created_at = created_at - interval '5 minutes' WHERE id = $1`,
      [uuidOf('pur', purchase)],
    );
    const email = newEmail();
    await addStaff(scenario.pool, { email, name: 'Bisi', role: 'operator' }, ACTOR);
    const visitor = { token: await issueSignInToken(scenario.pool, email), needsFactor: true };
    await visit(context, api, look, visitor, async ({ page, open, isSound }) => {
      await page.getByRole('heading', { name: 'Operations', level: 1, exact: true }).waitFor(SLOW);
      await page.getByRole('cell', { name: 'Operational' }).first().waitFor(SLOW);
      await isSound();
      await open('Stuck purchases');
      const stuck = page.getByRole('link', { name: reference, exact: true });
      await stuck.waitFor(SLOW);
      await isSound();
      await stuck.click();
      await page.getByRole('heading', { name: `Purchase ${reference}`, level: 1, exact: true }).waitFor(SLOW);
      await page.getByRole('region', { name: 'Sent to the gateway' }).waitFor(SLOW);
      const workflow = page.getByRole('link', { name: 'Open the workflow in Temporal' });
      expect(await workflow.getAttribute('href')).toContain(id);
      await isSound();
    });
  });
});

/** An admin creates a key that may read the balance, and copies it. */
async function createKey(context: TestContext, look: Look): Promise<string> {
  let key = '';
  await as(context, look, 'admin', async ({ page, open, press, isSound }) => {
    await open('Developers');
    await page.getByRole('link', { name: 'Create a key', exact: true }).click();
    await page.getByLabel('Name').fill('Order service');
    await page.getByLabel('Read balance:read').check();
    await isSound();
    await press('Create a key');
    key = await page.getByRole('textbox', { name: 'The key Order service', exact: true }).inputValue(SLOW);
    await isSound();
  });
  return key;
}
