import { readOdsCell } from './ods-cells.ts';
import {
  CELL_CHARS_MAX,
  type CellFault,
  cellTooLong,
  columnsMany,
  SHEET_COLUMNS_MAX,
  SHEET_ROWS_MAX,
  type SheetRow,
} from './workbook.ts';
import { damaged } from './workbook-fault.ts';
import type { Attributes, XmlHandlers } from './xml.ts';

export const CONTENT = 'content.xml';

/** What the rows of a document are given to. */
export interface OdsListener {
  /** A sheet begins; returns whether its rows are wanted. */
  onSheet(name: string, isHidden: boolean): boolean;
  /** A row that is not empty, and how often it is repeated below. */
  onRow(row: SheetRow, repeated: number): void;
  onMerged(line: number): void;
  /** Columns of the sheet that are not shown, from 0 and both included. */
  onHiddenColumns(first: number, last: number): void;
}

interface OpenCell {
  readonly attributes: Attributes;
  readonly repeated: number;
  paragraphs: number;
  text: string;
}

/** Parts of a cell or a sheet that are not its value, such as comments and shapes. */
const SKIPPED =
  /^(?:draw:|office:annotation|office:forms|table:shapes|table:tracked-changes|text:ruby-text|table:detective)/;

interface Position {
  sheet: string;
  /** Tables around the current tag; those inside cells do not count. */
  tables: number;
  isWanted: boolean;
  /** Columns that were described so far. */
  described: number;
  isHidden: boolean;
  skipping: number;
  line: number;
  repeated: number;
  cells: string[];
  faults: CellFault[];
  chars: number;
  column: number;
  cell: OpenCell | null;
  isParagraph: number;
  style: string;
  readonly hidden: Set<string>;
}

/** Handlers for content.xml that give its rows to a listener. */
export function createOdsHandlers(listener: OdsListener): XmlHandlers {
  const at: Position = {
    sheet: '',
    tables: 0,
    isWanted: false,
    described: 0,
    isHidden: false,
    skipping: 0,
    line: 0,
    repeated: 1,
    cells: [],
    faults: [],
    chars: 0,
    column: 0,
    cell: null,
    isParagraph: 0,
    style: '',
    hidden: new Set(),
  };
  return {
    open(name, attributes) {
      if (at.skipping > 0 || SKIPPED.test(name)) at.skipping += 1;
      else openTag(at, listener, name, attributes);
    },
    close(name) {
      if (at.skipping > 0) at.skipping -= 1;
      else closeTag(at, listener, name);
    },
    text(more) {
      if (at.isParagraph > 0 && at.skipping === 0) addText(at, more);
    },
    overlong(): never {
      if (!at.isWanted) throw damaged(CONTENT);
      throw cellTooLong(at.sheet, at.line + 1, at.column);
    },
  };
}

function openTag(at: Position, listener: OdsListener, name: string, attributes: Attributes): void {
  switch (name) {
    case 'style:style':
      at.style = attributes['style:name'] ?? '';
      return;
    case 'style:table-properties':
      if (attributes['table:display'] === 'false') at.hidden.add(at.style);
      return;
    case 'table:table':
      at.tables += 1;
      if (at.tables === 1) openSheet(at, listener, attributes);
      return;
    case 'table:table-column':
      if (at.tables === 1 && at.isWanted) describeColumns(at, listener, attributes);
      return;
    case 'table:table-row':
      if (at.tables === 1 && at.isWanted) openRow(at, attributes);
      return;
    case 'table:table-cell':
    case 'table:covered-table-cell':
      if (at.tables === 1 && at.isWanted) openCell(at, listener, name, attributes);
      return;
    default:
      if (at.cell !== null) openText(at, name, attributes);
  }
}

function openSheet(at: Position, listener: OdsListener, attributes: Attributes): void {
  at.sheet = attributes['table:name'] ?? '';
  at.line = 0;
  at.described = 0;
  at.isWanted = listener.onSheet(at.sheet, at.hidden.has(attributes['table:style-name'] ?? ''));
}

