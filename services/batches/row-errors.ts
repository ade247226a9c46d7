import { assertNever } from '../../domain/assert-never.ts';
import type { RowError } from '../../domain/batch/batch.ts';
import { shownCell } from '../../domain/batch/phone-number.ts';
import type { AcceptRequest, Refusal } from '../../domain/purchase/accept.ts';
import type { RowFields, RowLayout } from './cells.ts';

/** The name in the file of the column at `index`; null when there is none. */
export function columnName(layout: RowLayout, index: number | null): string | null {
  return index === null ? null : (layout.names[index] ?? null);
}

export function missingValue(column: string | null): RowError {
  return { column, code: 'missing_value', message: `${column ?? 'A required cell'} is empty.` };
}

export function unknownBundle(bundleId: string, column: string | null): RowError {
  return {
    column,
    code: 'bundle_unavailable',
    message: `${shownCell(bundleId)} does not exist or is not sold to your account. Choose another bundle.`,
  };
}

/** The error of a refused row: where in the file its cause is, and what to do about it. */
export function refusalError(
  refusal: Refusal,
  fields: RowFields,
  { offer }: AcceptRequest,
  layout: RowLayout,
): RowError {
  const bundleColumn = columnName(layout, layout.bundleId);
  switch (refusal.kind) {
    case 'bundle_unavailable':
      return unknownBundle(fields.bundleId, bundleColumn);
    case 'unsupported_network':
      return {
        column: columnName(layout, layout.phoneNumber),
        code: refusal.kind,
        message: `We cannot deliver to the network of ${shownCell(fields.phoneNumber)}. Check the number.`,
      };
    case 'network_mismatch':
      if (offer?.networkId === refusal.detectedNetworkId) {
        return {
          column: columnName(layout, layout.networkId),
          code: refusal.kind,
          message: `The number is on ${refusal.detectedNetworkId}, not on ${shownCell(fields.networkId ?? '')}. Correct or empty the cell.`,
        };
      }
      return {
        column: bundleColumn,
        code: refusal.kind,
        message: `${shownCell(fields.bundleId)} is a bundle of ${offer?.networkId ?? 'another network'}, but the number is on ${refusal.detectedNetworkId}. Choose a bundle of that network.`,
      };
    case 'network_unavailable':
      return {
        column: null,
        code: refusal.kind,
        message: `${refusal.networkId} was not accepting purchases, so this row was not bought. Upload it again later.`,
      };
    case 'insufficient_balance':
      return {
        column: null,
        code: refusal.kind,
        message:
          'The available balance was lower than the price, so this row was not bought. Add funds, then upload it again.',
      };
    default:
      return assertNever(refusal);
  }
}
