import pg, { type Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPool } from '../../db/pool.ts';
import { type Commit, inTransaction, TransactionError } from '../../db/transaction.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { type CommitProxy, startCommitProxy } from '../support/purchases/commit-proxy.ts';

let database: TestDatabase;
let proxy: CommitProxy;
beforeAll(async () => {
  database = await createTestDatabase();
  proxy = await startCommitProxy(database.url);
  await run('CREATE TABLE notes (note text PRIMARY KEY, size int CHECK (size < 10) )');
  await run('CREATE TABLE pages (note text REFERENCES notes DEFERRABLE INITIALLY DEFERRED)');
});
afterAll(async () => {
  await proxy.close();
  await database.drop();
});

async function run(sql: string): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  try {
    return await client.query(sql);
  } finally {
    await client.end();
  }
}

async function notes(): Promise<unknown[]> {
  const { rows } = await run('SELECT note FROM notes ORDER BY note');
  return rows.map((row: { note: string }) => row.note);
}

async function outcomeOf(transaction: Promise<unknown>): Promise<string> {
  const error = await transaction.then(
    () => 'committed',
    (failure: unknown) => failure,
  );
  return error instanceof TransactionError ? error.outcome : String(error);
}

const write = (note: string, size = 1) => ({
  text: 'INSERT INTO notes (note, size) VALUES ($1, $2)',
  values: [note, size],
});

describe.each([
  ['sent one after another', {}],
  ['sent together', { use: 'lanes' }],
] as const)('statements %s', (name, options) => {
  let pool: Pool;
  const note = (text: string) => `${text}, ${name}`;
  beforeAll(() => {
    pool = createPool(proxy.url, { max: 2, applicationName: 'test', ...options });
  });
  afterAll(() => pool.end());

  it('commits what its callback wrote, and returns its result', async () => {
    const answer = await inTransaction(pool, async (tx) => {
      await tx.query(write(note('kept')));
      return 'done';
    });
    expect(answer).toBe('done');
    expect(await notes()).toContain(note('kept'));
  });

  it('sends COMMIT with the last statement if the callback asks for it', async () => {
    await inTransaction(pool, async (tx, commit) => {
      await Promise.all([tx.query(write(note('with its commit'))), commit()]);
    });
    expect(await notes()).toContain(note('with its commit'));
  });

  it('keeps nothing if a statement fails, though COMMIT was sent with it', async () => {
    const transaction = inTransaction(pool, async (tx, commit) => {
      await Promise.all([tx.query(write(note('small'))), tx.query(write(note('large'), 99)), commit()]);
    });
    await expect(transaction).rejects.toMatchObject({ outcome: 'rolled_back', cause: { code: '23514' } });
    expect(await notes()).not.toContain(note('small'));
  });

  it('keeps nothing if the callback throws', async () => {
    const transaction = inTransaction(pool, async (tx) => {
      await tx.query(write(note('thrown away')));
      throw new Error('changed my mind');
    });
    expect(await outcomeOf(transaction)).toBe('rolled_back');
    expect(await notes()).not.toContain(note('thrown away'));
  });

  it.each([
    ['its own', async (commit: Commit) => void (await commit())],
    ['an unawaited', async (commit: Commit) => void commit().catch(() => {})],
  ])('reports a commit as committed though the callback throws after %s COMMIT', async (name, send) => {
    const kept = note(`kept by ${name}`);
    const transaction = inTransaction(pool, async (tx, commit) => {
      await tx.query(write(kept));
      await send(commit);
      throw new Error('could not read the answer');
    });
    expect(await outcomeOf(transaction)).toBe('committed');
    expect(await notes()).toContain(kept);
  });

  it('reports a COMMIT that the server rejected as rolled back', async () => {
    const transaction = inTransaction(pool, async (tx) => {
      await tx.query(write(note('orphan')));
      await tx.query({ text: 'INSERT INTO pages VALUES ($1)', values: ['no such note'] });
    });
    await expect(transaction).rejects.toMatchObject({ outcome: 'rolled_back', cause: { code: '23503' } });
    expect(await notes()).not.toContain(note('orphan'));
  });

  it('reports a rollback of the server though the callback hid the failure', async () => {
    const transaction = inTransaction(pool, async (tx) => {
      await tx.query(write(note('hidden')));
      await tx.query(write(note('failed'), 99)).catch(() => {});
    });
    expect(await outcomeOf(transaction)).toBe('rolled_back');
    expect(await notes()).not.toContain(note('hidden'));
  });

  it.each([
    ['before_server', false],
    ['after_server', true],
  ] as const)('reports an unknown outcome if the connection was lost %s at COMMIT', async (cut, isKept) => {
    proxy.cutNextCommit(cut);
    const transaction = inTransaction(pool, (tx) => tx.query(write(note(cut))));
    expect(await outcomeOf(transaction)).toBe('unknown');
    expect((await notes()).includes(note(cut))).toBe(isKept);
  });

  it('reports a connection that broke before COMMIT was sent as rolled back', async () => {
    const transaction = inTransaction(pool, async (tx) => {
      await tx.query(write(note('broken off')));
      await tx.query('SELECT pg_terminate_backend(pg_backend_pid())');
    });
    expect(await outcomeOf(transaction)).toBe('rolled_back');
    expect(await notes()).not.toContain(note('broken off'));
  });

  it('leaves connections usable for the next transaction', async () => {
    for (let round = 0; round < 6; round++) {
      await outcomeOf(inTransaction(pool, (tx) => tx.query('SELECT 1 / 0')));
    }
    expect(await outcomeOf(inTransaction(pool, (tx) => tx.query('SELECT 1')))).toBe('committed');
  });
});

it('reports a missing server as rolled back', async () => {
  const pool = createPool('postgresql://none@127.0.0.1:1/none', { max: 1, applicationName: 'test' });
  expect(await outcomeOf(inTransaction(pool, (tx) => tx.query('SELECT 1')))).toBe('rolled_back');
  await pool.end();
});
