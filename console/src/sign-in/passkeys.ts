import { callApi } from '../app/api.ts';

/** The browser's own errors name no cause, so that websites cannot find out which passkeys exist. */
export class PasskeyDeclined extends Error {}

/** Whether this browser can use passkeys here: not at an IP address, and not over http. */
export function canUsePasskeys(): boolean {
  const isAddress = /^[\d.]+$|:/.test(location.hostname);
  return (
    'PublicKeyCredential' in window && 'parseRequestOptionsFromJSON' in PublicKeyCredential && !isAddress
  );
}

/** Has the device make a passkey, and adds it under a name. @throws Failure or PasskeyDeclined */
export async function addPasskey(name: string): Promise<void> {
  const options = await callApi<PublicKeyCredentialCreationOptionsJSON>(
    null,
    'POST',
    '/v1/auth/passkeys/options',
  );
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
  const credential = await asked(() => navigator.credentials.create({ publicKey }));
  await callApi(null, 'POST', '/v1/auth/passkeys', { json: { name, credential } });
}

/** Signs in with a passkey, or completes a sign-in. @throws Failure or PasskeyDeclined */
export async function signWithPasskey(step: 'sign-in' | 'second-factor'): Promise<void> {
  const path = `/v1/auth/${step}/passkey`;
  const options = await callApi<PublicKeyCredentialRequestOptionsJSON>(null, 'POST', `${path}/options`);
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
  const credential = await asked(() => navigator.credentials.get({ publicKey }));
  await callApi(null, 'POST', path, { json: { credential } });
}

async function asked(ask: () => Promise<Credential | null>): Promise<unknown> {
  let credential: Credential | null;
  try {
    credential = await ask();
  } catch (cause) {
    throw new PasskeyDeclined('', { cause });
  }
  if (!(credential instanceof PublicKeyCredential)) throw new PasskeyDeclined();
  return credential.toJSON();
}
