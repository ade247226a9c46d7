import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import { idFromUuid } from '../../domain/ids.ts';
import { type BrokenRow, type Finding, found, notChecked } from './report.ts';

/** A source of which workflows run; Temporal in production. */
export interface WorkflowLookup {
  /** The ids whose workflow is running now. */
  isRunning(workflowIds: readonly string[]): Promise<ReadonlySet<string>>;
}

/** A pending purchase that no outbox row will start. */
interface Unqueued {
  readonly uuid: string;
  readonly nextActionAt: Date;
}

/** Purchases that one query fetches and one question to Temporal covers. */
const PAGE = 500;

/**
 * Invariant 8. Rows and workflows cannot be read at the same moment, so a purchase that seems stranded is checked again after
 * `recheckAfterMs`: its row, its workflow, and its row once more, because it may be settled between the two.
 */
export async function checkPending(
  pool: Pool,
  temporal: WorkflowLookup | null,
  accountUuid: string | null,
  recheckAfterMs: number,
): Promise<Finding> {
  if (temporal === null) return notChecked('there is no Temporal server to ask');

  const checked = await countPending(pool, accountUuid);
  try {
    const suspects: string[] = [];
    for await (const page of unqueuedPurchases(pool, accountUuid)) {
      suspects.push(...(await withoutWorkflow(temporal, page)).map(({ uuid }) => uuid));
    }
    if (suspects.length === 0) return found(checked, []);

    await sleep(recheckAfterMs);
    const stranded: Unqueued[] = [];
    for (let start = 0; start < suspects.length; start += PAGE) {
      stranded.push(...(await recheck(pool, temporal, suspects.slice(start, start + PAGE))));
    }
    return found(checked, stranded.map(asBroken));
  } catch (error) {
    if (!(error instanceof LookupFailed)) throw error;
    return notChecked(error.message);
  }
}

async function recheck(pool: Pool, temporal: WorkflowLookup, uuids: readonly string[]): Promise<Unqueued[]> {
  const still = await stillUnqueued(pool, uuids);
  const lost = await withoutWorkflow(temporal, still);
  return stillUnqueued(
    pool,
    lost.map(({ uuid }) => uuid),
  );
}

function asBroken({ uuid, nextActionAt }: Unqueued): BrokenRow {
  const row = idFromUuid('pur', uuid);
  const due = nextActionAt.toISOString();
  return {
    row,
    why: `pending, but nothing will start it and no workflow runs; it was to act next at ${due}`,
  };
}

/** Temporal could not be asked, which says nothing about the purchases. */
class LookupFailed extends Error {
  constructor(cause: unknown) {
    super(`Temporal could not be asked: ${cause instanceof Error ? cause.message : String(cause)}`, {
      cause,
    });
    this.name = 'LookupFailed';
  }
}

async function withoutWorkflow(
  temporal: WorkflowLookup,
  purchases: readonly Unqueued[],
): Promise<Unqueued[]> {
  if (purchases.length === 0) return [];
  // The workflow id of a purchase is its own id.
  const ids = purchases.map(({ uuid }) => idFromUuid('pur', uuid));
  const running = await temporal.isRunning(ids).catch((error: unknown) => {
    throw new LookupFailed(error);
  });
  return purchases.filter((_, index) => !running.has(ids[index] ?? ''));
}

async function countPending(pool: Pool, accountUuid: string | null): Promise<number> {
  const { rows } = await pool.query<{ count: number }>({
    text: `
      SELECT count(*) AS count
        FROM purchases
       WHERE status = 'pending'
         AND ($1::uuid IS NULL OR account_id = $1)`,
    values: [accountUuid],
  });
  return rows[0]?.count ?? 0;
}

async function* unqueuedPurchases(
  pool: Pool,
  accountUuid: string | null,
): AsyncGenerator<readonly Unqueued[]> {
  for (let after = '00000000-0000-0000-0000-000000000000'; ; ) {
    const { rows } = await pool.query<Unqueued>({
      text: `
        SELECT p.id AS uuid, p.next_action_at AS "nextActionAt"
          FROM purchases p
         WHERE p.status = 'pending'
           AND p.id > $2
           AND ($1::uuid IS NULL OR p.account_id = $1)
           AND NOT EXISTS (SELECT FROM outbox o WHERE o.subject_id = p.id AND o.topic = 'start_purchase')
         ORDER BY p.id
         LIMIT $3`,
      values: [accountUuid, after, PAGE],
    });
    const last = rows.at(-1);
    if (last === undefined) return;
    yield rows;
    after = last.uuid;
  }
}

async function stillUnqueued(pool: Pool, uuids: readonly string[]): Promise<Unqueued[]> {
  if (uuids.length === 0) return [];
  const { rows } = await pool.query<Unqueued>({
    text: `
      SELECT p.id AS uuid, p.next_action_at AS "nextActionAt"
        FROM purchases p
       WHERE p.id = ANY ($1::uuid[])
         AND p.status = 'pending'
         AND NOT EXISTS (SELECT FROM outbox o WHERE o.subject_id = p.id AND o.topic = 'start_purchase')
       ORDER BY p.id`,
    values: [uuids],
  });
  return rows;
}
