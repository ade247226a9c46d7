import { beat } from '../../../db/outbox/heartbeats.ts';
import { newUuid } from '../../../domain/crypto/new-id.ts';
import { urlAs } from '../../../tools/stack/servers/roles.ts';
import { createLedgerFixture, type LedgerFixture } from '../purchases/fixture.ts';
import { type Ran, run } from './terminal.ts';

/** The operators' command line over a ledger, with a worker that beats. */
export interface CliFixture extends LedgerFixture {
  /** Runs a command as the operator ada. */
  cli(...args: string[]): Promise<Ran>;
  /** What a command prints with `--json`, parsed. Throws the error that it printed instead. */
  json(...args: string[]): Promise<ReturnType<typeof JSON.parse>>;
}

/** The reason that every command which changes something asks for. */
export const REASON = ['--reason', 'ticket 4711'];

export async function createCliFixture(): Promise<CliFixture> {
  const ledger = await createLedgerFixture();
  // A worker counts as gone fifteen seconds after its last beat, and a file of tests may take longer than that.
  const worker = newUuid();
  await beat(ledger.pool, worker, true);
  const beating = setInterval(() => void beat(ledger.pool, worker, true).catch(() => undefined), 1_000);

  const environment = { DATABASE_URL: urlAs('operator', ledger.url), BUNDLEWIRE_OPERATOR: 'ada' };
  const cli = (...args: string[]) => run(args, { environment });
  return {
    ...ledger,
    cli,
    async json(...args) {
      const { out, err } = await cli(...args, '--json');
      if (out === '') throw new Error(err);
      return JSON.parse(out);
    },
    async close() {
      clearInterval(beating);
      await ledger.close();
    },
  };
}
