import type { BatchRow, ChangeBatchRow, Client } from '../../src/index.ts';
import { checkText } from '../batches/text.ts';
import { wrongUsage } from '../failure.ts';
import { fields, moneyText, table } from '../show/layout.ts';
import { type Command, EXIT, type Given, type Session, type Shown } from '../spec.ts';
import { readChoice, readWhole } from '../values.ts';

const STATES = ['waiting', 'invalid', 'refused', 'pending', 'successful', 'failed', 'reversed'] as const;
const SHOWN_DEFAULT = 50;

/** The rows of a campaign: found, changed and checked again. */
export const ROW_COMMANDS: readonly Command[] = [
  {
    name: 'batch rows',
    args: ['BATCH'],
    summary: 'Lists rows of a campaign. Options choose which.',
    options: {
      state: { kind: 'value', value: 'STATE', help: `rows in this state: ${STATES.join(', ')}` },
      reason: { kind: 'value', value: 'CODE', help: 'rows with this code, for example too_soon' },
      network: { kind: 'value', value: 'ID', help: 'rows of this network, for example net_mtn_ng' },
      bundle: { kind: 'value', value: 'ID', help: 'rows with this bundle' },
      number: { kind: 'value', value: 'NUMBER', help: 'rows for this phone number' },
      limit: { kind: 'value', value: 'ROWS', help: `how many to show at most; default: ${SHOWN_DEFAULT}` },
    },
    notes: 'To save all rows as a file, run batch results.',
    run: listRows,
  },
  {
    name: 'batch change',
    args: ['BATCH', 'LINE'],
    summary: 'Corrects, drops or restores one row of a campaign that is not started, and checks it again.',
    options: {
      number: { kind: 'value', value: 'NUMBER', help: 'the number to buy for, for example +2348031234567' },
      bundle: { kind: 'value', value: 'ID', help: 'the bundle to buy' },
      'data-mb': { kind: 'value', value: 'MB', help: 'data of the bundle, to choose it by' },
      'validity-hours': { kind: 'value', value: 'HOURS', help: 'shortest validity, to choose it by' },
      drop: { kind: 'flag', help: 'buy nothing for the row' },
      restore: { kind: 'flag', help: 'buy for a row that was dropped' },
      'as-in-file': { kind: 'flag', help: 'undo all changes of the row' },
    },
    notes: 'Ends with 1 if the row still has an error. The command batch start starts the changed campaign.',
    run: changeRow,
  },
  {
    name: 'batch recheck',
    args: ['BATCH'],
    summary: 'Checks all rows of a campaign that is not started again: prices, bundles and duplicates.',
    options: {},
    run: recheck,
  },
];

async function listRows({ api }: Session, given: Given): Promise<Shown> {
  const most = readWhole('limit', given) ?? SHOWN_DEFAULT;
  const rows: BatchRow[] = [];
  let hasMore = false;
  for await (const row of api().batches.rows(given.args[0] ?? '', { ...readSearch(given), limit: 100 })) {
    hasMore = rows.length === most;
    if (hasMore) break;
    rows.push(row);
  }
  const hidden = hasMore ? `\nThere are more. Add --limit, or run batch results to save all of them.` : '';
  return { json: rows, text: `${table(HEADS, rows.map(toCells))}${hidden}` };
}

function readSearch(given: Given) {
  const state = readChoice('state', given, STATES);
  const found = {
    reason: given.value('reason'),
    network_id: given.value('network'),
    bundle_id: given.value('bundle'),
    phone_number: given.value('number'),
  };
  const asked = Object.entries(found).filter(([, value]) => value !== undefined);
  return { ...(state === undefined ? {} : { state }), ...Object.fromEntries(asked) };
}

const HEADS = ['Line', 'Number', 'Bundle', 'State', 'Price', 'Why'];

function toCells(row: BatchRow): string[] {
  const { line, state, price } = row;
  const cost = price === null ? '–' : moneyText(price);
  return [String(line), numberOf(row), bundleOf(row), state, cost, whyOf(row)];
}

/** The number that is bought for: as changed, as corrected, or as in the file. */
function numberOf({ changes, corrected_number: corrected, phone_number: asInFile }: BatchRow): string {
  return changes?.phone_number ?? corrected ?? asInFile;
}

function bundleOf({ changes, bundle_id: bundle }: BatchRow): string {
  return changes?.bundle_id ?? bundle;
}

function whyOf({ failure, errors, warnings }: BatchRow): string {
  return [failure ?? [], errors, warnings].flat().map(({ message }) => message)[0] ?? '';
}

async function changeRow({ api }: Session, given: Given): Promise<Shown> {
  const [id = '', line = ''] = given.args;
  if (!/^[1-9][0-9]{0,6}$/.test(line)) throw wrongUsage(`${line} is not the line of a row, such as 2.`);
  const client = api();
  const row = await client.batches.changeRow(id, Number(line), readChange(given));
  return shownChange(client, id, row);
}

function readChange(given: Given): ChangeBatchRow {
  const [drop, restore, undo] = [given.flag('drop'), given.flag('restore'), given.flag('as-in-file')];
  if (drop && restore) throw wrongUsage('--drop and --restore contradict each other. Give one of them.');
  const wanted = {
    phone_number: given.value('number'),
    bundle_id: given.value('bundle'),
    data_mb: readWhole('data-mb', given),
    validity_hours: readWhole('validity-hours', given),
  };
  const set = Object.entries(wanted).filter(([, value]) => value !== undefined);
  if (undo && set.length > 0)
    throw wrongUsage('--as-in-file undoes every change. Give it without other values.');
  const change: ChangeBatchRow = {
    ...(undo ? { phone_number: null, bundle_id: null, data_mb: null, validity_hours: null } : {}),
    ...Object.fromEntries(set),
    ...(drop || restore || undo ? { dropped: drop } : {}),
  };
  if (Object.keys(change).length === 0)
    throw wrongUsage('Nothing to change. Add for example --number or --drop. See batch change --help.');
  return change;
}

async function shownChange({ batches }: Client, id: string, row: BatchRow): Promise<Shown> {
  const { cost, counts, reference } = await batches.get(id);
  const text = fields([
    ['Row', `${row.line}: ${row.state}`],
    ['Number', numberOf(row)],
    ['Bundle', bundleOf(row)],
    ['Price', row.price === null ? null : moneyText(row.price)],
    ['Why', whyOf(row) || null],
    ['Campaign', `${reference}: ${counts.waiting} rows for ${moneyText(cost)}`],
  ]);
  return { json: row, text, exitCode: row.state === 'invalid' ? EXIT.notDone : EXIT.done };
}

async function recheck({ api }: Session, given: Given): Promise<Shown> {
  const batch = await api().batches.recheck(given.args[0] ?? '');
  const exitCode = batch.counts.invalid === 0 ? EXIT.done : EXIT.notDone;
  return { json: batch, text: checkText(batch), exitCode };
}
