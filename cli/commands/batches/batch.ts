import { createHash } from 'node:crypto';
import { createReadStream, openAsBlob } from 'node:fs';
import { basename } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { type Command, Option } from 'commander';
import type { Batch, CreateBatchQuery } from '../../../clients/typescript/src/index.ts';
import { callApi } from '../../call-api.ts';
import { CliError, EXIT, type ExitCode, wrongUsage } from '../../failure.ts';
import type { Frame } from '../../frame.ts';
import { type Shown, table } from '../../layout.ts';
import type { ApiAccess } from '../../parts.ts';
import type { Session } from '../../session.ts';
import type { Terminal } from '../../terminal.ts';
import { saveResults } from './results.ts';
import { checkText, moneyText, outcomeText } from './text.ts';
import { watchBatch } from './watch.ts';

interface RunOptions {
  readonly reference?: string;
  readonly onInvalid?: CreateBatchQuery['on_invalid'];
  readonly onInsufficientBalance?: CreateBatchQuery['on_insufficient_balance'];
  readonly notBefore?: string;
  readonly column?: readonly string[];
  readonly unknownColumns?: CreateBatchQuery['on_unknown_columns'];
  readonly check?: boolean;
  readonly start?: boolean;
  readonly results?: string | false;
}

/** `batch`: campaigns, as a client runs them through the API. */
export function addBatchCommands(program: Command, frame: Frame): void {
  const batch = program
    .command('batch')
    .description('Campaigns of one account, through the API (BASE_URL and BUNDLEWIRE_API_KEY).');
  frame
    .reads(
      batch,
      'run <file>',
      'Uploads a CSV file, shows its cost, starts the campaign and shows progress until it ends.',
    )
    .option('--reference <name>', "name of the campaign; default: from the file's name and content")
    .addOption(
      new Option('--on-invalid <what>', 'what to do with rows that have errors').choices(['skip', 'reject']),
    )
    .addOption(
      new Option('--on-insufficient-balance <what>', 'what to do when the balance runs out').choices([
        'pause',
        'fail',
      ]),
    )
    .option('--not-before <time>', 'do not buy before this time (ISO 8601 with time zone)')
    .option('--column <column=name...>', 'name of a column in your file, for example phone_number=MSISDN')
    .addOption(
      new Option('--unknown-columns <what>', 'what to do with your own columns; default: keep').choices([
        'keep',
        'reject',
      ]),
    )
    .option('--check', 'only check the file; buy nothing')
    .option('--start', 'start without asking')
    .option('--results <file>', 'where to save the results; default: next to the file')
    .option('--no-results', 'do not download the results')
    .action(frame.does<RunOptions, [string]>(runFile));
  frame
    .reads(batch, 'watch <batch>', 'Shows the progress of a campaign (bat_…) until it ends.')
    .option('--results <file>', 'also save the results here when it ends')
    .action(frame.does<RunOptions, [string]>(watch));
  frame
    .reads(batch, 'results <batch>', 'Downloads the results of a campaign as CSV.')
    .option('--only <what>', 'unbought: rows that bought nothing, to correct and upload again')
    .option('--include-timeouts', 'with --only unbought: also rows that ended in network_timeout')
    .option('--results <file>', 'where to save them; default: <reference>.results.csv')
    .action(frame.does(results));
  frame.reads(batch, 'list', 'Lists the campaigns of the account, newest first.').action(frame.does(list));
  for (const [name, what] of COMMANDS) {
    const command = frame.reads(batch, `${name} <batch>`, what);
    if (name === 'cancel') command.option('--yes', 'do not ask');
    command.action(
      frame.does<{ yes?: boolean }, [string]>(async (session, { yes }, id) => {
        const { terminal } = session;
        const { api } = session.api();
        if (name === 'cancel' && yes !== true)
          await askBefore(terminal, `Cancel ${id} permanently?`, '--yes');
        return shownOutcome(await callApi(() => api.batches[name](id)), EXIT.done);
      }),
    );
  }
}

const COMMANDS = [
  ['pause', 'Pauses a campaign. Pending purchases continue.'],
  ['resume', 'Resumes a paused campaign.'],
  ['cancel', 'Cancels a campaign permanently. Pending purchases continue.'],
] as const;

/** Asks for a confirmation. @throws CliError that names `option` when there is no one to ask. */
async function askBefore(terminal: Terminal, question: string, option: string): Promise<void> {
  if (!terminal.isInteractive) throw wrongUsage(`${question} Add ${option} to confirm.`);
  const answer = await terminal.ask(`${question} [y/N] `);
  if (!/^y(es)?$/i.test(answer.trim())) throw new CliError('Nothing was changed.');
}

