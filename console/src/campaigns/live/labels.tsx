import { useState } from 'react';
import type { Batch } from '../../../../clients/typescript/src/types.ts';
import { useSend } from '../../app/data.ts';
import { useTexts } from '../../app/i18n.tsx';
import { useRight } from '../../app/session.tsx';
import { Button } from '../../ui/inputs.tsx';
import { Card, Problem, Time } from '../../ui/parts.tsx';
import { useTask } from '../../ui/task.ts';
import { useOwnerName } from '../list/owners.ts';
import { CostCentre } from './cost-centre.tsx';

const NOTE_CHARS_MAX = 1_000;

/** What people keep with a campaign: its owner, times, a note, its cost centre, and whether it is archived. */
export function LabelsCard({ batch }: { readonly batch: Batch }) {
  const { t } = useTexts();
  const ownerName = useOwnerName();
  const mayChange = useRight('batches:create');
  return (
    <Card title={t('labels.title')}>
      <dl className="facts">
        <div>
          <dt>{t('campaigns.owner')}</dt>
          <dd>{ownerName(batch.owner ?? null)}</dd>
        </div>
        <div>
          <dt>{t('campaigns.uploaded')}</dt>
          <dd>
            <Time at={batch.created_at} />
          </dd>
        </div>
        {batch.started_at === null ? null : (
          <div>
            <dt>{t(batch.stage === 'scheduled' ? 'labels.scheduled' : 'labels.started')}</dt>
            <dd>
              <Time at={batch.started_at} />
            </dd>
          </div>
        )}
        <div>
          <dt>{t('labels.id')}</dt>
          <dd>
            <code>{batch.id}</code>
          </dd>
        </div>
      </dl>
      {mayChange ? <Note batch={batch} key={`note ${batch.note}`} /> : <p>{batch.note}</p>}
      <CostCentre batch={batch} mayChange={mayChange} key={`centre ${batch.cost_centre}`} />
      {mayChange ? <Archive batch={batch} /> : null}
    </Card>
  );
}

function Note({ batch }: { readonly batch: Batch }) {
  const { t } = useTexts();
  const send = useSend();
  const task = useTask();
  const [typed, setTyped] = useState(batch.note ?? '');
  const isChanged = typed.trim() !== (batch.note ?? '');
  return (
    <div className="form">
      <label className="field">
        {t('labels.note')}
        <textarea
          rows={3}
          maxLength={NOTE_CHARS_MAX}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
        <span className="hint">{t('labels.noteHint')}</span>
      </label>
      <Problem error={task.error} />
      <Button
        isDisabled={!isChanged}
        isPending={task.isRunning}
        onPress={() =>
          void task.run(() => send('PATCH', `/v1/batches/${batch.id}`, { json: { note: typed.trim() } }))
        }
      >
        {t('labels.saveNote')}
      </Button>
    </div>
  );
}

/** Archiving is undone by the same button, so it asks nothing. */
function Archive({ batch }: { readonly batch: Batch }) {
  const { t } = useTexts();
  const send = useSend();
  const task = useTask();
  const isArchived = batch.archived_at != null;
  if (!isArchived && !['completed', 'canceled', 'rejected'].includes(batch.status)) return null;
  return (
    <>
      <Problem error={task.error} />
      {isArchived ? <p role="status">{t('labels.archived')}</p> : null}
      <div className="actions">
        <Button
          isPending={task.isRunning}
          onPress={() =>
            void task.run(() => send('PATCH', `/v1/batches/${batch.id}`, { json: { archived: !isArchived } }))
          }
        >
          {t(isArchived ? 'labels.unarchive' : 'labels.archive')}
        </Button>
      </div>
    </>
  );
}
