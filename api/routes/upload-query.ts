import { z } from 'zod';
import { BatchReferenceParameter } from '../../contract/batches/batch.ts';
import { SendBetweenText } from '../../contract/batches/batch-stage.ts';
import { Instant } from '../../contract/common.ts';
import { FIELD_RULES } from '../../contract/field-rules.ts';
import {
  type BatchOptions,
  ON_INSUFFICIENT_BALANCE,
  ON_INVALID,
  ON_UNKNOWN_COLUMNS,
  REPAIRS,
  START_MODES,
} from '../../domain/batch/batch.ts';
import { chooseDuplicates, DUPLICATE_WINDOW_HOURS_MAX, ON_DUPLICATE } from '../../domain/batch/duplicates.ts';
import { readSendBetween } from '../../domain/batch/quiet-hours.ts';
import { isPlannable, START_AHEAD_DAYS_MAX } from '../../domain/batch/schedule.ts';
import { type ColumnMap, type OnUnknownColumns, readTarget } from '../../services/batches/header.ts';
import { isPhoneCountry, type PhoneCountry } from '../../services/batches/mobile-number.ts';
import type { NumberRules } from '../../services/batches/read-number.ts';
import type { CampaignWish } from '../../services/batches/wish.ts';

const COLUMN = 'column.';

const COLUMN_NAME = z.string().max(200);

function columnNamed(ours: string) {
  return COLUMN_NAME.optional().meta({
    description: `Name of the column \`${ours}\` in your file, if it is different. Leave it out if your file uses our name. Empty: no column is read as \`${ours}\`; one with this meaning is your own column.`,
  });
}

function isWindow(text: string): boolean {
  return /^[0-9]{1,4}$/.test(text) && Number(text) <= DUPLICATE_WINDOW_HOURS_MAX;
}

function wholeNumber(description: string, example: number) {
  return z
    .string()
    .max(7)
    .refine((text) => /^[0-9]+$/.test(text), { error: FIELD_RULES.whole_number })
    .meta({ type: 'integer', minimum: 0, maximum: 9_999_999, description, examples: [example] })
    .optional();
}

