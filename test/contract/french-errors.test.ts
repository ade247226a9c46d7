import { describe, expect, it } from 'vitest';
import { ERROR_CASES, type ErrorCaseName } from '../../contract/error-cases/error-cases.ts';
import { amountInFrench } from '../../contract/error-cases/french/amounts.ts';
import { FRENCH_MESSAGES, messageInFrench } from '../../contract/error-cases/french/french.ts';
import { FRENCH_FIELD_RULES, ruleInFrench } from '../../contract/error-cases/french/rules.ts';
import { bindSpaces } from '../../contract/error-cases/french/spaces.ts';
import { FIELD_RULES, SHAPE_RULES } from '../../contract/field-rules.ts';
import { formatAmount } from '../../domain/money/amount.ts';

const NAMES = Object.keys(ERROR_CASES) as ErrorCaseName[];
const placeholdersOf = (text: string) => [...new Set(text.match(/\{\w+\}/g))].toSorted();

describe.each(NAMES)('the French message of %s', (name) => {
  it('has the placeholders of the English one, and ends as a sentence', () => {
    const english = ERROR_CASES[name].message;
    const french: string = FRENCH_MESSAGES[name];
    expect(placeholdersOf(french)).toEqual(placeholdersOf(english));
    expect(french).toMatch(/[.…]$/);
    // Only a message that is made of its values is the same in both.
    if (name !== 'field_invalid') expect(french).not.toBe(english);
    expect(french).not.toMatch(/'| {2}|"/);
  });

  it('binds the spaces before its signs', () => {
    expect(messageInFrench(name, {})).not.toMatch(/ [:;?!»]|« /);
  });
});

it('says what the values are that are words', () => {
  const values = { amount: '₦10.00', given: 0, approval_id: 'apr_1', expires_at: '2026-11-20T09:30:00Z' };
  const steps = (text: string) => messageInFrench('approval_needed', { ...values, steps: text });
  expect(steps('the approval of another person or key')).not.toContain('approval of');
  expect(steps('the approvals of 2 other people or keys')).toContain('2 autres');
  expect(messageInFrench('method_not_allowed', { method: 'PUT', allowed: 'GET or HEAD' })).toContain(
    'GET ou HEAD',
  );
  // What the client sent stays as it is.
  expect(messageInFrench('address_unknown', { method: 'GET', path: '/a or b ?' })).toContain('/a or b ?');
});

describe('an amount', () => {
  // What the routes pass to the cases whose message has an amount.
  it.each([
    ['spending_limit', ['limit', 'spent']],
    ['spend_cap_of_purchase', ['cap']],
    ['spend_cap_of_day', ['cap', 'spent']],
    ['approval_needed', ['amount']],
    ['campaign_over_limit', ['cost', 'limit']],
    ['batch_cost_differs', ['approved', 'cost']],
    ['batch_cost_below_spent', ['approved', 'spent']],
  ] as const)('in the French message of %s has the French form', (name, keys) => {
    const amounts = Object.fromEntries(keys.map((key, at) => [key, formatAmount(100_000 * (at + 1), 'NGN')]));
    const message = messageInFrench(name, amounts);
    for (const at of keys.keys()) expect(message).toContain(`${at + 1}\u202f000,00\u00a0NGN`);
    expect(message).not.toMatch(/\d[,.]\d{3}|\.00/);
  });

  it.each([
    ['1,234,567.89 NGN', '1\u202f234\u202f567,89\u00a0NGN'],
    ['90,071,992,547,409.91 NGN', '90\u202f071\u202f992\u202f547\u202f409,91\u00a0NGN'],
    ['-0.50 NGN', '-0,50\u00a0NGN'],
    ['1,500 XOF', '1\u202f500\u00a0XOF'],
  ])('%s is %s, with every digit', (english, french) => {
    expect(amountInFrench(english)).toBe(french);
  });

  it.each(['', '10 MB', '1,5 NGN', '10.00 NGN per day', 'unlimited'])('is not seen in "%s"', (text) => {
    expect(amountInFrench(text)).toBe(text);
  });
});

describe('the rules for fields', () => {
  it.each(Object.entries(FIELD_RULES))('%s has French words', (name, english) => {
    expect(ruleInFrench(english)).not.toBe(english);
    // Two rules with the same English words have the same French ones.
    expect(ruleInFrench(english)).toBe(FRENCH_FIELD_RULES[name as keyof typeof FIELD_RULES]);
    expect(ruleInFrench(english)).not.toMatch(/'| {2}/);
  });

  it.each([
    SHAPE_RULES.one_of(['json', 'csv']),
    SHAPE_RULES.longest(64),
    SHAPE_RULES.not_empty,
    SHAPE_RULES.once,
    SHAPE_RULES.other,
    ...['a string', 'a number', 'true or false', 'a list', 'an object'].map(SHAPE_RULES.type),
  ])('of a shape have French words: %s', (english) => {
    const french = ruleInFrench(english);
    expect(french).not.toMatch(/must|is not|given|a string|or false/);
    for (const value of english.match(/json, csv|64/g) ?? []) expect(french).toContain(value);
  });

  it.each(['has three wheels', 'must be red', 'must be a string of pearls', 'must be toString'])(
    'that are not known stay in English: %s',
    (english) => {
      expect(ruleInFrench(english)).toBe(english);
    },
  );
});

it('a space is bound before a sign, inside quotation marks and between thousands, and nowhere else', () => {
  expect(bindSpaces('Vu : « a b » ; 1 à 1 000 000 ?')).toBe(
    'Vu\u00a0: «\u00a0a b\u00a0»\u00a0; 1 à 1\u00a0000\u00a0000\u00a0?',
  );
});
