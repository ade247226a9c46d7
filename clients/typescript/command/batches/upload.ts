import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { basename } from 'node:path';
import { pipeline } from 'node:stream/promises';
import {
  type Batch,
  BatchRejectedError,
  type Client,
  type CreateBatchQuery,
  NoAnswerError,
} from '../../src/index.ts';
import { CommandError, wrongUsage } from '../failure.ts';
import { EXIT, type Given, type Options } from '../spec.ts';

/** Long enough for a second upload on the next working day. */
const WINDOW_HOURS = 72;

/** The options of an upload. */
export const UPLOAD_OPTIONS: Options = {
  reference: {
    kind: 'value',
    value: 'REFERENCE',
    help: "your own id of the campaign; default: from the file's name and content",
  },
  'on-invalid': {
    kind: 'value',
    value: 'WHAT',
    help: 'rows with errors: skip (not bought) or reject (the whole file)',
  },
  'on-insufficient-balance': {
    kind: 'value',
    value: 'WHAT',
    help: 'when the balance runs out: pause, or fail (rows that it does not cover are not bought)',
  },
  'unknown-columns': {
    kind: 'value',
    value: 'WHAT',
    help: 'your own columns: keep (also in the results; the default), or reject (the whole file)',
  },
  repair: {
    kind: 'value',
    value: 'WHAT',
    help: 'numbers that a spreadsheet has damaged: propose (correct and ask; the default), accept (correct), or never',
  },
  sheet: {
    kind: 'value',
    value: 'NAME',
    help: 'sheet of the workbook to read; needed if several could be the campaign',
  },
  'default-country': {
    kind: 'value',
    value: 'CODE',
    help: 'country of numbers in local form such as 08031234567, for example NG',
  },
  'duplicate-window-hours': {
    kind: 'value',
    value: 'HOURS',
    help: `how far back your purchases are compared with the rows; default: ${WINDOW_HOURS}; 0: not at all`,
  },
  'on-duplicate': {
    kind: 'value',
    value: 'WHAT',
    help: 'rows that repeat a number and bundle: skip (held back; the default), or buy',
  },
  'not-before': {
    kind: 'value',
    value: 'TIME',
    help: 'buy nothing before this time, for example 2026-11-20T09:00:00Z',
  },
  column: {
    kind: 'values',
    value: 'COLUMN=NAME',
    help: 'name of a column in your file, for example phone_number=MSISDN; repeatable',
  },
};

const ON_UNKNOWN_COLUMNS = ['keep', 'reject'] as const;
const REPAIRS = ['propose', 'accept', 'never'] as const;
const ON_DUPLICATE = ['skip', 'buy'] as const;
const ON_INVALID = ['skip', 'reject'] as const;
const ON_INSUFFICIENT_BALANCE = ['pause', 'fail'] as const;

/**
 * Uploads a file, and waits until it was checked. Nothing is bought. By default the reference includes a hash of the
 * content: the same file again is the same campaign.
 * @returns the batch; a rejected one has its errors
 */
export async function uploadFile(
  client: Client,
  file: string,
  given: Given,
  signal: AbortSignal,
): Promise<Batch> {
  const query = await readQuery(file, given);
  const { id } = await send(client, file, query);
  try {
    return await client.batches.untilChecked(id, { signal });
  } catch (error) {
    if (error instanceof BatchRejectedError) return error.batch;
    throw error;
  }
}

/** The upload waits for a start, so an upload without an answer buys nothing. */
async function send(client: Client, file: string, query: CreateBatchQuery): Promise<Batch> {
  try {
    return await client.batches.upload(file, query);
  } catch (error) {
    if (!(error instanceof NoAnswerError)) throw error;
    const message = `The service did not answer the upload of ${file} (${error.why.replaceAll('_', ' ')}). Nothing was bought. Run the same command again.`;
    throw new CommandError(message, EXIT.away, 'no_answer', query.reference);
  }
}

async function readQuery(file: string, given: Given): Promise<CreateBatchQuery> {
  const onInvalid = readChoice('on-invalid', given, ON_INVALID);
  const onInsufficientBalance = readChoice('on-insufficient-balance', given, ON_INSUFFICIENT_BALANCE);
  const notBefore = given.value('not-before');
  const defaultCountry = given.value('default-country');
  const sheet = given.value('sheet');
  return {
    ...readColumns(given.values('column')),
    reference: given.value('reference') ?? (await makeReference(file)),
    start: 'manual',
    repair: readRepair(given),
    ...(defaultCountry === undefined ? {} : { default_country: defaultCountry }),
    ...(sheet === undefined ? {} : { sheet }),
    on_unknown_columns: readChoice('unknown-columns', given, ON_UNKNOWN_COLUMNS) ?? 'keep',
    duplicate_window_hours: readHours(given),
    on_duplicate: readChoice('on-duplicate', given, ON_DUPLICATE) ?? 'skip',
    ...(onInvalid === undefined ? {} : { on_invalid: onInvalid }),
    ...(onInsufficientBalance === undefined ? {} : { on_insufficient_balance: onInsufficientBalance }),
    ...(notBefore === undefined ? {} : { not_before: notBefore }),
  };
}

/** What to do with damaged numbers. */
export function readRepair(given: Given): (typeof REPAIRS)[number] {
  return readChoice('repair', given, REPAIRS) ?? 'propose';
}

function readChoice<T extends string>(name: string, given: Given, choices: readonly T[]): T | undefined {
  const value = given.value(name);
  const known = choices.find((choice) => choice === value);
  if (value !== undefined && known === undefined)
    throw wrongUsage(`--${name} ${value} is not known. Use one of: ${choices.join(', ')}.`);
  return known;
}

function readHours(given: Given): number {
  const text = given.value('duplicate-window-hours') ?? String(WINDOW_HOURS);
  if (!/^[0-9]{1,4}$/.test(text))
    throw wrongUsage(`--duplicate-window-hours ${text} is not a whole number of hours. Write it as 72.`);
  return Number(text);
}

function readColumns(pairs: readonly string[]): object {
  const columns = pairs.map((pair) => {
    const [column, name] = pair.split(/=(.*)/s);
    if (!column || !name)
      throw wrongUsage(`--column ${pair} is not a pair. Write it as phone_number=MSISDN.`);
    return [`column.${column}`, name];
  });
  return Object.fromEntries(columns);
}

async function makeReference(file: string): Promise<string> {
  const hash = createHash('sha256');
  try {
    await pipeline(createReadStream(file), hash);
  } catch (error) {
    throw wrongUsage(`${file} cannot be read: ${error instanceof Error ? error.message : String(error)}.`);
  }
  const name = basename(file).replace(/\.(?:csv|xlsx|xlsm|ods)$/i, '');
  return `${name.replaceAll(/[^A-Za-z0-9_.-]+/g, '-').slice(0, 40)}-${hash.digest('hex').slice(0, 12)}`;
}
