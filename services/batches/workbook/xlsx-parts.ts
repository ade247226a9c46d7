import { posix } from 'node:path';
import type { Turns } from '../turns.ts';
import type { Archive } from './archive.ts';
import { type NumberFormat, readNumberFormat } from './number-text.ts';
import { createSharedStrings, type SharedStrings } from './shared-strings.ts';
import { CELL_CHARS_MAX, SHEETS_MAX, type Sheet } from './workbook.ts';
import { damaged, tooLarge } from './workbook-fault.ts';
import { unescapeXml } from './xlsx-cells.ts';
import { type Attributes, localName, parseXml } from './xml.ts';

/** A sheet and the part of the archive that has its rows. */
export interface XlsxSheet extends Sheet {
  readonly part: string;
}

/** What the parts beside the sheets say. */
export interface XlsxParts {
  readonly sheets: readonly XlsxSheet[];
  readonly is1904: boolean;
  readonly formats: readonly NumberFormat[];
  readonly strings: SharedStrings;
}

interface Relation {
  readonly id: string;
  readonly type: string;
  readonly target: string;
}

const STYLES_MAX = 100_000;

/** Reads everything but the rows. Close `strings` at the end. */
export async function readXlsxParts(archive: Archive, turns: Turns): Promise<XlsxParts> {
  const root = await readRelations(archive, '', turns);
  const main = root.find(({ type }) => type === 'officeDocument')?.target ?? 'xl/workbook.xml';
  const relations = await readRelations(archive, main, turns);
  const { sheets, is1904 } = await readSheets(archive, main, relations, turns);
  const partOf = (wanted: string) => {
    const target = relations.find(({ type }) => type === wanted)?.target;
    return target !== undefined && archive.names.has(target.toLowerCase()) ? target : null;
  };
  const formats = await readFormats(archive, partOf('styles'), turns);
  const strings = await readStrings(archive, partOf('sharedStrings'), turns);
  return { sheets, is1904, formats, strings };
}

async function readAll(
  archive: Archive,
  part: string,
  turns: Turns,
  open: (name: string, attributes: Attributes) => void,
): Promise<void> {
  const handlers = {
    open: (name: string, attributes: Attributes) => open(localName(name), attributes),
    close: () => {},
    text: () => {},
  };
  for await (const _slice of parseXml(part, archive.open(part), handlers, turns)) {
    // Everything is collected by `open`.
  }
}

/** The relations of a part, with their targets as names of parts. */
async function readRelations(archive: Archive, part: string, turns: Turns): Promise<Relation[]> {
  const folder = posix.dirname(part === '' ? 'x' : part);
  const name = posix.join(folder, '_rels', `${posix.basename(part)}.rels`);
  if (!archive.names.has(name.toLowerCase())) return [];
  const relations: Relation[] = [];
  await readAll(archive, name, turns, (tag, { Id: id = '', Type: type = '', Target: target = '' }) => {
    if (tag !== 'Relationship') return;
    if (relations.length === STYLES_MAX) throw damaged(name);
    const absolute = target.startsWith('/') ? target.slice(1) : posix.join(folder, target);
    relations.push({ id, type: posix.basename(type), target: absolute });
  });
  return relations;
}

async function readSheets(archive: Archive, part: string, relations: readonly Relation[], turns: Turns) {
  const worksheets = new Map(
    relations.filter(({ type }) => type === 'worksheet').map((one) => [one.id, one.target]),
  );
  const sheets: XlsxSheet[] = [];
  let is1904 = false;
  await readAll(archive, part, turns, (tag, attributes) => {
    if (tag === 'workbookPr') is1904 = ['1', 'true'].includes(attributes.date1904 ?? '');
    if (tag !== 'sheet') return;
    const id = Object.entries(attributes).find(
      ([name]) => name.includes(':') && localName(name) === 'id',
    )?.[1];
    const target = worksheets.get(id ?? '');
    // Sheets of charts have no cells.
    if (target === undefined) return;
    if (sheets.length === SHEETS_MAX) throw tooLarge(`it has more than ${SHEETS_MAX} sheets`);
    const isHidden = (attributes.state ?? 'visible') !== 'visible';
    sheets.push({ name: attributes.name ?? '', isHidden, part: target });
  });
  return { sheets, is1904 };
}

/** The formats of numbers by the index of a style. */
async function readFormats(archive: Archive, part: string | null, turns: Turns): Promise<NumberFormat[]> {
  if (part === null) return [];
  const codes = new Map<number, string>();
  const formats: NumberFormat[] = [];
  let inCells = false;
  await readAll(archive, part, turns, (tag, attributes) => {
    const id = Number(attributes.numFmtId ?? 0);
    if (tag === 'numFmt') codes.set(id, attributes.formatCode ?? '');
    // Named styles come first, in another list.
    if (tag === 'cellXfs') inCells = true;
    if (tag === 'cellStyles' || tag === 'dxfs') inCells = false;
    if (tag === 'xf' && inCells) formats.push(readNumberFormat(id, codes.get(id)));
    if (Math.max(formats.length, codes.size) > STYLES_MAX) throw damaged(part);
  });
  return formats;
}

async function readStrings(archive: Archive, part: string | null, turns: Turns): Promise<SharedStrings> {
  const strings = await createSharedStrings();
  if (part === null) return strings;
  let text = '';
  let isText = false;
  let phonetic = 0;
  const handlers = {
    open(tag: string) {
      const name = localName(tag);
      if (name === 'si') text = '';
      if (name === 'rPh') phonetic += 1;
      isText = name === 't' && phonetic === 0;
    },
    close(tag: string) {
      const name = localName(tag);
      if (name === 'rPh') phonetic -= 1;
      if (name === 'si') strings.add(unescapeXml(text));
      isText = false;
    },
    text(more: string) {
      if (isText && text.length <= CELL_CHARS_MAX) text += more.slice(0, CELL_CHARS_MAX + 1);
    },
  };
  try {
    for await (const _slice of parseXml(part, archive.open(part), handlers, turns)) await strings.flush();
  } catch (error) {
    await strings.close();
    throw error;
  }
  return strings;
}
