import { expect, it } from 'vitest';
import type { WaitingRow } from '../../../../db/batches/release.ts';
import type { NetworkShare } from '../../../../db/batches/shares.ts';
import { createLastLook, listUnsent, type Page } from '../../../../services/batches/release/next-look.ts';

function share(networkId: string, waiting: number, perSecond: number | null): NetworkShare {
  return {
    networkId,
    network: { inFlightMax: 100, resolveWithinMs: 60_000 },
    sharing: [],
    observed: perSecond === null ? null : { at: new Date(0), finals: 0, perSecond },
    finals: 0,
    hours: { kind: 'open' },
    waiting,
  };
}

const row = (networkId: string, line: number): WaitingRow => ({
  networkId,
  line,
  cells: [],
  chosen: null,
  reference: `r.${line}`,
  price: 1,
});

/** A page of one network at which rows wait. */
function page(over: Partial<Page> = {}): Page {
  return {
    quiet: { some: false, allForMs: null },
    shares: [share('net_mtn', 100, 8)],
    rooms: [{ networkId: 'net_mtn', room: 10 }],
    unsent: new Map([['net_mtn', 4]]),
    taken: [row('net_mtn', 1), row('net_mtn', 2), row('net_mtn', 3)],
    released: new Set([1, 2]),
    at: 1_000,
    ...over,
  };
}

it('counts only the rows that became purchases', () => {
  expect(listUnsent(page(), createLastLook())).toEqual([{ perSecond: 8, before: 4, after: 6 }]);
});

it('leaves out networks that are closed, and those for which no row waits after the page', () => {
  const shares = [share('net_mtn', 3, 8), share('net_glo', 50, 8)];
  expect(listUnsent(page({ shares }), createLastLook())).toEqual([]);
});

it('sees from what was sent since the last look that a network is faster than its completions', () => {
  const lastLook = createLastLook();
  listUnsent(page(), lastLook);
  const next = page({ unsent: new Map([['net_mtn', 1]]), taken: [], released: new Set(), at: 1_100 });
  expect(listUnsent(next, lastLook)).toEqual([{ perSecond: 50, before: 1, after: 1 }]);
  expect(listUnsent({ ...next, at: 1_200 }, lastLook)).toEqual([{ perSecond: 8, before: 1, after: 1 }]);
});

it('knows no rate before the first completion', () => {
  const shares = [share('net_mtn', 100, null)];
  expect(listUnsent(page({ shares }), createLastLook())).toEqual([{ perSecond: null, before: 4, after: 6 }]);
});
