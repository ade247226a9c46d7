import { columnLetters } from '../batches/workbook/workbook.ts';
import { cellText, escapeXml } from './cell-text.ts';
import { SHEET_ROWS_BELOW_HEADER, type SheetColumn } from './sheet.ts';

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
export const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const LAST_ROW = SHEET_ROWS_BELOW_HEADER + 1;

/** Positions in `cellXfs` of STYLES. Amounts follow, by their decimals. */
const TEXT_STYLE = 1;
const HEADER_STYLE = 2;
const AMOUNT_STYLES = 3;
const DECIMALS_MAX = 4;

/** The part with all cell formats: 49 is text. */
export const STYLES = `${XML}<styleSheet xmlns="${MAIN}"><numFmts count="${DECIMALS_MAX + 1}">${decimals(
  (count) =>
    `<numFmt numFmtId="${164 + count}" formatCode="#,##0${count > 0 ? '.' : ''}${'0'.repeat(count)}"/>`,
)}</numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="${AMOUNT_STYLES + DECIMALS_MAX + 1}"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="49" fontId="1" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/>${decimals(
  (count) =>
    `<xf numFmtId="${164 + count}" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>`,
)}</cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`;

function decimals(write: (count: number) => string): string {
  return Array.from({ length: DECIMALS_MAX + 1 }, (_, count) => write(count)).join('');
}

/** A sheet up to and with its header: the header stays in view, and columns have their formats also where they are empty. */
export function beginSheet(columns: readonly SheetColumn[]): string {
  const widths = columns.map(({ width }, index) => {
    const at = index + 1;
    return `<col min="${at}" max="${at}" width="${width}" style="${styleOf(columns[index])}" customWidth="1"/>`;
  });
  const header = columns.map(({ name }, index) => textCell(`${columnLetters(index)}1`, HEADER_STYLE, name));
  return `${XML}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${widths.join('')}</cols><sheetData><row r="1">${header.join('')}</row>`;
}

/** Rows as XML. `firstRow` counts as the spreadsheet does; the header is row 1. */
export function writeRows(
  columns: readonly SheetColumn[],
  rows: readonly (readonly string[])[],
  firstRow: number,
): string {
  const places = columns.map((column, index) => ({
    letters: columnLetters(index),
    style: styleOf(column),
    isText: column.format.kind === 'text',
  }));
  let xml = '';
  for (const [at, cells] of rows.entries()) {
    const row = firstRow + at;
    xml += `<row r="${row}">`;
    for (const [index, { letters, style, isText }] of places.entries()) {
      const cell = cells[index] ?? '';
      if (cell === '') continue;
      xml += isText
        ? textCell(`${letters}${row}`, style, cell)
        : `<c r="${letters}${row}" s="${style}"><v>${cell}</v></c>`;
    }
    xml += '</row>';
  }
  return xml;
}

/** The rest of a sheet: hints and choices, and no warnings about numbers that are text. */
export function endSheet(columns: readonly SheetColumn[]): string {
  const rules = columns.flatMap((column, index) => writeRule(column, columnLetters(index)));
  const validations =
    rules.length === 0 ? '' : `<dataValidations count="${rules.length}">${rules.join('')}</dataValidations>`;
  const last = columnLetters(columns.length - 1);
  return `</sheetData>${validations}<ignoredErrors><ignoredError sqref="A1:${last}${LAST_ROW}" numberStoredAsText="1"/></ignoredErrors></worksheet>`;
}

function writeRule({ hint, choices }: SheetColumn, letters: string): string[] {
  if (hint === undefined && choices === undefined) return [];
  const shown =
    hint === undefined
      ? ''
      : ` showInputMessage="1" promptTitle="${escapeXml(hint.title)}" prompt="${escapeXml(hint.text)}"`;
  const area = `allowBlank="1"${shown} sqref="${letters}2:${letters}${LAST_ROW}"`;
  if (choices === undefined) return [`<dataValidation ${area}/>`];
  const wrong = 'showErrorMessage="1" errorTitle="Not in the list" error="Choose a value from the list."';
  return [
    `<dataValidation type="list" ${wrong} ${area}><formula1>${escapeXml(choices)}</formula1></dataValidation>`,
  ];
}

function textCell(address: string, style: number, text: string): string {
  const space = /^\s|\s$/.test(text) ? ' xml:space="preserve"' : '';
  return `<c r="${address}" s="${style}" t="inlineStr"><is><t${space}>${cellText(text)}</t></is></c>`;
}

/** @throws RangeError for an amount with more decimals than any currency has. */
function styleOf(column: SheetColumn | undefined): number {
  if (column === undefined || column.format.kind === 'text') return TEXT_STYLE;
  if (column.format.decimals > DECIMALS_MAX) throw new RangeError('an amount with too many decimals');
  return AMOUNT_STYLES + column.format.decimals;
}
