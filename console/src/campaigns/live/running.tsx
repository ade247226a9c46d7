import { Link } from '@tanstack/react-router';
import type { Batch } from '../../../../clients/typescript/src/types.ts';
import { type Translate, useTexts } from '../../app/i18n.tsx';
import { useFormat } from '../../ui/format.ts';
import { Button } from '../../ui/inputs.tsx';
import { Problem, Screen } from '../../ui/parts.tsx';
import { useTask } from '../../ui/task.ts';
import { RepeatLink } from '../schedules/repeat/link.tsx';
import { Commands } from './commands.tsx';
import { shareOf } from './counts.ts';
import { Downloads } from './downloads.tsx';
import { LabelsCard } from './labels.tsx';
import { MoneyCard } from './money.tsx';
import { OutcomesCard } from './outcomes.tsx';
import { PauseNotice } from './pause-notice.tsx';
import { ProgressCard } from './progress.tsx';
import { ReportDetails, ReportHead } from './report/report.tsx';
import { useReport, useResponsible } from './report/use-report.ts';
import { RetryCard } from './retry.tsx';
import { RowsCard } from './rows.tsx';
import { stateOf } from './state.tsx';
import { useLiveBatch } from './use-live-batch.ts';
import '../campaigns.css';

/** A campaign that was started: how far it is, where its money is, its outcomes and its rows. @param batch as it was read */
export function RunningCampaign({ batch: first }: { readonly batch: Batch }) {
  const { t } = useTexts();
  const { percent } = useFormat();
  const batch = useLiveBatch(first);
  const report = useReport(batch);
  const responsible = useResponsible(batch);
  const printing = useTask();
  const actions = (
    <>
      <Commands batch={batch} />
      <RepeatLink batch={batch} />
      <Button
        kind="quiet"
        isDisabled={responsible.isReading}
        isPending={printing.isRunning}
        onPress={() => void printing.run(report.print)}
      >
        {t('live.print')}
      </Button>
    </>
  );
  return (
    <Screen title={batch.reference} tab={tabOf(batch, t, percent(shareOf(batch)))} actions={actions}>
      <p className="no-print">
        <Link to="/campaigns">{t('live.toList')}</Link>
      </p>
      <Problem error={printing.error} />
      <ReportHead batch={batch} printedAt={report.printedAt} responsible={responsible} />
      <PauseNotice batch={batch} />
      <ProgressCard batch={batch} />
      <MoneyCard batch={batch} />
      <RetryCard batch={batch} />
      <OutcomesCard batch={batch} />
      <Downloads batch={batch} />
      <RowsCard batch={batch} />
      <LabelsCard batch={batch} />
      <ReportDetails batch={batch} rows={report.rows} />
    </Screen>
  );
}

/** What the tab of the browser shows, so that a person in another tab sees the end. */
function tabOf(batch: Batch, t: Translate, share: string): string {
  const { status, stage, reference } = batch;
  if (status === 'running' && stage !== 'scheduled') return `${share} · ${reference}`;
  const sign = status === 'completed' ? '✓ ' : status === 'paused' ? '! ' : '';
  return `${sign}${t(stateOf(batch).text)} · ${reference}`;
}
