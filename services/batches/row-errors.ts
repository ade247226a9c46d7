import { assertNever } from '../../domain/assert-never.ts';
import { rowError } from '../../domain/batch/findings.ts';
import { shownCell } from '../../domain/batch/phone-number.ts';
import type { RowError } from '../../domain/batch/rows/row.ts';
import type { AcceptRequest, Refusal } from '../../domain/purchase/accept.ts';
import type { RowFields, RowLayout } from './cells.ts';

/** The name in the file of the column at `index`; null when there is none. */
export function columnName(layout: RowLayout, index: number | null): string | null {
  return index === null ? null : (layout.names[index] ?? null);
}

export function missingValue(column: string | null): RowError {
  return rowError('cell_empty', column, { column: column ?? 'A required cell' });
}

export function unknownBundle(bundleId: string, column: string | null): RowError {
  return rowError('bundle_unavailable', column, { cell: shownCell(bundleId) });
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
    case 'bundle_not_allowed':
      return rowError('bundle_not_allowed', bundleColumn, { cell: shownCell(fields.bundleId) });
    case 'number_blocked': {
      const column = columnName(layout, layout.phoneNumber);
      return rowError('number_blocked', column, { cell: shownCell(fields.phoneNumber) });
    }
    case 'unsupported_network': {
      const column = columnName(layout, layout.phoneNumber);
      return rowError('network_unsupported', column, { cell: shownCell(fields.phoneNumber) });
    }
    case 'network_mismatch': {
      const detected = refusal.detectedNetworkId;
      if (offer?.networkId === detected) {
        const cell = shownCell(fields.networkId ?? '');
        return rowError('network_of_cell_wrong', columnName(layout, layout.networkId), { detected, cell });
      }
      const [cell, network] = [shownCell(fields.bundleId), offer?.networkId ?? 'another network'];
      return rowError('network_of_bundle_wrong', bundleColumn, { cell, network, detected });
    }
    case 'network_unavailable':
      return rowError('network_unavailable', null, { network: refusal.networkId });
    case 'spending_limit':
    case 'spend_cap':
      throw new TypeError('a spending limit or cap pauses the batch, and refuses no row');
    case 'insufficient_balance':
      return rowError('balance_insufficient', null, {});
    default:
      return assertNever(refusal);
  }
}
