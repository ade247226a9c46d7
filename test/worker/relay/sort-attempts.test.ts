import { expect, it } from 'vitest';
import type { ClaimedRow } from '../../../db/outbox/claims.ts';
import { wantsSlots } from '../../../worker/relay/sort-attempts.ts';

const rowOf = (accountUuid: string): ClaimedRow => ({
  id: 'row',
  topic: 'deliver_event',
  subjectUuid: 'event',
  accountUuid,
  attempt: null,
});

it.each([
  ['no attempt is under way', new Map(), [], false],
  ['an account has no more room', new Map([['a', 0]]), [], true],
  ['an account has taken all its room', new Map([['a', 2]]), [rowOf('a'), rowOf('a')], true],
  ['an account has room left', new Map([['a', 2]]), [rowOf('a'), rowOf('b')], false],
])('a free slot is wanted if rows may wait for it: %s', (_what, rooms, rows, isWanted) => {
  expect(wantsSlots(rooms, rows)).toBe(isWanted);
});
