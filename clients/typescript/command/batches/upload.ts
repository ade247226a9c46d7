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
import { EXIT, type Given } from '../spec.ts';
import { readChoice, readHours, readWhole } from '../values.ts';
import { WINDOW_HOURS } from './upload-options.ts';

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
  const sendBetween = given.value('send-between');
  const defaultCountry = given.value('default-country');
  const sheet = given.value('sheet');
  return {
    ...readColumns(given.values('column')),
    reference: given.value('reference') ?? (await makeReference(file)),
    start: 'manual',
    repair: readRepair(given),
    ...(defaultCountry === undefined ? {} : { default_country: defaultCountry }),
    ...(sheet === undefined ? {} : { sheet }),
    ...readBundle(given),
    on_unknown_columns: readChoice('unknown-columns', given, ON_UNKNOWN_COLUMNS) ?? 'keep',
    duplicate_window_hours: readHours('duplicate-window-hours', given) ?? WINDOW_HOURS,
    on_duplicate: readChoice('on-duplicate', given, ON_DUPLICATE) ?? 'skip',
    ...(onInvalid === undefined ? {} : { on_invalid: onInvalid }),
    ...(onInsufficientBalance === undefined ? {} : { on_insufficient_balance: onInsufficientBalance }),
    ...(notBefore === undefined ? {} : { not_before: notBefore }),
    ...(sendBetween === undefined ? {} : { send_between: sendBetween }),
  };
}

/** What to do with damaged numbers. */
export function readRepair(given: Given): (typeof REPAIRS)[number] {
  return readChoice('repair', given, REPAIRS) ?? 'propose';
}

/** Each alone completes rows of a file that has the other as a column. */
function readBundle(given: Given): Pick<CreateBatchQuery, 'data_mb' | 'validity_hours'> {
  const [data, validity] = [readWhole('data-mb', given), readWhole('validity-hours', given)];
  return {
    ...(data === undefined ? {} : { data_mb: data }),
    ...(validity === undefined ? {} : { validity_hours: validity }),
  };
}

/** An empty name says that no column has this meaning. */
function readColumns(pairs: readonly string[]): object {
  const columns = pairs.map((pair) => {
    const [column, name] = pair.split(/=(.*)/s);
    if (!column || name === undefined)
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
