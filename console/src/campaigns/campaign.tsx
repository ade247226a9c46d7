import { useParams } from '@tanstack/react-router';
import type { Batch } from '../../../clients/typescript/src/types.ts';
import { useApi } from '../app/data.ts';
import { useTexts } from '../app/i18n.tsx';
import { Problem, Screen, Skeleton } from '../ui/parts.tsx';
import { RunningCampaign } from './live/running.tsx';
import { PrepareCampaign } from './prepare/prepare.tsx';
import { BEFORE_START } from './stage.ts';

/** How often a campaign is read again, in ms: a second person or tab may change it. */
const POLL_MS = 4_000;

/** One campaign, in the screen for what it does now. */
export function CampaignPage() {
  const { t } = useTexts();
  const { batchId = '' } = useParams({ strict: false });
  const { data: batch, error } = useApi<Batch>(`/v1/batches/${batchId}`, { everyMs: POLL_MS });
  // The last answer stays while another campaign is read.
  if (batch?.id !== batchId) {
    return (
      <Screen title={t('campaign.title')}>
        {error === null ? <Skeleton lines={8} /> : <Problem error={error} />}
      </Screen>
    );
  }
  if (BEFORE_START.has(batch.status)) return <PrepareCampaign batch={batch} />;
  return <RunningCampaign batch={batch} key={batchId} />;
}
