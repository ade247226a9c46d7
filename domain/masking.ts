/** Digits at the end of a number that identify its owner, even if its beginning is written in another way. */
const TELLING_DIGITS = 8;

/** A phone number as logs and shared screens may show it: `+23480…567`. */
export function masked(phoneNumber: string): string {
  return phoneNumber.length <= TELLING_DIGITS ? '…' : `${phoneNumber.slice(0, 6)}…${phoneNumber.slice(-3)}`;
}

/** Whether a text contains a phone number, with or without its country code and with any separators. */
export function holdsNumber(text: string, phoneNumber: string): boolean {
  return text.replace(/\D/g, '').includes(phoneNumber.slice(-TELLING_DIGITS));
}

/** A text for places where no phone number may be. */
export function withoutNumber(text: string, phoneNumber: string): string {
  return holdsNumber(text, phoneNumber) ? '(holds the phone number)' : text;
}
