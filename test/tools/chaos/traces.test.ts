import { describe, expect, it } from 'vitest';
import { idFromUuid } from '../../../domain/ids.ts';
import { assemble } from '../../../tools/chaos/traces/assemble.ts';
import type { Happening, Row, RowChange } from '../../../tools/chaos/traces/record.ts';
import { renderStep } from '../../../tools/chaos/traces/tla.ts';
import { toShapes } from '../../../tools/chaos/traces/trace.ts';
import { TRUE_TRACES } from '../../support/chaos/traces.ts';

const UUID = '0190a000-0000-7000-8000-000000000001';
const ID = idFromUuid('pur', UUID);
const OTHER = '0190a000-0000-7000-8000-000000000002';
const BATCH = '0190a000-0000-7000-8000-000000000003';
const LIMITS = { timeoutMs: 3_000, holdMs: 4_000 };
const PRICE = 100;

/** `ms` milliseconds after the purchase was accepted. It has a minute. */
const time = (ms: number) => new Date(1_000_000 + ms).toISOString();
const RESOLVE_BY = time(60_000);

interface Change {
  readonly table: string;
  readonly row: Row;
  readonly was?: Row;
}

/** Transactions with their times; the number is the place in the list. */
function committed(...transactions: readonly (readonly [ms: number, ...Change[]])[]): RowChange[] {
  return transactions.flatMap(([ms, ...changes], nth) =>
    changes.map(({ table, row, was = null }) => ({
      transaction: String(nth),
      at: (1_000_000 + ms) * 1_000,
      table,
      was,
      row,
    })),
  );
}

const purchase = (status: string, more: Row = {}, id = UUID): Change => ({
  table: 'purchases',
  row: { id, status, price: PRICE, created_at: time(0), resolve_by: RESOLVE_BY, ...more },
  ...(status === 'pending' ? {} : { was: { id, status: 'pending' } }),
});
const held = (from: number, to: number): Change => ({
  table: 'accounts',
  row: { held: to },
  was: { held: from },
});
const submission = (attempt: number, ms: number, outcome: string | null = null): Change => ({
  table: 'submissions',
  row: { purchase_id: UUID, attempt, sent_at: time(ms), outcome },
  ...(outcome === null ? {} : { was: { outcome: null } }),
});
const confirmation = (ms: number): Change => ({
  table: 'confirmations',
  row: { purchase_id: UUID, received_at: time(ms) },
});
const event = (type: string, id = UUID): Change => ({
  table: 'events',
  row: { subject_id: id, type: `purchase.${type}` },
});
const line = (type: string): Change => ({ table: 'statement_lines', row: { purchase_id: UUID, type } });
const at = (ms: number, what: Happening['what']): Happening => ({
  atMs: 1_000_000 + ms,
  reference: ID,
  what,
});

const BOUGHT = [0, purchase('pending'), held(0, PRICE)] as const;
const FAILED = [purchase('failed', { completed_at: time(9_000) }), event('failed')] as const;

const traceOf = (changes: readonly RowChange[], happenings: readonly Happening[] = []) =>
  assemble({ changes, happenings }, LIMITS).traces.get(ID);

