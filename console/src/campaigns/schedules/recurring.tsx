import { Link } from '@tanstack/react-router';
import type { RecurringBatch } from '../../../../clients/typescript/src/types.ts';
import { useSend } from '../../app/data.ts';
import { useTexts } from '../../app/i18n.tsx';
import { useRight } from '../../app/session.tsx';
import type { TextKey } from '../../app/texts.ts';
import { ConfirmButton } from '../../ui/dialog.tsx';
import { useFormat } from '../../ui/format.ts';
import { Badge, Card, Money, Time } from '../../ui/parts.tsx';
import { useWhen } from './when.ts';

interface Props {
  readonly recurring: RecurringBatch;
}

/** Reasons for skipped runs that have words. */
const SKIPS: readonly string[] = [
  'previous_running',
  'missed',
  'cost_above_approved',
  'batch_rejected',
  'reference_used',
];

/** A campaign that is bought again and again: when, up to which cost, its runs, and what can be done. */
export function RecurringCard({ recurring }: Props) {
  const { t } = useTexts();
  const { time } = useFormat();
  const isActive = recurring.status === 'active';
  const when = useWhen()(recurring);
  return (
    <Card title={recurring.reference}>
      <p>
        <Badge tone={isActive ? 'busy' : 'warn'}>
          {t(isActive ? 'recurring.active' : 'recurring.paused')}
        </Badge>{' '}
        {when} {recurring.ends_at === null ? null : t('recurring.until', { at: time(recurring.ends_at) })}
      </p>
      <p>
        {t('recurring.limit')} <Money {...recurring.approved_cost} />.{' '}
        <Link to="/campaigns/$batchId" params={{ batchId: recurring.batch_id }}>
          {t('recurring.source')}
        </Link>
      </p>
      <Runs recurring={recurring} />
      <div className="actions">
        <RecurringCommands recurring={recurring} />
      </div>
    </Card>
  );
}

function Runs({ recurring: { next_runs: next, last_runs: last } }: Props) {
  const { t } = useTexts();
  return (
    <>
      <h3>{t('recurring.next')}</h3>
      {next.length === 0 ? (
        <p>{t('recurring.noNext')}</p>
      ) : (
        <ol className="plain">
          {next.slice(0, 5).map((at) => (
            <li key={at}>
              <Time at={at} />
            </li>
          ))}
        </ol>
      )}
      {last.length === 0 ? null : <h3>{t('recurring.last')}</h3>}
      <ul className="plain">
        {last.map(({ scheduled_at: at, batch_id: batchId, skip }) => (
          <li key={at}>
            <Time at={at} />{' '}
            {skip === null
              ? t('recurring.started')
              : SKIPS.includes(skip.code)
                ? t(`skip.${skip.code}` as TextKey)
                : skip.message}{' '}
            {batchId === null ? null : (
              <Link to="/campaigns/$batchId" params={{ batchId }}>
                {t('recurring.open')}
              </Link>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}

function RecurringCommands({ recurring }: Props) {
  const { t } = useTexts();
  const { money } = useFormat();
  const send = useSend();
  const mayStart = useRight('recurring-batches:start');
  const mayStop = useRight('recurring-batches:stop');
  const { id, status, reference: name } = recurring;
  const amount = money(recurring.approved_cost);
  const path = `/v1/recurring-batches/${id}`;
  return (
    <>
      {mayStop && status === 'active' ? (
        <ConfirmButton
          label={t('recurring.pause')}
          title={t('recurring.pauseTitle', { name })}
          confirm={t('recurring.pause')}
          onConfirm={() => send('POST', `${path}/pause`)}
        >
          <p>{t('recurring.pauseText')}</p>
        </ConfirmButton>
      ) : null}
      {mayStart && status === 'paused' ? (
        <ConfirmButton
          kind="primary"
          label={t('recurring.resume')}
          title={t('recurring.resumeTitle', { name })}
          confirm={t('recurring.resumeConfirm', { amount })}
          onConfirm={() => send('POST', `${path}/resume`)}
        >
          <p>{t('recurring.resumeText', { amount })}</p>
        </ConfirmButton>
      ) : null}
      {mayStop ? (
        <ConfirmButton
          kind="danger"
          label={t('recurring.end')}
          title={t('recurring.endTitle', { name })}
          confirm={t('recurring.end')}
          onConfirm={() => send('DELETE', path)}
        >
          <p>{t('recurring.endText')}</p>
        </ConfirmButton>
      ) : null}
    </>
  );
}
