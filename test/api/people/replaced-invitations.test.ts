import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ApiFixture, startApi } from '../../support/api/fixture.ts';
import { refusalOf } from '../../support/api/refusal.ts';
import { browse, newEmail, organisationOf, post, trustedAs } from '../../support/people/fixture.ts';

let api: ApiFixture;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

it('an invitation takes the place of an open one if that is wanted: both change, or neither', async () => {
  const organisation = await organisationOf(api, api.client.accountId);
  const owner = await trustedAs(api, organisation, 'owner');
  const admin = await trustedAs(api, organisation, 'admin');
  const email = newEmail();
  const invite = (body: object, { cookie } = owner) =>
    post(api, '/v1/invitations', { email, ...body }, cookie);
  const idOf = ({ text }: { readonly text: string }): string => JSON.parse(text).id;
  const list = async () =>
    JSON.parse((await browse(api, '/v1/invitations', { cookie: owner.cookie })).text).data;

  const first = idOf(await invite({ role: 'owner', replace: true }));
  // An admin may not withdraw what gives more than an admin has.
  const denied = await invite({ role: 'viewer', replace: true }, admin);
  expect(refusalOf(denied)).toMatchObject({ status: 403 });
  expect(refusalOf(await invite({ role: 'viewer' }))).toMatchObject({ status: 409 });
  expect(await list()).toMatchObject([{ id: first, status: 'pending', role: 'owner' }]);

  const second = await invite({ role: 'viewer', replace: true });
  expect(second.status).toBe(201);
  expect(await list()).toMatchObject([
    { id: idOf(second), status: 'pending', role: 'viewer' },
    { id: first, status: 'withdrawn' },
  ]);
  const { rows } = await api.pool.query(
    `SELECT action FROM audit_log WHERE subject IN ($1, $2) ORDER BY seq`,
    [first, idOf(second)],
  );
  expect(rows.map(({ action }) => action)).toEqual([
    'invitation_create',
    'invitation_withdraw',
    'invitation_create',
  ]);
});
