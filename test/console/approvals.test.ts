import { describe, expect, it } from 'vitest';
import type { Approval, ApprovalActor } from '../../clients/typescript/src/types.ts';
import { isOver } from '../../console/src/approvals/asked.ts';
import { decidersOf, isEnded, outcomeText } from '../../console/src/approvals/ended.ts';
import { hasPrepared } from '../../console/src/approvals/own.ts';
import { messages } from '../../console/src/locales/en.ts';
import { APPROVAL_STATUSES } from '../../domain/approvals/approval.ts';
import { VOID_CODES } from '../../domain/approvals/void-code.ts';

const [ASKER, FIRST, SECOND] = ['ask', 'one', 'two'].map(
  (name): ApprovalActor => ({ kind: 'person', id: `per_${name}`, name }),
) as [ApprovalActor, ApprovalActor, ApprovalActor];
const decided = (by: ApprovalActor, decision: 'approved' | 'rejected') => ({
  by,
  decision,
  reason: null,
  decided_at: '2026-12-01T09:00:00.000Z',
});
const BOTH = [decided(FIRST, 'approved'), decided(SECOND, 'rejected')];

describe('the outcome of a request', () => {
  it.each(APPROVAL_STATUSES.filter((status) => status !== 'voided'))('has a text if it is %s', (status) => {
    expect(messages[outcomeText({ status, void_code: null })]).toMatch(/\S/);
  });

  it('has a text of its cause if it was voided, and one for causes that are not known', () => {
    const texts = [...VOID_CODES, 'later', null].map((code) =>
      outcomeText({ status: 'voided', void_code: code }),
    );
    expect(new Set(texts).size).toBe(VOID_CODES.length + 1);
    expect(texts.slice(-2)).toEqual(['outcome.voided.other', 'outcome.voided.other']);
    for (const text of texts) expect(messages[text]).toMatch(/\S/);
  });

  it.each([
    ['withdrawn', ['ask']],
    ['rejected', ['two']],
    ['approved', ['one']],
    ['used', ['one']],
    ['expired', []],
    ['voided', []],
  ] as const)('was decided, if it is %s, by %j', (status, names) => {
    const found = decidersOf({ status, decisions: BOTH, requested_by: ASKER });
    expect(found.map(({ name }) => name)).toEqual(names);
  });
});

describe('there is nothing left to do', () => {
  const all = (action: Parameters<typeof isOver>[0], decisions: Approval['decisions'] = []) =>
    APPROVAL_STATUSES.filter((status) => isOver(action, { status, decisions }, FIRST.id));
  const ended = APPROVAL_STATUSES.filter((status) => isEnded({ status }));

  it('for who rejects or withdraws, once a request has ended', () => {
    expect(ended.toSorted()).toEqual(['expired', 'rejected', 'used', 'voided', 'withdrawn']);
    expect(all('reject')).toEqual(ended);
    expect(all('withdraw')).toEqual(ended);
  });

  it('for who approves, also once others have given every approval, or they have approved elsewhere', () => {
    expect(all('approve').toSorted()).toEqual([...ended, 'approved'].toSorted());
    expect(all('approve', [decided(FIRST, 'approved')])).toEqual(APPROVAL_STATUSES);
    expect(all('approve', [decided(SECOND, 'approved')])).not.toContain('requested');
  });

  it('for who starts what was approved, unless it is approved still', () => {
    expect(all('start')).toEqual(APPROVAL_STATUSES.filter((status) => status !== 'approved'));
  });
});

describe('who may not approve', () => {
  const known = { prepared_by: [FIRST], requested_by: ASKER };
  it.each([
    ['who prepared the campaign', FIRST, true, true],
    ['who requested it, if the API says so', ASKER, false, true],
    ['no requester, if the API says that they may', ASKER, true, false],
    ['no one else', SECOND, false, false],
  ] as const)('is %s', (_who, { id }, requester_may_approve, expected) => {
    expect(hasPrepared({ ...known, requester_may_approve }, id)).toBe(expected);
  });
});
