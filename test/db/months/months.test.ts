import { Client, type Pool } from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { analyzeMonths, MONTHS_AHEAD, makeMonths, readMonthsState } from '../../../db/months/months.ts';
import { createPool } from '../../../db/pool.ts';
import { newId } from '../../../domain/crypto/new-id.ts';
import { uuidOf } from '../../../domain/ids.ts';
import { urlAs } from '../../../tools/stack/servers/roles.ts';
import { openTestDatabase, type PooledDatabase } from '../../support/database.ts';
import { makePastMonth } from '../../support/months.ts';

let database: PooledDatabase;
let pool: Pool;
beforeEach(async () => {
  database = await openTestDatabase();
  pool = database.pool;
});
afterEach(() => database.close());

const TABLES = [
  'confirmations',
  'delivery_attempts',
  'events',
  'purchases',
  'submissions',
  'webhook_attempts',
] as const;

async function partitionsOf(table: string): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>({
    text: 'SELECT inhrelid::regclass::text AS name FROM pg_inherits WHERE inhparent = $1::regclass ORDER BY 1',
    values: [table],
  });
  return rows.map(({ name }) => name);
}

/** In which partition a confirmation of a purchase of that time is. */
async function placeOf(time: Date): Promise<string | undefined> {
  const { rows } = await pool.query<{ place: string }>({
    text: `
      INSERT INTO confirmations (purchase_id, received_at, stored_at, confirmed_at, source)
      VALUES ($1, app_now(), app_now(), app_now(), 'submit')
      RETURNING tableoid::regclass::text AS place`,
    values: [uuidOf('pur', newId('pur', time.getTime()))],
  });
  return rows[0]?.place;
}

function inMonths(months: number): Date {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + months, 1));
}

const past = (months: number) => inMonths(-months).toISOString().slice(0, 7) as `${number}-${number}`;
const nameOf = (table: string, time: Date) => `${table}_${time.toISOString().slice(0, 7).replace('-', '_')}`;

describe('a new database', () => {
  it('has this month, the next ones and a default partition for every table', async () => {
    for (const table of TABLES) {
      const months = [0, 1, 2, 3].map((month) => nameOf(table, inMonths(month)));
      expect(await partitionsOf(table)).toEqual([...months, `${table}_default`].toSorted());
    }
    expect(await readMonthsState(pool)).toEqual({ ahead: MONTHS_AHEAD, unplaced: 0 });
  });

  it('keeps each row in the month of its key, from its first moment to its last', async () => {
    const [first, second] = [inMonths(1), inMonths(2)];
    expect(await placeOf(first)).toBe(nameOf('confirmations', first));
    expect(await placeOf(new Date(second.getTime() - 1))).toBe(nameOf('confirmations', first));
    expect(await placeOf(second)).toBe(nameOf('confirmations', second));
  });
});

describe('months that are missing', () => {
  beforeEach(async () => {
    for (const table of TABLES) {
      for (const month of [2, 3]) await pool.query(`DROP TABLE ${nameOf(table, inMonths(month))}`);
    }
  });

  it('are made once, by as many processes as want them', async () => {
    expect(await readMonthsState(pool)).toMatchObject({ ahead: 1 });
    const made = await Promise.all([makeMonths(pool), makeMonths(pool)]);
    expect(made.toSorted()).toEqual([0, 12]);
    expect(await readMonthsState(pool)).toEqual({ ahead: MONTHS_AHEAD, unplaced: 0 });
  });

  it('refuse no row: it goes to the default partition, and moves to its month when that is made', async () => {
    expect(await placeOf(inMonths(2))).toBe('confirmations_default');
    await expect.poll(async () => (await readMonthsState(pool)).unplaced).toBe(1);

    expect(await makeMonths(pool)).toBe(12);
    const { rows } = await pool.query('SELECT tableoid::regclass::text AS place FROM confirmations');
    expect(rows).toEqual([{ place: nameOf('confirmations', inMonths(2)) }]);
    await expect.poll(async () => (await readMonthsState(pool)).unplaced).toBe(0);
  });

  it('are made also if no one has asked for them for months, and get their rows', async () => {
    for (const table of TABLES) await pool.query(`DROP TABLE ${nameOf(table, inMonths(1))}`);
    await makePastMonth(pool, past(4));
    for (const table of TABLES) await pool.query(`DROP TABLE ${nameOf(table, inMonths(0))}`);
    expect(await placeOf(inMonths(-2))).toBe('confirmations_default');
    // The three months between, this one and the next three.
    expect(await makeMonths(pool)).toBe(7 * 6);
    const { rows } = await pool.query('SELECT tableoid::regclass::text AS place FROM confirmations');
    expect(rows).toEqual([{ place: nameOf('confirmations', inMonths(-2)) }]);
  });

  it('are those of UTC, in whatever time zone a session is', async () => {
    await pool.query(`SET timezone = 'Pacific/Kiritimati'`);
    expect(await makeMonths(pool)).toBe(12);
    expect(await partitionsOf('purchases')).toContain(nameOf('purchases', inMonths(3)));
    expect(await readMonthsState(pool)).toMatchObject({ ahead: MONTHS_AHEAD });
  });

  it('are made by a worker, which may change no table itself, and by no one else', async () => {
    const [worker, api] = (['worker', 'api'] as const).map((role) =>
      createPool(urlAs(role, database.url), { max: 1, applicationName: 'test' }),
    ) as [Pool, Pool];
    try {
      await expect(makeMonths(api)).rejects.toThrow('permission denied for function make_months');
      await expect(worker.query('DROP TABLE confirmations_default')).rejects.toThrow('must be owner');
      expect(await makeMonths(worker)).toBe(12);
      await analyzeMonths(worker);
      const { rows } = await pool.query(
        `SELECT relname FROM pg_stat_user_tables WHERE last_analyze IS NOT NULL AND relname IN ('purchases', 'events')`,
      );
      expect(rows).toHaveLength(2);
    } finally {
      await Promise.all([worker.end(), api.end()]);
    }
  });

  it('wait while a transaction has locked a table, and never hold it up', async () => {
    const client = await pool.connect();
    try {
      await client.query('BEGIN; LOCK TABLE purchases IN ROW EXCLUSIVE MODE');
      const other = createPool(database.url, { max: 1, applicationName: 'test' });
      await client.query('LOCK TABLE purchases_default IN ROW EXCLUSIVE MODE');
      expect(await makeMonths(other)).toBeNull();
      await other.end();
      await client.query('COMMIT');
    } finally {
      client.release();
    }
    expect(await makeMonths(pool)).toBe(12);
  });
});

