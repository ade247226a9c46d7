import { lazy, Suspense, useCallback, useMemo } from 'react';
import { useTexts } from '../../app/i18n.tsx';
import { useFormat } from '../../ui/format.ts';
import { Card, Skeleton } from '../../ui/parts.tsx';
import type { StaffNetworkMinute } from '../types.ts';
import type { HistoryRange } from './search.ts';

const LineChart = lazy(() =>
  import('../../ui/charts/line-chart.tsx').then(({ LineChart: each }) => ({ default: each })),
);

/** By what the times below a chart are apart. */
const STEPS = { hour: 'minute', day: 'hour', week: 'hour' } as const;

/** Failures and times of a network by interval, as lines. The table below them has the same values. */
export function HealthCharts({
  range,
  minutes,
}: {
  readonly range: HistoryRange;
  readonly minutes: readonly StaffNetworkMinute[];
}) {
  const { t } = useTexts();
  const { number, percent } = useFormat();
  const failed = useMemo(
    () => toPoints(minutes, ({ calls, troubles }) => (calls === 0 ? 0 : troubles / calls)),
    [minutes],
  );
  const times = useMemo(() => toPoints(minutes, ({ mean_ms: ms }) => ms), [minutes]);
  const formatMs = useCallback((ms: number) => t('operations.ms', { ms: number(ms) }), [t, number]);
  const most = (points: readonly { readonly value: number }[]) =>
    Math.max(...points.map(({ value }) => value));
  return (
    <>
      <IntervalChart
        range={range}
        title={t('network.failedOverTime')}
        points={failed}
        label={t(`network.chartFailed.${range}`, { most: percent(most(failed)) })}
        format={percent}
      />
      <IntervalChart
        range={range}
        title={t('network.timeOverTime')}
        points={times}
        label={t(`network.chartTime.${range}`, { most: formatMs(most(times)) })}
        format={formatMs}
      />
    </>
  );
}

function IntervalChart({
  range,
  title,
  points,
  label,
  format,
}: {
  readonly range: HistoryRange;
  readonly title: string;
  readonly points: ReturnType<typeof toPoints>;
  readonly label: string;
  readonly format: (value: number) => string;
}) {
  const { clock, weekdayClock } = useFormat();
  const write = range === 'hour' ? clock : weekdayClock;
  const formatTime = useCallback(
    (seconds: number) => write(new Date(seconds * 1_000).toISOString()),
    [write],
  );
  return (
    <Card title={title}>
      <Suspense fallback={<Skeleton lines={8} />}>
        <LineChart points={points} label={label} format={format} step={STEPS[range]} formatDay={formatTime} />
      </Suspense>
    </Card>
  );
}

function toPoints(
  minutes: readonly StaffNetworkMinute[],
  read: (minute: StaffNetworkMinute) => number,
): readonly { readonly at: number; readonly value: number }[] {
  return minutes.map((minute) => ({ at: Date.parse(minute.at) / 1_000, value: read(minute) }));
}
