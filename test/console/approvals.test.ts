import { describe, expect, it } from 'vitest';
import type { ApprovalActor } from '../../clients/typescript/src/types.ts';
import { hasPrepared } from '../../console/src/approvals/own.ts';

const [ASKER, FIRST, SECOND] = ['ask', 'one', 'two'].map(
  (name): ApprovalActor => ({ kind: 'person', id: `per_${name}`, name }),
) as [ApprovalActor, ApprovalActor, ApprovalActor];

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
