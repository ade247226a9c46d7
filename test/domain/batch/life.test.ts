import { describe, expect, it } from 'vitest';
import type { BatchOptions, Rejection } from '../../../domain/batch/batch.ts';
import {
  computeShortfall,
  judgeCommand,
  listCommands,
  statusAfterValidation,
} from '../../../domain/batch/life.ts';

describe('commands', () => {
  it.each([
    ['ready', 'start', 'running'],
    ['running', 'start', 'already'],
    ['paused', 'start', 'refused'],
    ['completed', 'start', 'refused'],
    ['running', 'pause', 'paused'],
    ['paused', 'pause', 'already'],
    ['ready', 'pause', 'refused'],
    ['paused', 'resume', 'running'],
    ['running', 'resume', 'already'],
    ['canceled', 'resume', 'refused'],
    ['ready', 'cancel', 'canceled'],
    ['running', 'cancel', 'canceled'],
    ['paused', 'cancel', 'canceled'],
    ['canceled', 'cancel', 'already'],
    ['completed', 'cancel', 'refused'],
    ['validating', 'cancel', 'refused'],
    ['rejected', 'start', 'refused'],
  ] as const)('%s + %s -> %s', (status, command, expected) => {
    const verdict = judgeCommand(status, command, status === 'paused' ? 'requested' : null);
    expect(verdict.kind === 'moves' ? verdict.to : verdict.kind).toBe(expected);
  });
});

it.each([
  ['ready', 'start or cancel'],
  ['running', 'pause or cancel'],
  ['paused', 'resume or cancel'],
  ['completed', 'no command'],
] as const)('the status %s allows %s', (status, commands) => {
  expect(listCommands(status)).toBe(commands);
});

it("accepts a client's pause although a low balance has paused the batch, which would resume without it", () => {
  expect(judgeCommand('paused', 'pause', 'insufficient_balance')).toEqual({ kind: 'moves', to: 'paused' });
});

describe('the status of a batch after validation', () => {
  const unusable: Rejection = { code: 'unknown_column', message: 'no', line: 1 };
  it.each([
    [10, 0, 0, null, 'auto', 'skip', 'running'],
    [10, 0, 0, null, 'manual', 'skip', 'ready'],
    [10, 3, 0, null, 'auto', 'skip', 'running'],
    [10, 3, 6, null, 'auto', 'skip', 'running'],
    [10, 0, 6, null, 'auto', 'reject', 'running'],
    [10, 3, 7, null, 'auto', 'skip', 'no_rows_left'],
    [10, 0, 10, null, 'auto', 'reject', 'no_rows_left'],
    [10, 3, 0, null, 'auto', 'reject', 'invalid_rows'],
    [10, 0, 0, null, 'auto', 'reject', 'running'],
    [10, 10, 0, null, 'auto', 'skip', 'no_valid_rows'],
    [0, 0, 0, null, 'auto', 'skip', 'no_rows'],
    [5, 0, 0, unusable, 'auto', 'skip', 'unknown_column'],
    [10, 0, 0, null, 'auto', 'skip', 'ready', true],
    [10, 10, 0, null, 'auto', 'skip', 'no_valid_rows', true],
  ] as const)(
    '%i rows, %i invalid, %i held back, %j, %s, %s -> %s, undecided: %s',
    (rows, invalid, heldBack, rejection, start, onInvalid, expected, undecided: boolean = false) => {
      const options: BatchOptions = {
        start,
        onInvalid,
        onInsufficientBalance: 'pause',
        notBefore: null,
        duplicates: { windowHours: 0, on: 'buy' },
      };
      const totals = { rows, invalid, unclear: 0, heldBack, rejection, undecided, mustWait: false };
      const verdict = statusAfterValidation(totals, options);
      expect(verdict.status === 'rejected' ? verdict.rejection.code : verdict.status).toBe(expected);
    },
  );
});

it.each([
  ['manual', 'skip', 10, 0, 'ready'],
  ['manual', 'skip', 4, 6, 'ready'],
  ['manual', 'reject', 10, 0, 'invalid_rows'],
  // No one would choose.
  ['auto', 'skip', 10, 0, 'no_valid_rows'],
  ['auto', 'skip', 4, 6, 'no_rows_left'],
] as const)(
  'a file with start=%s and on_invalid=%s, whose %i rows lack only a bundle, with %i held back -> %s',
  (start, onInvalid, invalid, heldBack, expected) => {
    const options = { start, onInvalid };
    const totals = { rows: 10, invalid, unclear: 1, heldBack };
    const verdict = statusAfterValidation(
      { ...totals, rejection: null, undecided: false, mustWait: false },
      options,
    );
    expect(verdict.status === 'rejected' ? verdict.rejection.code : verdict.status).toBe(expected);
  },
);

it.each([
  ['ready', 500, 200, 300],
  ['running', 500, 900, 0],
  ['canceled', 500, 200, 0],
  ['completed', 500, 200, 0],
] as const)(
  'a %s batch with %i to come and %i available lacks %i',
  (status, waitingCost, available, lacks) => {
    expect(computeShortfall({ status, waitingCost, available })).toBe(lacks);
  },
);
