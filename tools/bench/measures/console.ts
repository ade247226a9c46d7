import { randomBytes } from 'node:crypto';
import { type Browser, chromium } from 'playwright-core';
import { assignAccount, createOrganisation } from '../../../db/people/organisations.ts';
import { addMember } from '../../../db/people/people.ts';
import { createPool } from '../../../db/pool.ts';
import { issueSignInToken, signInPath } from '../../../services/people/links.ts';
import { buildConsole } from '../../console/build.ts';
import { type BenchRow, countedRow, ROUNDS_MIN } from '../report.ts';
import { type BenchStack, startAccounting } from '../stack.ts';

/** Debian's path (tools/install-chromium.sh). */
const CHROMIUM = '/usr/bin/chromium';
const GOAL_MS = 1_000;
const PATIENCE_MS = 60_000;
const EMAIL = 'owner@bench.example';
const ACTOR = { operator: 'bench', reason: 'bench' };

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
export async function benchConsole(log: (line: string) => void): Promise<BenchRow> {
  await buildConsole();
  const stack = await startAccounting({}, { AUTH_SECRET: randomBytes(32).toString('base64') });
  const browser = await chromium.launch({
    executablePath: CHROMIUM,
    chromiumSandbox: false,
  });
  try {
    const cookies = await signIn(browser, stack);
    const visits: Visit[] = [];
    for (let round = 0; round <= ROUNDS_MIN; round += 1) {
      const visit = await visitOnce(browser, stack.apiUrl, cookies);
      log(`  ${round === 0 ? 'warm-up' : `round ${round}`}: usable after ${Math.round(visit.ms)} ms`);
      if (round > 0) visits.push(visit);
    }
    const figures = visits.map(({ ms }) => Math.round(ms));
    const facts = { script_bytes: Math.max(...visits.map(({ scriptBytes }) => scriptBytes)) };
    return countedRow('console, first screen', 'ms', GOAL_MS, figures, 0, facts);
  } finally {
    await browser.close();
    await stack.stop();
  }
}

type Cookies = Awaited<ReturnType<Awaited<ReturnType<Browser['newContext']>>['cookies']>>;

/** Makes an owner of the account and signs them in. */
async function signIn(browser: Browser, { databaseUrl, apiUrl, accountId }: BenchStack): Promise<Cookies> {
  const pool = createPool(databaseUrl, { max: 1, applicationName: 'bench' });
  let token: string;
  try {
    const organisationId = await createOrganisation(pool, 'Bench', ACTOR);
    await assignAccount(pool, organisationId, accountId, ACTOR);
    await addMember(pool, { organisationId, email: EMAIL, name: 'Bench', role: 'viewer' }, ACTOR);
    token = await issueSignInToken(pool, EMAIL);
  } finally {
    await pool.end();
  }
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(`${apiUrl}${signInPath(token)}`);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click({ timeout: PATIENCE_MS });
  await page.locator('.figures dd').first().waitFor({ timeout: PATIENCE_MS });
  const cookies = await context.cookies();
  await context.close();
  return cookies;
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
