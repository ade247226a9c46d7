import { call } from './call.js';

const DECLINED = 'No passkey was used. Try again, or choose another way to sign in.';
const NOT_MADE = 'No passkey was made. Try again, and confirm it on your device.';

/** Whether this browser can use passkeys here: not at an IP address, and not over http. */
export function canUsePasskeys() {
  const isAddress = /^[\d.]+$|:/.test(location.hostname);
  return (
    'PublicKeyCredential' in window && 'parseRequestOptionsFromJSON' in PublicKeyCredential && !isAddress
  );
}

/** Has the device make a passkey, and adds it under a name. */
export async function addPasskey(name) {
  const options = await call('POST', 'passkeys/options');
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
  const credential = await asked(() => navigator.credentials.create({ publicKey }), NOT_MADE);
  await call('POST', 'passkeys', { name, credential: credential.toJSON() });
}

/** Signs in with a passkey, or completes a sign-in. @param path where the answer of the device goes. */
export async function usePasskey(path) {
  const options = await call('POST', `${path}/options`);
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
  const credential = await asked(() => navigator.credentials.get({ publicKey }), DECLINED);
  await call('POST', path, { credential: credential.toJSON() });
}

/** The browser's own errors name no cause, so that websites cannot tell which passkeys exist. */
async function asked(ask, otherwise) {
  try {
    return await ask();
  } catch (cause) {
    throw new Error(otherwise, { cause });
  }
}
