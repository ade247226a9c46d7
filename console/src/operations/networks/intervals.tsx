import { useTexts } from '../../app/i18n.tsx';
import { useFormat } from '../../ui/format.ts';
import { Time } from '../../ui/parts.tsx';
import { DataTable } from '../../ui/table.tsx';
import type { StaffNetworkMinute } from '../types.ts';
import type { HistoryRange } from './search.ts';

/** The calls of a network by interval, newest first: the same values as the charts. */
export function Intervals({
  range,
  intervals,
}: {
  readonly range: HistoryRange;
  readonly intervals: readonly StaffNetworkMinute[];
}) {
  const { t } = useTexts();
  const { number, percent } = useFormat();
  return (
    <DataTable
      caption={t(`network.callsBy.${range}`)}
      rows={intervals.toReversed()}
      keyOf={({ at }) => at}
      columns={[
        { title: t('network.from'), cell: ({ at }) => <Time at={at} /> },
        { title: t('network.calls'), isNumber: true, cell: ({ calls }) => number(calls) },
        {
          title: t('operations.failed'),
          isNumber: true,
          cell: ({ calls, troubles }) =>
            troubles === 0 ? number(0) : `${number(troubles)} (${percent(troubles / calls)})`,
        },
        { title: t('operations.slow'), isNumber: true, cell: ({ slow }) => number(slow) },
        {
          title: t('operations.mean'),
          isNumber: true,
          cell: ({ mean_ms: ms }) => t('operations.ms', { ms: number(ms) }),
        },
      ]}
    />
  );
}
