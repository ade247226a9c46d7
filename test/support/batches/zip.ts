import { crc32, deflateRawSync } from 'node:zlib';

/** A part of an archive. */
export interface ZipPart {
  readonly name: string;
  readonly bytes: Buffer | string;
  /** Size that the directory states, if it is not the true one. */
  readonly stated?: number;
}

/** An archive, written byte by byte, so that it can be wrong in any way. */
export function makeZip(parts: readonly ZipPart[]): Buffer {
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, bytes, stated } of parts) {
    const raw = Buffer.from(bytes);
    const packed = deflateRawSync(raw);
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt16LE(8, 4);
    fields.writeUInt32LE(crc32(raw), 10);
    fields.writeUInt32LE(packed.length, 14);
    fields.writeUInt32LE(stated ?? raw.length, 18);
    fields.writeUInt16LE(name.length, 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), fields, Buffer.from(name), packed]);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(offset, 10);
    directory.push(Buffer.from('PK\x01\x02'), Buffer.from([20, 0]), fields, tail, Buffer.from(name));
    files.push(local);
    offset += local.length;
  }
  const entries = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(parts.length, 4);
  end.writeUInt16LE(parts.length, 6);
  end.writeUInt32LE(entries.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...files, entries, Buffer.from('PK\x05\x06'), end]);
}

const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** A workbook with one sheet, from the XML inside `sheetData`. @param before the XML in front of it */
export function makeXlsx(
  rows: Buffer | string,
  more: readonly ZipPart[] = [],
  stated?: number,
  before = '',
): Buffer {
  const xml = Buffer.concat([
    Buffer.from(`<worksheet>${before}<sheetData>`),
    Buffer.from(rows),
    Buffer.from('</sheetData></worksheet>'),
  ]);
  return makeZip([
    { name: '[Content_Types].xml', bytes: '<Types/>' },
    {
      name: 'xl/workbook.xml',
      bytes: `<workbook xmlns:r="${RELATIONS}"><sheets><sheet name="Lagos" sheetId="1" r:id="r1"/></sheets></workbook>`,
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      bytes: `<Relationships><Relationship Id="r1" Type="${RELATIONS}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    },
    { name: 'xl/worksheets/sheet1.xml', bytes: xml, ...(stated === undefined ? {} : { stated }) },
    ...more,
  ]);
}

/** A row of texts. */
export function xlsxRow(line: number, cells: readonly string[]): string {
  const written = cells.map((cell) => `<c t="inlineStr"><is><t>${cell}</t></is></c>`).join('');
  return `<row r="${line}">${written}</row>`;
}
