import { useState } from 'react';
import type { Batch } from '../../../../clients/typescript/src/types.ts';
import { download, type Query, XLSX } from '../../app/api.ts';
import { useTexts } from '../../app/i18n.tsx';
import { useAccount, useRight } from '../../app/session.tsx';
import { Button } from '../../ui/inputs.tsx';
import { Card, Problem } from '../../ui/parts.tsx';
import { useTask } from '../../ui/task.ts';

/** Files of the rows. They contain phone numbers, so they need another right. */
export function Downloads({ batch }: { readonly batch: Batch }) {
  const { t } = useTexts();
  const { id } = useAccount();
  const task = useTask();
  const [withTimeouts, setWithTimeouts] = useState(false);
  const mayRead = useRight('numbers:read');
  const { counts, status } = batch;
  const left = counts.invalid + counts.refused + counts.failed + (status === 'canceled' ? counts.waiting : 0);
  const save = (query: Query, isWorkbook: boolean) => () =>
    void task.run(() =>
      download(id, `/v1/batches/${batch.id}/rows`, {
        accept: isWorkbook ? XLSX : 'text/csv',
        query: isWorkbook ? query : { ...query, amounts: 'major', bom: true },
      }),
    );
  const unbought: Query = { only: 'unbought', include: withTimeouts ? 'network_timeout' : null };
  const pair = (what: 'results' | 'corrections', query: Query) => (
    <div className="actions">
      <Button isPending={task.isRunning} onPress={save(query, true)}>
        {t(`downloads.${what}.excel`)}
      </Button>
      <Button isPending={task.isRunning} onPress={save(query, false)}>
        {t(`downloads.${what}.csv`)}
      </Button>
    </div>
  );
  return (
    <div className="no-print">
      <Card title={t('downloads.title')}>
        {mayRead ? (
          <>
            <Problem error={task.error} />
            {pair('results', {})}
            {left === 0 ? null : (
              <>
                <h3>{t('downloads.left', { count: left })}</h3>
                <p className="hint">{t('downloads.leftHint')}</p>
                <label className="tick">
                  <input
                    type="checkbox"
                    checked={withTimeouts}
                    onChange={({ target }) => setWithTimeouts(target.checked)}
                  />{' '}
                  {t('downloads.timeouts')}
                </label>
                {pair('corrections', unbought)}
              </>
            )}
          </>
        ) : (
          <p className="hint">{t('downloads.noRight')}</p>
        )}
      </Card>
    </div>
  );
}
