import type { Batch } from '../../../../clients/typescript/src/types.ts';
import { useSend } from '../../app/data.ts';
import { useTexts } from '../../app/i18n.tsx';
import { useRight } from '../../app/session.tsx';
import { ConfirmButton } from '../../ui/dialog.tsx';
import { Button } from '../../ui/inputs.tsx';
import { Card, PhoneNumber, Problem } from '../../ui/parts.tsx';
import { DataTable } from '../../ui/table.tsx';
import { useTask } from '../../ui/task.ts';
import { useDamageWords } from './words.ts';

/** Numbers that the check corrected: what was and what will be, and the decision about all of them. */
export function Corrections({ batch }: { readonly batch: Batch }) {
  const { t } = useTexts();
  const send = useSend();
  const task = useTask();
  const mayDecide = useRight('batches:create');
  const damageWord = useDamageWords();
  const { corrections } = batch;
  if (corrections === undefined || corrections.count === 0) return null;
  const { state, count, first } = corrections;
  const isAsked = state === 'proposed' && batch.status === 'ready';
  const path = `/v1/batches/${batch.id}/corrections`;
  const title = isAsked
    ? t('corrections.ask', { count })
    : t(state === 'accepted' ? 'corrections.accepted' : 'corrections.rejected', { count });
  return (
    <Card title={title}>
      {isAsked ? <p>{t('corrections.hint')}</p> : null}
      {isAsked && mayDecide ? (
        <div className="actions">
          <Button
            kind="primary"
            isPending={task.isRunning}
            onPress={() => void task.run(() => send('POST', `${path}/accept`))}
          >
            {t('corrections.accept', { count })}
          </Button>
          <ConfirmButton
            label={t('corrections.reject', { count })}
            title={t('corrections.rejectTitle', { count })}
            confirm={t('corrections.reject', { count })}
            onConfirm={() => send('POST', `${path}/reject`)}
          >
            <p>{t('corrections.rejectHint')}</p>
          </ConfirmButton>
        </div>
      ) : null}
      <Problem error={task.error} />
      <DataTable
        caption={t('corrections.caption')}
        rows={first}
        keyOf={({ line }) => line}
        columns={[
          { title: t('rows.line'), cell: ({ line }) => line },
          { title: t('corrections.from'), cell: ({ from }) => <PhoneNumber number={from} /> },
          { title: t('corrections.to'), cell: ({ to }) => <PhoneNumber number={to} /> },
          { title: t('corrections.why'), cell: ({ damage }) => damageWord(damage) },
        ]}
      />
      {count > first.length ? (
        <p className="hint">{t('corrections.more', { shown: first.length, count })}</p>
      ) : null}
    </Card>
  );
}
