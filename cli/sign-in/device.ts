import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { CliError, EXIT } from '../failure.ts';

const Begun = z.object({
  device_code: z.string(),
  user_code: z.string().max(20),
  verification_uri: z.string(),
  expires_in: z.number(),
  interval: z.number().min(1).max(60),
});
const Taken = z.object({ access_token: z.string() });
const Refused = z.object({ error: z.string() });

const REQUEST_MS = 10_000;
const GRANT = 'urn:ietf:params:oauth:grant-type:device_code';

/** A sign-in that waits for the person. */
export interface BegunSignIn {
  readonly userCode: string;
  readonly page: URL;
  /** Asks until the person has decided. @throws CliError if they denied it, or the time is over. */
  token(): Promise<string>;
}

/** Begins a sign-in at an API (RFC 8628). @throws CliError if it does not answer, or has no people. */
export async function beginSignIn(api: URL): Promise<BegunSignIn> {
  const answer = await post(new URL('/v1/auth/device', api), null);
  if (answer.status !== 200)
    throw new CliError(
      `The API at ${api.origin} answered ${answer.status}. Check its address, and that AUTH_SECRET is set there.`,
      EXIT.cannot,
    );
  const begun = Begun.parse(await answer.json());
  return {
    userCode: begun.user_code,
    page: new URL(begun.verification_uri, api),
    token: () => waitForToken(api, begun),
  };
}

async function waitForToken(
  api: URL,
  { device_code, interval, expires_in }: z.output<typeof Begun>,
): Promise<string> {
  const endsAt = performance.now() + expires_in * 1_000;
  for (let seconds = interval; performance.now() < endsAt; ) {
    await sleep(seconds * 1_000);
    const answer = await post(new URL('/v1/auth/device/token', api), { grant_type: GRANT, device_code });
    if (answer.status === 200) return Taken.parse(await answer.json()).access_token;
    const error = Refused.safeParse(await answer.json().catch(() => null)).data?.error ?? '';
    if (error === 'slow_down') seconds += interval;
    else if (error === 'access_denied') throw new CliError('The sign-in was denied in the browser.');
    else if (answer.status === 400 && error !== 'authorization_pending') break;
  }
  throw new CliError('The code has expired. Run bundlewire sign-in again.');
}

async function post(url: URL, body: object | null): Promise<Response> {
  try {
    return await fetch(url, {
      method: 'POST',
      redirect: 'error',
      signal: AbortSignal.timeout(REQUEST_MS),
      headers: {
        'user-agent': 'bundlewire command line',
        ...(body === null ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === null ? {} : { body: JSON.stringify(body) }),
    });
  } catch (error) {
    const { cause } = error instanceof Error ? error : { cause: null };
    const why = cause instanceof Error ? cause.message : String(error);
    throw new CliError(`The API at ${url.origin} does not answer (${why}). Check its address.`, EXIT.cannot);
  }
}
