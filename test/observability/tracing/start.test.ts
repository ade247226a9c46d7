import { pino } from 'pino';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { readApiConfig } from '../../../config/config.ts';
import { ConfigError } from '../../../config/read.ts';
import { startTracing } from '../../../observability/tracing/start.ts';
import { DELIVERED } from '../../support/webhooks/delivered.ts';

const SETTINGS = { DATABASE_URL: 'postgresql://x', GATEWAYS_FILE: 'x' };
const log = pino({ level: 'silent' });
const start = (environment: Record<string, string>) =>
  startTracing(readApiConfig({ ...SETTINGS, ...environment }), 'api', log);

afterEach(() => vi.unstubAllEnvs());

describe('tracing', () => {
  it.each([
    {},
    { OTEL_EXPORTER_OTLP_ENDPOINT: '' },
    { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318', OTEL_SDK_DISABLED: 'true' },
  ])('is off with %j', async (environment) => {
    expect(await start(environment)).toBeNull();
  });

  it('rejects a collector that is not a URL', () => {
    expect(() => readApiConfig({ ...SETTINGS, OTEL_EXPORTER_OTLP_ENDPOINT: 'collector' })).toThrow(
      ConfigError,
    );
  });

  it('stops even if its collector does not answer', async () => {
    vi.stubEnv('OTEL_EXPORTER_OTLP_ENDPOINT', 'http://127.0.0.1:9');
    const tracing = await start({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' });
    if (tracing === null) throw new Error('it is off');
    const sender = tracing.traceSends({ send: async () => DELIVERED, close: async () => undefined });
    const delivery = {
      eventId: 'evt_1',
      attempt: 1,
      purchaseId: null,
      type: 'x',
      body: '{}',
      url: 'http://x',
      secrets: [],
    };
    expect(await sender.send(delivery)).toBe(DELIVERED);
    await tracing.stop();
  });
});
