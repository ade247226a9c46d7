import { readFileSync } from 'node:fs';
import type { SubmitOutcome } from '../../../adapters/adapter.ts';
import { readInquiryByKey, readSubmission } from '../../../adapters/dtone/outcomes.ts';

export const KEY = 'EX12345';
export const NOW = new Date('2026-11-20T12:00:00.000Z');
export const OURS = {
  gatewayReference: KEY,
  gatewayId: null,
  sentAt: NOW,
  now: NOW,
  holdMs: 180_000,
  twoStep: false,
};

/** A body that DT One sent. */
export const SAMPLE: Readonly<Record<string, unknown>> = JSON.parse(
  readFileSync(new URL('./fixtures/dtone-transaction.json', import.meta.url), 'utf8'),
);

export function orderOf(id: number, name: string, message = name, external_id = KEY) {
  return { ...SAMPLE, external_id, status: { id: id * 10_000, message, class: { id, message: name } } };
}

export function errorsOf(...codes: number[]) {
  return { errors: codes.map((code) => ({ code, message: 'words' })) };
}

export function answered(body: unknown, status = 201) {
  return { kind: 'answered', status, headers: {}, body: JSON.stringify(body) } as const;
}

export function submitted(body: unknown, status = 201): SubmitOutcome {
  return readSubmission(answered(body, status), KEY, NOW);
}

export function byKey(body: unknown, status = 200) {
  return readInquiryByKey(answered(body, status), OURS);
}