function describeColumns(at: Position, listener: OdsListener, attributes: Attributes): void {
  const repeated = readCount(attributes['table:number-columns-repeated'], Number.MAX_SAFE_INTEGER);
  if (isHidden(attributes)) listener.onHiddenColumns(at.described, at.described + repeated - 1);
  at.described += repeated;
}

/** Of a row or a column: collapsed, or left out by a filter. */
function isHidden({ 'table:visibility': visibility = 'visible' }: Attributes): boolean {
  return visibility !== 'visible';
}

function openRow(at: Position, attributes: Attributes): void {
  at.isHidden = isHidden(attributes);
  at.repeated = readCount(attributes['table:number-rows-repeated'], SHEET_ROWS_MAX - at.line);
  at.cells = [];
  at.faults = [];
  at.chars = 0;
  at.column = 0;
}

function openCell(at: Position, listener: OdsListener, name: string, attributes: Attributes): void {
  const repeated = readCount(attributes['table:number-columns-repeated'], Number.MAX_SAFE_INTEGER);
  if (name === 'table:covered-table-cell') listener.onMerged(at.line + 1);
  at.cell = { attributes, repeated, paragraphs: 0, text: '' };
  at.isParagraph = 0;
}

function openText(at: Position, name: string, attributes: Attributes): void {
  const { cell } = at;
  if (cell === null) return;
  if (name === 'text:p' || name === 'text:h') {
    at.isParagraph += 1;
    cell.paragraphs += 1;
    if (cell.paragraphs > 1) addText(at, '\n');
  } else if (name === 'text:s') addText(at, ' '.repeat(readCount(attributes['text:c'], CELL_CHARS_MAX)));
  else if (name === 'text:tab') addText(at, '\t');
  else if (name === 'text:line-break') addText(at, '\n');
}

function addText(at: Position, more: string): void {
  if (at.cell === null) return;
  at.cell.text += more;
  if (at.cell.text.length > CELL_CHARS_MAX) throw cellTooLong(at.sheet, at.line + 1, at.column);
}

function closeTag(at: Position, listener: OdsListener, name: string): void {
  switch (name) {
    case 'table:table':
      at.tables -= 1;
      if (at.tables === 0) at.isWanted = false;
      return;
    case 'text:p':
    case 'text:h':
      if (at.isParagraph > 0) at.isParagraph -= 1;
      return;
    case 'table:table-cell':
    case 'table:covered-table-cell':
      if (at.tables === 1 && at.cell !== null) closeCell(at);
      return;
    case 'table:table-row':
      if (at.tables !== 1 || !at.isWanted) return;
      if (at.cells.length > 0)
        listener.onRow(
          { line: at.line + 1, isHidden: at.isHidden, cells: at.cells, faults: at.faults },
          at.repeated,
        );
      at.line += at.repeated;
      return;
    default:
  }
}

function closeCell(at: Position): void {
  const { cell, column } = at;
  at.cell = null;
  if (cell === null) return;
  at.column += cell.repeated;
  const read = readOdsCell(cell.attributes, cell.paragraphs === 0 ? null : cell.text);
  if (read.kind === 'damaged' || read.kind === 'shared') throw damaged(CONTENT);
  if (read.kind === 'text' && read.text === '') return;
  if (at.column > SHEET_COLUMNS_MAX) throw columnsMany(at.sheet, at.line + 1);
  at.chars += cell.repeated * (read.text.length + 1);
  if (at.chars > CELL_CHARS_MAX) throw cellTooLong(at.sheet, at.line + 1, column);
  while (at.cells.length < column) at.cells.push('');
  for (let index = column; index < at.column; index++) {
    at.cells.push(read.text);
    if (read.kind === 'fault') at.faults.push({ index, kind: read.fault });
  }
}

function readCount(text: string | undefined, most: number): number {
  if (text === undefined) return 1;
  const count = Number(text);
  if (!Number.isSafeInteger(count) || count < 1 || count > most) throw damaged(CONTENT);
  return count;
}
