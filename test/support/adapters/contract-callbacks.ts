import { describe, expect, it } from 'vitest';
import type { CallbackReading, OrderRequest } from '../../../adapters/adapter.ts';
import { repeatWhile } from '../stalls.ts';
import { type Bench, call, eventually, rawCallback, type Story } from './contract-bench.ts';

/** What every adapter must read from its gateway's callbacks; skipped if the gateway sends none. */
export function callbacksContract(bench: Bench): void {
  const sends = bench.subject.callbackAbout('pur_01k9') !== null;

  describe.runIf(sends)('reading callbacks', () => {
    const read = (body: string) => bench.adapter().callbacks?.read(rawCallback(body));

    it('reads which order a callback is about', () => {
      expect(readOf(bench, 'pur_01k9')).toMatchObject({
        kind: expect.stringMatching(/^(hint|verified)$/),
        gatewayReference: 'pur_01k9',
      });
    });

    it.each(['', 'null', '[]', '{}', '<html></html>', '{"', `{"a":"${'x'.repeat(1_000_000)}"}`])(
      'rejects %.20j',
      (body) => {
        expect(read(body)?.kind).toMatch(/^(unreadable|rejected)$/);
      },
    );

    it.each(['', 'x'.repeat(41), 'a\u0000b', "a' OR 1", '../x'])(
      'rejects %j as a gateway reference',
      (key) => {
        expect(readOf(bench, key)).toMatchObject({ kind: 'unreadable' });
      },
    );

    it('answers with JSON, and stores no credentials', () => {
      const { receipt = '', headers = [] } = bench.adapter().callbacks ?? {};
      expect(() => JSON.parse(receipt)).not.toThrow();
      expect(headers).not.toContain('authorization');
    });
  });

  describe.runIf(sends)('receiving callbacks', () => {
    const told = (story: Story, count: number) => tellAndReceive(bench, story, count);

    it('receives a callback about a delivery', async () => {
      const { request, readings } = await told('accepts_and_delivers', 1);
      expect(readings[0]).toMatchObject({ gatewayReference: request.gatewayReference });
    });

    it('receives a repeated callback twice', async () => {
      const { readings } = await told('doubles_the_callback', 2);
      expect(readings[0]?.kind).toMatch(/^(hint|verified)$/);
      expect(readings[1]?.kind).toBe(readings[0]?.kind);
    });

    it('finds a delivery by inquiry if its callback is lost', async () => {
      const lost = bench.orderOf('loses_the_callback');
      await bench.adapter().submit(lost, call);
      await eventually(async () => expect((await bench.inquire(lost)).kind).toBe('confirmed'));
      await told('accepts_and_delivers', 1);
      expect(bench.callbacksAbout(lost)).toHaveLength(0);
    });

    it('can receive a callback before the answer to its order', async () => {
      // The gateway's answer follows its callback by a moment, in which a busy machine may not read it.
      const before = await repeatWhile(
        (callbacks) => callbacks === 0,
        async () => {
          const request = bench.orderOf('calls_back_before_answering');
          await bench.adapter().submit(request, call);
          return bench.callbacksAbout(request).length;
        },
      );
      expect(before).toBe(1);
    });

    it.runIf(bench.can('calls_back_out_of_order'))('can receive the reversal first', async () => {
      const { request } = await told('calls_back_out_of_order', 2);
      expect(await bench.inquire(request)).toMatchObject({ kind: 'reversed' });
    });

    it('does not trust a forged callback: it is rejected, or an inquiry contradicts it', async () => {
      const { request, readings } = await told('forges_a_callback', 1);
      if (readings[0]?.kind === 'rejected') return;
      expect(readings[0]?.kind).toBe('hint');
      expect((await bench.inquire(request)).kind).not.toBe('confirmed');
    });

    for (const story of ['signs_wrongly', 'signs_an_old_time'] as const) {
      it.runIf(bench.can(story))(`rejects a callback of a gateway that ${story}`, async () => {
        const { readings } = await told(story, 1);
        expect(readings[0]?.kind).toBe('rejected');
      });
    }
  });
}

function readOf(bench: Bench, gatewayReference: string): CallbackReading | undefined {
  const callback = bench.subject.callbackAbout(gatewayReference);
  return callback === null ? undefined : bench.adapter().callbacks?.read(callback);
}

async function tellAndReceive(
  bench: Bench,
  story: Story,
  count: number,
): Promise<{ request: OrderRequest; readings: (CallbackReading | undefined)[] }> {
  const request = bench.orderOf(story);
  await bench.adapter().submit(request, call);
  await eventually(async () => expect(bench.callbacksAbout(request)).toHaveLength(count));
  const readings = bench.callbacksAbout(request).map((callback) => bench.adapter().callbacks?.read(callback));
  return { request, readings };
}
