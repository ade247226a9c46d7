import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPage } from '../../support/chromium.ts';
import { type FaultStack, OWN_SERVERS, startFaultStack } from '../../support/faults/fault-stack.ts';
import { buyScripted, PATIENCE, traceOf } from '../../support/operators/stuck.ts';

const LOAD_MS = 60_000;
const FRAME_MS = 5_000;
/** The page asks a worker for details only when it loads, so the test reloads it now and then. */
const RELOAD_MS = 30_000;

describe.runIf(OWN_SERVERS)('the page of a stuck purchase in the Temporal UI', () => {
  let stack: FaultStack;

  beforeAll(async () => {
    stack = await startFaultStack({ network: { resolveWithinMs: 15 * 60_000, gatewayTimeoutMs: 3_000 } });
  });
  afterAll(() => stack?.stop());

  it('shows its summary, details, steps and search attributes in a browser, and no phone number', async (context) => {
    const id = await buyScripted(stack, 'mtn', {
      answer: 'reset',
      inquiry_answer: 'html',
      callbacks: 0,
      end: null,
    });
    await expect
      .poll(async () => (await traceOf(stack, id)).temporal, PATIENCE)
      .toMatchObject({
        status: 'running',
        timeline: { stage: 'outcome_unknown', inquiries: expect.toSatisfy(atLeastOne) },
      });
    const { purchase, temporal } = await traceOf(stack, id);

    const { page, close } = await openPage(context, stack.stack.temporalUiUrl ?? '');
    try {
      await page.goto(temporal.url, { waitUntil: 'domcontentloaded', timeout: LOAD_MS });
      await page.locator('a[href$="/user-metadata"]').first().click({ timeout: PATIENCE.timeout });

      const seen = await readUntil(page, [
        id,
        `net_mtn_ng · bnd_mtn_ng_500mb_7d · ${purchase.reference}`,
        /Outcome unknown: the order was sent and the network has not reported its outcome/,
        /Submissions: 1, inquiries: [1-9]/,
        /Last answer of the network: unavailable at 20/,
        /Next: inquiry \d+ at 20/,
        `resolve_by: ${purchase.resolve_by}`,
      ]);
      await page.locator('a[href*="/history"]').first().click({ timeout: PATIENCE.timeout });
      const steps = await readUntil(page, [
        'submission 1 to net_mtn_ng',
        'until inquiry 1',
        'inquiry 1 of net_mtn_ng',
      ]);
      expect(seen + steps).not.toContain(purchase.phone_number.slice(-8));

      await page.locator('a[href$="/search-attributes"]').first().click({ timeout: PATIENCE.timeout });
      await readUntil(page, [
        /Stage\W+outcome_unknown/,
        /NetworkId\W+net_mtn_ng/,
        /AccountId\W+acc_/,
        'ResolveBy',
      ]);
    } finally {
      await close();
    }
  });
});

function atLeastOne(count: number): boolean {
  return count >= 1;
}

/** The text of a page, once it contains all of the wanted parts. */
async function readUntil(page: Page, wanted: readonly (string | RegExp)[]): Promise<string> {
  let loaded = Date.now();
  let text = '';
  const missing = async () => {
    if (Date.now() - loaded > RELOAD_MS) {
      await page.reload({ waitUntil: 'domcontentloaded', timeout: LOAD_MS }).catch(() => null);
      loaded = Date.now();
    }
    text = await textOf(page);
    return wanted.filter((part) => (typeof part === 'string' ? !text.includes(part) : !part.test(text)));
  };
  await expect.poll(missing, PATIENCE).toEqual([]);
  return text;
}

/** The UI renders Markdown in separate frames, which come and go. */
async function textOf(page: Page): Promise<string> {
  const texts = page.frames().map((frame) =>
    frame
      .locator('body')
      .innerText({ timeout: FRAME_MS })
      .catch(() => ''),
  );
  return (await Promise.all(texts)).join('\n');
}
