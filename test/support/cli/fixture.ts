import type { Pool } from 'pg';
import { createPool } from '../../../db/pool.ts';
import { seedNigeria } from '../../../services/catalogue/demo/seed.ts';
import { urlAs } from '../../../tools/stack/servers/roles.ts';
import { createTestDatabase } from '../database.ts';
import { type Ran, run } from './terminal.ts';

/** The tool on its own database, with the demonstration catalogue. */
export interface CliFixture {
  readonly pool: Pool;
  readonly url: string;
  /** As a script calls it, without prompts. */
  cli(...args: readonly string[]): Promise<Ran>;
  /** As a person calls it, who types `answers`. */
  cliAsking(answers: readonly string[], ...args: readonly string[]): Promise<Ran>;
  /** With --json: what it printed, read. @throws when it did not end with 0. */
  // biome-ignore lint/suspicious/noExplicitAny: every command prints another shape
  json(...args: readonly string[]): Promise<any>;
  actions(): Promise<readonly { operator: string; action: string; subject: string; reason: string }[]>;
  close(): Promise<void>;
}

export async function createCliFixture(further: Readonly<Record<string, string>> = {}): Promise<CliFixture> {
  const database = await createTestDatabase();
  const pool = createPool(database.url, { max: 3, applicationName: 'test' });
  await seedNigeria(pool);
  const environment = {
    DATABASE_URL: urlAs('operator', database.url),
    BUNDLEWIRE_OPERATOR: 'ada',
    ...further,
  };
  const cli = (...args: readonly string[]) => run(args, { environment });

  return {
    pool,
    url: database.url,
    cli,
    cliAsking: (answers, ...args) => run(args, { environment, answers }),
    async json(...args) {
      const { out, err, exitCode } = await cli(...args, '--json');
      if (exitCode !== 0) throw new Error(`exit code ${exitCode}: ${err}`);
      return JSON.parse(out);
    },
    async actions() {
      const { rows } = await pool.query(
        `SELECT principal_id AS operator, action, subject, reason FROM audit_log ORDER BY at, id`,
      );
      return rows;
    },
    async close() {
      await pool.end();
      await database.drop();
    },
  };
}
