/** Most characters that Excel keeps in a cell. It calls a file with a longer cell damaged. */
export const SHEET_CELL_CHARS_MAX = 32_767;

const CUT = '… (cut: the CSV file has the whole text)';

/**
 * Characters that XML cannot hold, the carriage return, which XML changes to a line feed, and `_x`, which would be read as the
 * beginning of such a character.
 */
const UNSAFE = /[[\p{Cc}--[\t\n]]\p{Cs}\uFFFE\uFFFF\&<>"]|_(?=x[0-9A-Fa-f]{4}_)/gv;

const NAMED: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/**
 * Writes any text into XML, as Excel does: what XML cannot hold becomes `_x0000_`, and every spreadsheet program reads it back.
 */
export function escapeXml(text: string): string {
  return text.replace(
    UNSAFE,
    (sign) => NAMED[sign] ?? `_x${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`,
  );
}

/** The text of a cell as XML. A text that is too long for a cell ends with a note where it was cut. */
export function cellText(text: string): string {
  if (text.length <= SHEET_CELL_CHARS_MAX) return escapeXml(text);
  return escapeXml(text.slice(0, SHEET_CELL_CHARS_MAX - CUT.length).toWellFormed() + CUT);
}
