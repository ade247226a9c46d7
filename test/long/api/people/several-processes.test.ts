import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { z } from 'zod';
import { RECOVERIES_PER_HOUR } from '../../../../db/people/sign-ins/recovery.ts';
import type { OrganisationId } from '../../../../domain/ids.ts';
import type { ApiFixture } from '../../../support/api/fixture.ts';
import type { Answer, Reached } from '../../../support/api/http.ts';
import { type ApiProcesses, startApiProcesses } from '../../../support/api/processes.ts';
import { codeOf } from '../../../support/people/authenticator.ts';
import {
  browse,
  cookieOf,
  newEmail,
  organisationOf,
  PASSWORD,
  post,
  signedInAs,
} from '../../../support/people/fixture.ts';

let apis: ApiProcesses;
let organisation: OrganisationId;
/** The same API, at each of its processes. */
let each: readonly (Reached & Pick<ApiFixture, 'pool'>)[];

beforeAll(async () => {
  apis = await startApiProcesses(2, { balance: 0 }, { AUTH_SECRET: Buffer.alloc(32, 7).toString('base64') });
  organisation = await organisationOf(apis, apis.client.accountId);
  each = apis.urls.map((baseUrl) => ({ baseUrl, client: apis.client, pool: apis.pool }));
});
beforeEach(async () => {
  await apis.pool.query('DELETE FROM recovery_requests');
  await apis.pool.query('DELETE FROM sign_in_attempts');
});
afterAll(() => apis.close());

const at = (nth: number) => {
  const api = each[nth % each.length];
  if (api === undefined) throw new Error('there is no such process');
  return api;
};

function raced(count: number, request: (api: Reached, nth: number) => Promise<Answer>): Promise<Answer[]> {
  return Promise.all(Array.from({ length: count }, (_, nth) => request(at(nth), nth)));
}

const countOf = (answers: readonly Answer[], status: number) =>
  answers.filter((answer) => answer.status === status).length;

/** A person with a password and a second factor, and its recovery codes. */
async function withFactor() {
  const { email, cookie } = await signedInAs(at(0), organisation, 'owner');
  const body = { new_password: PASSWORD };
  expect((await browse(at(0), '/v1/auth/password', { method: 'PUT', body, cookie })).status).toBe(204);
  const begun = await browse(at(0), '/v1/auth/second-factor', { method: 'POST', cookie });
  const { secret } = z.object({ secret: z.string() }).parse(JSON.parse(begun.text));
  const confirmed = await post(at(0), '/v1/auth/second-factor/confirm', { code: codeOf(secret) }, cookie);
  const { recovery_codes } = z
    .object({ recovery_codes: z.array(z.string()) })
    .parse(JSON.parse(confirmed.text));
  return { email, recoveryCodes: recovery_codes };
}

/** Cookies of sessions, one at each process, that wait for the second factor. */
function signedInEverywhere(email: string): Promise<string[]> {
  return Promise.all(
    each.map(async (api) => cookieOf(await post(api, '/v1/auth/sign-in', { email, password: PASSWORD }))),
  );
}

it('links for forgotten passwords are limited per address at two API processes together', async () => {
  const answers = await raced(3 * RECOVERIES_PER_HOUR, (api) =>
    post(api, '/v1/auth/password/forgotten', { email: newEmail() }),
  );
  expect(countOf(answers, 204)).toBe(RECOVERIES_PER_HOUR);
  expect(countOf(answers, 429)).toBe(2 * RECOVERIES_PER_HOUR);
  const { rows } = await apis.pool.query('SELECT source, requests FROM recovery_requests');
  expect(rows).toEqual([{ source: '127.0.0.1', requests: RECOVERIES_PER_HOUR }]);
});

it('a recovery code that two API processes get together passes one session', async () => {
  const { email, recoveryCodes } = await withFactor();
  const cookies = await signedInEverywhere(email);
  const [code] = recoveryCodes;
  const answers = await raced(cookies.length, (api, nth) =>
    post(api, '/v1/auth/second-factor/verify', { code }, cookies[nth]),
  );
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401]);
});

it('recovery codes that are guessed at two API processes make the person wait at both', async () => {
  const { email, recoveryCodes } = await withFactor();
  const cookies = await signedInEverywhere(email);
  const answers = await raced(20, (api, nth) =>
    post(
      api,
      '/v1/auth/second-factor/verify',
      { code: `guess-${String(nth).padStart(6, '0')}` },
      cookies[nth % cookies.length],
    ),
  );
  // Each wait is twice the one before, so ten are checked within half a minute at most.
  expect(countOf(answers, 401)).toBeLessThanOrEqual(10);
  expect(countOf(answers, 429)).toBeGreaterThanOrEqual(10);
  await apis.pool.query(`UPDATE sign_in_attempts SET blocked_until = app_now() + interval '1 minute'`);
  const right = await raced(2, (api, nth) =>
    post(api, '/v1/auth/second-factor/verify', { code: recoveryCodes[nth] }, cookies[nth]),
  );
  expect(right.map(({ status }) => status)).toEqual([429, 429]);
});
