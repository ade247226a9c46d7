import type { Batch } from '../../../../clients/typescript/src/types.ts';
import { useTexts } from '../../app/i18n.tsx';
import type { TextKey } from '../../app/texts.ts';
import { Badge, type Tone } from '../../ui/parts.tsx';
import { shownState } from './counts.ts';

/** The states of rows, in the order in which they are shown. */
export const ROW_STATES = [
  'successful',
  'reversed',
  'failed',
  'refused',
  'pending',
  'waiting',
  'invalid',
] as const;

/** Pauses that have a word. */
const PAUSES: Readonly<Record<string, TextKey>> = {
  insufficient_balance: 'campaign.state.needsMoney',
  spending_limit: 'campaign.state.atLimit',
  price_changed: 'campaign.state.pricesChanged',
  first_rows_done: 'campaign.state.firstRows',
};

/** The state of a campaign, in a word or two. @param isAwaiting whether others are asked to approve its start */
export function stateOf(
  { status, stage, pause, counts }: Batch,
  isAwaiting = false,
): {
  readonly text: TextKey;
  readonly tone: Tone;
} {
  switch (status) {
    case 'validating':
      return { text: 'campaign.state.validating', tone: 'busy' };
    case 'ready':
      return isAwaiting
        ? { text: 'campaign.state.awaiting', tone: 'busy' }
        : { text: 'campaign.state.ready', tone: 'quiet' };
    case 'running':
      return stage === 'scheduled'
        ? { text: 'campaign.state.scheduled', tone: 'quiet' }
        : { text: 'campaign.state.running', tone: 'busy' };
    case 'paused':
      return { text: PAUSES[pause?.code ?? ''] ?? 'campaign.state.paused', tone: 'warn' };
    case 'completed':
      return { text: 'campaign.state.completed', tone: counts.failed > 0 ? 'warn' : 'good' };
    case 'canceled':
      return {
        text: counts.pending > 0 ? 'campaign.state.ending' : 'campaign.state.canceled',
        tone: 'quiet',
      };
    case 'rejected':
      return { text: 'campaign.state.rejected', tone: 'bad' };
  }
}

export function CampaignBadge({
  batch,
  isAwaiting = false,
}: {
  readonly batch: Batch;
  /** Whether others are asked to approve its start. */
  readonly isAwaiting?: boolean;
}) {
  const { t } = useTexts();
  const { text, tone } = stateOf(batch, isAwaiting);
  return <Badge tone={tone}>{t(text)}</Badge>;
}

/** Writes the counts of a campaign that are not zero, each with its word. */
export function useCountWords(): (batch: Pick<Batch, 'counts' | 'status'>) => string {
  const { t } = useTexts();
  return ({ counts, status }) => {
    const found = ROW_STATES.filter((state) => counts[state] > 0);
    if (found.length === 0) return t('campaign.noRows');
    return found
      .map((state) => t(`outcome.rows.count.${shownState(state, status)}`, { count: counts[state] }))
      .join(', ');
  };
}
