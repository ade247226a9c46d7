import { type NumberFormat, showNumber } from './number-text.ts';
import type { CellText } from './xlsx-cells.ts';
import type { Attributes } from './xml.ts';

const PLAIN: NumberFormat = { kind: 'plain' };
/** Digits as a format shows them: with zeros or a plus in front. */
const SHOWN_DIGITS = /^\+?[0-9]+$/;

/**
 * Reads a cell of an OpenDocument sheet. A formula counts as the value that was computed when the file was saved.
 * @param shown the text that the spreadsheet shows; null if the cell has none.
 */
export function readOdsCell(attributes: Attributes, shown: string | null): CellText {
  const type = attributes['office:value-type'];
  const hasFormula = attributes['table:formula'] !== undefined;
  const value = attributes['office:value'];
  if (attributes['calcext:value-type'] === 'error')
    return { kind: 'fault', fault: 'error_value', text: shown ?? '#N/A' };
  switch (type) {
    case 'float':
    case 'currency':
    case 'percentage':
      return value === undefined ? withoutValue(hasFormula) : readNumber(value, shown);
    case 'date':
      return text(attributes['office:date-value']?.replace(/T00:00:00(?:\.0+)?$/, '') ?? shown, hasFormula);
    case 'boolean':
      return text(attributes['office:boolean-value']?.toUpperCase() ?? shown, hasFormula);
    default:
      return text(shown ?? attributes['office:string-value'], hasFormula);
  }
}

function readNumber(value: string, shown: string | null): CellText {
  const number = showNumber(value, PLAIN, false);
  if (number === null) return { kind: 'damaged' };
  if (number.kind === 'digits_lost') return { kind: 'fault', fault: 'digits_lost', text: number.text };
  const isSame = shown !== null && isShownAs(Number(value), shown);
  return { kind: 'text', text: isSame ? shown : number.text };
}

/** Whether the shown text is the whole number, and not a rounded one. LibreOffice saves TRUE() as 1. */
function isShownAs(value: number, shown: string): boolean {
  if (shown === 'TRUE' || shown === 'FALSE') return value === Number(shown === 'TRUE');
  return SHOWN_DIGITS.test(shown) && Number(shown) === value;
}

function text(value: string | null | undefined, hasFormula: boolean): CellText {
  return value == null ? withoutValue(hasFormula) : { kind: 'text', text: value };
}

function withoutValue(hasFormula: boolean): CellText {
  return hasFormula ? { kind: 'fault', fault: 'formula_unknown', text: '' } : { kind: 'text', text: '' };
}
