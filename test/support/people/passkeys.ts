import { z } from 'zod';
import type { OrganisationId } from '../../../domain/ids.ts';
import { type ApiFixture, startApi } from '../api/fixture.ts';
import type { Answer } from '../api/http.ts';
import { browse, cookieOf, post, signedInAs } from './fixture.ts';
import { type Fault, PasskeyDevice } from './passkey-device.ts';

/** An API that people open at a name: browsers offer no passkeys at an IP address. */
export async function startNamedApi(): Promise<ApiFixture> {
  const api = await startApi();
  return { ...api, baseUrl: `http://localhost:${api.port}` };
}

const Options = z.object({ challenge: z.string(), rpId: z.string().optional() });

/** Asks for what a browser needs; `cookie` is what the browser sends next. */
export async function optionsOf(api: ApiFixture, path: string, cookie?: string) {
  const answer = await post(api, `/v1/auth/${path}/options`, {}, cookie);
  if (answer.status !== 200) throw new Error(`${path}/options answered ${answer.status}: ${answer.text}`);
  const set = cookieOf(answer);
  const { challenge } = Options.parse(JSON.parse(answer.text));
  return { challenge, cookie: [cookie, set].filter((part) => part !== undefined && part !== '').join('; ') };
}

/** Adds a passkey of this device to a person who is signed in. */
export async function add(
  api: ApiFixture,
  cookie: string,
  device: PasskeyDevice,
  fault: Fault = {},
): Promise<Answer> {
  const { challenge } = await optionsOf(api, 'passkeys', cookie);
  const body = { name: 'Phone', credential: device.make({ challenge }, fault) };
  return post(api, '/v1/auth/passkeys', body, cookie);
}

/** An owner who has a passkey, in the session in which it was made. */
export async function withPasskey(api: ApiFixture, organisation: OrganisationId) {
  const person = await signedInAs(api, organisation, 'owner');
  const device = new PasskeyDevice(api.baseUrl);
  const answer = await add(api, person.cookie, device);
  if (answer.status !== 201) throw new Error(`adding answered ${answer.status}: ${answer.text}`);
  const { id } = z.object({ id: z.string() }).parse(JSON.parse(answer.text));
  return { ...person, device, passkeyId: id };
}

/** Signs in with a passkey. */
export async function signIn(api: ApiFixture, device: PasskeyDevice, fault: Fault = {}): Promise<Answer> {
  const { challenge, cookie } = await optionsOf(api, 'sign-in/passkey');
  return post(api, '/v1/auth/sign-in/passkey', { credential: device.sign({ challenge }, fault) }, cookie);
}

const Passkeys = z.object({
  data: z.array(z.object({ id: z.string(), name: z.string(), last_used_at: z.string().nullable() })),
});

export async function passkeysOf(api: ApiFixture, cookie: string) {
  return Passkeys.parse(JSON.parse((await browse(api, '/v1/auth/passkeys', { cookie })).text)).data;
}
