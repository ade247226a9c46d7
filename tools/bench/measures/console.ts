import type { Browser } from 'playwright-core';
import { type Cookies, PATIENCE_MS, withConsole } from '../browser.ts';
import { type BenchRow, countedRow, ROUNDS_MIN } from '../report.ts';
import { measureRounds } from '../rounds.ts';

const GOAL_MS = 1_000;

/** Notes in the page when the balance stands on the first screen: a person can read and press from then on. */
const WATCH = `
  new MutationObserver((_changes, watching) => {
    if (document.querySelector('main h1') === null || document.querySelector('.figures dd') === null) return;
    watching.disconnect();
    requestAnimationFrame(() => { document.documentElement.dataset.usableMs = performance.now(); });
  }).observe(document, { childList: true, subtree: true });`;

/** What one visit cost. */
interface Visit {
  /** From the start of the navigation until the screen is usable. */
  readonly ms: number;
  readonly scriptBytes: number;
}

/**
 * From opening the console until its first screen shows the balance, for a person who is signed in: each time in a browser context with
 * an empty cache. No yardstick.
 */
export function benchConsole(log: (line: string) => void): Promise<BenchRow> {
  return withConsole(async ({ stack, browser, cookies }) => {
    const visit = () => visitOnce(browser, stack.apiUrl, cookies);
    log(`  warm-up: usable after ${Math.round((await visit()).ms)} ms`);
    const visits = await measureRounds(log, async (round) => {
      const { ms, scriptBytes } = await visit();
      log(`  round ${round}: usable after ${Math.round(ms)} ms`);
      return { product: Math.round(ms), scriptBytes };
    });
    const facts = { script_bytes: Math.max(...visits.map(({ scriptBytes }) => scriptBytes)) };
    return countedRow('console, first screen', 'ms', GOAL_MS, visits, 0, facts, ROUNDS_MIN);
  });
}

async function visitOnce(browser: Browser, apiUrl: string, cookies: Cookies): Promise<Visit> {
  const context = await browser.newContext();
  try {
    await context.addCookies(cookies);
    const page = await context.newPage();
    await page.addInitScript(WATCH);
    await page.goto(`${apiUrl}/`);
    const usable = page.locator('html[data-usable-ms]');
    await usable.waitFor({ timeout: PATIENCE_MS });
    const scriptBytes: number = await page.evaluate(
      `performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.js')).reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)`,
    );
    return { ms: Number(await usable.getAttribute('data-usable-ms')), scriptBytes };
  } finally {
    await context.close();
  }
}
