/** What the first bytes say that a file is. */
export type FileKind =
  | { readonly kind: 'text' }
  /** A ZIP archive, as workbooks are. */
  | { readonly kind: 'zip' }
  /** A compound file: an old Office document, or a new one with a password. */
  | { readonly kind: 'compound' }
  | { readonly kind: 'foreign'; readonly name: string };

/** Bytes that are enough for `recognise`. */
export const RECOGNISED_BYTES = 4096;

const ZIP_STARTS = ['PK\x03\x04', 'PK\x05\x06', 'PK\x07\x08'];
const STARTS: readonly (readonly [start: string, name: string])[] = [
  ['%PDF', 'a PDF document'],
  ['\x89PNG', 'a picture (PNG)'],
  ['\xff\xd8\xff', 'a picture (JPEG)'],
  ['GIF8', 'a picture (GIF)'],
  ['\x1f\x8b', 'compressed with gzip'],
  ['BZh', 'compressed with bzip2'],
  ['\xfd7zXZ\0', 'compressed with xz'],
  ['\x28\xb5\x2f\xfd', 'compressed with zstd'],
  ['7z\xbc\xaf\x27\x1c', 'a 7z archive'],
  ['Rar!', 'a RAR archive'],
  ['{\\rtf', 'a text document (RTF)'],
  ['SQLite format 3\0', 'a database (SQLite)'],
  ['PAR1', 'a Parquet file'],
  ['ID;P', 'a SYLK spreadsheet (.slk)'],
  ['MIME-Version:', 'a web archive (MHTML)'],
];
const AT_FOUR: readonly (readonly [start: string, name: string])[] = [
  ['ftypheic', 'a picture (HEIC)'],
  ['ftypmif1', 'a picture (HEIC)'],
  ['Standard ', 'a database (Access)'],
];
const MARKUP = /^(?:\uFEFF|\s)*<(?:!doctype|html|head|body|table|meta|style|\?xml|!--)/i;
const XML_SPREADSHEET = /urn:schemas-microsoft-com:office:spreadsheet/;
const FLAT_ODS = /opendocument\.spreadsheet/;
const JSON_TEXT = /^(?:\uFEFF|\s)*(?:\{\s*["}]|\[\s*[[{"\]0-9])/;

/** Recognises files that are not text, and text that is not a table. `head` has RECOGNISED_BYTES, or the whole file. */
export function recognise(head: Buffer): FileKind {
  const start = head.toString('latin1', 0, 64);
  if (ZIP_STARTS.some((sign) => start.startsWith(sign))) return { kind: 'zip' };
  if (start.startsWith('\xd0\xcf\x11\xe0')) return { kind: 'compound' };
  const name =
    STARTS.find(([sign]) => start.startsWith(sign))?.[1] ??
    AT_FOUR.find(([sign]) => start.startsWith(sign, 4))?.[1] ??
    recogniseText(head);
  return name === null ? { kind: 'text' } : { kind: 'foreign', name };
}

function recogniseText(head: Buffer): string | null {
  const text = (head[1] === 0 ? head.toString('utf16le') : head.toString('utf8')).slice(0, RECOGNISED_BYTES);
  if (JSON_TEXT.test(text)) return 'a JSON document';
  if (!MARKUP.test(text)) return null;
  if (XML_SPREADSHEET.test(text)) return 'an XML spreadsheet of Excel 2003';
  if (FLAT_ODS.test(text)) return 'a flat OpenDocument spreadsheet (.fods)';
  return /^\W*<\?xml/.test(text) && !/<html/i.test(text) ? 'an XML document' : 'a web page (HTML)';
}

const COMPOUND_PARTS: readonly (readonly [part: string, name: string])[] = [
  ['EncryptedPackage', 'a workbook with a password'],
  ['WordDocument', 'an old Word document (.doc)'],
  ['PowerPoint Document', 'an old PowerPoint presentation (.ppt)'],
  ['Workbook', 'an old Excel workbook (.xls)'],
  ['Book', 'an old Excel workbook (.xls)'],
];
/** Bytes of the longest name, with the end that a name has. */
const OVERLAP = 2 * 'PowerPoint Document\0'.length;

/** Searches a compound file for the name of the part that says what it is, from its bytes in order. */
export function searchCompound(): { add(bytes: Buffer): void; readonly name: string } {
  const marks = COMPOUND_PARTS.map(([part, name]) => ({ mark: Buffer.from(`${part}\0`, 'utf16le'), name }));
  let carried = Buffer.alloc(0);
  let best = marks.length;
  return {
    add(bytes) {
      const text = Buffer.concat([carried, bytes]);
      const found = marks.slice(0, best).findIndex(({ mark }) => text.includes(mark));
      if (found !== -1) best = found;
      carried = Buffer.from(text.subarray(-OVERLAP));
    },
    get name() {
      return marks[best]?.name ?? 'a compound file, as old Office programs write it';
    },
  };
}
