/** What a person typed into the search of purchases. */
export type Wish =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'purchase'; readonly id: string }
  | { readonly kind: 'list'; readonly field: 'reference' | 'phone_number'; readonly value: string }
  /** Digits that could be a number without its country: no search finds it. */
  | { readonly kind: 'local-number' };

/** The shortest phone number with its country code; shorter digits are a reference. */
const NUMBER_DIGITS_MIN = 10;

/** What the API takes as a reference. */
const REFERENCE = /^[A-Za-z0-9_.:-]{1,64}$/;

/**
 * Recognises an id of a purchase, a phone number as people write it, and otherwise a reference. After a `#`, as customers write
 * the number of an order, everything is a reference.
 */
export function readWish(text: string): Wish {
  const typed = text.trim();
  const marked = /^#\s*(.+)$/.exec(typed)?.[1];
  if (marked !== undefined) return { kind: 'list', field: 'reference', value: marked };
  if (typed === '') return { kind: 'nothing' };
  if (/^pur_[A-Za-z0-9]+$/.test(typed)) return { kind: 'purchase', id: typed };
  const digits = typed.replaceAll(/[\s().-]/g, '').replace(/^00(?=[1-9])/, '+');
  const isNumber = /^\+?\d+$/.test(digits) && digits.length >= NUMBER_DIGITS_MIN;
  if (!isNumber) return { kind: 'list', field: 'reference', value: typed };
  if (digits.startsWith('+')) return { kind: 'list', field: 'phone_number', value: digits };
  if (digits.startsWith('0')) return { kind: 'local-number' };
  return { kind: 'list', field: 'phone_number', value: `+${digits}` };
}

/** A reference that a text can be too, although it reads as a phone number, such as `2026112900417`; null if it cannot. */
export function readReferenceToo(text: string): string | null {
  const typed = text.trim();
  const wish = readWish(typed);
  const isNumber = wish.kind === 'local-number' || (wish.kind === 'list' && wish.field === 'phone_number');
  return isNumber && REFERENCE.test(typed) ? typed : null;
}
