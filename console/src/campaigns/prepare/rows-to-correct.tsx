import type { Batch, BatchOutcome } from '../../../../clients/typescript/src/types.ts';
import { useTexts } from '../../app/i18n.tsx';
import { useRight } from '../../app/session.tsx';
import { Problem } from '../../ui/parts.tsx';
import { unboughtOf } from '../live/unbought.ts';
import { FilePair, useRowFiles } from '../row-files.tsx';

/** The rows that need correcting as a file, for people who correct them in a spreadsheet. */
export function RowsToCorrect({
  batch,
  outcomes,
}: {
  readonly batch: Batch;
  readonly outcomes: readonly BatchOutcome[];
}) {
  const { t } = useTexts();
  const files = useRowFiles(batch);
  const mayRead = useRight('numbers:read');
  const count = unboughtOf(outcomes, false).toCorrect;
  // Of a rejected file, the rows without errors would be missing.
  if (count === 0 || batch.status !== 'ready') return null;
  if (!mayRead) return <p className="hint">{t('downloads.noRight')}</p>;
  return (
    <>
      <h3>{t('problems.toCorrect', { count })}</h3>
      <p className="hint">{t('problems.toCorrectHint')}</p>
      <Problem error={files.error} />
      <FilePair what="corrections" query={{ only: 'unbought' }} files={files} />
    </>
  );
}
