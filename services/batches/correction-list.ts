import { ERRORS_SHOWN } from '../../db/batches/repeated.ts';
import { type Correction, type Corrections, NO_CORRECTIONS } from '../../domain/batch/rows/row.ts';
import type { NumberRules } from './read-number.ts';
import type { JudgedRow } from './rows.ts';

/** Counts the corrected numbers of the rows that can be bought, and keeps the first of them. */
export interface CorrectionList {
  /** @param column the column of phone numbers. */
  note(rows: readonly Pick<JudgedRow, 'line' | 'state' | 'correction'>[], column: string | null): void;
  /** The result, once every row was noted. */
  end(): Corrections;
}

export function createCorrectionList({ repair }: NumberRules): CorrectionList {
  const first: Correction[] = [];
  let count = 0;
  return {
    note(rows, column) {
      for (const { line, state, correction } of rows) {
        if (correction === null || state !== 'waiting') continue;
        count += 1;
        if (first.length < ERRORS_SHOWN) first.push({ line, column, ...correction });
      }
    },
    end() {
      if (count === 0) return NO_CORRECTIONS;
      return { state: repair === 'accept' ? 'accepted' : 'proposed', count, first };
    },
  };
}
