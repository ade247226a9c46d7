import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { strengthOf } from '../../../../console/src/sign-in/strength.ts';
import { isLongEnough } from '../../../../domain/access/password.ts';
import { type ApiFixture, startApi } from '../../../support/api/fixture.ts';
import { faultsEverywhere, openBrowser, SLOW } from '../../../support/console/open.ts';
import { browse, organisationOf, PASSWORD, post, signedInAs } from '../../../support/people/fixture.ts';
import { mailedToken, sendMails } from '../../../support/people/mails.ts';

const NEXT = 'eleven copper lanterns drift';

let api: ApiFixture;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

it('a person who forgot the password gets a link, and sets another one that they can look at', async (context) => {
  const organisation = await organisationOf(api, api.client.accountId);
  const { email, cookie } = await signedInAs(api, organisation, 'viewer');
  const body = { new_password: PASSWORD };
  expect((await browse(api, '/v1/auth/password', { method: 'PUT', body, cookie })).status).toBe(204);
  await sendMails(api);
  const { page, errors, close } = await openBrowser(context, api);
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  try {
    await page.goto(`${api.baseUrl}/sign-in`);
    await page.getByLabel('E-mail address').fill(email);
    const heightOf = async (name: string) =>
      (await page.getByRole('button', { name, exact: true }).boundingBox())?.height ?? 0;
    expect(await heightOf('Show what you typed')).toBe(await heightOf('Forgot your password?'));
    await press('Forgot your password?');
    // The address need not be typed again.
    expect(await page.getByLabel('E-mail address').inputValue()).toBe(email);
    expect(await faultsEverywhere(page)).toEqual([]);
    await press('Send a link');
    await page.getByText('a link is on its way').waitFor(SLOW);

    await page.goto(`${api.baseUrl}/sign-in#${await mailedToken(api, email)}`);
    await press('Sign in');
    await page.waitForURL(`${api.baseUrl}/profile**`, SLOW);
    await page.getByText('If you forgot it, leave it empty.').waitFor(SLOW);
    const field = page.getByLabel('New password');
    await field.fill('eleven');
    await page.getByText('6 more characters.').waitFor(SLOW);
    await field.fill(NEXT);
    await page.getByText('Strong, if no one else knows it').waitFor(SLOW);
    expect(await field.getAttribute('type')).toBe('password');
    await page.getByRole('button', { name: 'Show what you typed' }).last().click();
    expect([await field.getAttribute('type'), await field.inputValue()]).toEqual(['text', NEXT]);
    expect(await faultsEverywhere(page)).toEqual([]);
    await press('Save');
    await page.getByText('Your password is saved.').waitFor(SLOW);
    expect((await post(api, '/v1/auth/sign-in', { email, password: NEXT })).status).toBe(200);
    expect(errors).toEqual([]);
  } finally {
    await close();
  }
});

describe('the hint about a new password', () => {
  it.each([
    ['', { level: 'none' }],
    ['eleven', { level: 'short', missing: 6 }],
    ['eleven  copp', { level: 'short', missing: 1 }],
    ['aaaaaaaabbbb', { level: 'repeated' }],
    ['eleven copper', { level: 'fair' }],
    [NEXT, { level: 'strong' }],
  ])('of "%s" is right', (password, strength) => {
    expect(strengthOf(password)).toEqual(strength);
  });

  it.each(['elevencopper', 'eleven   coppe', 'ünïcödé 🦊🦊🦊🦊', '🦊'.repeat(12)])(
    'calls "%s" too short exactly if the API does',
    (password) => {
      expect(strengthOf(password).level === 'short').toBe(!isLongEnough(password));
    },
  );
});
