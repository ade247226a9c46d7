import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Command } from 'commander';
import { renderAuditRecord } from '../../../contract/audit-entry.ts';
import { type AuditFilter, searchAudit } from '../../../db/audit/search.ts';
import { auditCsv } from '../../../services/audit/audit-file.ts';
import { knownAccount } from '../../account.ts';
import { CliError, wrongUsage } from '../../failure.ts';
import type { Frame } from '../../frame.ts';
import { type Shown, table, time } from '../../layout.ts';
import type { Session } from '../../session.ts';

const LIMIT = 50;
const LIMIT_MAX = 1_000;

const HELP = `
Without --account and --platform, the entries of all accounts and of the platform are searched.

  bundlewire audit search --account acc_… --action batch_start --from 2026-11-01T00:00:00Z
  bundlewire audit search --by ada --json
  bundlewire audit export november.csv --from 2026-11-01T00:00:00Z --to 2026-12-01T00:00:00Z

bundlewire verify checks that no entry was changed or removed.`;

/** `audit`: who did what, when, from where and why. */
export function addAuditCommands(program: Command, frame: Frame): void {
  const audit = program
    .command('audit')
    .description('The audit log: who did what, when, from where and why.');
  const filtered = (usage: string, description: string) =>
    frame
      .reads(audit, usage, description)
      .option('--account <account>', 'only entries of this account')
      .option('--platform', 'only entries that concern no account')
      .option('--action <action>', 'only this action, for example key_revoke')
      .option('--by <principal>', 'only what this key (key_…), person (per_…) or operator did')
      .option('--subject <subject>', 'only what was done to this, for example a purchase')
      .option('--from <time>', 'from this time on, ISO 8601 with zone')
      .option('--to <time>', 'before this time, ISO 8601 with zone')
      .addHelpText('after', HELP);
  filtered('search', 'Lists entries, newest first.')
    .option('--limit <number>', `most entries, up to ${LIMIT_MAX}`, String(LIMIT))
    .action(frame.does<SearchOptions>(search));
  filtered('export <file>', 'Writes all matching entries to a new CSV file, newest first.').action(
    frame.does<FilterOptions, [string]>(exportFile),
  );
}

interface FilterOptions {
  readonly account?: string;
  readonly platform?: boolean;
  readonly action?: string;
  readonly by?: string;
  readonly subject?: string;
  readonly from?: string;
  readonly to?: string;
}

interface SearchOptions extends FilterOptions {
  readonly limit: string;
}

async function search(session: Session, options: SearchOptions): Promise<Shown> {
  const limit = Number(options.limit);
  if (!Number.isInteger(limit) || limit < 1 || limit > LIMIT_MAX)
    throw wrongUsage(`--limit ${options.limit} is not a whole number from 1 to ${LIMIT_MAX}.`);
  const found = await searchAudit(session.pool(), await readFilter(session, options), null, limit);
  return {
    json: found.map(renderAuditRecord),
    text: table(
      ['When', 'Who', 'From', 'Action', 'Subject', 'Account', 'Reason'],
      found.map((entry) => [
        time(entry.at),
        entry.principalId,
        entry.address ?? '–',
        entry.action,
        entry.subject,
        entry.accountId ?? 'platform',
        entry.reason ?? '–',
      ]),
      'No entry matches.',
    ),
  };
}

async function exportFile(session: Session, options: FilterOptions, path: string): Promise<Shown> {
  const filter = await readFilter(session, options);
  const pages = auditCsv(session.pool(), { filter, render: renderAuditRecord, hasAccounts: true });
  let bytes = 0;
  const counted = async function* () {
    for await (const page of pages) {
      bytes += Buffer.byteLength(page);
      yield page;
    }
  };
  try {
    // Readable by its owner only: the log has names and addresses.
    await pipeline(Readable.from(counted()), createWriteStream(path, { flags: 'wx', mode: 0o600 }));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST')
      throw new CliError(`${path} exists already. Give the name of a new file.`);
    throw error;
  }
  return {
    json: { file: path, bytes },
    text: `The entries are in ${path} (${bytes.toLocaleString('en')} bytes).`,
  };
}

async function readFilter(session: Session, options: FilterOptions): Promise<AuditFilter> {
  const { account, platform = false, action, by, subject, from, to } = options;
  if (account !== undefined && platform) throw wrongUsage('Give --account or --platform, not both.');
  const accountId = account === undefined ? null : (await knownAccount(session, account)).id;
  return {
    accountId: platform ? 'platform' : accountId,
    from: readTime('--from', from),
    to: readTime('--to', to),
    action: action ?? null,
    principal: by ?? null,
    subject: subject ?? null,
  };
}

function readTime(option: string, text: string | undefined): Date | null {
  if (text === undefined) return null;
  const at = new Date(text);
  if (Number.isNaN(at.getTime()) || !/(Z|[+-]\d\d:\d\d)$/.test(text))
    throw wrongUsage(`${option} ${text} is not a time with its zone. Write it as 2026-11-20T09:00:00Z.`);
  return at;
}
