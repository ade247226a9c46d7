import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDingAdapter } from '../../../adapters/ding/adapter.ts';
import { ERROR_CODES, STATES } from '../../../adapters/ding/codes.ts';
import { readInquiry, readSubmission } from '../../../adapters/ding/outcomes.ts';
import { createSimulator } from '../../../adapters/ding/simulator/server.ts';
import { isFailureCode } from '../../../domain/purchase/failure-codes.ts';
import { adapterContract } from '../../support/adapters/contract.ts';
import { call } from '../../support/adapters/contract-bench.ts';
import { ACCOUNT, dingSubject, KEY } from '../../support/adapters/ding-subject.ts';

adapterContract('Ding', dingSubject);

const NOW = new Date('2026-11-20T12:00:00.000Z');
const REF = 'pur_01k9';
const ASKED = { gatewayReference: REF, gatewayId: null, sentAt: NOW, now: NOW, holdMs: 180_000 };

interface Told {
  readonly state?: string;
  readonly codes?: readonly string[];
  readonly context?: string | null;
  readonly result?: number;
  readonly ref?: string;
}

function record(state: string, ref = REF) {
  return {
    TransferId: { DistributorRef: ref, TransferRef: '2000000001' },
    SkuCode: 'NG_MT_TopUp',
    ProcessingState: state,
  };
}

function submitted({ state, codes = [], context = '', result = codes.length === 0 ? 1 : 5, ref }: Told) {
  const body = JSON.stringify({
    ResultCode: result,
    ErrorCodes: codes.map((Code) => ({ Code, Context: context })),
    TransferRecord: state === undefined ? null : record(state, ref),
  });
  return readSubmission({ kind: 'answered', status: 200, headers: {}, body }, REF, NOW);
}

function inquired(items: readonly object[], { status = 200, result = 1, more = false } = {}) {
  const body = JSON.stringify({ ResultCode: result, ErrorCodes: [], Items: items, ThereAreMoreItems: more });
  return readInquiry({ kind: 'answered', status, headers: {}, body }, ASKED);
}

