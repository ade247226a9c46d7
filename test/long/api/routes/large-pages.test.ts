import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ApiFixture, settle, startApi } from '../../../support/api/fixture.ts';
import { bought, call, order } from '../../../support/api/http.ts';
import { longestTurn } from '../../../support/longest-turn.ts';

const COUNT = 40;
/** A page ends with the item that crosses 128 KiB; an item has up to 42 KB here. */
const BYTES_MAX = 192 * 1024;
const METADATA = Object.fromEntries(
  Array.from({ length: 20 }, (_, at) => [`key-${at}`.padEnd(40, '-'), '😀'.repeat(500)]),
);

/** Of purchases, or of events with a purchase in each. */
interface ListPage {
  readonly data: readonly {
    readonly id: string;
    readonly data?: { readonly object: { readonly id: string } };
  }[];
  readonly has_more: boolean;
  readonly next_cursor: string | null;
}

let api: ApiFixture;
let ids: readonly string[];

/** Purchases with an event each; of every ten, five have as much metadata as there may be. */
beforeAll(async () => {
  api = await startApi();
  const made: string[] = [];
  for (let at = 0; at < COUNT; at++) {
    const { id } = await bought(api, order(at % 10 < 5 ? { metadata: METADATA } : {}));
    const delivery = { confirmedAt: new Date(), networkReference: null };
    await settle(api, id, { kind: 'confirmed', delivery });
    made.push(id);
  }
  ids = made.toReversed();
});
afterAll(() => api.close());

describe.each(['/v1/purchases', '/v1/events'])('of %s', (path) => {
  it.each([1, 25, 100])(
    'pages of up to %i end early where items are large, and all pages have all',
    async (limit) => {
      const seen: string[] = [];
      for (let cursor = ''; ; ) {
        const { text } = await call(api, `${path}?limit=${limit}${cursor}`);
        const page = JSON.parse(text) as ListPage;
        expect(Buffer.byteLength(text)).toBeLessThan(BYTES_MAX);
        expect(page.data.length).toBeGreaterThan(0);
        seen.push(...page.data.map(({ id, data }) => data?.object.id ?? id));
        expect(page.next_cursor === null).toBe(!page.has_more);
        if (page.next_cursor === null) break;
        cursor = `&cursor=${page.next_cursor}`;
      }
      expect(new Set(seen).size).toBe(seen.length);
      expect(seen.toSorted()).toEqual([...ids].toSorted());
    },
  );

  it('no page holds the thread that serves for 100 ms', async () => {
    const turns: number[] = [];
    // The least of three: compiling and collecting garbage lengthen single turns.
    for (let measured = 0; measured < 3; measured++) {
      const turn = await longestTurn(async () => {
        for (let read = 0; read < 10; read++) await call(api, `${path}?limit=100`);
      });
      turns.push(turn);
    }
    expect(Math.min(...turns)).toBeLessThan(100);
  });
});
