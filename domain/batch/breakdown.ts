import type { BatchRowState } from './rows/row.ts';

/** Rows of a batch that have the same network, bundle, state and reason. */
export interface OutcomeGroup {
  /** Null where the number's network is not known. */
  readonly networkId: string | null;
  /** Null where the row has no bundle that it could buy. */
  readonly bundleId: string | null;
  readonly state: BatchRowState;
  /** A failure code, the code of the first error, or `canceled`; null for rows that are bought or wait. */
  readonly reason: string | null;
  readonly rows: number;
  /** Sum of their prices, in minor units: of the purchases where there are some, otherwise as checked. */
  readonly amount: number;
}
