import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTexts } from '../../app/i18n.tsx';
import { useFormat } from '../../ui/format.ts';
import { Pager } from '../../ui/pager.tsx';
import { Badge, Empty, Problem, Screen, Skeleton, Time } from '../../ui/parts.tsx';
import { DataTable } from '../../ui/table.tsx';
import { useActors, useNetworkNames } from '../actors.ts';
import { useStaffApi } from '../data.ts';
import { NetworkChoice } from '../network-choice.tsx';
import { Mode } from '../parts.tsx';
import type {
  StaffReconciliation,
  StaffReconciliationList,
  StaffReconciliationRequestList,
} from '../types.ts';
import { RequestRun } from './request.tsx';
import { Requested } from './requested.tsx';

const POLL_MS = 15_000;
/** While a requested one is open: someone waits for it. */
const OPEN_POLL_MS = 2_000;
const REQUESTS_SHOWN = 10;
const PAGE = 50;

/** Comparisons of a day with the list of a gateway, newest first. */
export function ReconciliationsPage() {
  const { t } = useTexts();
  const navigate = useNavigate();
  const { network = '', cursor } = useSearch({ strict: false });
  const { requests, openCount, error: requestsError } = useRequests(network);
  const { data, error, refetch } = useStaffApi<StaffReconciliationList>('/reconciliations', {
    query: { network_id: network, cursor, limit: PAGE },
  });
  // One that has ended is a run by now.
  useEffect(() => {
    if (openCount >= 0) void refetch({ cancelRefetch: false });
  }, [openCount, refetch]);
  return (
    <Screen title={t('nav.reconciliations')} actions={<RequestRun network={network} />}>
      <p className="lead">{t('reconciliations.lead')}</p>
      <search className="search">
        <NetworkChoice
          value={network}
          onChange={(chosen) =>
            void navigate({
              to: '/operations/reconciliations',
              search: chosen === '' ? {} : { network: chosen },
            })
          }
        />
      </search>
      <Problem error={error ?? requestsError} />
      <Requested requests={requests} />
      {data === undefined && error === null ? <Skeleton lines={6} /> : null}
      {data?.data.length === 0 ? (
        <Empty title={t('reconciliations.none')}>
          <p>{t('reconciliations.noneHint')}</p>
          <p>
            <code>npx bundlewire gateway reconcile --help</code>
          </p>
        </Empty>
      ) : null}
      {data === undefined || data.data.length === 0 ? null : <Runs runs={data.data} />}
      <Pager next={data?.next_cursor ?? null} />
    </Screen>
  );
}

/** What was requested last, read again more often while one of them is open. */
function useRequests(network: string) {
  const { data, error } = useStaffApi<StaffReconciliationRequestList>('/reconciliation-requests', {
    query: { network_id: network, limit: REQUESTS_SHOWN },
    everyMs: (answer) => (countOpen(answer) === 0 ? POLL_MS : OPEN_POLL_MS),
  });
  return { requests: data?.data ?? [], openCount: countOpen(data), error };
}

function countOpen(answer: StaffReconciliationRequestList | undefined): number {
  return answer?.data.filter(({ ended_at: at }) => at === null).length ?? 0;
}

function Runs({ runs }: { readonly runs: readonly StaffReconciliation[] }) {
  const { t } = useTexts();
  const { day, number } = useFormat();
  const actor = useActors();
  const networkName = useNetworkNames();
  return (
    <DataTable
      caption={t('nav.reconciliations')}
      rows={runs}
      keyOf={({ id }) => id}
      columns={[
        { title: t('reconciliations.day'), cell: ({ date }) => day(date) },
        { title: t('purchase.network'), cell: ({ network_id: network }) => networkName(network) },
        { title: t('operations.mode'), cell: ({ livemode }) => <Mode livemode={livemode} /> },
        { title: t('reconciliations.ours'), isNumber: true, cell: ({ sent }) => number(sent) },
        { title: t('reconciliations.theirs'), isNumber: true, cell: ({ listed }) => number(listed) },
        { title: t('reconciliations.findings'), cell: (run) => <Findings run={run} /> },
        { title: t('reconciliations.ran'), cell: ({ created_at: at }) => <Time at={at} /> },
        {
          title: t('operations.who'),
          cell: ({ principal_kind: kind, principal_id: id }) => actor.whole(kind, id),
        },
        { title: t('operations.reason'), cell: ({ reason }) => reason ?? '–' },
      ]}
    />
  );
}

/** What did not agree leads to what someone must decide. */
function Findings({ run: { findings, network_id: network } }: { readonly run: StaffReconciliation }) {
  const { t } = useTexts();
  if (findings === 0) return <Badge tone="good">{t('reconciliations.agree')}</Badge>;
  return (
    <>
      <Badge tone="warn">{t('reconciliations.differ', { count: findings })}</Badge>{' '}
      <Link to="/operations/contradictions" search={{ network }}>
        {t('nav.contradictions')}
      </Link>
    </>
  );
}
