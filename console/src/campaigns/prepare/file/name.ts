/** Room for the day after the name; a reference has up to 55 characters. */
const NAME_CHARS = 44;

/** The reference of a campaign with this name: without accents, and with a hyphen for everything that a reference cannot have. */
export function referenceOf(name: string): string {
  const plain = name
    .normalize('NFKD')
    .replaceAll(/\p{Mark}/gu, '')
    .replaceAll(/[^A-Za-z0-9_.:]+/g, '-')
    .slice(0, 55)
    .replaceAll(/^-+|-+$/g, '');
  return plain;
}

/** A name that its reference does not show, apart from spaces; null if it does. */
export function noteOf(name: string): string | null {
  const plain = name.trim();
  return plain.replaceAll(/\s+/g, '-') === referenceOf(name) ? null : plain;
}

const NUMBERED = /^(.*?) \((\d{1,3})\)$/;

/** A name for the same file once more: `Kano (2)` after `Kano`. It is short enough for its reference to show the number. */
export function nextName(name: string): string {
  const [, plain = name, count = '1'] = NUMBERED.exec(name.trim()) ?? [];
  return `${plain.trim().slice(0, NAME_CHARS)} (${Number(count) + 1})`;
}

/** A name from the name of a file and the day: the same file tomorrow is a new campaign. @param now when it is chosen */
export function nameOfFile(fileName: string, now: Date): string {
  const plain = fileName
    .replace(/\.[^.]*$/, '')
    .trim()
    .slice(0, NAME_CHARS);
  const day = [now.getFullYear(), now.getMonth() + 1, now.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-');
  return `${plain} ${day}`.trim();
}
