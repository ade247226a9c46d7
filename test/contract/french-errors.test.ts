import { describe, expect, it } from 'vitest';
import { ERROR_CASES, type ErrorCaseName } from '../../contract/error-cases/error-cases.ts';
import { FRENCH_MESSAGES, messageInFrench } from '../../contract/error-cases/french/french.ts';
import { FRENCH_FIELD_RULES, ruleInFrench } from '../../contract/error-cases/french/rules.ts';
import { bindSpaces } from '../../contract/error-cases/french/spaces.ts';
import { FIELD_RULES, SHAPE_RULES } from '../../contract/field-rules.ts';

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
  expect(steps('the approval of one')).not.toContain('approval of');
  expect(steps('the approvals of 2')).toContain('2 autres');
  expect(messageInFrench('method_not_allowed', { method: 'PUT', allowed: 'GET or HEAD' })).toContain(
    'GET ou HEAD',
  );
  // What the client sent stays as it is.
  expect(messageInFrench('address_unknown', { method: 'GET', path: '/a or b ?' })).toContain('/a or b ?');
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
    SHAPE_RULES.other,
    ...['a string', 'a number', 'true or false', 'a list', 'an object'].map(SHAPE_RULES.type),
  ])('of a shape have French words: %s', (english) => {
    const french = ruleInFrench(english);
    expect(french).not.toMatch(/must|is not|a string|or false/);
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
