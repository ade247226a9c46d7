import type { BatchNotice, BatchRejection, BatchRowError } from '../../../clients/typescript/src/types.ts';
import { useTexts } from '../app/i18n.tsx';
import { useFormat } from '../ui/format.ts';

/** What the API says about a file and its rows, in the language of the person. */
export function useApiTexts() {
  const { wordingOf } = useTexts();
  const { time } = useFormat();
  return {
    rejection: (rejection: BatchRejection) =>
      wordingOf('rejection', rejection, { line: rejection.line ?? 0 }),
    notice: (notice: BatchNotice) => wordingOf('notice', notice),
    rowError: (error: BatchRowError) => {
      const { column, damage, duplicate_of: earlier } = error;
      return wordingOf('row', error, {
        column: column ?? 'none',
        damage: damage ?? 'none',
        earlier: earlier?.line ?? 0,
        at: earlier?.bought_at == null ? 'none' : time(earlier.bought_at),
        reference: earlier?.reference ?? 'none',
      });
    },
  };
}
