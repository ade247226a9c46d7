import { Link } from '@tanstack/react-router';
import type { Batch } from '../../../../clients/typescript/src/types.ts';
import { useTexts } from '../../app/i18n.tsx';
import { useFormat } from '../../ui/format.ts';
import { Card, Problem, Screen, Skeleton } from '../../ui/parts.tsx';
import { useApiTexts } from '../api-texts.ts';
import { ApiWords } from '../api-words.tsx';
import { LabelsCard } from '../live/labels.tsx';
import { TopUpLink } from '../top-up-link.tsx';
import { CampaignActions } from './actions.tsx';
import { useBreakdown } from './breakdown.ts';
import { Corrections } from './corrections.tsx';
import { Duplicates } from './duplicates.tsx';
import { FileCard } from './file-card.tsx';
import { Problems } from './problems.tsx';
import { Rows } from './rows/rows.tsx';
import { ApprovalState, useApprovals, useResultFocus } from './start/approval.tsx';
import { CostCard } from './start/cost.tsx';
import { approvalsFor, useCostRules } from './start/rules.ts';
import { StartCard } from './start/start.tsx';
import { UnclearBundles } from './unclear/unclear.tsx';
import './prepare.css';

/** A campaign that has bought nothing yet: what was found in its file, what it costs, and how it starts. */
export function PrepareCampaign({ batch }: { readonly batch: Batch }) {
  switch (batch.status) {
    case 'validating':
      return <Validating batch={batch} />;
    case 'rejected':
      return <Rejected batch={batch} />;
    default:
      return <Ready batch={batch} />;
  }
}

function Validating({ batch }: { readonly batch: Batch }) {
  const { t } = useTexts();
  const { number } = useFormat();
  return (
    <Screen title={batch.reference}>
      <p role="status">{t('prepare.validating', { rows: number(batch.counts.rows) })}</p>
      <Skeleton lines={8} />
    </Screen>
  );
}

function Rejected({ batch }: { readonly batch: Batch }) {
  const { t } = useTexts();
  const { outcomes, error } = useBreakdown(batch);
  const { rejection, counts } = batch;
  const texts = useApiTexts();
  const where =
    rejection?.line == null
      ? ''
      : rejection.sheet === undefined
        ? t('prepare.atLine', { line: rejection.line })
        : t('prepare.atSheet', { line: rejection.line, sheet: rejection.sheet });
  return (
    <Screen title={batch.reference}>
      <div className="notice bad">
        <p>
          <strong>{t('prepare.rejected')}</strong> {where}
        </p>
        <p>{rejection === null ? '' : <ApiWords of={[texts.rejection(rejection)]} />}</p>
        <Link to="/campaigns/new">{t('prepare.newFile')}</Link>
      </div>
      {counts.rows > 0 ? (
        <>
          <Problem error={error} />
          <Problems batch={batch} outcomes={outcomes ?? []} />
          <Duplicates batch={batch} />
          <Rows batch={batch} />
        </>
      ) : null}
      <LabelsCard batch={batch} />
    </Screen>
  );
}

function Ready({ batch }: { readonly batch: Batch }) {
  const { t } = useTexts();
  const { money } = useFormat();
  const { outcomes, error } = useBreakdown(batch);
  const approvals = useApprovals(batch);
  const rules = useCostRules();
  const result = useResultFocus(approvals?.open ?? null);
  const actions = <CampaignActions batch={batch} />;
  // All parts are shown together. If one came later, the button that starts would move under the pointer.
  if (outcomes === undefined || approvals === undefined || rules === undefined) {
    return (
      <Screen title={batch.reference} actions={actions}>
        {error === null ? <Skeleton lines={8} /> : <Problem error={error} />}
      </Screen>
    );
  }
  return (
    <Screen title={batch.reference} actions={actions}>
      <Problem error={error} />
      <a className="to-start" href="#start">
        {t('start.go', { amount: money(batch.cost) })}
      </a>
      <ApprovalState
        approvals={approvals}
        isNeeded={approvalsFor(batch.cost, rules) !== 0}
        place={result.place}
      />
      <Verdict batch={batch} />
      <FileCard batch={batch} />
      <Corrections batch={batch} />
      <UnclearBundles batch={batch} outcomes={outcomes} />
      <Problems batch={batch} outcomes={outcomes} />
      <Duplicates batch={batch} />
      <CostCard batch={batch} outcomes={outcomes} rules={rules} />
      <StartCard batch={batch} approvals={approvals} rules={rules} onAsked={result.await} />
      <Card title={t('prepare.rows')}>
        <Rows batch={batch} />
      </Card>
      <LabelsCard batch={batch} />
    </Screen>
  );
}

/** In one sentence, whether the campaign can start as it is. */
function Verdict({ batch }: { readonly batch: Batch }) {
  const { t } = useTexts();
  const { money } = useFormat();
  const { counts, shortfall, corrections } = batch;
  if (corrections?.state === 'proposed')
    return <p className="notice warn">{t('prepare.verdict.corrections')}</p>;
  if (counts.waiting === 0) return <p className="notice bad">{t('prepare.verdict.nothing')}</p>;
  if (shortfall.amount > 0) {
    const key =
      batch.on_insufficient_balance === 'pause' ? 'prepare.verdict.pauses' : 'prepare.verdict.skips';
    return (
      <div className="notice warn">
        <p>{t(key, { missing: money(shortfall) })}</p>
        <TopUpLink />
      </div>
    );
  }
  const left = counts.invalid + counts.refused;
  if (left > 0)
    return <p className="notice warn">{t('prepare.verdict.some', { left, waiting: counts.waiting })}</p>;
  return <p className="notice good">{t('prepare.verdict.all')}</p>;
}
