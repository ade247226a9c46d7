import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Command, looksLikeKey, matching } from '../../../../console/src/palette/commands.ts';
import { type ApiFixture, addClient, startApi } from '../../../support/api/fixture.ts';
import { faultsEverywhere, openConsole, PHONE, SLOW } from '../../../support/console/open.ts';
import { organisationOf } from '../../../support/people/fixture.ts';

let api: ApiFixture;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

it('the palette leads to screens, searches, accounts, themes and languages with the keyboard only', async (context) => {
  const test = await addClient(api.pool, { livemode: false });
  const organisation = await organisationOf(api, api.client.accountId, test.accountId);
  const { page, errors, foreign, close } = await openConsole(context, api, organisation, 'support');
  const field = page
    .getByLabel('Search or go to')
    .and(page.getByRole('searchbox').or(page.getByRole('textbox')));
  const open = async (typed: string) => {
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog', { name: 'Search or go to' }).waitFor(SLOW);
    await page.keyboard.type(typed);
  };
  const choose = async (typed: string, name: RegExp) => {
    await open(typed);
    const item = page.getByRole('menuitem', { name });
    await item.waitFor(SLOW);
    while ((await item.getAttribute('data-focused')) === null) await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor({ ...SLOW, state: 'detached' });
  };
  try {
    await page.goto(`${api.baseUrl}/?account=${api.client.accountId}`);
    await page.getByRole('button', { name: 'Search or go to' }).waitFor(SLOW);
    await open('');
    expect(await field.count()).toBe(1);
    await page.getByRole('menuitem', { name: 'Purchases', exact: true }).waitFor(SLOW);
    // Support reads no statements.
    expect(await page.getByRole('menuitem', { name: 'Statements' }).count()).toBe(0);
    expect(await faultsEverywhere(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ ...SLOW, state: 'detached' });

    await choose('purch', /^Purchases$/);
    await page.getByRole('heading', { name: 'Purchases', level: 1 }).waitFor(SLOW);
    await choose('top', /^Top up$/);
    await page.getByRole('heading', { name: 'Top up', level: 1 }).waitFor(SLOW);
    await choose('+234 803 123 4567', /Search purchases for/);
    await page.getByText('Nothing was found').waitFor(SLOW);
    expect(new URL(page.url()).searchParams.get('q')).toBe('+234 803 123 4567');
    expect(await page.getByLabel('Phone number, reference or purchase id').inputValue()).toBe(
      '+234 803 123 4567',
    );
    await choose('theme dark', /Dark$/);
    expect(await page.evaluate('getComputedStyle(document.documentElement).colorScheme')).toBe('dark');
    await choose('test', /Test$/);
    await page.waitForURL(`${api.baseUrl}/?account=${test.accountId}`, SLOW);
    await choose('french', /French$/);
    await page.getByRole('link', { name: 'Achats' }).waitFor(SLOW);
    expect([errors, foreign]).toEqual([[], []]);
  } finally {
    await close();
  }
});

it('on a phone, the menu is behind a button, closes by itself, and names the part of the work', async (context) => {
  const organisation = await organisationOf(api, api.client.accountId);
  const { page, errors, close } = await openConsole(context, api, organisation, 'owner');
  const link = page.getByRole('link', { name: 'Approvals' });
  const button = page.getByRole('button', { name: 'Menu' });
  try {
    await page.setViewportSize(PHONE);
    await page.goto(`${api.baseUrl}/`);
    await button.waitFor(SLOW);
    expect(await link.isVisible()).toBe(false);
    await button.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('list', { name: 'Money' }).waitFor(SLOW);
    expect(await faultsEverywhere(page)).toEqual([]);
    await page.setViewportSize(PHONE);
    await page.keyboard.press('Escape');
    await link.waitFor({ ...SLOW, state: 'hidden' });
    await page.keyboard.press('Enter');
    await link.click();
    await page.getByRole('heading', { name: 'Approvals', level: 1 }).waitFor(SLOW);
    await link.waitFor({ ...SLOW, state: 'hidden' });
    expect(errors).toEqual([]);
  } finally {
    await close();
  }
});

describe('a command is found', () => {
  const command = (text: string): Command => ({ id: text, section: 'screens', text, run: () => {} });
  const commands = ['Relevés', 'Thème : Sombre', 'Balance and statements'].map(command);
  it.each([
    ['by the beginning of a word', 'stat', ['Balance and statements']],
    ['without its accents', 'releves', ['Relevés']],
    ['by words in any order', 'sombre theme', ['Thème : Sombre']],
    ['not from the middle of a word', 'atements', []],
    ['with nothing typed, as all others', '', ['Relevés', 'Thème : Sombre', 'Balance and statements']],
  ])('%s', (_how, typed, found) => {
    expect(matching(commands, typed).map(({ text }) => text)).toEqual(found);
  });

  it.each([
    ['pur_01abc', true],
    ['+234 803', true],
    ['statements', false],
  ])('%s is a key of a purchase: %s', (typed, isKey) => {
    expect(looksLikeKey(typed)).toBe(isKey);
  });
});
