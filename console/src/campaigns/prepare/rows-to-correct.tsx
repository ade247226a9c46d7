import type { Batch, BatchOutcome } from '../../../../clients/typescript/src/types.ts';
import { download, type Query, XLSX } from '../../app/api.ts';
import { useTexts } from '../../app/i18n.tsx';
import { useAccount, useRight } from '../../app/session.tsx';
import { Button } from '../../ui/inputs.tsx';
import { Problem } from '../../ui/parts.tsx';
import { useTask } from '../../ui/task.ts';
import { unboughtOf } from '../live/unbought.ts';

/** The rows that need correcting as a file, for people who correct them in a spreadsheet. */
export function RowsToCorrect({
  batch,
  outcomes,
}: {
  readonly batch: Batch;
  readonly outcomes: readonly BatchOutcome[];
}) {
  const { t } = useTexts();
  const { id } = useAccount();
  const task = useTask();
  const mayRead = useRight('numbers:read');
  const count = unboughtOf(outcomes, false).toCorrect;
  // Of a rejected file, the rows without errors would be missing.
  if (count === 0 || batch.status !== 'ready') return null;
  if (!mayRead) return <p className="hint">{t('downloads.noRight')}</p>;
  const save = (accept: string, query: Query) => () =>
    void task.run(() =>
      download(id, `/v1/batches/${batch.id}/rows`, { accept, query: { only: 'unbought', ...query } }),
    );
  return (
    <>
      <h3>{t('problems.toCorrect', { count })}</h3>
      <p className="hint">{t('problems.toCorrectHint')}</p>
      <Problem error={task.error} />
      <div className="actions">
        <Button isPending={task.isRunning} onPress={save(XLSX, {})}>
          {t('downloads.corrections.excel')}
        </Button>
        <Button isPending={task.isRunning} onPress={save('text/csv', { amounts: 'major', bom: true })}>
          {t('downloads.corrections.csv')}
        </Button>
      </div>
    </>
  );
}
