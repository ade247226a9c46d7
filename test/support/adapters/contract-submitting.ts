import { describe, expect, it } from 'vitest';
import { isFailureCode } from '../../../domain/purchase/failure-codes.ts';
import {
  type Bench,
  call,
  eventually,
  expectDiscreet,
  HASTY_MS,
  inquireOf,
  type Story,
} from './contract-bench.ts';
import { answerText, type Reaction, startRawGateway } from './raw-gateway.ts';

/** What every adapter must conclude from the answers to a submit. */
export function submittingContract(bench: Bench): void {
  describe('submitting', () => {
    it.runIf(bench.can('confirms_in_the_answer'))('reports a delivery that the answer confirms', async () => {
      const request = bench.orderOf('confirms_in_the_answer');
      const outcome = await bench.adapter().submit(request, call);
      expect(outcome).toMatchObject({ kind: 'confirmed', confirmedAt: expect.any(Date) });
      expect(bench.deliveries(request)).toBe(1);
    });

    it('reports an order that the gateway accepted', async () => {
      const outcome = await bench.adapter().submit(bench.orderOf('accepts_and_delivers'), call);
      expect(outcome).toMatchObject({ kind: 'accepted' });
    });

    it('reports a refusal with our own code, and the gateway’s text for operators', async () => {
      const request = bench.orderOf('refuses_in_the_answer');
      const outcome = await bench.adapter().submit(request, call);
      if (outcome.kind !== 'refused') throw new Error(`it is ${outcome.kind}`);
      expect(isFailureCode(outcome.code)).toBe(true);
      expect(outcome.gatewayCode).not.toBe('');
      expectDiscreet(outcome, request);
      expect(bench.deliveries(request)).toBe(0);
    });

    it.runIf(bench.can('limits_the_rate'))(
      'reports that nothing was submitted if the gateway limits our rate',
      async () => {
        const outcome = await bench.adapter().submit(bench.orderOf('limits_the_rate'), call);
        expect(outcome).toMatchObject({ kind: 'not_submitted', reason: 'rate_limited' });
      },
    );

    it('blames our account, not the number, if the gateway rejects our account', async () => {
      const outcome = await bench.adapter().submit(bench.orderOf('refuses_our_account'), call);
      expect(outcome).toMatchObject({ kind: 'not_submitted', reason: 'supplier_account' });
    });

    it('blames our account, not the number, if our wallet is empty', async () => {
      const request = bench.orderOf('finds_our_wallet_empty');
      const outcome = await bench.adapter().submit(request, call);
      expect(outcome).toMatchObject({ kind: 'not_submitted', reason: 'supplier_account' });
      expect(bench.deliveries(request)).toBe(0);
    });

    it.runIf(bench.can('finds_it_too_soon'))('reports that it is too soon for the number', async () => {
      const request = bench.orderOf('finds_it_too_soon');
      const outcome = await bench.adapter().submit(request, call);
      if (outcome.kind === 'refused') expect(outcome.code).toBe('too_soon');
      else expect(outcome).toMatchObject({ kind: 'not_submitted', reason: 'too_soon' });
      expect(bench.deliveries(request)).toBe(0);
    });

    it.runIf(bench.can('forgets_our_token'))('orders once if its token is rejected', async () => {
      const request = bench.orderOf('forgets_our_token');
      expect((await bench.adapter().submit(request, call)).kind).toMatch(/^(accepted|confirmed)$/);
      await eventually(async () => expect(bench.deliveries(request)).toBe(1));
    });

    it('reports that nothing was submitted if no connection is made', async () => {
      const unreachable = await bench.connectToClosedPort();
      expect(await unreachable.submit(bench.newOrder(), call)).toEqual({
        kind: 'not_submitted',
        reason: 'connect_failed',
        retryAfterMs: null,
        gatewayCode: null,
      });
      await unreachable.close();
    });

    it.each<[Story, number]>([
      ['resets_before_taking', 0],
      ['resets_after_taking', 1],
      ['fails_before_taking', 0],
      ['fails_after_taking', 1],
      ['answers_html', 1],
      ['answers_nothing', 1],
      ['answers_half', 1],
      ['breaks_off', 1],
      ['answers_endlessly', 1],
      ['answers_an_unknown_status', 1],
      ['answers_an_unknown_code', 1],
      ['answers_late', 1],
    ])('reports an unknown outcome if the gateway %s (delivered: %i)', async (story, deliveries) => {
      const request = bench.orderOf(story);
      const isLate = story === 'answers_late';
      const outcome = await (isLate ? bench.submitInVain(request) : bench.adapter().submit(request, call));
      expect(outcome).toMatchObject({ kind: 'unknown', detail: expect.any(String) });
      expectDiscreet(outcome, request);
      await eventually(async () => expect(bench.deliveries(request)).toBe(deliveries));
    });

    it.each<[string, Reaction]>([
      ['a reset', (socket) => socket.resetAndDestroy()],
      ['a closed connection', (socket) => socket.end()],
      ['bytes that are not HTTP', (socket) => socket.end('\u0000\u0001\u0002')],
      ['JSON that is null', (socket) => socket.write(answerText(200, 'null'))],
      ['JSON that is a list', (socket) => socket.write(answerText(201, '[]'))],
      ['an HTML error page', (socket) => socket.write(answerText(502, '<html></html>'))],
      ['a bare 400', (socket) => socket.write(answerText(400, ''))],
      ['a bare 401', (socket) => socket.write(answerText(401, ''))],
      ['a bare 429', (socket) => socket.write(answerText(429, 'slow down'))],
      ['a redirect', (socket) => socket.write(answerText(302, '', { location: '/' }))],
    ])('reports an unknown outcome after %s from another server than the gateway', async (_what, react) => {
      const raw = await startRawGateway(react);
      const lost = bench.connect(raw.url);
      expect(await lost.submit(bench.newOrder(), call)).toMatchObject({ kind: 'unknown' });
      expect(raw.requests).toHaveLength(1);
      expect(await inquireOf(lost, 'pur_any', new Date(0))).toMatchObject({ kind: 'unavailable' });
      await lost.close();
      await raw.close();
    });

    it('reports an unknown outcome after silence from another server than the gateway', async () => {
      const raw = await startRawGateway(() => {});
      expect(await bench.submitInVain(bench.newOrder(), raw.url)).toMatchObject({ kind: 'unknown' });
      expect(raw.requests).toHaveLength(1);
      const hasty = bench.connect(raw.url, HASTY_MS);
      expect(await inquireOf(hasty, 'pur_any', new Date(0))).toMatchObject({ kind: 'unavailable' });
      await hasty.close();
      await raw.close();
    });

    it('treats the answer to a repeated reference as that of the first order, or is marked as paying again', async () => {
      const request = bench.orderOf('confirms_in_the_answer');
      await bench.adapter().submit(request, call);
      if (!bench.adapter().deduplicatesKey) {
        await bench.adapter().submit(request, call);
        expect(bench.deliveries(request)).toBe(2);
        return;
      }

      expect(await bench.adapter().submit(request, call)).toMatchObject({
        kind: 'unknown',
        reason: 'duplicate_reference',
      });
      expect(await bench.inquire(request)).toMatchObject({ kind: 'confirmed' });
      expect(bench.deliveries(request)).toBe(1);
    });

    it('ends when the caller cancels it', async () => {
      const request = bench.orderOf('answers_late');
      const caller = new AbortController();
      const outcome = bench.adapter().submit(request, { signal: caller.signal });
      await eventually(async () => expect(bench.deliveries(request)).toBe(1));
      caller.abort();
      expect(await outcome).toMatchObject({ kind: 'unknown' });
    });
  });
}
