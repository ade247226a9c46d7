import { randomBytes } from 'node:crypto';
import { type Browser, chromium } from 'playwright-core';
import { assignAccount, createOrganisation } from '../../db/people/organisations.ts';
import { addMember } from '../../db/people/people.ts';
import { createPool } from '../../db/pool.ts';
import { issueSignInToken, signInPath } from '../../services/people/links.ts';
import { CHROMIUM } from '../chromium.ts';
import { buildConsole } from '../console/build.ts';
import { type BenchStack, startAccounting } from './stack.ts';

/** Longest wait for a part of a page, in milliseconds. */
export const PATIENCE_MS = 60_000;
const EMAIL = 'viewer@bench.example';
const ACTOR = { operator: 'bench', reason: 'bench' };

export type Cookies = Awaited<ReturnType<Awaited<ReturnType<Browser['newContext']>>['cookies']>>;

/** The console of a separate stack in a real browser. */
export interface BenchBrowser {
  readonly stack: BenchStack;
  readonly browser: Browser;
  /** Of a person who may read the account. */
  readonly cookies: Cookies;
}

/** Runs `work` in a browser with the console as it ships. */
export async function withConsole<T>(work: (bench: BenchBrowser) => Promise<T>): Promise<T> {
  await buildConsole();
  const stack = await startAccounting({}, { AUTH_SECRET: randomBytes(32).toString('base64') });
  const browser = await chromium.launch({ executablePath: CHROMIUM, chromiumSandbox: false });
  try {
    return await work({ stack, browser, cookies: await signIn(browser, stack) });
  } finally {
    await browser.close();
    await stack.stop();
  }
}

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
