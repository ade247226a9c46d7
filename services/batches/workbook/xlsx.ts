import { type ReadSign, TITLE_ROWS_MAX } from '../files/header-sign.ts';
import type { Turns } from '../turns.ts';
import type { Archive } from './archive.ts';
import { type Look, noMarks, type Sheet, type SheetRow, type Workbook } from './workbook.ts';
import { damaged } from './workbook-fault.ts';
import { readXlsxParts } from './xlsx-parts.ts';
import { readXlsxSheet } from './xlsx-sheet.ts';

/** Opens an .xlsx or .xlsm workbook; macros are never read. @throws WorkbookFault */
export async function openXlsx(archive: Archive, turns: Turns, readSign: ReadSign): Promise<Workbook> {
  const parts = await readXlsxParts(archive, turns);
  let marks = noMarks();
  const rows = (sheet: Sheet) => {
    const own = parts.sheets.find((one) => one === sheet);
    if (own === undefined) throw damaged('xl/workbook.xml');
    marks = noMarks();
    return readXlsxSheet(archive, parts, own, turns, marks);
  };
  return {
    sheets: parts.sheets,
    peek: (sheet) => peek(rows(sheet), readSign),
    rows,
    marks: () => marks,
    close: () => parts.strings.close(),
  };
}

async function peek(parts: AsyncIterable<readonly SheetRow[]>, readSign: ReadSign): Promise<Look> {
  let looked = 0;
  for await (const rows of parts) {
    for (const { cells } of rows) {
      if (readSign(cells) === 'header') return 'header';
      if (++looked === TITLE_ROWS_MAX) return 'filled';
    }
  }
  return looked > 0 ? 'filled' : 'empty';
}
