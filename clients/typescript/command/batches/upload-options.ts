import type { Options } from '../spec.ts';

/** Long enough for a second upload on the next working day. */
export const WINDOW_HOURS = 72;

/** The options of an upload. */
export const UPLOAD_OPTIONS: Options = {
  reference: {
    kind: 'value',
    value: 'REFERENCE',
    help: "your own name for the campaign; default: made from the file's name and content",
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
  'data-mb': {
    kind: 'value',
    value: 'MB',
    help: 'data of the bundle in MB, for rows without their own, for example 1024',
  },
  'validity-hours': {
    kind: 'value',
    value: 'HOURS',
    help: 'validity of the bundle, for rows without their own, for example 720 for 30 days',
  },
  'duplicate-window-hours': {
    kind: 'value',
    value: 'HOURS',
    help: `compare the rows with your purchases of this many hours before; default: ${WINDOW_HOURS}; 0: do not compare`,
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
  'send-between': {
    kind: 'value',
    value: 'HOURS',
    help: "buy only in these hours of the recipients' local time, for example 09:00-20:00",
  },
  column: {
    kind: 'values',
    value: 'COLUMN=NAME',
    help: 'name of a column in your file, for example phone_number=MSISDN; nothing after = to read none; repeatable',
  },
};
