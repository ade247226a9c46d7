import type { Batch } from '../../src/index.ts';
import { fields, moneyText, table } from '../show/layout.ts';

const count = new Intl.NumberFormat('en');

/** The result of the file's check, before anything is bought. */
export function checkText(batch: Batch): string {
  const { counts, rejection } = batch;
  const warned = new Set(batch.warnings.map(({ line }) => line));
  const heldBack = batch.duplicates.filter(({ line }) => !warned.has(line));
  const findings = [
    ...batch.errors.map((error) => [String(error.line), error.column ?? '', error.message]),
    ...batch.warnings.map((warning) => [
      String(warning.line),
      warning.column ?? '',
      `Warning: ${warning.message}`,
    ]),
    ...heldBack.map((row) => [String(row.line), row.column ?? '', `Held back: ${row.message}`]),
  ];
  const hidden =
    Math.max(0, counts.invalid - batch.errors.length) +
    Math.max(0, batch.warned - batch.warnings.length) +
    Math.max(0, counts.refused - heldBack.length);
  return [
    fields([
      ['Campaign', `${batch.reference} (${batch.id})`],
      ['Rows', `${count.format(counts.rows)} (${count.format(counts.valid - counts.refused)} can be bought)`],
      ...(counts.duplicates === 0 ? [] : [['Duplicates', duplicatesText(batch)] as const]),
      ['Cost', moneyText(batch.cost)],
      ['Available', moneyText(batch.available)],
      ['Shortfall', moneyText(batch.shortfall)],
    ]),
    ...batch.notices.map(({ message }) => message),
    ...correctionLines(batch),
    ...(findings.length === 0 ? [] : ['', table(['Line', 'Column', 'Problem'], findings)]),
    ...(hidden === 0 ? [] : [`and ${count.format(hidden)} more. The results list all of them.`]),
    ...(rejection === null ? [] : ['', `The file was rejected: ${rejection.message}`]),
    '',
  ].join('\n');
}

function correctionLines({ corrections }: Batch): string[] {
  if (corrections === undefined || corrections.count === 0) return [];
  const { count: all, first } = corrections;
  const rows = first.map(({ line, from, to }) => [String(line), from, to]);
  const hidden = all - first.length;
  return [
    '',
    table(['Line', 'In the file', 'Corrected'], rows),
    ...(hidden === 0 ? [] : [`and ${count.format(hidden)} more corrected numbers.`]),
  ];
}

function duplicatesText({ counts }: Batch): string {
  return `${count.format(counts.duplicates)}, of which ${count.format(counts.refused)} are held back`;
}

/** The outcome of a campaign, or its current state. */
export function outcomeText(batch: Batch): string {
  const { counts, pause, waits_for: waits, retry_of: origin, recurring_batch_id: recurring } = batch;
  return fields([
    ['Campaign', `${batch.reference} (${batch.id})`],
    ['Status', pause === null ? batch.status : `${batch.status}: ${pause.message}`],
    ...named('Waits', waits?.message),
    ...named('Retry of', origin),
    ...named('Recurring', recurring),
    ['Delivered', count.format(counts.successful)],
    ['Failed', `${count.format(counts.failed)}, not charged`],
    ['Reversed', `${count.format(counts.reversed)}, refunded`],
    [
      'Not bought',
      count.format(counts.invalid + counts.refused + (batch.status === 'canceled' ? counts.waiting : 0)),
    ],
    ['Charged', moneyText(batch.charged)],
    ['Refunded', moneyText(batch.refunded)],
    ['Held', moneyText(batch.held)],
    ['Not spent', moneyText(batch.not_spent)],
    ['Pending', count.format(counts.pending)],
    ['Waiting', count.format(batch.status === 'canceled' ? 0 : counts.waiting)],
  ]);
}

/** A field that only some campaigns have. */
function named(name: string, value: string | null | undefined): [string, string][] {
  return value === null || value === undefined ? [] : [[name, value]];
}

/** The progress on one line. */
export function progressText(batch: Batch): string {
  const { counts } = batch;
  const final = countFinal(counts);
  const share = counts.valid === 0 ? 100 : Math.floor((final / counts.valid) * 100);
  const outcomes = `${count.format(counts.successful)} delivered, ${count.format(counts.failed + counts.refused)} failed, ${count.format(counts.pending)} pending, ${count.format(counts.waiting)} waiting`;
  return `${share}% of ${count.format(counts.valid)}: ${outcomes} · ${untilText(batch)}`;
}

/** Rows whose outcome is known. */
function countFinal(counts: Batch['counts']): number {
  return counts.valid - counts.waiting - counts.pending;
}

function pausedText(pause: Batch['pause']): string {
  if (pause?.code === 'insufficient_balance') return 'paused: the balance is too low';
  if (pause?.code === 'spending_limit') return 'paused: at a spending limit';
  return pause?.code === 'price_changed' ? 'paused: prices have changed' : 'paused';
}

/** When the campaign will end, or why it cannot be known. */
function untilText({ status, pause, no_estimate: none, estimated_completion_at: estimated }: Batch): string {
  if (status === 'paused') return pausedText(pause);
  if (status !== 'running') return status;
  if (estimated === null) return none?.message ?? 'estimating the time left';
  const seconds = Math.max(0, Math.round((Date.parse(estimated) - Date.now()) / 1_000));
  if (seconds < 60) return `about ${seconds} s left`;
  if (seconds < 5_400) return `about ${Math.round(seconds / 60)} min left`;
  return `done by about ${estimated.slice(0, 16).replace('T', ' ')} UTC`;
}
