import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useTexts } from '../../app/i18n.tsx';
import { useFormat } from '../../ui/format.ts';
import { Pager } from '../../ui/pager.tsx';
import { Empty, Money, Problem, Screen, Skeleton, Time } from '../../ui/parts.tsx';
import { DataTable } from '../../ui/table.tsx';
import { useStaffTexts } from '../api-texts.ts';
import { useStaffApi } from '../data.ts';
import { AccountLink } from '../links.tsx';
import { Mode } from '../parts.tsx';
import type { StaffBatch, StaffBatchList, StaffControlledBatch } from '../types.ts';
import { Commands } from './commands.tsx';
import { CampaignFilter } from './filter.tsx';
import { readCampaignSearch, STATUSES } from './search.ts';

const POLL_MS = 15_000;
const PAGE = 50;

/** The campaigns of all accounts, newest first: what runs now, why something is paused, and commands that stop it. */
export function CampaignsPage() {
  const { t } = useTexts();
  const address = useSearch({ strict: false });
  const { cursor } = address;
  const search = readCampaignSearch(address);
  const [result, setResult] = useState<StaffControlledBatch | null>(null);
  const { data, error } = useStaffApi<StaffBatchList>('/batches', {
    query: { status: search.status, search: search.q, account_id: search.of, cursor, limit: PAGE },
    everyMs: POLL_MS,
  });
  return (
    <Screen title={t('nav.campaigns')}>
      <CampaignFilter search={search} />
      {result === null ? null : <Result result={result} />}
      <Problem error={error} />
      {data === undefined && error === null ? <Skeleton lines={6} /> : null}
      {data?.data.length === 0 ? (
        <Empty title={t('staffCampaigns.none')}>
          <p>{t('staffCampaigns.noneHint')}</p>
        </Empty>
      ) : null}
      {data === undefined || data.data.length === 0 ? null : (
        <Campaigns campaigns={data.data} onControlled={setResult} />
      )}
      <Pager next={data?.next_cursor ?? null} />
    </Screen>
  );
}

function Campaigns({
  campaigns,
  onControlled,
}: {
  readonly campaigns: readonly StaffBatch[];
  readonly onControlled: (result: StaffControlledBatch) => void;
}) {
  const { t } = useTexts();
  return (
    <DataTable
      caption={t('nav.campaigns')}
      rows={campaigns}
      keyOf={({ id }) => id}
      columns={[
        {
          title: t('staffCampaigns.campaign'),
          cell: ({ id, reference }) => (
            <>
              {reference} <code className="small">{id}</code>
            </>
          ),
        },
        {
          title: t('app.account'),
          cell: ({ account_id: id, account_name: name }) => <AccountLink id={id} name={name} />,
        },
        { title: t('operations.mode'), cell: ({ livemode }) => <Mode livemode={livemode} /> },
        { title: t('purchases.status'), cell: (batch) => <Status batch={batch} /> },
        { title: t('staffCampaigns.progress'), cell: (batch) => <Progress batch={batch} /> },
        { title: t('staffCampaigns.cost'), isNumber: true, cell: ({ cost }) => <Money {...cost} /> },
        {
          title: t('labels.started'),
          cell: ({ started_at: at }) => (at === null ? '–' : <Time at={at} />),
        },
        {
          title: t('staffCampaigns.commands'),
          cell: (batch) => <Commands batch={batch} onControlled={onControlled} />,
        },
      ]}
    />
  );
}

function Status({ batch }: { readonly batch: StaffBatch }) {
  const { t } = useTexts();
  const { status } = batch;
  const why = useStaffTexts().pause(batch);
  const known = STATUSES.find((one) => one === status);
  const word =
    known === undefined || known === 'open' || known === 'all' ? status : t(`campaign.state.${known}`);
  return why === null ? word : `${word}: ${why}`;
}

function Progress({ batch }: { readonly batch: StaffBatch }) {
  const { t } = useTexts();
  const { number } = useFormat();
  return t('staffCampaigns.counts', {
    successful: number(batch.successful),
    failed: number(batch.failed),
    pending: number(batch.pending),
    rows: number(batch.row_count),
  });
}

function Result({ result: { refused } }: { readonly result: StaffControlledBatch }) {
  const { t } = useTexts();
  return (
    <div className={`notice ${refused === null ? 'good' : 'warn'}`} role="status">
      <p>
        {refused === null
          ? t('staffCampaigns.done')
          : t(refused === 'unapproved' ? 'staffCampaigns.unapproved' : 'staffCampaigns.impossible')}
      </p>
    </div>
  );
}
