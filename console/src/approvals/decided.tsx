import { Link } from '@tanstack/react-router';
import type { ApprovalList } from '../../../clients/typescript/src/types.ts';
import { useApi } from '../app/data.ts';
import { useTexts } from '../app/i18n.tsx';
import { Card, Money, Problem, Time } from '../ui/parts.tsx';
import { DataTable } from '../ui/table.tsx';
import { ActorName } from './actor.tsx';
import { decidersOf, isEnded, outcomeText } from './ended.ts';

/** How often the requests are read again, in ms. */
const POLL_MS = 30_000;
/** The API gives at most this many in one answer. */
const NEWEST = 100;

/** The outcome of the newest requests that have ended: how, by whom, when and why. Nothing if there are none. */
export function DecidedCard() {
  const { t } = useTexts();
  const { data, error } = useApi<ApprovalList>('/v1/approvals', {
    query: { limit: NEWEST },
    everyMs: POLL_MS,
  });
  const ended = (data?.data ?? [])
    .filter(isEnded)
    .toSorted((a, b) => Date.parse(b.ended_at ?? '') - Date.parse(a.ended_at ?? ''));
  if (ended.length === 0 && error === null) return null;
  return (
    <Card title={t('outcome.title')}>
      <Problem error={error} />
      <DataTable
        caption={t('outcome.title')}
        rows={ended}
        keyOf={({ id }) => id}
        columns={[
          {
            title: t('approvals.campaign'),
            cell: ({ batch_id: batchId, batch_reference: reference }) => (
              <Link to="/campaigns/$batchId" params={{ batchId }}>
                {reference ?? batchId}
              </Link>
            ),
          },
          { title: t('approvals.mostSpent'), isNumber: true, cell: ({ amount }) => <Money {...amount} /> },
          { title: t('outcome.what'), cell: (one) => t(outcomeText(one)) },
          {
            title: t('outcome.by'),
            cell: (one) =>
              decidersOf(one).map((actor, at) => (
                <span key={actor.id}>
                  {at === 0 ? '' : ', '}
                  <ActorName actor={actor} />
                </span>
              )),
          },
          { title: t('outcome.at'), cell: ({ ended_at: at }) => <Time at={at} /> },
          { title: t('approvals.reasonNeeded'), cell: ({ end_reason: reason }) => reason },
        ]}
      />
      {data?.has_more === true ? <p className="hint">{t('outcome.newest', { count: NEWEST })}</p> : null}
    </Card>
  );
}
