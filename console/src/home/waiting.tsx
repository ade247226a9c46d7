import { Link } from '@tanstack/react-router';
import type { ApprovalList, BatchList } from '../../../clients/typescript/src/types.ts';
import { useApi } from '../app/data.ts';
import { useTexts } from '../app/i18n.tsx';
import { useRight, useSignedIn } from '../app/session.tsx';
import { waitsFor } from '../approvals/own.ts';
import { Card, Money } from '../ui/parts.tsx';

/** How often it is read again, in ms. */
const POLL_MS = 30_000;
/** Campaigns that are named. The list of campaigns has all of them. */
const NAMED = 5;

/** What others have prepared and asked for, for people who may start or approve campaigns; nothing for others. */
export function WaitingCard() {
  const { t } = useTexts();
  const mayStart = useRight('batches:start');
  const mayDecide = useRight('approvals:decide');
  const mayRead = useRight('approvals:read');
  const ready = useApi<BatchList>('/v1/batches', {
    query: { status: 'ready', archived: false, limit: NAMED },
    everyMs: POLL_MS,
    enabled: mayStart,
  });
  const asked = useApi<ApprovalList>('/v1/approvals', {
    query: { status: 'requested', limit: 100 },
    everyMs: POLL_MS,
    enabled: mayRead,
  });
  const { id: own } = useSignedIn().person;
  const requests = asked.data?.data ?? [];
  // What waits for an approval waits for those who give it.
  const waiting = new Set(requests.map(({ batch_id: id }) => id));
  const campaigns = ready.data?.data.filter(({ id }) => !waiting.has(id)) ?? [];
  const approvals = mayDecide ? requests.filter((request) => waitsFor(request, own)).length : 0;
  // Both at the same time: a campaign must not be shown until it is known that it waits for an approval.
  if ((mayStart && ready.isPending) || (mayRead && asked.isPending)) return null;
  if (campaigns.length === 0 && approvals === 0) return null;
  return (
    <Card title={t('home.waiting')}>
      {approvals === 0 ? null : (
        <p>
          <Link to="/approvals">{t('home.approvals', { count: approvals })}</Link>
        </p>
      )}
      {campaigns.length === 0 ? null : (
        <>
          <p>{t('home.ready')}</p>
          <ul>
            {campaigns.map(({ id, reference, cost }) => (
              <li key={id}>
                <Link to="/campaigns/$batchId" params={{ batchId: id }}>
                  {reference}
                </Link>{' '}
                <Money {...cost} />
              </li>
            ))}
          </ul>
        </>
      )}
      {ready.data?.has_more === true ? (
        <Link to="/campaigns" search={{ state: 'ready' }}>
          {t('home.allReady')}
        </Link>
      ) : null}
    </Card>
  );
}
