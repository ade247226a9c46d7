import { Link, useParams } from '@tanstack/react-router';
import { useTexts } from '../app/i18n.tsx';
import { useFormat } from '../ui/format.ts';
import { Empty, Problem, Screen, Skeleton, Time } from '../ui/parts.tsx';
import { DataTable } from '../ui/table.tsx';
import { useStaffApi } from './data.ts';
import type { StaffNetworkMinuteList } from './types.ts';

const POLL_MS = 30_000;

/** The calls of a network in the last hour, the newest minute first. */
export function NetworkPage() {
  const { t } = useTexts();
  const { number } = useFormat();
  const { networkId = '' } = useParams({ strict: false });
  const { data, error } = useStaffApi<StaffNetworkMinuteList>(
    `/networks/${encodeURIComponent(networkId)}/minutes`,
    { everyMs: POLL_MS },
  );
  return (
    <Screen title={t('operations.networkTitle', { network: networkId })}>
      <p>
        <Link to="/operations">{t('operations.backToOverview')}</Link>
      </p>
      <Problem error={error} />
      {data === undefined && error === null ? <Skeleton lines={6} /> : null}
      {data?.data.length === 0 ? <Empty title={t('operations.noCalls')} /> : null}
      {data === undefined || data.data.length === 0 ? null : (
        <DataTable
          caption={t('operations.minutes')}
          rows={data.data.toReversed()}
          keyOf={({ at }) => at}
          columns={[
            { title: t('operations.minute'), cell: ({ at }) => <Time at={at} /> },
            { title: t('operations.calls'), isNumber: true, cell: ({ calls }) => number(calls) },
            { title: t('operations.failed'), isNumber: true, cell: ({ troubles }) => number(troubles) },
            { title: t('operations.slow'), isNumber: true, cell: ({ slow }) => number(slow) },
            {
              title: t('operations.mean'),
              isNumber: true,
              cell: ({ mean_ms: ms }) => t('operations.ms', { ms: number(ms) }),
            },
          ]}
        />
      )}
    </Screen>
  );
}
