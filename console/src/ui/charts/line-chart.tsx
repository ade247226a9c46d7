import { useEffect, useRef } from 'react';
import UPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { timeRange } from './time-range.ts';

/** A value at a time, in seconds since 1970. */
export interface ChartPoint {
  readonly at: number;
  readonly value: number;
}

const HEIGHT = 240;
/** Distances between the times that are named, in seconds. */
const STEPS = {
  day: [1, 2, 7, 14, 28, 91, 182].map((days) => days * 86_400),
  hour: [1, 2, 3, 6, 12, 24].map((hours) => hours * 3_600),
  minute: [1, 5, 10, 15, 30, 60].map((minutes) => minutes * 60),
} as const;

/**
 * A line over UTC days, hours or minutes. What it shows must also be in a table beside it, because a picture has no text.
 * @param label says what the line shows, for people who do not see it
 * @param format writes a value beside the axis
 * @param formatDay writes a time below the axis, in seconds since 1970
 */
export function LineChart({
  points,
  label,
  format,
  formatDay,
  step = 'day',
}: {
  readonly points: readonly ChartPoint[];
  readonly label: string;
  readonly format: (value: number) => string;
  readonly formatDay: (seconds: number) => string;
  readonly step?: keyof typeof STEPS;
}) {
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const { current: element } = frame;
    if (element === null) return;
    return draw(element, points, { format, formatDay, step });
  }, [points, format, formatDay, step]);
  return <div className="chart" role="img" aria-label={label} ref={frame} />;
}

interface Writing {
  readonly format: (value: number) => string;
  readonly formatDay: (seconds: number) => string;
  readonly step: keyof typeof STEPS;
}

/** Draws it again when its width or the theme changes. @returns what removes it */
function draw(element: HTMLElement, points: readonly ChartPoint[], writing: Writing): () => void {
  let chart: UPlot | null = null;
  const times = points.map(({ at }) => at);
  const show = () => {
    chart?.destroy();
    chart = new UPlot(optionsFor(element, times, writing), dataOf(points), element);
  };
  const sizes = new ResizeObserver(() => chart?.setSize({ width: element.clientWidth, height: HEIGHT }));
  const theme = new MutationObserver(show);
  const scheme = matchMedia('(prefers-color-scheme: dark)');
  show();
  sizes.observe(element);
  theme.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  scheme.addEventListener('change', show);
  return () => {
    sizes.disconnect();
    theme.disconnect();
    scheme.removeEventListener('change', show);
    chart?.destroy();
  };
}

function dataOf(points: readonly ChartPoint[]): UPlot.AlignedData {
  return [points.map(({ at }) => at), points.map(({ value }) => value)];
}

function optionsFor(
  element: HTMLElement,
  times: readonly number[],
  { format, formatDay, step }: Writing,
): UPlot.Options {
  const style = getComputedStyle(element);
  const accent = style.getPropertyValue('accent-color');
  const axis = {
    stroke: style.color,
    font: `12px ${style.fontFamily}`,
    grid: { stroke: style.borderTopColor, width: 1 },
  };
  return {
    width: element.clientWidth,
    height: HEIGHT,
    tzDate: (seconds) => UPlot.tzDate(new Date(seconds * 1_000), 'Etc/UTC'),
    legend: { show: false },
    cursor: { show: false },
    // A balance is never below zero, and a line that begins elsewhere exaggerates.
    scales: {
      x: { range: () => timeRange(times, Math.min(...STEPS[step])) },
      y: { range: (_chart, _low, high) => [0, high <= 0 ? 1 : high * 1.1] },
    },
    axes: [
      { ...axis, values: (_chart, ticks) => ticks.map(formatDay), incrs: [...STEPS[step]] },
      { ...axis, size: 110, values: (_chart, ticks) => ticks.map(format) },
    ],
    series: [{}, { stroke: accent, width: 2, points: { size: 5 } }],
  };
}