/** `column.<ours>=<name in the file>` is allowed for every known column, also for metadata keys. An empty name sets it aside. */
export const UploadQuery = z
  .object({
    reference: BatchReferenceParameter,
    start: z
      .enum(START_MODES)
      .default('auto')
      .describe(
        '`auto`: start after validation. `manual`: wait for `start`, so that you can check the cost first.',
      ),
    on_invalid: z
      .enum(ON_INVALID)
      .default('skip')
      .describe('`skip`: leave rows with errors out. `reject`: reject the whole file if a row has errors.'),
    on_insufficient_balance: z
      .enum(ON_INSUFFICIENT_BALANCE)
      .default('pause')
      .describe(
        '`pause`: pause, and resume after you add funds. `fail`: skip rows that the balance does not cover.',
      ),
    not_before: Instant.refine((text) => isPlannable(text, new Date()), { error: FIELD_RULES.not_before })
      .meta({
        description: `Nothing is bought before this time; at most ${START_AHEAD_DAYS_MAX} days ahead.`,
        examples: ['2026-12-01T08:00:00Z'],
      })
      .optional(),
    send_between: SendBetweenText.optional(),
    sheet: z
      .string()
      .min(1)
      .max(200)
      .optional()
      .meta({
        description: 'The sheet of the workbook to read. Leave it out if only one sheet has phone numbers.',
        examples: ['December'],
      }),
    on_unknown_columns: z
      .enum(ON_UNKNOWN_COLUMNS)
      .default('reject')
      .describe(
        '`keep`: columns that Bundlewire does not recognise are your own, and the results contain them. `reject`: a file with such a column is rejected.',
      ),
    duplicate_window_hours: z
      .string()
      .max(4)
      .refine(isWindow, { error: FIELD_RULES.duplicate_window_hours })
      .meta({
        type: 'integer',
        minimum: 0,
        maximum: DUPLICATE_WINDOW_HOURS_MAX,
        description:
          'Compares the rows with what your account bought in this many hours before. A purchase that failed or was reversed does not count. 0 or absent: the rows are not compared with earlier purchases.',
        examples: [72],
      })
      .optional(),
    on_duplicate: z
      .enum(ON_DUPLICATE)
      .optional()
      .describe(
        'What to do with rows that repeat a number and bundle. `skip`: do not buy them. `buy`: buy them. The default is `skip` if you send `duplicate_window_hours`; otherwise it is `buy`.',
      ),
    repair: z
      .enum(REPAIRS)
      .default('never')
      .describe(
        'What happens if a phone number is not in E.164 format, and only one correction is possible. `never`: the row has an error. `propose`: the number is corrected, and the batch waits until you accept or reject the corrections. `accept`: the number is corrected, and the row is bought.',
      ),
    default_country: z
      .string()
      .refine(isPhoneCountry, { error: FIELD_RULES.country })
      .optional()
      .meta({
        description:
          'Country (ISO 3166-1 alpha-2) of numbers in local format, such as `08031234567`. It has an effect only with `repair`.',
        examples: ['NG'],
      }),
    data_mb: wholeNumber(
      'For rows without `bundle_id` and without `data_mb`: the data of the bundle to buy, in MB. Such rows also need a validity.',
      1024,
    ),
    validity_hours: wholeNumber(
      'For rows without `bundle_id` and without `validity_hours`: the minimum validity of the bundle to buy, in hours. Such rows also need data.',
      720,
    ),
    'column.phone_number': columnNamed('phone_number'),
    'column.bundle_id': columnNamed('bundle_id'),
    'column.reference': columnNamed('reference'),
    'column.network_id': columnNamed('network_id'),
  })
  .catchall(COLUMN_NAME)
  .superRefine((query, context) => {
    const isUnknown = (key: string) => !Object.hasOwn(UploadQuery.shape, key) && columnSchema(key) === null;
    // Only the first: a query may have thousands of them, and each issue is expensive.
    const unknown = Object.keys(query).find(isUnknown);
    if (unknown === undefined) return;
    context.addIssue({
      code: 'custom',
      path: [unknown],
      message: FIELD_RULES.column,
    });
  });
type UploadQuery = z.output<typeof UploadQuery>;

/** The settings in the parameters of an upload. */
export function toUpload(query: UploadQuery): {
  readonly reference: string;
  readonly options: BatchOptions;
  readonly columnMap: ColumnMap;
  readonly onUnknownColumns: OnUnknownColumns;
  readonly numbers: NumberRules;
  readonly sheet: string | null;
  readonly wish: CampaignWish;
} {
  const columns = Object.entries(query).flatMap(([key, value]) => {
    const target = columnSchema(key);
    return target === null || typeof value !== 'string' ? [] : [[target, value] as const];
  });
  return {
    reference: query.reference,
    options: {
      start: query.start,
      onInvalid: query.on_invalid,
      onInsufficientBalance: query.on_insufficient_balance,
      notBefore: query.not_before === undefined ? null : new Date(query.not_before),
      sendBetween: query.send_between === undefined ? null : readSendBetween(query.send_between),
      duplicates: chooseDuplicates(
        query.duplicate_window_hours === undefined ? undefined : Number(query.duplicate_window_hours),
        query.on_duplicate,
      ),
    },
    columnMap: new Map(columns),
    onUnknownColumns: query.on_unknown_columns,
    wish: {
      dataMb: query.data_mb === undefined ? null : Number(query.data_mb),
      validityHours: query.validity_hours === undefined ? null : Number(query.validity_hours),
    },
    numbers: { repair: query.repair, defaultCountry: toPhoneCountry(query.default_country) },
    sheet: query.sheet ?? null,
  };
}

function toPhoneCountry(code: string | undefined): PhoneCountry | null {
  return code !== undefined && isPhoneCountry(code) ? code : null;
}

/** The column that a parameter maps; null if it is not a mapping. */
function columnSchema(parameter: string) {
  return parameter.startsWith(COLUMN) ? readTarget(parameter.slice(COLUMN.length)) : null;
}
