import { useState } from 'react';
import type { Batch } from '../../../../clients/typescript/src/types.ts';
import { useTexts } from '../../app/i18n.tsx';
import { useRight } from '../../app/session.tsx';
import { Card, Problem } from '../../ui/parts.tsx';
import { FilePair, type RowFiles, useRowFiles } from '../row-files.tsx';
import { useBreakdown } from './outcomes.tsx';
import { type Unbought, unboughtOf } from './unbought.ts';

/** Files of the rows. They contain phone numbers, so they need another right. */
export function Downloads({ batch }: { readonly batch: Batch }) {
  const { t } = useTexts();
  const files = useRowFiles(batch);
  const mayRead = useRight('numbers:read');
  const { data } = useBreakdown(batch);
  return (
    <div className="no-print">
      <Card title={t('downloads.title')}>
        {mayRead ? (
          <>
            <Problem error={files.error} />
            <FilePair what="results" query={{}} files={files} />
            {data === undefined ? null : (
              <Corrections rows={unboughtOf(data.outcomes, batch.status === 'canceled')} files={files} />
            )}
          </>
        ) : (
          <p className="hint">{t('downloads.noRight')}</p>
        )}
      </Card>
    </div>
  );
}

/** Rows to correct, with how many there are in the file, and how many it leaves out. */
function Corrections({ rows, files }: { readonly rows: Unbought; readonly files: RowFiles }) {
  const { t } = useTexts();
  const [withTimeouts, setWithTimeouts] = useState(false);
  const { toCorrect, timeouts, settled, recent } = rows;
  if (toCorrect + timeouts + recent === 0) return null;
  return (
    <>
      <h3>{t('downloads.left', { count: toCorrect + (withTimeouts ? timeouts : 0) })}</h3>
      <p className="hint">{t('downloads.leftHint')}</p>
      {settled === 0 ? null : <p className="hint">{t('downloads.leftOut', { count: settled })}</p>}
      {recent === 0 ? null : <p className="hint">{t('downloads.recent')}</p>}
      {timeouts === 0 ? null : (
        <label className="tick">
          <input
            type="checkbox"
            checked={withTimeouts}
            onChange={({ target }) => setWithTimeouts(target.checked)}
          />{' '}
          {t('downloads.timeouts', { count: timeouts })}
        </label>
      )}
      <FilePair
        what="corrections"
        query={{ only: 'unbought', include: withTimeouts ? 'network_timeout' : null }}
        files={files}
      />
    </>
  );
}
