import type { Page } from 'playwright-core';
import { expect, type TestContext } from 'vitest';
import type { ReachedApi } from '../api/http.ts';
import { codeOf } from '../people/authenticator.ts';
import { wish } from '../scenarios/client.ts';
import { workbook } from './campaigns.ts';
import { faultsOf, type Look, openBrowser, SLOW } from './open.ts';

/** What a journey needs: the browser of one person, who has signed in. */
export interface Visit {
  readonly page: Page;
  /** Presses a button by its whole name. */
  press(name: string): Promise<void>;
  /** Opens a screen from the main menu, which is behind a button on a phone. */
  open(entry: string): Promise<void>;
  /** No violation of axe, and nothing wider than the window, in the state that is shown now. */
  isSound(): Promise<void>;
}

/** Who signs in, and with what. */
interface Visitor {
  /** Of a link that signs in once. */
  readonly token: string;
  /** Whether this role has no rights before it has set up a second factor. */
  readonly needsFactor: boolean;
}

/** Narrower windows have the menu behind a button. */
const MENU_BESIDE = 960;

/** Has a person sign in with their link, set up their second factor if they need one, and do their work. No script may fail. */
export async function visit(
  context: TestContext,
  api: ReachedApi,
  look: Look,
  { token, needsFactor }: Visitor,
  work: (visit: Visit) => Promise<void>,
): Promise<void> {
  const { page, errors, foreign, close } = await openBrowser(context, api);
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  try {
    await page.setViewportSize(look.size);
    await page.emulateMedia({ colorScheme: look.colorScheme, reducedMotion: 'reduce' });
    await page.goto(`${api.baseUrl}/sign-in#${token}`);
    await press('Sign in');
    await page.getByRole('button', { name: 'Sign out', exact: true }).waitFor(SLOW);
    if (needsFactor) await setUpFactor(page, api, press);
    await work({
      page,
      press,
      open: (entry) => openEntry(page, look, entry),
      isSound: async () => expect(await faultsOf(page)).toEqual([]),
    });
    // The browser logs answers with 4xx, such as that no one was signed in at first.
    expect([errors.filter((error) => !error.includes('status of 4')), foreign]).toEqual([[], []]);
  } finally {
    await close();
  }
}

async function setUpFactor(page: Page, api: ReachedApi, press: Visit['press']): Promise<void> {
  await page.goto(`${api.baseUrl}/profile`);
  await press('Set up an authenticator app');
  const secret = (await page.getByTestId('secret').textContent(SLOW)) ?? '';
  await page.getByLabel('First code of the app').fill(codeOf(secret));
  await press('Confirm');
  await page.getByText('Store these recovery codes').waitFor(SLOW);
  await page.goto(api.baseUrl);
}

async function openEntry(page: Page, { size }: Look, entry: string): Promise<void> {
  if (size.width < MENU_BESIDE) await page.getByRole('button', { name: 'Menu', exact: true }).click();
  const menu = page.getByRole('navigation', { name: 'Main menu' });
  await menu.getByRole('link', { name: entry, exact: true }).click();
}

/** Drops a file somewhere on the page, as from a file manager. */
export async function dropFile(page: Page, name: string, content: Buffer): Promise<void> {
  const file = JSON.stringify({ name, base64: content.toString('base64') });
  const dragged = await page.evaluateHandle(`(() => {
    const { name, base64 } = ${file};
    const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
    const dragged = new DataTransfer();
    dragged.items.add(new File([bytes], name));
    return dragged;
  })()`);
  await page.dispatchEvent('header', 'drop', { dataTransfer: dragged });
}

/** A workbook whose columns have names of someone's own, and whose numbers lost their +: three are delivered, one is barred. */
export function marketingFile(): Promise<Buffer> {
  const wishes = [wish('mtn'), wish('mtn'), wish('mtn'), wish('airtel', '903')];
  const rows = wishes.map(({ phone_number: number, bundle_id: bundle }) => [number.slice(1), bundle, 'Kano']);
  return workbook([['Person', 'Plan', 'Town'], ...rows]);
}