describe('what an answer of Ding means', () => {
  it.each<[Told, object]>([
    [{ state: 'Completed' }, { kind: 'confirmed', networkReference: '2000000001', product: 'NG_MT_TopUp' }],
    [{ state: 'Submitted' }, { kind: 'accepted', gatewayId: '2000000001' }],
    [{ state: 'Failed' }, { kind: 'refused', code: 'network_rejected' }],
    [
      { state: 'Failed', codes: ['ProviderError'] },
      { kind: 'refused', code: 'network_rejected' },
    ],
    [
      { state: 'Failed', codes: ['AccountNumberInvalid'] },
      { kind: 'refused', code: 'number_invalid' },
    ],
    [{ state: 'Failed', codes: ['InsufficientBalance'] }, { kind: 'not_submitted' }],
    [
      { codes: ['ParameterInvalid'], context: 'SkuCode' },
      { kind: 'refused', code: 'bundle_unavailable' },
    ],
    [
      { codes: ['ParameterInvalid'], context: 'DistributorRef' },
      { kind: 'refused', code: 'service_unavailable', supplierFault: true },
    ],
    [{ codes: ['DuplicateTransactionPrevented'] }, { kind: 'unknown', reason: 'duplicate_reference' }],
    [
      { codes: ['TransientProviderError'], result: 3 },
      { kind: 'unknown', reason: 'gateway_error' },
    ],
    // The nearest match is another product, so an inquiry must name it.
    [
      { state: 'Completed', codes: ['NearestMatch'], result: 2 },
      { kind: 'unknown', reason: 'ambiguous' },
    ],
    [
      { state: 'Completed', codes: ['InsufficientBalance'] },
      { kind: 'unknown', reason: 'ambiguous' },
    ],
    [{ state: 'Deferred' }, { kind: 'unknown', reason: 'undocumented_code' }],
    [{ codes: ['AccountNumberInvalid', 'SomethingNew'] }, { kind: 'unknown', reason: 'undocumented_code' }],
    [{ codes: ['AccountNumberInvalid', 'OtherError'] }, { kind: 'unknown', reason: 'gateway_error' }],
    [
      { state: 'Completed', ref: 'pur_other' },
      { kind: 'unknown', reason: 'unreadable_response' },
    ],
    [{ state: 'Failed', ref: 'pur_other' }, { kind: 'unknown' }],
    [{}, { kind: 'unknown' }],
    [{ codes: ['AccountNumberInvalid'], result: 1 }, { kind: 'unknown' }],
  ])('%j', (told, outcome) => {
    expect(submitted(told)).toMatchObject(outcome);
  });

  it('refuses only for codes of the catalogue, and confirms for no error', () => {
    for (const [code, meaning] of ERROR_CODES) {
      if (meaning.kind === 'refused') expect(isFailureCode(meaning.code)).toBe(true);
      expect(submitted({ codes: [code] }).kind).not.toBe('confirmed');
      for (const state of STATES.keys())
        expect(submitted({ codes: [code], state }).kind).not.toBe('confirmed');
    }
  });

  it('counts a delivery first, if the list has two transfers under one reference', () => {
    expect(inquired([record('Failed'), record('Completed')])).toMatchObject({ kind: 'confirmed' });
    expect(inquired([record('Failed'), record('Submitted')])).toMatchObject({ kind: 'pending' });
    expect(inquired([record('Failed'), record('Deferred')])).toMatchObject({ kind: 'unavailable' });
    expect(inquired([record('Failed')])).toMatchObject({ kind: 'refused', code: 'network_rejected' });
  });

  it('accepts absence only if the whole answer is right', () => {
    expect(inquired([])).toEqual({ kind: 'not_found', conclusive: false });
    expect(inquired([], { status: 500 })).toMatchObject({ kind: 'unavailable' });
    expect(inquired([], { result: 3 })).toMatchObject({ kind: 'unavailable' });
    expect(inquired([], { more: true })).toMatchObject({ kind: 'unavailable' });
    expect(inquired([record('Failed', 'pur_other')])).toMatchObject({ kind: 'unavailable' });
  });
});

describe('an account at Ding', () => {
  let simulator: Awaited<ReturnType<typeof createSimulator>>;
  let adapter: ReturnType<typeof createDingAdapter>;
  beforeAll(async () => {
    simulator = await createSimulator({ accounts: { [ACCOUNT]: KEY } });
    const baseUrl = `${simulator.url}/api/V1`;
    adapter = createDingAdapter({ baseUrl, apiKey: KEY, timeoutMs: 10_000, holdMs: 0 });
  });
  afterAll(async () => {
    await adapter.close();
    await simulator.close();
  });

  it('has a balance, which stays the decimal text that was written', async () => {
    expect(await adapter.wallet?.read(call)).toEqual({
      kind: 'wallets',
      wallets: [{ currency: 'USD', available: '90071992547409.93' }],
    });
  });

  it('has a list of a day over several pages, with what each transfer cost', async () => {
    const from = new Date(Date.now() - 1_000);
    const order = (index: number) => ({
      gatewayReference: `pur_01day${String(index).padStart(4, '0')}`,
      phoneNumber: `+2348031${String(index).padStart(3, '0')}550`,
      productCode: 'NG_MT_TopUp:1.25:USD',
      firstSentAt: new Date(),
    });
    for (let index = 0; index < 101; index++) {
      expect(await adapter.submit(order(index), call)).toMatchObject({ kind: 'confirmed' });
    }
    const listed = await adapter.orderList?.list({ from, to: new Date(Date.now() + 60_000) }, call);
    if (listed?.kind !== 'listed') throw new Error(listed?.kind);
    expect(listed).toMatchObject({ strangers: 0 });
    expect(new Set(listed.orders.map(({ gatewayReference }) => gatewayReference)).size).toBe(101);
    expect(listed.orders[0]).toMatchObject({
      outcome: { kind: 'confirmed' },
      cost: { amount: '1.25', currency: 'USD' },
    });
  });
});
