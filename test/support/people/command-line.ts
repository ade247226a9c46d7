import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import type { StaffRole } from '../../../domain/access/staff.ts';
import { urlAs } from '../../../tools/stack/servers/roles.ts';
import type { ApiFixture } from '../api/fixture.ts';
import { call } from '../api/http.ts';
import { type Ran, run } from '../cli/terminal.ts';
import { post } from './fixture.ts';
import { staffAs } from './staff.ts';

const GRANT = 'urn:ietf:params:oauth:grant-type:device_code';
const Begun = z.object({
  device_code: z.string(),
  user_code: z.string(),
  verification_uri: z.string(),
  interval: z.number(),
});
const Taken = z.object({ access_token: z.string() });

/** Begins a sign-in as the command line does. */
export async function begun(api: ApiFixture) {
  const answer = await call(api, '/v1/auth/device', { method: 'POST', key: null });
  if (answer.status !== 200) throw new Error(answer.text);
  return Begun.parse(JSON.parse(answer.text));
}

export async function taken(api: ApiFixture, deviceCode: string) {
  const body = { grant_type: GRANT, device_code: deviceCode };
  const answer = await call(api, '/v1/auth/device/token', { method: 'POST', key: null, body });
  return { status: answer.status, body: JSON.parse(answer.text) };
}

export function decide(
  api: ApiFixture,
  cookie: string,
  userCode: string,
  decision: 'confirmed' | 'denied' = 'confirmed',
) {
  return post(api, '/v1/auth/device/decide', { user_code: userCode, decision }, cookie);
}

/** The command line of one user of one machine. */
export interface Terminal {
  readonly folder: string;
  readonly environment: Readonly<Record<string, string>>;
  cli(...args: readonly string[]): Promise<Ran>;
}

export function newTerminal(api: ApiFixture): Terminal {
  const folder = mkdtempSync(join(tmpdir(), 'command-line-'));
  const environment = {
    DATABASE_URL: urlAs('operator', api.databaseUrl),
    XDG_CONFIG_HOME: folder,
    PUBLIC_URL: api.baseUrl,
    BUNDLEWIRE_OPERATOR: 'ada',
  };
  return { folder, environment, cli: (...args) => run(args, { environment }) };
}

/** A staff member with this role, signed in at a terminal with the real command. */
export async function atTerminal(api: ApiFixture, role: StaffRole) {
  const person = await staffAs(api, role);
  const terminal = newTerminal(api);
  const ran = await signInAt(api, terminal, person.cookie);
  if (ran.exitCode !== 0) throw new Error(ran.err);
  return { ...person, ...terminal };
}

/** Runs `bundlewire sign-in`, and decides in the browser as soon as it shows its code. */
export async function signInAt(
  api: ApiFixture,
  { environment }: Pick<Terminal, 'environment'>,
  cookie: string,
  decision: 'confirmed' | 'denied' = 'confirmed',
): Promise<Ran> {
  const deciding: Promise<unknown>[] = [];
  const onErr = (text: string) => {
    const code = /^ {2}([A-Z]{4}-[A-Z]{4})$/m.exec(text)?.[1];
    if (code !== undefined) deciding.push(decide(api, cookie, code, decision));
  };
  const ran = await run(['sign-in'], { environment, onErr });
  await Promise.all(deciding);
  return ran;
}

export function tokenIn(body: unknown): string {
  return Taken.parse(body).access_token;
}
