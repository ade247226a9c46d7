import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import { type Client, command, finalOf, waitUntil } from '../batch-fixture.ts';
import { runLoad } from '../load/http-load.ts';
import { upload } from '../measures/csv.ts';
import type { DayPurchases } from './buy.ts';
import { ACCOUNTS, CAMPAIGN_SHARE } from './day.ts';
import type { DayFixture } from './fixture.ts';

const CONNECTIONS = 32;
const POLL_MS = 50;

/** Buys this many. @returns purchases per second, until all are final and all working endpoints have been called */
export async function drainDay(
  { pool, clients, receivers }: DayFixture,
  purchases: DayPurchases,
  name: string,
  count: number,
): Promise<number> {
  const rowsEach = Math.round((CAMPAIGN_SHARE * count) / ACCOUNTS);
  const campaigns: { readonly client: Client; readonly id: string }[] = [];
  for (const [account, client] of clients.entries())
    campaigns.push({ client, id: await upload(client, purchases.file(account, rowsEach), name) });

  const began = performance.now();
  await Promise.all(campaigns.map(({ client, id }) => command(client, id, 'start')));
  let left = count - rowsEach * ACCOUNTS;
  const { hostname: host, port } = new URL(clients[0]?.apiUrl ?? '');
  const { byStatus } = await runLoad({
    host,
    port: Number(port),
    connections: CONNECTIONS,
    durationMs: Number.POSITIVE_INFINITY,
    nextRequest: () => (left-- > 0 ? purchases.request() : null),
  });
  const isAccepted = [...byStatus.keys()].every((status) => status === 201);
  if (!isAccepted) throw new Error(`single purchases were answered: ${JSON.stringify([...byStatus])}`);
  await waitUntil(
    async () => receivers.events() >= purchases.taken().heard && (await pendingOf(pool)) === 0,
    () => Promise.resolve(receivers.events()),
  );
  // Rows of the account whose endpoint fails are final too, though no event shows it.
  for (const { id } of campaigns) while ((await finalOf(pool, id)) < rowsEach) await sleep(POLL_MS);
  return count / ((performance.now() - began) / 1_000);
}

/** Purchases without an outcome. */
export async function pendingOf(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ pending: number }>(
    `SELECT count(*)::int AS pending FROM purchases WHERE status = 'pending'`,
  );
  return rows[0]?.pending ?? 0;
}

/** Purchases that did not end as their kind should: each is an error of the run. */
export async function unlikeTheDay(pool: Pool, purchases: DayPurchases): Promise<number> {
  const { rows } = await pool.query<{ successful: number; failed: number }>(
    `SELECT count(*) FILTER (WHERE status = 'successful')::int AS successful,
            count(*) FILTER (WHERE status = 'failed')::int AS failed
       FROM purchases`,
  );
  const { all, refused } = purchases.taken();
  const { successful = 0, failed = 0 } = rows[0] ?? {};
  return Math.abs(successful - (all - refused)) + Math.abs(failed - refused);
}
