import { describe, expect, it } from 'vitest';
import { withinMs } from '../stalls.ts';
import { type Bench, call, eventually, HOLD_MS, inquireOf, type Story } from './contract-bench.ts';

/** A little less than the time for which the stories that end later are open, and that for which orders are hidden. */
const STILL_OPEN_MS = 1_400;
const STILL_HIDDEN_MS = 2_900;

async function submitAndInquire(bench: Bench, story: Story) {
  const request = bench.orderOf(story);
  await bench.adapter().submit(request, call);
  return { request, first: await bench.inquire(request) };
}

/** What every adapter must conclude from inquiries. */
export function inquiringContract(bench: Bench): void {
  describe('inquiring', () => {
    it('finds an order whose answer came too late', async () => {
      const request = bench.orderOf('answers_late');
      expect(await bench.submitInVain(request)).toMatchObject({ reason: 'timed_out' });
      // The gateway of a busy machine may read the order after its sender gave up.
      await eventually(async () => expect((await bench.inquire(request)).kind).toBe('confirmed'));
    });

    it('finds an order by the gateway’s id, and by our reference if that id is wrong', async () => {
      const request = bench.orderOf('accepts_and_stays_silent');
      const outcome = await bench.adapter().submit(request, call);
      const gatewayId = outcome.kind === 'accepted' ? outcome.gatewayId : null;
      for (const id of [gatewayId, '1', 'no id']) {
        const found = await bench
          .adapter()
          .inquiry?.inquire({ ...request, gatewayId: id, sentAt: new Date() }, call);
        expect(found).toMatchObject({ kind: 'pending' });
      }
    });

    it('reports an order as pending until it is final', async () => {
      const request = bench.orderOf('accepts_and_delivers');
      await bench.adapter().submit(request, call);
      await eventually(async () => expect((await bench.inquire(request)).kind).toBe('confirmed'));
    });

    it.each([
      ['delivers_later', 'confirmed'],
      ['refuses_later', 'refused'],
    ] as const)('follows an order that %s', async (story, end) => {
      const { request, first } = await withinMs(STILL_OPEN_MS, () => submitAndInquire(bench, story));
      expect(first).toMatchObject({ kind: 'pending' });
      await eventually(async () => expect((await bench.inquire(request)).kind).toBe(end));
      expect(bench.deliveries(request)).toBe(end === 'confirmed' ? 1 : 0);
    });

    it.runIf(bench.can('reverses'))('distinguishes a reversal from a delivery', async () => {
      const request = bench.orderOf('reverses');
      await bench.adapter().submit(request, call);
      await eventually(async () =>
        expect(await bench.inquire(request)).toMatchObject({
          kind: 'reversed',
          confirmedAt: expect.any(Date),
          reversedAt: expect.any(Date),
          reason: expect.any(String),
        }),
      );
    });

    it.runIf(bench.can('names_another_product'))(
      'distinguishes the delivery of the ordered product from that of another',
      async () => {
        for (const [story, isOurs] of [
          ['hides_the_order', true],
          ['names_another_product', false],
        ] as const) {
          const request = bench.orderOf(story);
          await bench.adapter().submit(request, call);
          await eventually(async () => expect((await bench.inquire(request)).kind).toBe('confirmed'));
          const found = await bench.inquire(request);
          const product = found.kind === 'confirmed' ? found.product : undefined;
          expect(product).toEqual(expect.any(String));
          expect(bench.adapter().isProduct?.(request.productCode, product ?? '')).toBe(isOurs);
        }
      },
    );

    it.runIf(!bench.can('names_another_product'))('compares no product if answers name none', () => {
      expect(bench.adapter().isProduct).toBeNull();
    });

    it('treats absence as proof only long after the send', async () => {
      const request = bench.newOrder();
      const young = new Date(Date.now() - HOLD_MS + 5_000);
      const old = new Date(Date.now() - HOLD_MS - 5_000);
      expect(await bench.inquire(request, young)).toEqual({ kind: 'not_found', conclusive: false });
      expect(await bench.inquire(request, old)).toEqual({ kind: 'not_found', conclusive: true });
      expect(await bench.inquire(request, new Date(Date.now() + HOLD_MS))).toMatchObject({
        conclusive: false,
      });
    });

    it('judges absence by when it asked, however late the answer is', async () => {
      const sentAt = new Date();
      let now = new Date(sentAt.getTime() + HOLD_MS - 5_000);
      const adapter = bench.connectAgain(() => now);
      const answer = inquireOf(adapter, bench.newOrder().gatewayReference, sentAt);
      now = new Date(sentAt.getTime() + HOLD_MS + 5_000);
      expect(await answer).toEqual({ kind: 'not_found', conclusive: false });
      await adapter.close();
    });

    it('never treats absence as proof after the gateway gave the order an id', async () => {
      const { gatewayReference } = bench.newOrder();
      const outcome = await bench
        .adapter()
        .inquiry?.inquire(
          { gatewayReference, gatewayId: '1', firstSentAt: new Date(0), sentAt: new Date(0) },
          call,
        );
      expect(outcome).toEqual({ kind: 'not_found', conclusive: false });
    });

    it('does not treat a hidden order as never received', async () => {
      const { request, first } = await withinMs(STILL_HIDDEN_MS, () =>
        submitAndInquire(bench, 'hides_the_order'),
      );
      expect(first).toEqual({ kind: 'not_found', conclusive: false });
      await eventually(async () => expect((await bench.inquire(request)).kind).not.toBe('not_found'));
    });

    it('is unavailable, and concludes nothing, if no connection is made', async () => {
      const unreachable = await bench.connectToClosedPort();
      expect(await inquireOf(unreachable, 'pur_any', new Date(0))).toMatchObject({ kind: 'unavailable' });
      await unreachable.close();
    });
  });
}
