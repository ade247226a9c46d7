import { useState } from 'react';
import type { Batch } from '../../../../clients/typescript/src/types.ts';
import { download, type Query, XLSX } from '../../app/api.ts';
import { useTexts } from '../../app/i18n.tsx';
import { useAccount, useRight } from '../../app/session.tsx';
import { Button } from '../../ui/inputs.tsx';
import { Card, Problem } from '../../ui/parts.tsx';
import { useTask } from '../../ui/task.ts';
import { useBreakdown } from './outcomes.tsx';
import { type Unbought, unboughtOf } from './unbought.ts';

/** Files of the rows. They contain phone numbers, so they need another right. */
export function Downloads({ batch }: { readonly batch: Batch }) {
  const { t } = useTexts();
  const { id } = useAccount();
  const task = useTask();
  const mayRead = useRight('numbers:read');
  const { data } = useBreakdown(batch);
  const save = (query: Query, isWorkbook: boolean) =>
    void task.run(() =>
      download(id, `/v1/batches/${batch.id}/rows`, {
        accept: isWorkbook ? XLSX : 'text/csv',
        query: isWorkbook ? query : { ...query, amounts: 'major', bom: true },
      }),
    );
  const files = { isRunning: task.isRunning, save };
  return (
    <div className="no-print">
      <Card title={t('downloads.title')}>
        {mayRead ? (
          <>
            <Problem error={task.error} />
            <Pair what="results" query={{}} files={files} />
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

interface Files {
  readonly isRunning: boolean;
  readonly save: (query: Query, isWorkbook: boolean) => void;
}

/** Rows to correct, with how many there are in the file, and how many it leaves out. */
function Corrections({ rows, files }: { readonly rows: Unbought; readonly files: Files }) {
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
      <Pair
        what="corrections"
        query={{ only: 'unbought', include: withTimeouts ? 'network_timeout' : null }}
        files={files}
      />
    </>
  );
}

function Pair({
  what,
  query,
  files: { isRunning, save },
}: {
  readonly what: 'results' | 'corrections';
  readonly query: Query;
  readonly files: Files;
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
