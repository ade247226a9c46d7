const CHARS_MAX = 200;

/** A text from outside for one line of a mail: it cannot add headers or lines, and is cut after 200 characters. */
export function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').slice(0, CHARS_MAX);
}
