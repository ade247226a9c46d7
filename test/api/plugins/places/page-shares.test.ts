import { expect, it } from 'vitest';
import { createPageShares } from '../../../../api/plugins/places/page-shares.ts';
import type { AccountId } from '../../../../domain/ids.ts';

const account = (number: number): AccountId => `acc_${number}`;

/** Starts work that ends on request, and records which has started. */
function startWork() {
  const shares = createPageShares(3);
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  return {
    begun,
    ask(accountId: AccountId, name: string) {
      return shares.run(accountId, async () => {
        begun.push(name);
        await new Promise<void>((end) => ends.set(name, end));
      });
    },
    async end(name: string, work: Promise<void>) {
      ends.get(name)?.();
      await work;
    },
  };
}

it('makes one page of an account at a time, in order, and those of others meanwhile', async () => {
  const { begun, ask, end } = startWork();
  const first = ask(account(1), 'first');
  const second = ask(account(1), 'second');
  const third = ask(account(1), 'third');
  const other = ask(account(2), 'other');
  expect(begun).toEqual(['first', 'other']);

  await end('first', first);
  expect(begun).toEqual(['first', 'other', 'second']);
  await end('second', second);
  expect(begun).toEqual(['first', 'other', 'second', 'third']);
  await end('third', third);
  await end('other', other);
});

it('makes no more pages at a time than the process may', async () => {
  const { begun, ask, end } = startWork();
  const [first] = [1, 2, 3].map((number) => ask(account(number), `of ${number}`));
  void ask(account(1), 'again of 1');
  void ask(account(4), 'of 4');
  expect(begun).toEqual(['of 1', 'of 2', 'of 3']);

  await end('of 1', first ?? Promise.reject(new Error('nothing was asked for')));
  expect(begun.at(-1)).toBe('again of 1');
});

it('gives a share back when a page cannot be made', async () => {
  const shares = createPageShares(1);
  await expect(shares.run(account(1), () => Promise.reject(new Error('no page')))).rejects.toThrow('no page');
  await expect(shares.run(account(1), async () => 'a page')).resolves.toBe('a page');
});