describe('the trace of a purchase', () => {
  it('has its transactions and the steps of its gateway, in the order of their times', () => {
    const changes = committed(
      BOUGHT,
      [100, submission(1, 100)],
      [300, submission(1, 100, 'confirmed'), confirmation(290)],
      [
        310,
        purchase('successful', { completed_at: time(305) }),
        line('purchase'),
        event('successful'),
        held(PRICE, 0),
      ],
    );
    const happenings = [at(150, 'submitted'), at(150, 'taken'), at(200, 'delivered')];
    expect(traceOf(changes, happenings)).toEqual(TRUE_TRACES['an answer that confirms']);
  });

  it('has what a gateway turned away, and only denials that prove something', () => {
    const changes = committed(
      BOUGHT,
      [100, submission(1, 100)],
      [5_000, submission(1, 100, 'unknown')],
      [9_000, submission(2, 9_000)],
    );
    const happenings = [
      at(150, 'submitted'),
      at(3_000, 'denied'),
      at(4_200, 'denied'),
      at(4_300, 'denied'),
      at(9_100, 'submitted'),
      at(9_101, 'taken'),
    ];
    const steps = traceOf(changes, happenings)?.map((step) => renderStep(step));
    expect(steps).toEqual([
      'what |-> "change", became |-> [status |-> "pending"]',
      'what |-> "change", became |-> [fence |-> <<"open">>]',
      'what |-> "turned_away"',
      'what |-> "denied"',
      'what |-> "change", became |-> [fence |-> <<"open", "open">>]',
      'what |-> "change", became |-> [order |-> "has", orders |-> 1]',
    ]);
  });

  it('has a refused submission as an order that the gateway took and refused', () => {
    const changes = committed(BOUGHT, [100, submission(1, 100)], [200, submission(1, 100, 'refused')]);
    expect(traceOf(changes, [at(150, 'submitted')])?.slice(2)).toEqual([
      { what: 'change', clock: null, became: { order: 'has', orders: 1 } },
      { what: 'change', clock: null, became: { order: 'refused' } },
    ]);
  });

  it('has the callback that was handled as a delivery, and no other', () => {
    const callback = (id: string, handled_as: string | null): Change => ({
      table: 'gateway_callbacks',
      row: {
        id,
        purchase_id: UUID,
        received_at: time(70_000),
        handled_at: handled_as === null ? null : time(70_001),
        handled_as,
      },
      ...(handled_as === null ? {} : { was: { handled_at: null } }),
    });
    const changes = committed(
      BOUGHT,
      [70_000, callback('first', null)],
      [70_001, callback('second', null)],
      [70_002, callback('first', 'refused')],
      [70_003, callback('second', 'confirmed')],
    );
    expect(traceOf(changes)?.slice(1)).toEqual([
      { what: 'change', clock: null, became: { cb: 'late' } },
      { what: 'change', clock: null, became: { cb: 'handled' } },
    ]);
  });

  it.each<[string, number, number]>([
    ['once', 0, 1],
    ['twice', -PRICE, 2],
    ['not at all', PRICE, 0],
  ])('says that a hold was released %s, by the held balance', (_, after, times) => {
    const steps = traceOf(committed(BOUGHT, [9_000, ...FAILED, held(PRICE, after)]));
    expect(steps?.at(-1)).toMatchObject({ became: { status: 'failed' } });
    const became = steps?.flatMap((step) => ('became' in step ? [step.became.released ?? 0] : []));
    expect(Math.max(...(became ?? []))).toBe(times);
  });

  it('says that a hold was used up and released as well', () => {
    const charged = [
      purchase('successful', { completed_at: time(9_000) }),
      line('purchase'),
      event('successful'),
    ] as const;
    const twice = traceOf(committed(BOUGHT, [9_000, ...charged, held(PRICE, -PRICE)]));
    expect(twice?.at(-1)).toMatchObject({ became: { captured: 1, released: 1 } });
  });

  it('divides a transaction between its purchases, without what belongs to a campaign', () => {
    const ofCampaign = { table: 'events', row: { subject_id: BATCH, type: 'batch.completed' } };
    const both = [
      ofCampaign,
      ...FAILED,
      purchase('failed', { completed_at: time(9_000) }, OTHER),
      event('failed', OTHER),
    ];
    const changes = committed(
      [0, purchase('pending'), purchase('pending', {}, OTHER), held(0, 2 * PRICE)],
      [9_000, ...both, held(2 * PRICE, 0)],
    );
    const { traces, findings } = assemble({ changes, happenings: [] }, LIMITS);
    const shapes = toShapes(traces);
    expect(findings).toEqual([]);
    expect(shapes.map(({ purchases }) => purchases)).toEqual([[ID, idFromUuid('pur', OTHER)]]);
    expect(shapes[0]?.trace.at(-1)).toMatchObject({ became: { status: 'failed', released: 1 } });
  });
});

it('a purchase during which the clock went back has no trace', () => {
  const seen = (ms: number, from: number, to: number) => {
    const jump = { table: 'app_clock', row: { offset_ms: to }, was: { offset_ms: from } };
    const changes = committed(BOUGHT, [ms, jump], [9_000, ...FAILED, held(PRICE, 0)]);
    return assemble({ changes, happenings: [] }, LIMITS);
  };
  expect([...seen(5_000, 0, -500).unclear]).toEqual([ID]);
  expect(seen(5_000, 0, -500).traces.size).toBe(0);
  expect(seen(5_000, 0, 500).traces.size).toBe(1);
  expect(seen(9_500, 500, 0).traces.size).toBe(1);
});

describe('what belongs to no purchase', () => {
  it('is a finding: a hold that ends, and an order at a gateway', () => {
    const changes = committed([0, held(PRICE, 0)]);
    const { findings } = assemble({ changes, happenings: [at(0, 'submitted')] }, LIMITS);
    expect(findings.join()).toContain('ended a hold of no purchase');
    expect(findings.join()).toContain(`${ID} reached a gateway`);
  });
});
