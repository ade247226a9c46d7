import { type Batch, type Client, NoAnswerError } from '../../src/index.ts';
import { breakdownText } from '../batches/breakdown.ts';
import { saveResults, saveTemplate } from '../batches/results.ts';
import { RETRY_OPTIONS, retryBatch } from '../batches/retry.ts';
import { checkFile, runFile, shownOutcome, toExitCode } from '../batches/run.ts';
import { START_OPTIONS, watchToEnd } from '../batches/start.ts';
import { UPLOAD_OPTIONS } from '../batches/upload-options.ts';
import { CommandError, wrongUsage } from '../failure.ts';
import { table } from '../show/layout.ts';
import {
  type Command,
  EXIT,
  type Given,
  type Option,
  type Options,
  type Session,
  type Shown,
} from '../spec.ts';
import { readMoney } from '../values.ts';

const YES: Option = { kind: 'flag', help: 'do not ask' };
const TEMPLATE_FILE = 'campaign-template.xlsx';
const RESULTS: Option = {
  kind: 'value',
  value: 'FILE',
  help: 'where to save the results: as a workbook if FILE ends in .xlsx, otherwise as CSV',
};

const STEERING_OPTIONS = {
  pause: {},
  resume: {
    'approved-cost': {
      kind: 'value',
      value: 'AMOUNT',
      help: 'a new limit for the campaign, after a pause because prices changed, for example 1500.00',
    },
  },
  cancel: { yes: YES },
} as const satisfies Readonly<Record<string, Options>>;

/** `batch …`: campaigns, one file each. */
export const BATCH_COMMANDS: readonly Command[] = [
  {
    name: 'batch template',
    args: [],
    summary: 'Saves a workbook (.xlsx) to fill in, with your bundles and their prices.',
    options: {
      output: { kind: 'value', value: 'FILE', help: `where to save it; default: ${TEMPLATE_FILE}` },
    },
    notes: 'A file of this name is not replaced.',
    run: template,
  },
  {
    name: 'batch check',
    args: ['FILE'],
    summary: 'Uploads a CSV file or a workbook, and shows its errors and its cost. Buys nothing.',
    options: UPLOAD_OPTIONS,
    notes: 'Ends with 1 if a row cannot be bought. To buy, run batch run with the same file and options.',
    run: checkFile,
  },
  {
    name: 'batch run',
    args: ['FILE'],
    summary: 'Uploads a CSV file or a workbook, shows its cost, starts it, and shows progress until it ends.',
    options: {
      ...UPLOAD_OPTIONS,
      ...START_OPTIONS,
      results: { ...RESULTS, help: 'where to save the results; default: next to the file' },
      'no-results': { kind: 'flag', help: 'do not download the results' },
    },
    notes: `Ends with 0 if every row was delivered. You can stop the command at any time. The campaign then
continues. If you run the same file again, the command continues the same campaign, and nothing is bought twice.`,
    run: runFile,
  },
  {
    name: 'batch watch',
    args: ['BATCH'],
    summary: 'Shows the progress of a campaign (bat_…) until it ends.',
    options: { results: { ...RESULTS, help: 'also save the results here when it ends' } },
    run: watch,
  },
  {
    name: 'batch results',
    args: ['BATCH'],
    summary: 'Downloads the results of a campaign as CSV, or as a workbook (.xlsx).',
    options: {
      results: {
        ...RESULTS,
        help: 'where to save them, as a workbook if FILE ends in .xlsx; default: REFERENCE.results.csv',
      },
      unbought: { kind: 'flag', help: 'only rows that bought nothing, to correct and upload again' },
      'include-timeouts': { kind: 'flag', help: 'with --unbought: also rows that ended in network_timeout' },
    },
    run: results,
  },
  {
    name: 'batch retry',
    args: ['BATCH'],
    summary:
      'Tries failed rows of an ended campaign again, as a new campaign, and shows progress until it ends.',
    options: RETRY_OPTIONS,
    notes: `Rows that failed for good, and rows that were bought since, are left out. If you run the command
again, it continues the same retry.`,
    run: retryBatch,
  },
  {
    name: 'batch breakdown',
    args: ['BATCH'],
    summary: 'Shows the outcomes of a campaign by network, bundle and reason.',
    options: {},
    run: breakdown,
  },
  {
    name: 'batch show',
    args: ['BATCH'],
    summary: 'Shows the status, the counts and the money of a campaign, and what it waits for.',
    options: {},
    run: async ({ api }, given) => shownOutcome(await api().batches.get(given.args[0] ?? ''), EXIT.done),
  },
  {
    name: 'batch list',
    args: [],
    summary: 'Lists your campaigns, newest first.',
    options: {},
    run: list,
  },
  steering('pause', 'Pauses a campaign. Pending purchases continue.'),
  steering('resume', 'Resumes a paused campaign.'),
  steering('cancel', 'Cancels a campaign permanently. Pending purchases continue.'),
];

