import { XMLParser } from 'fast-xml-parser';
import { partsOf } from './parts.ts';

/** A cell as the file has it: text, or a number with its digits as they are written. */
export type WrittenCell = { readonly text: string } | { readonly number: string };

const parser = new XMLParser({
  ignoreAttributes: false,
  parseTagValue: false,
  trimValues: false,
  processEntities: true,
  isArray: (name) => name === 'c' || name === 'row',
});

interface XmlCell {
  readonly '@_r': string;
  readonly v?: string;
  readonly is?: { readonly t: string | { readonly '#text': string } };
}

/** The rows of a sheet that our writer made, by the names in its header. Empty cells are left out. */
export async function sheetRows(workbook: Buffer, sheet = 1): Promise<Record<string, WrittenCell>[]> {
  const xml = (await partsOf(workbook)).get(`xl/worksheets/sheet${sheet}.xml`) ?? '';
  const { worksheet } = parser.parse(xml) as {
    worksheet: { sheetData: { row: { c?: XmlCell[] }[] } };
  };
  const [header, ...rows] = worksheet.sheetData.row.map(
    ({ c = [] }) => new Map(c.map((cell) => [cell['@_r'].replace(/\d+$/, ''), readCell(cell)])),
  );
  return rows.map((row) =>
    Object.fromEntries(
      [...row].map(([letters, cell]) => {
        const name = header?.get(letters);
        return [name !== undefined && 'text' in name ? name.text : letters, cell];
      }),
    ),
  );
}

function readCell({ v, is }: XmlCell): WrittenCell {
  if (is === undefined) return { number: v ?? '' };
  return { text: typeof is.t === 'string' ? is.t : is.t['#text'] };
}
