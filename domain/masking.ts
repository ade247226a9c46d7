/** Digits at the end of a number that tell whose it is, however its beginning was written. */
const TELLING_DIGITS = 8;

/** A phone number as it may stand in logs and on a shared screen: `+23480…567`. */
export function masked(phoneNumber: string): string {
  return phoneNumber.length <= TELLING_DIGITS ? '…' : `${phoneNumber.slice(0, 6)}…${phoneNumber.slice(-3)}`;
}

/** Whether a text gives a phone number away, with or without its country code and whatever stands between its digits. */
export function holdsNumber(text: string, phoneNumber: string): boolean {
  return text.replace(/\D/g, '').includes(phoneNumber.slice(-TELLING_DIGITS));
}

/** A text for places where no phone number may be. */
export function withoutNumber(text: string, phoneNumber: string): string {
  return holdsNumber(text, phoneNumber) ? '(holds the phone number)' : text;
}
