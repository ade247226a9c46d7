/** Phone numbers as people paste them, one per line or apart by commas, and what is none. */
export interface PastedNumbers {
  /** In E.164 format, each once. */
  readonly numbers: readonly string[];
  /** What was written instead of a number. */
  readonly others: readonly string[];
}

/** Reads numbers with the code of their country. A number without it could be of any country, so it is none. */
export function readNumbers(text: string): PastedNumbers {
  const numbers = new Set<string>();
  const others: string[] = [];
  for (const part of text.split(/[\n,;]+/)) {
    const written = part.trim();
    if (written === '') continue;
    const digits = written.replace(/[\s().-]/g, '').replace(/^00/, '+');
    const number = /^[1-9]\d{9,14}$/.test(digits) ? `+${digits}` : digits;
    if (/^\+[1-9]\d{6,14}$/.test(number)) numbers.add(number);
    else others.push(written);
  }
  return { numbers: [...numbers], others };
}
