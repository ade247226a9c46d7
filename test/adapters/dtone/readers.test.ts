import { describe, expect, it } from 'vitest';
import { operatorWords } from '../../../adapters/answers.ts';
import { readInquiryById, readInquiryByKey } from '../../../adapters/dtone/outcomes.ts';
import { readCallbackNames, readInstant } from '../../../adapters/dtone/wire.ts';
import {
  answered,
  byKey,
  errorsOf,
  NOW,
  OURS,
  orderOf,
  SAMPLE,
  submitted,
} from '../../support/adapters/dtone-bodies.ts';

describe('an inquiry', () => {
  it('by external_id picks our order among others', () => {
    const others = [orderOf(9, 'DECLINED', 'DECLINED', 'EX1'), orderOf(7, 'COMPLETED')];
    expect(byKey(others)).toMatchObject({ kind: 'confirmed', confirmedAt: NOW });
  });

  it('by external_id is unavailable when the list was not searched by our key', () => {
    expect(byKey([orderOf(7, 'COMPLETED', 'COMPLETED', 'EX1')])).toMatchObject({ kind: 'unavailable' });
    expect(byKey([{ id: 5 }])).toMatchObject({ kind: 'unavailable' });
  });

  it('lets a delivery outweigh a refusal, should there be two orders under one key', () => {
    expect(byKey([orderOf(9, 'DECLINED'), orderOf(7, 'COMPLETED')])).toMatchObject({ kind: 'confirmed' });
    expect(byKey([orderOf(9, 'DECLINED'), orderOf(5, 'SUBMITTED')])).toMatchObject({ kind: 'pending' });
    expect(byKey([orderOf(9, 'DECLINED'), orderOf(99, '')])).toMatchObject({ kind: 'unavailable' });
  });

  it('reads absence from an empty list and from the documented error, and from nothing else', () => {
    expect(byKey([])).toEqual({ kind: 'not_found', conclusive: false });
    expect(byKey(errorsOf(1008004), 404)).toEqual({ kind: 'not_found', conclusive: false });
    expect(byKey(errorsOf(1000404), 404)).toMatchObject({ kind: 'unavailable' });
    expect(byKey(errorsOf(1000401), 401)).toMatchObject({ kind: 'unavailable' });
    expect(byKey([], 500)).toMatchObject({ kind: 'unavailable' });
    expect(readInquiryByKey({ ...answered({}), status: 404, body: '' }, OURS)).toMatchObject({
      kind: 'unavailable',
    });
  });

  it('by id asks again by key when the id names another order or none', () => {
    expect(readInquiryById(answered(orderOf(7, 'COMPLETED', 'COMPLETED', 'EX1')), OURS)).toBeNull();
    expect(readInquiryById(answered(errorsOf(1008004), 404), OURS)).toBeNull();
    expect(readInquiryById(answered(errorsOf(1000404), 404), OURS)).toBeNull();
    expect(readInquiryById(answered(errorsOf(1009503), 503), OURS)).toMatchObject({ kind: 'unavailable' });
  });

  it.each([
    [1, 'CREATED', 'pending'],
    [2, 'CONFIRMED', 'pending'],
    [5, 'SUBMITTED', 'pending'],
    [7, 'COMPLETED', 'confirmed'],
    [3, 'REJECTED', 'refused'],
    [4, 'CANCELLED', 'refused'],
    [9, 'DECLINED', 'refused'],
    [8, 'REVERSED', 'reversed'],
    [99, 'DEFERRED', 'unavailable'],
  ])('reads class %i %s as %s', (id, name, kind) => {
    expect(readInquiryById(answered(orderOf(id, name)), OURS)?.kind).toBe(kind);
    expect(byKey([orderOf(id, name)]).kind).toBe(kind);
  });

  it('dates a reversed delivery by the order, and by now where that makes no sense', () => {
    expect(byKey([orderOf(8, 'REVERSED')])).toMatchObject({
      confirmedAt: new Date('2021-03-24T20:05:06.111Z'),
      reversedAt: NOW,
      reason: 'Reversed by the network.',
    });
    for (const confirmation_date of ['2031-01-01T00:00:00Z', 'yesterday', null, 7]) {
      expect(byKey([{ ...orderOf(8, 'REVERSED'), confirmation_date }])).toMatchObject({ confirmedAt: NOW });
    }
  });
});

describe('what an order carries', () => {
  it.each([
    ['OP123', 'OP123'],
    ['  OP 1 ', 'OP 1'],
    ['a\u0000b', 'ab'],
    ['\ud800x', 'x'],
    ['', null],
    [null, null],
    [17, null],
    ['y'.repeat(500), 'y'.repeat(100)],
  ])('operator_reference %j becomes the network reference %j', (operator_reference, networkReference) => {
    expect(submitted({ ...orderOf(7, 'COMPLETED'), operator_reference })).toMatchObject({ networkReference });
  });

  it.each([
    [2237512891, '2237512891'],
    ['9007199254740993', '9007199254740993'],
    [9007199254740992, null],
    [-1, null],
    ['../1', null],
    [null, null],
  ])('id %j becomes the gateway id %j', (id, gatewayId) => {
    expect(submitted({ ...orderOf(2, 'CONFIRMED'), id })).toEqual({ kind: 'accepted', gatewayId });
  });

  it.each([
    ['2021-03-24T20:05:05.883561999Z', '2021-03-24T20:05:05.883Z'],
    ['2021-03-24T20:05:05.9Z', '2021-03-24T20:05:05.900Z'],
    ['2021-03-24T20:05:05Z', '2021-03-24T20:05:05.000Z'],
    ['2021-03-24T22:05:05.5+02:00', '2021-03-24T20:05:05.500Z'],
    ['2021-03-24T20:05:05.1234567891Z', null],
    ['2021-13-24T20:05:05Z', null],
    ['2021-03-24', null],
    ['2021-03-24T20:05:05', null],
    ['', null],
  ])('the instant %j is %j', (text, expected) => {
    expect(readInstant(text)?.toISOString() ?? null).toBe(expected);
  });

  it('gives a callback its two names and nothing else', () => {
    expect(readCallbackNames(JSON.stringify(SAMPLE))).toEqual({
      externalId: 'EX12345',
      gatewayId: '2237512891',
    });
  });

  it('has words for operators that are short, printable and without long numbers', () => {
    expect(operatorWords(`call 2348031234567 \u001b[31mnow ${'z'.repeat(500)}`)).toMatch(
      /^call … \[31mnow z+$/,
    );
    expect(operatorWords('z'.repeat(500))).toHaveLength(120);
  });
});
