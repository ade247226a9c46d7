import { Link } from '@tanstack/react-router';
import { useTexts } from '../../app/i18n.tsx';
import { useFailureWords } from '../../purchases/words.tsx';
import { Card, Money, Problem, Skeleton, Time } from '../../ui/parts.tsx';
import { DataTable } from '../../ui/table.tsx';
import { useStaffApi } from '../data.ts';
import { useAccountColumns } from '../late/purchase-columns.tsx';
import { PurchaseLink } from '../links.tsx';
import { olderThan, STUCK_AFTER } from '../stuck/search.ts';
import { StuckTable } from '../stuck/table.tsx';
import type { StaffFailedPurchaseList, StaffStuckList } from '../types.ts';

const POLL_MS = 30_000;
const FAILED = 20;
/** Few: the service examines each. */
const STUCK = 10;

/** Purchases on a network that are stuck, and those that failed last. */
export function Troubles({ networkId }: { readonly networkId: string }) {
  return (
    <>
      <Stuck networkId={networkId} />
      <Failed networkId={networkId} />
    </>
  );
}

function Stuck({ networkId }: { readonly networkId: string }) {
  const { t } = useTexts();
  const { data, error } = useStaffApi<StaffStuckList>('/purchases/stuck', {
    query: { network_id: networkId, ...olderThan(), limit: STUCK },
    everyMs: POLL_MS,
  });
  return (
    <Card title={t('network.stuck')}>
      <p className="hint">{t('operations.stuckLead', { count: STUCK_AFTER })}</p>
      <Problem error={error} />
      {data === undefined && error === null ? <Skeleton lines={2} /> : null}
      {data?.data.length === 0 ? <p>{t('operations.nothingStuck')}</p> : null}
      {data === undefined || data.data.length === 0 ? null : <StuckTable purchases={data.data} />}
      {data?.has_more === true ? (
        <p>
          <Link to="/operations/stuck" search={{ network: networkId }}>
            {t('network.allStuck')}
          </Link>
        </p>
      ) : null}
    </Card>
  );
}

function Failed({ networkId }: { readonly networkId: string }) {
  const { t } = useTexts();
  const whyFailed = useFailureWords();
  const account = useAccountColumns();
  const { data, error } = useStaffApi<StaffFailedPurchaseList>('/purchases/failed', {
    query: { network_id: networkId, limit: FAILED },
    everyMs: POLL_MS,
  });
  return (
    <Card title={t('network.failed')}>
      <Problem error={error} />
      {data === undefined && error === null ? <Skeleton lines={4} /> : null}
      {data?.data.length === 0 ? <p>{t('network.noneFailed')}</p> : null}
      {data === undefined || data.data.length === 0 ? null : (
        <>
          <p className="hint">{t('network.failedHint', { count: FAILED })}</p>
          <DataTable
            caption={t('network.failed')}
            rows={data.data}
            keyOf={({ id }) => id}
            columns={[
              {
                title: t('purchases.reference'),
                cell: ({ id, reference }) => <PurchaseLink id={id}>{reference}</PurchaseLink>,
              },
              ...account,
              { title: t('purchases.price'), isNumber: true, cell: ({ price }) => <Money {...price} /> },
              { title: t('operations.failureCode'), cell: ({ code }) => code },
              { title: t('operations.why'), cell: whyFailed },
              { title: t('network.failedAt'), cell: ({ completed_at: at }) => <Time at={at} /> },
            ]}
          />
        </>
      )}
    </Card>
  );
}
