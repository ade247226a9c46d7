import { useEffect, useState } from 'react';
import type { Batch } from '../../../../clients/typescript/src/types.ts';
import { useTexts } from '../../app/i18n.tsx';
import type { TextKey } from '../../app/texts.ts';
import { useFormat } from '../../ui/format.ts';
import { Card } from '../../ui/parts.tsx';
import { finalsOf, shareOf, shownState } from './counts.ts';
import { lastPurchases } from './last-purchases.ts';
import { PlanFacts } from './plan-facts.tsx';
import { addSample, perMinute, type Sample } from './rate.ts';
import { CampaignBadge, ROW_STATES, useCountWords } from './state.tsx';

/** How far a campaign is, how fast it is, and when it ends. */
export function ProgressCard({ batch }: { readonly batch: Batch }) {
  const { t } = useTexts();
  const { percent, number } = useFormat();
  const words = useCountWords();
  const rate = useRate(batch);
  return (
    <Card title={t('live.progress')}>
      <p role="status">
        <CampaignBadge batch={batch} /> {/* Nothing happens before the start, or after a cancellation. */}
        {batch.stage === 'scheduled' || batch.status === 'canceled' ? null : (
          <strong>{t('live.share', { share: percent(shareOf(batch)) })}</strong>
        )}{' '}
        {/* An estimate is old as soon as it is on paper. */}
        <span className={batch.completed_at === null ? 'no-print' : undefined}>
          <TimeLeft batch={batch} />
        </span>
      </p>
      <div className="bar" role="img" aria-label={words(batch)}>
        {ROW_STATES.filter((state) => batch.counts[state] > 0).map((state) => (
          <span key={state} className={state} style={{ flexGrow: batch.counts[state] }} />
        ))}
      </div>
      <ul className="legend">
        {ROW_STATES.map((state) => (
          <li key={state} className={batch.counts[state] === 0 ? 'none' : undefined}>
            <span aria-hidden="true" className={`swatch ${state}`} />
            {t(`outcome.rows.state.${shownState(state, batch.status)}`)} <b>{number(batch.counts[state])}</b>
          </li>
        ))}
      </ul>
      <PlanFacts batch={batch} />
      {rate === null || batch.status !== 'running' ? null : (
        <p className="small no-print">{t('live.rate', { rate: number(rate) })}</p>
      )}
    </Card>
  );
}

/** Rows per minute while the screen was open; null if that is not known yet. */
function useRate({ counts }: Batch): number | null {
  const finals = finalsOf(counts);
  const [samples, setSamples] = useState<readonly Sample[]>([]);
  useEffect(() => {
    const look = () => setSamples((old) => addSample(old, { at: performance.now(), finals }));
    look();
    const timer = setInterval(look, 5_000);
    return () => clearInterval(timer);
  }, [finals]);
  return perMinute(samples);
}

/** Reasons without an estimate that have words. */
const NO_ESTIMATE: readonly string[] = [
  'checking',
  'starts_later',
  'quiet_hours',
  'measuring',
  'network_unavailable',
  'too_slow',
  'first_rows',
  'needs_money',
  'paused',
  'needs_decision',
];

/** When a campaign is expected to end, or why that cannot be said. */
function TimeLeft({ batch }: { readonly batch: Batch }) {
  const { t } = useTexts();
  const { time, fromNow } = useFormat();
  const { estimated_completion_at: at, no_estimate: none, completed_at: ended, waits_for: waits } = batch;
  if (batch.status === 'canceled' && batch.counts.pending > 0) return t('live.ending');
  if (ended !== null) return t('live.ended', { at: time(ended) });
  const last = lastPurchases(batch);
  if (last !== null) return t('live.lastPurchases', { count: last });
  if (at !== null) return t('live.left', { left: fromNow(at), at: time(at) });
  if (none == null) return null;
  const until =
    waits?.until == null
      ? ''
      : ` ${t(batch.stage === 'scheduled' ? 'live.starts' : 'live.until', { at: time(waits.until) })}`;
  const reason = NO_ESTIMATE.includes(none.code) ? t(`estimate.${none.code}` as TextKey) : none.message;
  return `${reason}${until}`;
}
