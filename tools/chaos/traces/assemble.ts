import { SEND_MARGIN_MS } from '../../../db/purchases/fence.ts';
import { idFromUuid } from '../../../domain/ids.ts';
import { RESOLVE_MARGIN_MS } from '../../../domain/purchase/deadline.ts';
import { type GatewayStep, gatewaySteps, writeGatewayStep } from './of-gateway.ts';
import { endsHold, type Known, type TransactionStep, timeIn, writeTransaction } from './of-rows.ts';
import type { Recorded, Row, RowChange } from './record.ts';
import { createTraceWriter, type Trace } from './trace.ts';

/** How the gateways of a run are set. */
export interface GatewayLimits {
  readonly timeoutMs: number;
  /** So long after its last submission, "no such order" proves that none arrived. */
  readonly holdMs: number;
}

/** What was seen of every purchase, and what was seen of none. */
export interface Assembled {
  /** By the id of the purchase. */
  readonly traces: ReadonlyMap<string, Trace>;
  /** Purchases during which PostgreSQL's clock went back. The clock of the model cannot. */
  readonly unclear: ReadonlySet<string>;
  /** One sentence per transaction that ended a hold and belongs to no purchase. */
  readonly findings: readonly string[];
}

/** Puts what was recorded about each purchase into one order. */
export function assemble({ changes, happenings }: Recorded, limits: GatewayLimits): Assembled {
  const transactions = new Map<string, TransactionStep[]>();
  const findings: string[] = [];
  for (const own of Map.groupBy(changes, ({ transaction }) => transaction).values()) {
    const steps = splitByPurchase(own);
    if (steps === null) findings.push(`a transaction ended a hold of no purchase: ${JSON.stringify(own)}`);
    for (const [purchase, step] of steps ?? []) {
      transactions.set(purchase, [...(transactions.get(purchase) ?? []), step]);
    }
  }
  const atGateways = gatewaySteps(happenings);
  const traces = new Map<string, Trace>();
  const unclear = new Set<string>();
  const jumps = changes.flatMap((change) => (goesBack(change) ? [change.at] : []));
  for (const [purchase, own] of transactions) {
    const [from, until] = [own[0]?.at ?? 0, own.at(-1)?.at ?? 0];
    if (jumps.some((at) => from <= at && at <= until)) unclear.add(purchase);
    else traces.set(purchase, toTrace(own, atGateways.get(purchase) ?? [], limits));
  }
  for (const reference of atGateways.keys()) {
    if (!transactions.has(reference)) findings.push(`${reference} reached a gateway and is no purchase`);
  }
  return { traces, unclear, findings };
}

/** Whether a change moves PostgreSQL's clock back. */
function goesBack({ table, was, row }: RowChange): boolean {
  return table === 'app_clock' && Number(row.offset_ms) < Number(was?.offset_ms);
}

/** What one transaction did to each purchase; null if it ended a hold of none. */
function splitByPurchase(changes: readonly RowChange[]): Map<string, TransactionStep> | null {
  // Of several triggers of one transaction, the last one is nearest to its commit.
  const at = changes.at(-1)?.at ?? 0;
  const byPurchase = Map.groupBy(changes, purchaseIn);
  const ends = holdsEndedBy(changes);
  const steps = new Map<string, TransactionStep>();
  for (const [purchase, own] of byPurchase) {
    if (purchase === null) continue;
    const isFirst = steps.size === 0;
    const isOwn = own.some(endsHold);
    steps.set(purchase, {
      at,
      changes: own,
      holdsEnded: isOwn || (ends.isStray && isFirst) ? ends.times : 0,
    });
  }
  return ends.isStray && steps.size === 0 ? null : steps;
}

/** How often a transaction ended each hold: once, if the held balance changed by the prices of what was bought and of what became final. */
function holdsEndedBy(changes: readonly RowChange[]): { times: number; isStray: boolean } {
  let held = 0;
  let expected = 0;
  let isOfPurchase = false;
  for (const change of changes) {
    const { table, was, row } = change;
    if (table === 'accounts') held += Number(row.held) - Number(was?.held);
    if (table !== 'purchases') continue;
    if (was === null) expected += Number(row.price);
    if (endsHold(change)) {
      expected -= Number(row.price);
      isOfPurchase = true;
    }
  }
  const isStray = !isOfPurchase && held !== expected;
  if (held === expected) return { times: 1, isStray };
  return { times: held < expected ? 2 : 0, isStray };
}

/** The purchase that a row belongs to; null for balances, events of campaigns, and callbacks that name none. */
function purchaseIn({ table, row }: RowChange): string | null {
  if (table === 'audit_log') return String(row.subject);
  const uuid = uuidIn(table, row) ?? null;
  return uuid === null ? null : idFromUuid('pur', String(uuid));
}

function uuidIn(table: string, row: Row): unknown {
  switch (table) {
    case 'purchases':
      return row.id;
    case 'events':
      return String(row.type).startsWith('purchase.') ? row.subject_id : null;
    default:
      return row.purchase_id;
  }
}

function toTrace(
  transactions: readonly TransactionStep[],
  atGateway: readonly GatewayStep[],
  limits: GatewayLimits,
): Trace {
  const trace = createTraceWriter();
  const known = findKnown(transactions, limits);
  let lastFence: number | null = null;
  // A gateway's time is in whole milliseconds, rounded down: at the same time, it comes first.
  const steps = [...withRefusals(atGateway, transactions), ...transactions].toSorted((a, b) => a.at - b.at);
  for (const step of steps) {
    if ('what' in step) {
      writeGatewayStep(trace, step, lastFence === null ? null : lastFence + limits.holdMs * 1_000);
      continue;
    }
    writeTransaction(trace, step, known);
    for (const { table, was } of step.changes) {
      if (table === 'submissions' && was === null) lastFence = step.at;
    }
  }
  return trace.steps;
}

function findKnown(transactions: readonly TransactionStep[], { timeoutMs }: GatewayLimits): Known {
  const changes = transactions.flatMap((step) => step.changes);
  const purchase = changes.find(({ table }) => table === 'purchases');
  if (purchase === undefined) throw new TypeError('a trace without its purchase');
  const resolveBy = timeIn(purchase.row.resolve_by);
  const deadlines = {
    cutoff: resolveBy - timeoutMs - SEND_MARGIN_MS,
    settleBy: resolveBy - RESOLVE_MARGIN_MS.default,
    resolveBy,
  };
  const callbacks = changes.filter(({ table }) => table === 'gateway_callbacks');
  const deliveries = new Set(
    callbacks.flatMap(({ row }) => (row.handled_as === 'confirmed' ? [row.id] : [])),
  );
  const first = callbacks.find(
    ({ was, row }) => was === null && row.purchase_id !== null && deliveries.has(row.id),
  );
  return { deadlines, callback: first?.row.id ?? null };
}

/** A gateway that refuses a submission takes no order. For the model, it took it and refused it. */
function withRefusals(
  atGateway: readonly GatewayStep[],
  transactions: readonly TransactionStep[],
): GatewayStep[] {
  const refusal = transactions.find(({ changes }) =>
    changes.some(({ table, row }) => table === 'submissions' && row.outcome === 'refused'),
  );
  const wasTaken = atGateway.some(({ what }) => what === 'taken');
  if (refusal === undefined || wasTaken) return [...atGateway];
  const refused = atGateway.findLast(({ at, what }) => what === 'turned_away' && at <= refusal.at);
  return atGateway.flatMap((step) =>
    step === refused
      ? [
          { at: step.at, what: 'taken' },
          { at: step.at, what: 'failed' },
        ]
      : [step],
  );
}
