import { describe, expect, it } from 'vitest';
import type { Context } from '../context.ts';
import { DAY, HEADER, line, page, purchase, statement } from '../objects.ts';
import * as server from '../server.ts';

const LINES = [
  line(1, 'purchase', 'order-1', -100_000, 400_000),
  line(2, 'purchase', 'order-2', -50_000, 350_000),
];
const FILE = [HEADER, ...LINES, ''].join('\n');
const closed = server.json(200, statement());
const open = server.json(200, statement({ status: 'open', closing_balance: null }));

export function statementScenarios({ pkg, server: scripted, driver }: Context): void {
  describe('statements', () => {
    it('have lines that add up', async () => {
      scripted().script(closed, server.csv(FILE));
      const { lines, sum } = await driver().ok('statement_lines', { date: DAY });
      expect(sum).toBe(-150_000);
      expect(lines).toMatchObject([
        { id: 'stl_1', type: 'purchase', reference: 'order-1', amount: -100_000, balance_after: 400_000 },
        { id: 'stl_2', purchase_id: 'pur_2', currency: 'NGN' },
      ]);
      const [first, second] = scripted().seen;
      expect([first?.url, second?.url]).toEqual([`/v1/statements/${DAY}`, `/v1/statements/${DAY}/lines`]);
      expect(second?.headers.accept).toContain('text/csv');
    });

    it('are waited for until they are closed', async () => {
      scripted().script(open, open, closed, server.csv(FILE));
      expect((await driver().ok('statement_lines', { date: DAY, wait: true })).sum).toBe(-150_000);
    });

    it('of an open day have no sum to check', async () => {
      scripted().script(open, server.csv(FILE));
      expect((await driver().ok('statement_lines', { date: DAY })).lines).toHaveLength(2);
    });

    it('that do not add up are an error', async () => {
      scripted().script(server.json(200, statement({ closing_balance: 350_001 })), server.csv(FILE));
      const failure = await driver().fails('statement_lines', { date: DAY });
      expect(failure).toMatchObject({ type: 'statement_mismatch' });
    });

    it('whose download breaks off are no answer', async () => {
      const long = [HEADER, ...Array.from({ length: 2_000 }, () => LINES[0]), ''].join('\n');
      scripted().script(closed, server.cutInBody(200, long, 'text/csv', true));
      expect(await driver().fails('statement_lines', { date: DAY })).toMatchObject({ type: 'no_answer' });
    });
  });

  describe('reconciling a day', () => {
    it('finds what matches, differs, is missing and is unexpected', async () => {
      const file = [
        HEADER,
        line(1, 'purchase', 'same', -100_000, 400_000),
        line(2, 'purchase', 'dearer', -50_000, 350_000),
        line(3, 'purchase', 'ours-not', -10_000, 340_000),
        line(4, 'funding', '', 10_000, 350_000),
        '',
      ].join('\n');
      scripted().script(
        open,
        closed,
        server.csv(file),
        server.json(200, page([purchase({ reference: 'refused', status: 'failed' })])),
        server.json(200, page([purchase({ reference: 'delivered', status: 'successful' })])),
        server.json(200, page([])),
      );
      const records = [
        { type: 'purchase', reference: 'same', price: 100_000 },
        { type: 'purchase', reference: 'dearer', price: 40_000 },
        { type: 'purchase', reference: 'refused', price: 1_000 },
        { type: 'reversal', reference: 'delivered', price: 1_000 },
        { type: 'purchase', reference: 'never', price: 1_000 },
      ];
      expect(await driver().ok('reconcile', { date: DAY, records, wait: true })).toMatchObject({
        adds_up: true,
        matched: 1,
        differing: [{ record: { reference: 'dearer', price: 40_000 }, line: { amount: -50_000 } }],
        missing: [
          { record: { reference: 'refused' }, purchase: { status: 'failed' }, why: 'failed' },
          { record: { reference: 'delivered' }, why: 'not_reversed' },
          { record: { reference: 'never' }, why: 'never_received' },
        ],
        unexpected: [{ reference: 'ours-not' }],
        others: [{ type: 'funding', amount: 10_000 }],
      });
    });

    it('refuses an open day, and says how to wait', async () => {
      scripted().script(open);
      expect(await driver().fails('reconcile', { date: DAY, records: [] })).toMatchObject({
        type: 'statement_open',
        message: expect.stringMatching(new RegExp(`${DAY} is open.*(wait_?closed|untilClosed)`, 'i')),
      });
      expect(scripted().seen).toHaveLength(1);
    });

    // Go's compiler refuses the first two.
    const untyped = [
      ['a price that is a text', { price: '100000' }],
      ['a price with a fraction', { price: 1000.5 }],
    ] as const;
    it.each<readonly [string, object]>([
      ...(pkg.language === 'go' ? [] : untyped),
      ['a price that is not positive', { price: -100_000 }],
      ['another type', { type: 'funding' }],
    ])('refuses a record with %s, and names it', async (_case, change) => {
      scripted().script(closed);
      const records = [{ type: 'purchase', reference: 'order-77', price: 100_000, ...change }];
      expect(await driver().fails('reconcile', { date: DAY, records })).toMatchObject({
        type: 'invalid',
        message: expect.stringContaining('order-77'),
      });
      expect(scripted().seen).toEqual([]);
    });

    it('refuses a record that comes twice', async () => {
      scripted().script(closed);
      const record = { type: 'purchase', reference: 'order-77', price: 100_000 };
      expect(await driver().fails('reconcile', { date: DAY, records: [record, record] })).toMatchObject({
        type: 'invalid',
        message: expect.stringContaining('order-77'),
      });
      expect(scripted().seen).toEqual([]);
    });

    it('says that a day does not add up', async () => {
      scripted().script(server.json(200, statement({ closing_balance: 1 })), server.csv(FILE));
      const records = [
        { type: 'purchase', reference: 'order-1', price: 100_000 },
        { type: 'purchase', reference: 'order-2', price: 50_000 },
      ];
      const found = await driver().ok('reconcile', { date: DAY, records });
      expect(found).toMatchObject({ adds_up: false, matched: 2 });
    });
  });
}
