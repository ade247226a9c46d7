import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Context } from '../context.ts';
import type { DriverError } from '../driver.ts';
import { purchase } from '../objects.ts';

const VECTORS = join(import.meta.dirname, '..', '..', '..', '..', 'clients', 'webhook-vectors.json');
const SECRET = 'whsec_conformance';
const NOW = 1_767_225_600;

interface Vector {
  readonly name: string;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly secrets: readonly string[];
  readonly now: number;
  readonly toleranceSeconds: number;
  readonly genuine: boolean;
}

export function webhookScenarios({ driver }: Context): void {
  const verify = async (args: object): Promise<DriverError | null> => {
    const [ok, error] = await driver()
      .fails('verify_webhook', args)
      .then(
        (failure) => [null, failure] as const,
        () => [true, null] as const,
      );
    return ok === true ? null : error;
  };
  const event = (type: string, change: object = {}) =>
    JSON.stringify({
      id: 'evt_1',
      object: 'event',
      type,
      created_at: '2026-01-01T00:00:00.000Z',
      data: { object: purchase({ status: 'successful', ...change }) },
    });
  const sign = (body: string, secret = SECRET) =>
    `v1=${createHmac('sha256', secret).update(`${NOW}.${body}`).digest('hex')}`;

  describe('webhooks', () => {
    it('give the expected result for every test vector', async () => {
      const { vectors }: { vectors: Vector[] } = JSON.parse(readFileSync(VECTORS, 'utf8'));
      expect(vectors.length).toBeGreaterThan(20);
      for (const { name, genuine, toleranceSeconds, ...args } of vectors) {
        const failure = await verify({ ...args, tolerance_seconds: toleranceSeconds });
        const found = failure === null || failure.code === 'not_an_event';
        expect([name, found]).toEqual([name, genuine]);
        if (!genuine) expect(failure?.type).toMatch(/^(webhook|invalid)$/);
      }
    });

    it('are events, however headers are written, and of types that are not known', async () => {
      for (const type of ['purchase.successful', 'moon.rose']) {
        const body = event(type, { colour: 'blue' });
        const headers = { 'SVC-TIMESTAMP': String(NOW), 'Svc-Signature': sign(body) };
        const found = await driver().ok('verify_webhook', { body, headers, secrets: [SECRET], now: NOW });
        expect(found).toMatchObject({ id: 'evt_1', type, data: { object: { status: 'successful' } } });
      }
    });

    it('are refused with a reason', async () => {
      const body = event('purchase.successful');
      const headers = { 'svc-timestamp': String(NOW), 'svc-signature': sign(body) };
      const genuine = { body, headers, secrets: [SECRET], now: NOW };
      const { 'svc-signature': _signature, ...unsigned } = headers;
      const cases: [string, object][] = [
        ['header_missing', { ...genuine, headers: unsigned }],
        ['timestamp_too_far', { ...genuine, now: NOW + 301 }],
        ['timestamp_too_far', { ...genuine, now: NOW - 301 }],
        ['signature_wrong', { ...genuine, body: `${body} ` }],
        ['signature_wrong', { ...genuine, secrets: ['whsec_other'] }],
      ];
      for (const [code, args] of cases) expect(await verify(args)).toMatchObject({ type: 'webhook', code });
      // Far from this machine's clock, which counts if no time is given.
      expect(await verify({ body, headers, secrets: [SECRET] })).toMatchObject({ code: 'timestamp_too_far' });
    });

    it('are refused in words if the secret is empty', async () => {
      const body = event('purchase.successful');
      const headers = { 'svc-timestamp': String(NOW), 'svc-signature': sign(body, '') };
      for (const secrets of [[''], []]) {
        const failure = await verify({ body, headers, secrets, now: NOW });
        expect(failure?.type).toMatch(/^(webhook|invalid)$/);
        expect(failure?.message).toMatch(/secret/i);
      }
    });
  });
}
