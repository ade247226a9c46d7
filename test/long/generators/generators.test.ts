import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { GENERATORS, listMissing, listTable, PREPARATION } from '../../support/generators/generators.ts';
import {
  FOLDER,
  listWebhooks,
  openWorkplace,
  runCommands,
  runGenerator,
  WEBHOOKS,
} from '../../support/generators/workplace.ts';
import { type Client, openClient, PRICE, wish } from '../../support/scenarios/client.ts';
import { type Scenario, startScenario } from '../../support/scenarios/stack.ts';

/** The account is funded with more than 32 bits of kobo. */
const PRICES = 1_000_000;

let scenario: Scenario;
beforeAll(async () => {
  scenario = await startScenario();
  openWorkplace();
  const { code, output } = await runCommands(PREPARATION, { BASE_URL: scenario.stack.apiUrl });
  expect([code, output]).toEqual([0, output]);
});
afterAll(() => scenario.close());

it('the table of the page lists the generators that run here', () => {
  expect(listTable()).toEqual(Object.keys(GENERATORS));
});

it.each(Object.entries(GENERATORS))(
  'the client of %s compiles, buys, reads, uploads a campaign, reads a statement and parses every webhook',
  async (name, programs) => {
    expect(listMissing(programs)).toEqual([]);
    const client = await openClient(scenario, PRICES);
    const today = new Date().toISOString().slice(0, 10);
    try {
      const { code, lines, output } = await runGenerator(name, environmentOf(name, today, client));
      expect(code, output).toBe(0);
      expect(lines).toEqual(expectedOf(name, today));
    } finally {
      await client.close();
    }
  },
);

function environmentOf(name: string, today: string, { apiUrl, apiKey }: Client): Record<string, string> {
  const order = wish('mtn', '555', name);
  const campaign = join(FOLDER, `${name}.csv`);
  const rows = [wish('glo'), wish('airtel')].map((row) => `${row.phone_number},${row.bundle_id}\n`);
  writeFileSync(campaign, `phone_number,bundle_id\n${rows.join('')}`);
  return {
    BASE_URL: apiUrl,
    API_KEY: apiKey,
    REFERENCE: order.reference,
    PHONE_NUMBER: order.phone_number,
    BUNDLE_ID: order.bundle_id,
    CAMPAIGN: campaign,
    DATE: today,
    WEBHOOKS,
  };
}

/** What each program prints. Approvals have no reference, so their ids are printed. */
function expectedOf(name: string, today: string): string[] {
  const webhooks = listWebhooks().map(([type, body]) => {
    const { reference, id, status } = body.data.object;
    return `webhook ${type} ${reference ?? id} ${status}`;
  });
  return [
    `bought ${name} pending ${PRICE} NGN`,
    `read ${name} successful`,
    `campaign ${name}-campaign completed 2`,
    `statement ${today} open ${PRICES * PRICE}`,
    ...webhooks.toSorted(),
  ];
}
