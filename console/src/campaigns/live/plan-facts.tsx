import type { Batch } from '../../../../clients/typescript/src/types.ts';
import { useTexts } from '../../app/i18n.tsx';
import { Fact, Time } from '../../ui/parts.tsx';

/** When a campaign starts, and in which hours it buys, until it has ended. */
export function PlanFacts({ batch }: { readonly batch: Batch }) {
  const { t } = useTexts();
  const { status, stage, not_before: start, send_between: hours } = batch;
  if (status !== 'running' && status !== 'paused') return null;
  const isScheduled = stage === 'scheduled' && start !== null;
  return (
    <dl className="facts">
      {isScheduled ? (
        <Fact name={t('plan.at')}>
          <Time at={start} />
        </Fact>
      ) : null}
      <Fact name={t('live.hours')}>
        {hours === null ? t('plan.anyHour') : t('live.localHours', { hours: hours.replace('-', '–') })}
      </Fact>
    </dl>
  );
}
