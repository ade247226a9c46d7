import { Link, Navigate, useRouterState, useSearch } from '@tanstack/react-router';
import type { Batch, BatchList } from '../../../../clients/typescript/src/types.ts';
import { useApi } from '../../app/data.ts';
import { useTexts } from '../../app/i18n.tsx';
import { useRight } from '../../app/session.tsx';
import { Empty, Money, Problem, Screen, Skeleton, Time } from '../../ui/parts.tsx';
import { DataTable } from '../../ui/table.tsx';
import { CampaignBadge, useCountWords } from '../live/state.tsx';
import { useAwaiting } from './awaiting.ts';
import { Filters } from './filters.tsx';
import { useOwnerName } from './owners.ts';
import { readListSearch, toQuery } from './search.ts';
import '../campaigns.css';

/** How often the list is read again, in ms. */
const POLL_MS = 15_000;

/** The campaigns of the account, newest first, with what narrows them. */
export function CampaignsPage() {
  const { t } = useTexts();
  const search = readListSearch(useSearch({ strict: false }));
  const { data, error } = useApi<BatchList>('/v1/batches', { query: toQuery(search), everyMs: POLL_MS });
  const isFiltered = Object.keys(search).length > 0;
  const named = useRouterState({ select: ({ location }) => location.hash });
  // Mails of earlier versions link to a campaign in this way.
  if (named.startsWith('bat_'))
    return <Navigate to="/campaigns/$batchId" params={{ batchId: named }} replace />;
  return (
    <Screen title={t('campaigns.title')} actions={<Ways />}>
      <Filters search={search} key={search.q ?? ''} />
      <Problem error={error} />
      {data === undefined && error === null ? <Skeleton lines={8} /> : null}
      {data?.data.length === 0 ? (
        <Empty title={t(isFiltered ? 'campaigns.none' : 'campaigns.empty')}>
          <p>{t(isFiltered ? 'campaigns.noneHint' : 'campaigns.emptyHint')}</p>
        </Empty>
      ) : null}
      {data === undefined || data.data.length === 0 ? null : <CampaignTable rows={data.data} />}
      <nav className="actions" aria-label={t('campaigns.pages')}>
        {search.cursor === undefined ? null : (
          <Link to="/campaigns" search={{ ...search, cursor: undefined } as object}>
            {t('app.first')}
          </Link>
        )}
        {data?.next_cursor == null ? null : (
          <Link to="/campaigns" search={{ ...search, cursor: data.next_cursor }}>
            {t('app.next')}
          </Link>
        )}
      </nav>
    </Screen>
  );
}

function Ways() {
  const { t } = useTexts();
  const mayCreate = useRight('batches:create');
  return (
    <>
      <Link className="button plain" to="/campaigns/schedules">
        {t('schedules.title')}
      </Link>
      {mayCreate ? (
        <Link className="button primary" to="/campaigns/new">
          {t('campaigns.new')}
        </Link>
      ) : null}
    </>
  );
}

/** What a campaign has cost: what was charged and not paid back. Until it ends, what it will cost. */
function costOf({ cost, charged, refunded, completed_at: completedAt }: Batch) {
  return completedAt === null ? cost : { ...charged, amount: charged.amount - refunded.amount };
}

function CampaignTable({ rows }: { readonly rows: readonly Batch[] }) {
  const { t } = useTexts();
  const words = useCountWords();
  const ownerName = useOwnerName();
  const awaiting = useAwaiting();
  return (
    <DataTable
      isStacked
      caption={t('campaigns.title')}
      rows={rows}
      keyOf={({ id }) => id}
      columns={[
        {
          title: t('campaigns.name'),
          cell: ({ id, reference, note }) => (
            <>
              <Link to="/campaigns/$batchId" params={{ batchId: id }}>
                {reference}
              </Link>
              {note == null ? null : <p className="small">{note}</p>}
            </>
          ),
        },
        {
          title: t('campaigns.state'),
          cell: (batch) => <CampaignBadge batch={batch} isAwaiting={awaiting.has(batch.id)} />,
        },
        { title: t('campaigns.rows'), cell: words },
        { title: t('campaigns.cost'), isNumber: true, cell: (batch) => <Money {...costOf(batch)} /> },
        { title: t('campaigns.owner'), cell: ({ owner }) => ownerName(owner ?? null) },
        { title: t('campaigns.uploaded'), cell: ({ created_at: at }) => <Time at={at} /> },
      ]}
    />
  );
}
