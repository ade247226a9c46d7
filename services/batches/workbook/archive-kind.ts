import type { Archive } from './archive.ts';
import { damaged } from './workbook-fault.ts';

/** What a ZIP archive is. */
export type ArchiveKind =
  | { readonly kind: 'xlsx' }
  | { readonly kind: 'ods' }
  | { readonly kind: 'foreign'; readonly name: string };

const WITH_PASSWORD = { kind: 'foreign', name: 'a workbook with a password' } as const;
const OPEN_DOCUMENTS: readonly (readonly [type: string, name: string])[] = [
  ['opendocument.text', 'an OpenDocument text (.odt)'],
  ['opendocument.presentation', 'an OpenDocument presentation (.odp)'],
  ['opendocument.graphics', 'an OpenDocument drawing (.odg)'],
  ['epub', 'an e-book (EPUB)'],
];
const FOLDERS: readonly (readonly [folder: string, name: string])[] = [
  ['word/', 'a Word document (.docx)'],
  ['ppt/', 'a PowerPoint presentation (.pptx)'],
  ['visio/', 'a Visio drawing (.vsdx)'],
];
const SMALL_BYTES = 64 * 1024;

/** Recognises workbooks, and names what else programs write as ZIP archives. */
export async function recogniseArchive(archive: Archive): Promise<ArchiveKind> {
  const { names } = archive;
  const type = names.has('mimetype') ? await readStart(archive, 'mimetype') : '';
  const document = OPEN_DOCUMENTS.find(([sign]) => type.includes(sign));
  if (document !== undefined) return { kind: 'foreign', name: document[1] };
  if (type.includes('opendocument.spreadsheet'))
    return (await hasPassword(archive)) ? WITH_PASSWORD : { kind: 'ods' };
  if (names.has('[content_types].xml')) return recogniseOffice(archive);
  const all = [...names];
  if (all.some((name) => name.endsWith('.iwa') || name === 'index.zip'))
    return { kind: 'foreign', name: 'an Apple Numbers, Pages or Keynote document' };
  if (names.has('meta-inf/manifest.mf')) return { kind: 'foreign', name: 'a Java archive' };
  if (archive.isEncrypted) return { kind: 'foreign', name: 'a ZIP archive with a password' };
  const inner = all.find((name) => /\.(?:csv|xlsx|ods|xls|zip)$/.test(name));
  return {
    kind: 'foreign',
    name: inner === undefined ? 'a ZIP archive' : 'a ZIP archive with other files in it',
  };
}

function recogniseOffice({ names, isEncrypted }: Archive): ArchiveKind {
  if (isEncrypted) return WITH_PASSWORD;
  if (names.has('xl/workbook.bin')) return { kind: 'foreign', name: 'a binary Excel workbook (.xlsb)' };
  const folder = FOLDERS.find(([start]) => [...names].some((name) => name.startsWith(start)));
  const hasSheets = [...names].some((name) => name.includes('worksheets/'));
  if (folder !== undefined && !hasSheets) return { kind: 'foreign', name: folder[1] };
  return hasSheets ? { kind: 'xlsx' } : { kind: 'foreign', name: 'an Office document without sheets' };
}

/** An OpenDocument with a password keeps its directory readable. */
async function hasPassword(archive: Archive): Promise<boolean> {
  if (archive.isEncrypted) return true;
  const manifest = 'meta-inf/manifest.xml';
  return archive.names.has(manifest) && (await readStart(archive, manifest)).includes('encryption-data');
}

async function readStart(archive: Archive, name: string): Promise<string> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of archive.open(name)) {
    pieces.push(piece);
    bytes += piece.length;
    if (bytes > SMALL_BYTES) break;
  }
  if (pieces.length === 0) throw damaged(name);
  return Buffer.concat(pieces).toString('utf8');
}
