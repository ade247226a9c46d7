import type { Browser } from 'playwright-core';
import { type Cookies, PATIENCE_MS, withConsole } from '../browser.ts';
import { type BenchRow, countedRow, ROUNDS_MIN } from '../report.ts';

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
    const visits: Visit[] = [];
    for (let round = 0; round <= ROUNDS_MIN; round += 1) {
      const visit = await visitOnce(browser, stack.apiUrl, cookies);
      log(`  ${round === 0 ? 'warm-up' : `round ${round}`}: usable after ${Math.round(visit.ms)} ms`);
      if (round > 0) visits.push(visit);
    }
    const figures = visits.map(({ ms }) => Math.round(ms));
    const facts = { script_bytes: Math.max(...visits.map(({ scriptBytes }) => scriptBytes)) };
    return countedRow('console, first screen', 'ms', GOAL_MS, figures, 0, facts);
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
