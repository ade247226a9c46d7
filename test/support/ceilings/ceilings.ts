import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import { BatchResource } from '../../../contract/batches/batch.ts';
import type { FaultStack } from '../faults/fault-stack.ts';

/** A key with a cap per day. */
export interface CappedKey {
  readonly id: string;
  readonly key: string;
}

/** What may be spent at most, and what is spent: the price of pending and successful purchases. */
export interface Ceiling {
  readonly of: string;
  readonly ceiling: number;
  readonly spent: number;
}

const ROWS = 300;
const LOOK_EVERY_MS = 250;
const naira = (amount: number) => ({ amount, currency: 'NGN' });

/** Limits what the account spends per day, in kobo. */
export async function limitTheDay(stack: FaultStack, amount: number): Promise<void> {
  const body = { per_campaign: null, per_day: naira(amount), per_month: null };
  await call(stack.apiUrl, stack.apiKey, 'PUT', '/v1/settings/spending-limits', body);
}

/** Creates a key for each cap per day, in kobo. */
export async function openCappedKeys(
  stack: FaultStack,
  caps: readonly [number, ...number[]],
): Promise<[CappedKey, ...CappedKey[]]> {
  const open = async (cap: number): Promise<CappedKey> => {
    const body = { name: `Up to ${cap}`, scopes: ['all'], spend_caps: { per_day: naira(cap) } };
    return (await call(stack.apiUrl, stack.apiKey, 'POST', '/v1/api-keys', body)) as unknown as CappedKey;
  };
  const [first, ...others] = caps;
  return [await open(first), ...(await Promise.all(others.map(open)))];
}

/** Uploads and starts one campaign of each key, at the cost of its check. */
export async function startCampaigns(
  urls: readonly string[],
  keys: readonly CappedKey[],
): Promise<{ haveStopped: () => Promise<boolean> }> {
  const started = await Promise.all(
    keys.map(async ({ key }, index) => {
      const url = urls[index % urls.length] ?? '';
      return { url, key, id: await startCampaign(url, key, index) };
    }),
  );
  const isOver = async ({ url, key, id }: (typeof started)[number]) => {
    const { status, counts } = BatchResource.parse(await call(url, key, 'GET', `/v1/batches/${id}`));
    return (status === 'completed' || status === 'paused') && counts.pending === 0;
  };
  return { haveStopped: async () => (await Promise.all(started.map(isOver))).every(Boolean) };
}

async function startCampaign(url: string, key: string, index: number): Promise<string> {
  const rows = Array.from(
    { length: ROWS },
    (_, row) =>
      `+234803${index}${String(row).padStart(3, '0')}${row % 5 === 0 ? '402' : '000'},bnd_mtn_ng_500mb_7d`,
  );
  const response = await fetch(`${url}/v1/batches?reference=ceiling-${index}&start=manual`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'text/csv' },
    body: ['phone_number,bundle_id', ...rows].join('\n'),
  });
  const { id } = BatchResource.parse(await response.json());
  for (;;) {
    const batch = BatchResource.parse(await call(url, key, 'GET', `/v1/batches/${id}`));
    if (batch.status === 'ready') {
      const agreed = { approved_cost: batch.cost, file_sha256: batch.file_sha256 };
      await call(url, key, 'POST', `/v1/batches/${id}/start`, agreed);
      return id;
    }
    await sleep(LOOK_EVERY_MS);
  }
}

/** Looks at every ceiling again and again, until it ends, and raises the prices by 1 kobo each time. */
export function watchCeilings(pool: Pool) {
  const ended = new AbortController();
  const exceeded: Ceiling[] = [];
  let looks = 0;
  const look = async () => {
    exceeded.push(...(await ceilingsOf(pool)).filter(({ spent, ceiling }) => spent > ceiling));
    looks += 1;
  };
  const watching = (async () => {
    while (!ended.signal.aborted) {
      await look();
      await pool.query('UPDATE account_bundles SET price = price + 1');
      await sleep(LOOK_EVERY_MS);
    }
  })();
  // An error is thrown by `result`, not while nothing waits for it.
  watching.catch(() => {});
  return {
    end: () => ended.abort(),
    async result() {
      await watching;
      await look();
      return { looks, exceeded };
    },
  };
}

/** Every ceiling of the account, with what is spent under it on the day on which most is. Derived from the purchases alone. */
export async function ceilingsOf(pool: Pool): Promise<Ceiling[]> {
  const { rows } = await pool.query<Ceiling>(`
    WITH paid AS (
      SELECT p.account_id, p.key_id, p.batch_id, p.price, (p.created_at AT TIME ZONE 'UTC')::date AS day
        FROM purchases p WHERE p.status IN ('pending', 'successful')
    ), keys AS (
      SELECT 'key ' || c.key_id AS of, c.day_cap AS ceiling, p.day, sum(p.price) AS spent
        FROM key_caps c JOIN paid p USING (key_id) GROUP BY c.key_id, c.day_cap, p.day
    ), days AS (
      SELECT 'day ' || p.day AS of, r.day_limit AS ceiling, p.day, sum(p.price) AS spent
        FROM account_rules r JOIN paid p USING (account_id) WHERE r.day_limit IS NOT NULL GROUP BY r.day_limit, p.day
    ), campaigns AS (
      SELECT 'campaign ' || b.reference AS of, b.approved_cost AS ceiling, NULL::date AS day, sum(p.price) AS spent
        FROM batches b JOIN paid p ON p.batch_id = b.id GROUP BY b.id
    )
    SELECT of, max(ceiling)::float8 AS ceiling, max(spent)::float8 AS spent
      FROM (TABLE keys UNION ALL TABLE days UNION ALL TABLE campaigns) every
     GROUP BY of`);
  return rows;
}

async function call(url: string, key: string, method: string, path: string, body?: object): Promise<unknown> {
  const response = await fetch(`${url}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${key}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    body: body === undefined ? null : JSON.stringify(body),
    signal: AbortSignal.timeout(60_000),
  });
  const answer: unknown = await response.json();
  if (!response.ok)
    throw new Error(`${method} ${path} answered ${response.status}: ${JSON.stringify(answer)}`);
  return answer;
}
