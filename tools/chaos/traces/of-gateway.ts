import type { Happening } from './record.ts';
import type { Seen, TraceWriter } from './trace.ts';

/** What a gateway did with one purchase. */
export interface GatewayStep {
  /** Microseconds since 1970. */
  readonly at: number;
  readonly what: Exclude<Happening['what'], 'submitted'> | 'turned_away';
}

/** What happened to each reference. A submission that took no order was turned away; whether it took one follows it immediately. */
export function gatewaySteps(happenings: readonly Happening[]): Map<string, GatewayStep[]> {
  const byReference = Map.groupBy(happenings, ({ reference }) => reference);
  return new Map([...byReference].map(([reference, own]) => [reference, toSteps(own)]));
}

function toSteps(own: readonly Happening[]): GatewayStep[] {
  const steps: GatewayStep[] = [];
  const arrived: number[] = [];
  for (const { atMs, what } of own) {
    const at = atMs * 1_000;
    if (what === 'submitted') {
      arrived.push(at);
      continue;
    }
    if (what === 'taken') arrived.pop();
    steps.push({ at, what });
  }
  const away = arrived.map((at) => ({ at, what: 'turned_away' }) as const);
  return [...steps, ...away].toSorted((a, b) => a.at - b.at);
}

/**
 * Adds a step of the gateway to a trace.
 * @param provesSince from when on a denial proves that no submission can still arrive; null before the first one
 */
export function writeGatewayStep(
  trace: TraceWriter,
  { at, what }: GatewayStep,
  provesSince: number | null,
): void {
  const { seen } = trace;
  switch (what) {
    case 'taken':
      trace.change({ ...seen, order: seen.order === 'none' ? 'has' : seen.order, orders: seen.orders + 1 });
      return;
    case 'denied':
      if (provesSince !== null && at >= provesSince) trace.note('denied');
      return;
    case 'turned_away':
      trace.note('turned_away');
      return;
    default:
      trace.change({ ...seen, order: ORDERS[what] });
  }
}

const ORDERS: Readonly<Record<'delivered' | 'failed' | 'reversed', Seen['order']>> = {
  delivered: 'delivered',
  failed: 'refused',
  reversed: 'reversed',
};