async function runFile(session: Session, options: RunOptions, file: string): Promise<Shown> {
  const { terminal } = session;
  const access = session.api();
  const uploaded = await upload(access, file, options);
  terminal.err(`${checkText(uploaded)}\n`);
  if (uploaded.status === 'rejected') return shownOutcome(uploaded, EXIT.notDone);
  if (options.check === true)
    return shownOutcome(uploaded, uploaded.counts.invalid > 0 ? EXIT.notDone : EXIT.done);

  const started = uploaded.status === 'ready' ? await start(session, access, uploaded, options) : uploaded;
  const ended = await watchBatch(access.api, terminal, started);
  if (options.results !== false) {
    const path = options.results ?? `${file.replace(/\.csv$/i, '')}.results.csv`;
    await saveResults(access, ended.id, {}, path);
    terminal.err(`Results: ${path}\n`);
  }
  return shownOutcome(ended, toExitCode(ended));
}

/** By default the reference includes a hash of the content: the same file again is the same campaign, and buys nothing twice. */
async function upload({ files }: ApiAccess, file: string, options: RunOptions): Promise<Batch> {
  const {
    reference = await makeReference(file),
    onInvalid,
    onInsufficientBalance,
    notBefore,
    unknownColumns,
  } = options;
  const columns = (options.column ?? []).map((pair) => {
    const [column, name] = pair.split(/=(.*)/s);
    if (!column || !name)
      throw wrongUsage(`--column ${pair} is not a pair. Write it as phone_number=MSISDN.`);
    return [`column.${column}`, name];
  });
  const query: CreateBatchQuery = {
    ...Object.fromEntries(columns),
    reference,
    start: 'manual',
    on_unknown_columns: unknownColumns ?? 'keep',
    ...(onInvalid === undefined ? {} : { on_invalid: onInvalid }),
    ...(onInsufficientBalance === undefined ? {} : { on_insufficient_balance: onInsufficientBalance }),
    ...(notBefore === undefined ? {} : { not_before: notBefore }),
  };
  return callApi(async () => files.batches.create(await openAsBlob(file), query));
}

async function makeReference(file: string): Promise<string> {
  const hash = createHash('sha256');
  try {
    await pipeline(createReadStream(file), hash);
  } catch (error) {
    throw wrongUsage(`${file} cannot be read: ${error instanceof Error ? error.message : String(error)}.`);
  }
  const name = basename(file).replace(/\.csv$/i, '');
  return `${name.replaceAll(/[^A-Za-z0-9_.-]+/g, '-').slice(0, 40)}-${hash.digest('hex').slice(0, 12)}`;
}

async function start(
  { terminal }: Session,
  { api }: ApiAccess,
  batch: Batch,
  { start: confirmed }: RunOptions,
): Promise<Batch> {
  if (confirmed !== true) {
    if (!terminal.isInteractive)
      throw wrongUsage(
        'The file is checked; nothing was bought. Add --start to start the campaign, or --check to only check the file.',
      );
    const question = `Buy ${batch.counts.valid} bundles for ${moneyText(batch.cost)}? [y/N] `;
    if (!/^y(es)?$/i.test((await terminal.ask(question)).trim())) {
      throw new CliError(
        `Nothing was bought. The campaign is kept: run the file again to start it, or run bundlewire batch cancel ${batch.id}.`,
      );
    }
  }
  return callApi(() => api.batches.start(batch.id));
}

async function watch(session: Session, { results: path }: RunOptions, id: string): Promise<Shown> {
  const access = session.api();
  const ended = await watchBatch(
    access.api,
    session.terminal,
    await callApi(() => access.api.batches.get(id)),
  );
  if (typeof path === 'string') await saveResults(access, id, {}, path);
  return shownOutcome(ended, toExitCode(ended));
}

async function results(
  session: Session,
  options: { readonly only?: 'unbought'; readonly includeTimeouts?: boolean; readonly results?: string },
  id: string | undefined,
): Promise<Shown> {
  const access = session.api();
  const batch = await callApi(() => access.api.batches.get(id ?? ''));
  const only = options.only === undefined ? {} : { only: options.only };
  const include = options.includeTimeouts === true ? { include: 'network_timeout' as const } : {};
  const path = options.results ?? `${batch.reference}.${options.only ?? 'results'}.csv`;
  await saveResults(access, batch.id, { ...only, ...include }, path);
  return { json: { batch_id: batch.id, file: path }, text: path };
}

async function list(session: Session): Promise<Shown> {
  const { api } = session.api();
  const batches: Batch[] = [];
  await callApi(async () => {
    for await (const batch of api.batches.list({ limit: 100 })) batches.push(batch);
  });
  return {
    json: batches,
    text: table(
      ['Campaign', 'Reference', 'Status', 'Rows', 'Delivered'],
      batches.map(({ id, reference, status, counts }) => [
        id,
        reference,
        status,
        String(counts.rows),
        String(counts.successful),
      ]),
    ),
  };
}

/** 0 when every row of the file was delivered. */
function toExitCode({ counts }: Batch): ExitCode {
  return counts.successful === counts.rows ? EXIT.done : EXIT.notDone;
}

function shownOutcome(batch: Batch, exitCode: ExitCode): Shown {
  return { json: batch, text: outcomeText(batch), exitCode };
}
