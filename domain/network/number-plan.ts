/** E.164 as the service takes it: `+`, 8 to 15 digits, no leading zero. */
const E164 = /^\+[1-9][0-9]{7,14}$/;
const E164_CHARS_MAX = 16;

/** Whether a text is a phone number in E.164. Checks the length first, so that no text is too long to judge. */
export function isE164(text: string): boolean {
  return text.length <= E164_CHARS_MAX && E164.test(text);
}

/** The network whose prefix is the longest that the number begins with; null when none is. */
export function networkOfPrefix(prefixes: ReadonlyMap<string, string>, phoneNumber: string): string | null {
  for (let length = Math.min(phoneNumber.length, E164_CHARS_MAX); length > 1; length--) {
    const networkId = prefixes.get(phoneNumber.slice(0, length));
    if (networkId !== undefined) return networkId;
  }
  return null;
}

/** A phone number fit for logs and screens: country code and last two digits. */
export function maskPhoneNumber(phoneNumber: string): string {
  return `${phoneNumber.slice(0, 4)}…${phoneNumber.slice(-2)}`;
}
