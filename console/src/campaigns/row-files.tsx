import type { Batch } from '../../../clients/typescript/src/types.ts';
import { download, type Query, XLSX } from '../app/api.ts';
import { useTexts } from '../app/i18n.tsx';
import { useAccount } from '../app/session.tsx';
import { Button } from '../ui/inputs.tsx';
import { useTask } from '../ui/task.ts';

/** Downloads rows of a campaign. */
export interface RowFiles {
  readonly isRunning: boolean;
  /** Why the last download failed. */
  readonly error: unknown;
  readonly save: (query: Query, isWorkbook: boolean) => void;
}

/** Files of the rows of a campaign. They contain phone numbers, so they need the right to read those. */
export function useRowFiles(batch: Batch): RowFiles {
  const { id } = useAccount();
  const task = useTask();
  return {
    isRunning: task.isRunning,
    error: task.error,
    save: (query, isWorkbook) =>
      void task.run(() =>
        download(id, `/v1/batches/${batch.id}/rows`, {
          accept: isWorkbook ? XLSX : 'text/csv',
          query: isWorkbook ? query : { ...query, amounts: 'major', bom: true },
        }),
      ),
  };
}

/** The same rows as an Excel workbook and as CSV. */
export function FilePair({
  what,
  query,
  files: { isRunning, save },
}: {
  readonly what: 'results' | 'corrections';
  readonly query: Query;
  readonly files: RowFiles;
}) {
  const { t } = useTexts();
  return (
    <div className="actions">
      <Button isPending={isRunning} onPress={() => save(query, true)}>
        {t(`downloads.${what}.excel`)}
      </Button>
      <Button isPending={isRunning} onPress={() => save(query, false)}>
        {t(`downloads.${what}.csv`)}
      </Button>
    </div>
  );
}
