import { afterAll, beforeAll, expect, it } from 'vitest';
import type { OrganisationId } from '../../../domain/ids.ts';
import { type ApiFixture, startApi } from '../../support/api/fixture.ts';
import type { Answer } from '../../support/api/http.ts';
import { refusalOf } from '../../support/api/refusal.ts';
import { browse, organisationOf, PASSWORD, post, signedInAs } from '../../support/people/fixture.ts';

let api: ApiFixture;
let organisation: OrganisationId;

beforeAll(async () => {
  api = await startApi();
  organisation = await organisationOf(api, api.client.accountId);
});
afterAll(() => api.close());

/** Runs requests while all connections for people are lent out: each of them waits in vain. */
async function whileBusy(requests: () => Promise<Answer[]>): Promise<Answer[]> {
  const { reads } = api.pools;
  const held = await Promise.all(Array.from({ length: reads.options.max ?? 0 }, () => reads.connect()));
  try {
    return await requests();
  } finally {
    for (const client of held) client.release();
  }
}

it('signing in and sessions answer 503 with Retry-After if PostgreSQL gives no connection in time', async () => {
  const { cookie, email } = await signedInAs(api, organisation, 'viewer');
  const body = { new_password: PASSWORD };
  const answers = await whileBusy(() =>
    Promise.all([
      post(api, '/v1/auth/sign-in', { email, password: PASSWORD }),
      post(api, '/v1/auth/sign-in/link', { token: 'made-up' }),
      post(api, '/v1/auth/password/forgotten', { email }),
      browse(api, '/v1/auth/session', { cookie }),
      browse(api, '/v1/auth/password', { method: 'PUT', body, cookie }),
    ]),
  );
  for (const answer of answers) {
    expect(refusalOf(answer)).toEqual({ status: 503, code: 'internal_error', retryable: true });
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    expect(answer.text).not.toMatch(/timeout|connect\b|pool/i);
  }
  expect((await browse(api, '/v1/auth/password', { method: 'PUT', body, cookie })).status).toBe(204);
  expect((await post(api, '/v1/auth/sign-in', { email, password: PASSWORD })).status).toBe(200);
});