function steering(name: 'pause' | 'resume' | 'cancel', summary: string): Command {
  return {
    name: `batch ${name}`,
    args: ['BATCH'],
    summary,
    options: STEERING_OPTIONS[name],
    async run({ terminal, api }, given) {
      const [id = ''] = given.args;
      if (name === 'cancel' && !given.flag('yes')) {
        if (!terminal.isInteractive) throw wrongUsage(`Cancel ${id} permanently? Add --yes to confirm.`);
        const answer = await terminal.ask(`Cancel ${id} permanently? [y/N] `);
        if (!/^y(es)?$/i.test(answer.trim()))
          throw new CommandError('Nothing was changed.', EXIT.notDone, 'declined');
      }
      return shownOutcome(await steer(api(), name, id, given.value('approved-cost')), EXIT.done);
    },
  };
}

/** Pausing, resuming and cancelling can be repeated, so a missing answer asks for that. */
async function steer(
  client: Client,
  name: keyof typeof STEERING_OPTIONS,
  id: string,
  approvedCost: string | undefined,
): Promise<Batch> {
  try {
    if (name === 'resume' && approvedCost !== undefined) {
      const { currency } = (await client.batches.get(id)).cost;
      return await client.batches.resume(id, {
        approved_cost: readMoney('approved-cost', approvedCost, currency),
      });
    }
    return await client.batches[name](id);
  } catch (error) {
    if (!(error instanceof NoAnswerError)) throw error;
    const message = `The service did not answer, so ${id} may or may not have changed. Run the same command again.`;
    throw new CommandError(message, EXIT.unknown, 'outcome_unknown');
  }
}

async function watch({ terminal, api }: Session, given: Given): Promise<Shown> {
  const [id = ''] = given.args;
  const client = api();
  const ended = await watchToEnd(client, terminal, await client.batches.get(id));
  const path = given.value('results');
  if (path !== undefined) await saveResults(client, ended.id, {}, path);
  return shownOutcome(ended, toExitCode(ended));
}

async function template({ api }: Session, given: Given): Promise<Shown> {
  const path = given.value('output') ?? TEMPLATE_FILE;
  await saveTemplate(api(), path);
  return { json: { file: path }, text: path };
}

async function results({ api }: Session, given: Given): Promise<Shown> {
  const client = api();
  const { id, reference } = await client.batches.get(given.args[0] ?? '');
  const unbought = given.flag('unbought');
  if (given.flag('include-timeouts') && !unbought)
    throw wrongUsage('--include-timeouts needs --unbought. Add it, or leave both out.');
  const path = given.value('results') ?? `${reference}.${unbought ? 'unbought' : 'results'}.csv`;
  const query = {
    ...(unbought ? { only: 'unbought' as const } : {}),
    ...(given.flag('include-timeouts') ? { include: 'network_timeout' as const } : {}),
  };
  await saveResults(client, id, query, path);
  return { json: { batch_id: id, file: path }, text: path };
}

async function breakdown({ api }: Session, given: Given): Promise<Shown> {
  const found = await api().batches.breakdown(given.args[0] ?? '');
  return { json: found, text: breakdownText(found) };
}

async function list({ api }: Session): Promise<Shown> {
  const batches: Batch[] = [];
  for await (const batch of api().batches.list({ limit: 100 })) batches.push(batch);
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
