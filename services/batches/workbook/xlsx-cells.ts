import { type NumberFormat, showNumber } from './number-text.ts';
import type { CellFaultKind } from './workbook.ts';

/** A cell as the XML has it. */
export interface RawCell {
  /** The attribute `t`. */
  readonly type: string;
  readonly format: NumberFormat;
  readonly hasFormula: boolean;
  /** Text of `v`, or of `is`; null if there is none. */
  readonly value: string | null;
}

export type CellText =
  | { readonly kind: 'text'; readonly text: string }
  /** The text is in the table of shared strings. */
  | { readonly kind: 'shared'; readonly index: number }
  | { readonly kind: 'fault'; readonly fault: CellFaultKind; readonly text: string }
  | { readonly kind: 'damaged' };

/** Reads a cell. A formula counts as the value that was computed when the file was saved. */
export function readCell({ type, format, hasFormula, value }: RawCell, is1904: boolean): CellText {
  switch (type) {
    case 's': {
      if (value === null) return text('');
      return /^[0-9]{1,9}$/.test(value.trim())
        ? { kind: 'shared', index: Number(value) }
        : { kind: 'damaged' };
    }
    case 'str':
      return value === null && hasFormula ? UNKNOWN : text(unescapeXml(value ?? ''));
    case 'inlineStr':
      return text(unescapeXml(value ?? ''));
    case 'd':
      return value === null && hasFormula
        ? UNKNOWN
        : text((value ?? '').replace(/T00:00:00(?:\.0+)?Z?$/, ''));
    case 'b':
      if (value === null && hasFormula) return UNKNOWN;
      return text(value === null ? '' : value.trim() === '1' ? 'TRUE' : 'FALSE');
    case 'e':
      return { kind: 'fault', fault: 'error_value', text: value ?? '#N/A' };
    case 'n':
      return readNumber(format, hasFormula, value ?? '', is1904);
    default:
      return { kind: 'damaged' };
  }
}

const UNKNOWN: CellText = { kind: 'fault', fault: 'formula_unknown', text: '' };

function text(value: string): CellText {
  return { kind: 'text', text: value };
}

function readNumber(format: NumberFormat, hasFormula: boolean, value: string, is1904: boolean): CellText {
  if (value.trim() === '') return hasFormula ? UNKNOWN : text('');
  const shown = showNumber(value, format, is1904);
  if (shown === null) return { kind: 'damaged' };
  return shown.kind === 'text' ? shown : { kind: 'fault', fault: 'digits_lost', text: shown.text };
}

/** Excel writes characters that XML cannot hold as `_x000D_`. */
export function unescapeXml(text: string): string {
  if (!text.includes('_x')) return text;
  return text.replaceAll(/_x([0-9A-Fa-f]{4})_/g, (_whole, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
}
