import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { checkHistory, findChecker, judgeHistory } from '../../../../tools/chaos/judge/linearizable.ts';
import { randomOf } from '../../../../tools/chaos/plan/random.ts';
import {
  BOUGHT,
  balance,
  buy,
  FUNDED,
  type Line,
  list,
  look,
  PRICE,
  system,
} from '../../../support/chaos/lines.ts';
import { temporaryStateDir } from '../../../support/state-dir.ts';

async function judgeLines(lines: readonly Line[], folder = temporaryStateDir()): Promise<string[]> {
  return judgeHistory(
    lines.map((line) => ({ account: 'acc_1', ...line })),
    folder,
  );
}

beforeAll(findChecker);

describe('one order explains', () => {
  it.each<[string, readonly Line[]]>([
    [
      'a purchase from its hold to its refund',
      [
        FUNDED,
        BOUGHT,
        balance([5, 6], 900, 100),
        system([7, 8], 'capture', 'r'),
        look([9, 10], 'r', 'successful'),
        balance([11, 12], 900, 0),
        system([13, 14], 'refund', 'r'),
        balance([15, 16], 1_000, 0),
        look([17, 18], 'r', 'reversed'),
      ],
    ],
    [
      'reads during a purchase that show it in either order',
      [
        FUNDED,
        buy([2, 20], 'r', 'accepted'),
        balance([3, 9], 900, 100),
        look([4, 10], 'r', null),
        look([11, 12], 'r', 'pending'),
      ],
    ],
    [
      'a request without an answer that bought',
      [FUNDED, buy([2, null], 'r', null), balance([50, 51], 900, 100)],
    ],
    [
      'one that did not',
      [FUNDED, buy([2, null], 'r', null), balance([50, 51], 1_000, 0), look([52, 53], 'r', null)],
    ],
    [
      'one that bought long after its connection was lost',
      [
        FUNDED,
        buy([2, null], 'r', null),
        look([5, 6], 'r', null),
        look([7, 8], 'r', 'pending'),
        buy([9, 10], 'r', 'replayed'),
      ],
    ],
    [
      'a repeat and a conflict',
      [FUNDED, BOUGHT, buy([5, 6], 'r', 'replayed'), buy([7, 8], 'r', 'conflict', { body: 'other' })],
    ],
    [
      'a refusal for want of money',
      [
        system([0, 1], 'fund', 150),
        BOUGHT,
        buy([5, 6], 's', 'insufficient'),
        system([7, 8], 'release', 'r'),
        buy([9, 10], 's', 'accepted'),
      ],
    ],
    [
      'a refusal during an outage, and a purchase after it',
      [FUNDED, buy([2, 3], 'r', 'unavailable'), buy([4, 5], 'r', 'accepted')],
    ],
  ])('%s', async (_, lines) => {
    expect(await judgeLines(lines)).toEqual([]);
  });
});

