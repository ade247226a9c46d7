import { afterAll, beforeAll, expect, it } from 'vitest';
import { issueDemoLinks, showLinks } from '../../../tools/stack/people.ts';
import { type ApiFixture, startApi } from '../../support/api/fixture.ts';
import { post } from '../../support/people/fixture.ts';

let api: ApiFixture;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

const issue = () => issueDemoLinks(api.databaseUrl, api.baseUrl, [api.client.key]);
const open = (url: string) => post(api, '/v1/auth/sign-in/link', { token: new URL(url).hash.slice(1) });

it('the demo prints a link for an owner, a preparer, an approver and an operator, which each sign in once', async () => {
  const links = await issue();
  const roles = ['owner', 'preparer', 'approver', 'operator'];
  expect(links.map(({ role }) => role)).toEqual(roles);
  for (const { role, url } of links) {
    expect(url.startsWith(`${api.baseUrl}/sign-in#`)).toBe(true);
    expect(showLinks(links)).toContain(url);
    const { staff, accounts } = JSON.parse((await open(url)).text);
    expect([role, staff?.role ?? accounts[0]?.role]).toEqual([role, role]);
    expect((await open(url)).status).toBe(401);
  }
});

it('a second start makes new links for the same people', async () => {
  const before = await api.pool.query('SELECT id FROM auth_people ORDER BY id');
  const [link] = await issue();
  expect((await open(link?.url ?? '')).status).toBe(200);
  expect((await api.pool.query('SELECT id FROM auth_people ORDER BY id')).rows).toEqual(before.rows);
});
