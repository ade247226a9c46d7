import { idFromUuid } from '../../domain/ids.ts';
import { type FailureCode, isFailureCode } from '../../domain/purchase/failure-codes.ts';
import type { Order, Purchase, PurchaseState, PurchaseStatus } from '../../domain/purchase/purchase.ts';

export const COLUMNS = `
  p.id, p.account_id, p.reference, p.livemode, p.status, p.phone_number, p.network_id, p.bundle_id, p.bundle_name,
  p.data_mb, p.validity_hours, p.price, p.currency, p.metadata, p.batch_id, p.created_at, p.resolve_by,
  p.completed_at, p.confirmed_at, p.network_reference, p.failure_code, p.reversed_at, p.reversal_reason`;

export interface PurchaseRow {
  readonly id: string;
  readonly account_id: string;
  readonly reference: string;
  readonly livemode: boolean;
  readonly status: PurchaseStatus;
  readonly phone_number: string;
  readonly network_id: string;
  readonly bundle_id: string;
  readonly bundle_name: string;
  readonly data_mb: number;
  readonly validity_hours: number;
  readonly price: number;
  readonly currency: string;
  readonly metadata: Readonly<Record<string, string>>;
  readonly batch_id: string | null;
  readonly created_at: Date;
  readonly resolve_by: Date;
  readonly completed_at: Date | null;
  readonly confirmed_at: Date | null;
  readonly network_reference: string | null;
  readonly failure_code: string | null;
  readonly reversed_at: Date | null;
  readonly reversal_reason: string | null;
}

export function readPurchase(row: PurchaseRow): Purchase {
  const order: Order = {
    id: idFromUuid('pur', row.id),
    accountId: idFromUuid('acc', row.account_id),
    livemode: row.livemode,
    reference: row.reference,
    phoneNumber: row.phone_number,
    networkId: row.network_id,
    bundle: {
      id: row.bundle_id,
      name: row.bundle_name,
      dataMb: row.data_mb,
      validityHours: row.validity_hours,
    },
    price: row.price,
    currency: row.currency,
    metadata: row.metadata,
    batchId: row.batch_id === null ? null : idFromUuid('bat', row.batch_id),
    createdAt: row.created_at,
    resolveBy: row.resolve_by,
  };
  return { order, state: readState(row) };
}

function readState(row: PurchaseRow): PurchaseState {
  if (row.status === 'pending') return { status: 'pending' };

  const completedAt = present(row.completed_at, row);
  if (row.status === 'failed') {
    return { status: 'failed', completedAt, failureCode: readFailureCode(row) };
  }
  const delivery = { confirmedAt: present(row.confirmed_at, row), networkReference: row.network_reference };
  if (row.status === 'successful') return { status: 'successful', completedAt, delivery };

  const reversal = { reversedAt: present(row.reversed_at, row), reason: present(row.reversal_reason, row) };
  return { status: 'reversed', completedAt, delivery, reversal };
}

function readFailureCode(row: PurchaseRow): FailureCode {
  const code = present(row.failure_code, row);
  if (!isFailureCode(code)) throw new TypeError(`purchase ${row.id} has an unknown failure code: ${code}`);
  return code;
}

/** The schema's CHECKs promise the value; a row without it is corrupt and must not be shown as anything else. */
function present<T>(value: T | null, row: PurchaseRow): T {
  if (value === null)
    throw new TypeError(`purchase ${row.id} is ${row.status} but lacks a column of that state`);
  return value;
}