describe('no order explains', () => {
  it.each<[string, readonly Line[], string]>([
    [
      'an old balance after a newer one was shown',
      [FUNDED, buy([2, 20], 'r', 'accepted'), balance([3, 4], 900, 100), balance([5, 6], 1_000, 0)],
      'balance: available 1000',
    ],
    [
      'an old balance after the answer to a purchase',
      [FUNDED, BOUGHT, balance([5, 6], 1_000, 0)],
      'balance: available 1000',
    ],
    [
      'a reference that was bought twice',
      [FUNDED, BOUGHT, buy([5, 6], 'r', 'accepted', { id: 'pur_2' })],
      'buy r for 100 with body usual: accepted pur_2',
    ],
    [
      'a reference that was bought twice, of which no one saw the first',
      [FUNDED, buy([2, null], 'r', null), balance([3, 4], 900, 100), balance([5, 6], 800, 200)],
      'balance: available 800',
    ],
    [
      'a purchase that vanishes',
      [FUNDED, BOUGHT, look([5, 6], 'r', 'pending'), look([7, 8], 'r', null)],
      'look up r: not found',
    ],
    [
      'a purchase that vanishes from the list',
      [FUNDED, BOUGHT, buy([5, 6], 's', 'accepted'), list([7, 8], 's')],
      'list: 1',
    ],
    ['a purchase with another id', [FUNDED, BOUGHT, look([5, 6], 'r', 'pending', 'pur_2')], 'pur_2'],
    [
      'a status that moves back',
      [
        FUNDED,
        BOUGHT,
        system([5, 20], 'capture', 'r'),
        look([6, 7], 'r', 'successful'),
        look([8, 9], 'r', 'pending'),
      ],
      'look up r: pur_r pending',
    ],
    [
      'a balance whose purchase is not found yet',
      [FUNDED, buy([2, 20], 'r', 'accepted'), balance([3, 4], 900, 100), look([5, 6], 'r', null)],
      'look up r: not found',
    ],
    [
      'a repeat with another body',
      [FUNDED, BOUGHT, buy([5, 6], 'r', 'replayed', { body: 'other' })],
      'body other: replayed',
    ],
    ['a conflict with nothing', [FUNDED, buy([2, 3], 'r', 'conflict', { body: 'other' })], 'conflict'],
    [
      'a refusal for want of money that was there',
      [FUNDED, buy([2, 3], 'r', 'insufficient')],
      'insufficient',
    ],
    ['a purchase that money did not cover', [system([0, 1], 'fund', 50), BOUGHT], 'accepted'],
    [
      'a second settlement',
      [FUNDED, BOUGHT, system([5, 6], 'capture', 'r'), system([7, 8], 'release', 'r')],
      'release r',
    ],
    [
      'a purchase out of its turn',
      [
        { ...FUNDED, turn: 1 },
        { ...BOUGHT, turn: 3 },
        { ...buy([10, 11], 's', 'accepted'), turn: 2 },
      ],
      'accepted',
    ],
    ['a purchase of which the server has no change', [{ ...FUNDED, turn: 1 }, BOUGHT], 'buy r'],
  ])('%s', async (_, lines, words) => {
    const folder = temporaryStateDir();
    const findings = await judgeLines(lines, folder);
    expect(findings).toHaveLength(1);
    expect(findings[0]).toContain('acc_1: no order of the operations explains');
    expect(findings[0]).toContain(words);
    expect(readFileSync(join(folder, 'history.html'), 'utf8')).toContain('<html');
  });
});

it('each account is judged by itself', async () => {
  const lines = [FUNDED, BOUGHT];
  const two = [
    ...lines.map((line) => ({ account: 'acc_1', ...line })),
    ...[...lines, balance([5, 6], 1, 1)].map((line) => ({ account: 'acc_2', ...line })),
  ];
  const verdicts = await checkHistory(two, temporaryStateDir());
  expect(verdicts.map(({ account, result }) => [account, result])).toEqual([
    ['acc_1', 'linearizable'],
    ['acc_2', 'not_linearizable'],
  ]);
});

/** Purchases that overlap in time, with reads among them: as the server would answer, in the order of the turns. */
function longHistory(purchases: number): Line[] {
  const random = randomOf(7);
  const lines: Line[] = [{ ...system([0, 1], 'fund', purchases * PRICE), turn: 1 }];
  for (let nth = 0; nth < purchases; nth++) {
    const time = 10 * (nth + 1);
    const around = () => [time - random.between(1, 400), time + random.between(1, 400)] as const;
    const isAnswered = random.chance(0.7);
    const [call, ret] = around();
    lines.push({
      ...buy([call, isAnswered ? ret : null], `r${nth}`, isAnswered ? 'accepted' : null),
      turn: nth + 2,
    });
    const spent = (nth + 1) * PRICE;
    lines.push(balance(around(), purchases * PRICE - spent, spent));
    lines.push(look(around(), `r${nth}`, 'pending'));
    lines.push(buy([time - 500, null], `r${nth}`, null));
  }
  return lines;
}

it('thousands of operations of one account are judged in time, and so is a lie among them', async () => {
  const lines = longHistory(1_500);
  const lie = balance([7_000, 7_010], 1, 1);
  const judgeAccount = (given: readonly Line[]) =>
    checkHistory(
      given.map((line) => ({ account: 'acc_1', ...line })),
      temporaryStateDir(),
    );
  expect(await judgeAccount(lines)).toMatchObject([{ operations: 6_001, result: 'linearizable' }]);
  expect(await judgeAccount([...lines, lie])).toMatchObject([{ result: 'not_linearizable' }]);
});

it('a search that takes too long is a finding, and not a success', async () => {
  // Any of them may have bought, in any order, and no number of them explains the balance.
  const lines = [
    system([0, 1], 'fund', 10_000),
    ...Array.from({ length: 60 }, (_, nth) => buy([2, null], `r${nth}`, null)),
    balance([5, 6], 9_950, 50),
  ];
  const history = lines.map((line) => ({ account: 'acc_1', ...line }));
  const [verdict] = await checkHistory(history, temporaryStateDir(), 1);
  expect(verdict).toMatchObject({ result: 'unknown', finding: 'no answer after 1s' });
});