describe('the functions that run as their owner', () => {
  it('are no way to write references', async () => {
    const session = new Client({ connectionString: urlAs('read_only', database.url) });
    await session.connect();
    try {
      await session.query(
        'CREATE TEMPORARY TABLE mine (account_id uuid, reference text, id uuid, fingerprint bytea)',
      );
      const trigger = (name: string, rest: string) =>
        session.query(`CREATE TRIGGER mine AFTER ${rest} EXECUTE FUNCTION ${name}()`);
      await expect(
        trigger('record_references', 'INSERT ON mine REFERENCING NEW TABLE AS added FOR EACH STATEMENT'),
      ).rejects.toThrow('permission denied for function record_references');
      await expect(
        trigger('follow_fingerprint', 'UPDATE OF fingerprint ON mine FOR EACH ROW'),
      ).rejects.toThrow('permission denied for function follow_fingerprint');
    } finally {
      await session.end();
    }
  });

  it('use no temporary table in place of a table', async () => {
    const worker = createPool(urlAs('worker', database.url), { max: 1, applicationName: 'test' });
    try {
      await pool.query(`DROP TABLE ${nameOf('confirmations', inMonths(3))}`);
      await worker.query('CREATE TEMPORARY VIEW confirmations_default AS SELECT 1 / 0 AS purchase_id');
      await worker.query('CREATE TEMPORARY TABLE archived_months (subject text, below uuid)');
      await worker.query(
        `INSERT INTO archived_months VALUES ('purchases', 'ffffffff-ffff-ffff-ffff-ffffffffffff')`,
      );
      expect(await makeMonths(worker)).toBe(1);
      const { rows } = await worker.query(`SELECT first_kept_id('purchases') AS id`);
      expect(rows).toEqual([{ id: '00000000-0000-0000-0000-000000000000' }]);
    } finally {
      await worker.end();
    }
  });
});

it('a reference is taken once per account, whichever month its purchases are of', async () => {
  const buy = (time: Date) => ({
    text: `
      INSERT INTO purchases
             (id, account_id, reference, fingerprint, livemode, phone_number, network_id, bundle_id, bundle_name, data_mb,
              validity_hours, product_code, price, currency, metadata, created_at, resolve_by, next_action_at)
      SELECT $1, id, 'order-1', '\\x00', true, '+2348031234567', 'net_mtn', 'bnd_mtn', 'MTN', 1,
             1, '1', 1, 'NGN', '{}', app_now(), app_now(), app_now()
        FROM accounts`,
    values: [uuidOf('pur', newId('pur', time.getTime()))],
  });
  await pool.query(`
    INSERT INTO accounts (id, name, livemode, currency, rate_limit_per_second) VALUES (uuidv7(), 'Test', true, 'NGN', 1)`);
  await pool.query(buy(inMonths(0)));
  await expect(pool.query(buy(inMonths(1)))).rejects.toThrow('purchase_references_pkey');
});
