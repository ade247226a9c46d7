import { type ReadSign, TITLE_ROWS_MAX } from '../files/header-sign.ts';
import type { Turns } from '../turns.ts';
import type { Archive } from './archive.ts';
import { CONTENT, createOdsHandlers, type OdsListener } from './ods-rows.ts';
import {
  type Look,
  noMarks,
  noteHiddenColumns,
  SHEETS_MAX,
  type Sheet,
  type SheetMarks,
  type SheetRow,
  type Workbook,
} from './workbook.ts';
import { damaged, tooLarge } from './workbook-fault.ts';
import { parseXml } from './xml.ts';

/** Rows given on together, where one row is repeated many times. */
const RUN_ROWS = 500;

/** Opens an .ods workbook. All sheets are in one part: it is read once for what there is, and once for the rows. */
export async function openOds(archive: Archive, turns: Turns, readSign: ReadSign): Promise<Workbook> {
  const looks = await lookAround(archive, turns, readSign);
  let marks = noMarks();
  return {
    sheets: [...looks.keys()],
    peek: (sheet) => Promise.resolve(looks.get(sheet) ?? 'empty'),
    async *rows(sheet) {
      const position = [...looks.keys()].indexOf(sheet);
      marks = noMarks();
      yield* readRows(archive, turns, position, marks);
    },
    marks: () => marks,
    close: () => Promise.resolve(),
  };
}

async function lookAround(archive: Archive, turns: Turns, readSign: ReadSign): Promise<Map<Sheet, Look>> {
  const looks = new Map<Sheet, Look>();
  let looked = 0;
  let current: Sheet | null = null;
  await parse(archive, turns, {
    onSheet(name, isHidden) {
      if (looks.size === SHEETS_MAX) throw tooLarge(`it has more than ${SHEETS_MAX} sheets`);
      current = { name, isHidden };
      looked = 0;
      looks.set(current, 'empty');
      return true;
    },
    onRow({ cells }) {
      if (current === null || ++looked > TITLE_ROWS_MAX || looks.get(current) === 'header') return;
      looks.set(current, readSign(cells) === 'header' ? 'header' : 'filled');
    },
    onMerged() {},
    onHiddenColumns() {},
  });
  return looks;
}

async function parse(archive: Archive, turns: Turns, listener: OdsListener): Promise<void> {
  for await (const _slice of parseXml(CONTENT, archive.open(CONTENT), createOdsHandlers(listener), turns)) {
    // The listener has collected everything.
  }
}

async function* readRows(
  archive: Archive,
  turns: Turns,
  position: number,
  marks: SheetMarks,
): AsyncGenerator<readonly SheetRow[]> {
  if (position === -1) throw damaged(CONTENT);
  let runs: { readonly row: SheetRow; readonly repeated: number }[] = [];
  let sheets = 0;
  const handlers = createOdsHandlers({
    onSheet: () => sheets++ === position,
    onRow: (row, repeated) => void runs.push({ row, repeated }),
    onMerged(line) {
      marks.mergedUntil = line;
    },
    onHiddenColumns: (first, last) => noteHiddenColumns(marks, first, last),
  });
  for await (const _slice of parseXml(CONTENT, archive.open(CONTENT), handlers, turns)) {
    const taken = runs;
    runs = [];
    for (const { row, repeated } of taken) yield* repeat(row, repeated);
    if (sheets > position + 1) return;
  }
}

function* repeat(row: SheetRow, repeated: number): Generator<readonly SheetRow[]> {
  for (let done = 0; done < repeated; done += RUN_ROWS) {
    const count = Math.min(RUN_ROWS, repeated - done);
    yield Array.from({ length: count }, (_, index) => ({
      ...row,
      line: row.line + done + index,
      cells: [...row.cells],
    }));
  }
}
