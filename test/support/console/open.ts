import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import type { TestContext } from 'vitest';
import type { ClientRole } from '../../../domain/access/roles.ts';
import type { StaffRole } from '../../../domain/access/staff.ts';
import type { OrganisationId } from '../../../domain/ids.ts';
import type { ApiFixture } from '../api/fixture.ts';
import type { ReachedApi } from '../api/http.ts';
import { openPage, type WatchedPage } from '../chromium.ts';
import { trustedAs } from '../people/fixture.ts';
import { staffAs } from '../people/staff.ts';

/** Limit of one wait for the page, in ms. */
export const SLOW = { timeout: 60_000 };
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** A browser for the console in which no one is signed in. Its waits are long enough for a busy machine. */
export async function openBrowser(
  context: TestContext,
  { baseUrl }: Pick<ReachedApi, 'baseUrl'>,
): Promise<WatchedPage> {
  const watched = await openPage(context, baseUrl);
  watched.page.setDefaultTimeout(SLOW.timeout);
  return watched;
}

/** A console in a browser, in which a person with a role has signed in with a second factor. */
export async function openConsole(
  context: TestContext,
  api: ReachedApi,
  organisation: OrganisationId,
  role: ClientRole,
): Promise<WatchedPage & Awaited<ReturnType<typeof trustedAs>>> {
  const person = await trustedAs(api, organisation, role);
  const watched = await openBrowser(context, api);
  await addCookies(watched.page, api, person.cookie);
  return { ...watched, ...person };
}

/** A console in a browser, in which a staff member has signed in with a second factor. */
export async function openStaffConsole(
  context: TestContext,
  api: ApiFixture,
  role: StaffRole,
): Promise<WatchedPage & Awaited<ReturnType<typeof staffAs>>> {
  const person = await staffAs(api, role);
  const watched = await openBrowser(context, api);
  await addCookies(watched.page, api, person.cookie);
  return { ...watched, ...person };
}

/** Gives the browser the cookies of a session. @param cookie as in a Cookie header */
async function addCookies(page: Page, api: ReachedApi, cookie: string): Promise<void> {
  const cookies = cookie.split('; ').map((pair) => {
    const [name = '', ...value] = pair.split('=');
    return { name, value: value.join('='), url: api.baseUrl };
  });
  await page.context().addCookies(cookies);
}

/** Sizes of windows on which each screen must work. */
export const DESKTOP = { width: 1280, height: 800 };
export const PHONE = { width: 360, height: 740 };

/** What axe finds on the page, and whether it is wider than its window: nothing of both. */
export async function faultsOf(page: Page): Promise<string[]> {
  // Through the debugger: the policy of the page forbids scripts of others.
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(AXE);
  const found: { id: string; nodes: { html: string; failureSummary: string }[] }[] = await page.evaluate(
    'axe.run(document, { resultTypes: ["violations"] }).then(({ violations }) => violations)',
  );
  const excess: number = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
  const wide = excess > 0 ? [`the page is ${excess} px wider than its window`] : [];
  return [
    ...wide,
    ...found.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html} ${node.failureSummary}`)),
  ];
}

/** A size of the window with a theme. */
export interface Look {
  readonly size: { readonly width: number; readonly height: number };
  readonly colorScheme: 'light' | 'dark';
}

/** In which each screen must work. Each changes one thing of the one before. */
export const LOOKS: readonly Look[] = [
  { size: PHONE, colorScheme: 'light' },
  { size: PHONE, colorScheme: 'dark' },
  { size: DESKTOP, colorScheme: 'dark' },
  { size: DESKTOP, colorScheme: 'light' },
];

/** For people. */
export const lookName = ({ size, colorScheme }: Look) => `${size.width} px, ${colorScheme}`;

/** The faults of the page on a desktop and on a phone, light and dark. */
export async function faultsEverywhere(page: Page): Promise<string[]> {
  const faults: string[] = [];
  for (const look of LOOKS) {
    const { size, colorScheme } = look;
    await page.setViewportSize(size);
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    faults.push(...(await faultsOf(page)).map((fault) => `${lookName(look)}: ${fault}`));
  }
  return faults;
}
