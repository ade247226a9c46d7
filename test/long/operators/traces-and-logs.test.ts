import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DefaultLogger, Runtime } from '@temporalio/worker';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PurchaseResource } from '../../../contract/purchase.ts';
import { type Collector, type ReceivedSpan, startCollector } from '../../support/operators/collector.ts';
import { buySlowly, replayAll } from '../../support/operators/replaying.ts';
import { PATIENCE } from '../../support/operators/stuck.ts';
import { retryWhileLimited } from '../../support/retry.ts';
import { type Client, openClient, wish } from '../../support/scenarios/client.ts';
import { tracesOf } from '../../support/scenarios/secrecy.ts';
import { type Scenario, startScenario } from '../../support/scenarios/stack.ts';

const ROWS = 3;
const SPANS_OF_PURCHASE = [
  'POST /v1/purchases',
  'StartWorkflow:purchase',
  'RunWorkflow:purchase',
  'StartActivity:submit',
  'RunActivity:submit',
  'gateway submit',
  'webhook attempt',
];
/** As pino writes it. */
const INFO = 30;

Runtime.install({ logger: new DefaultLogger('ERROR') });

describe('with a collector named', () => {
  let collector: Collector;
  let scenario: Scenario;
  let client: Client;

  beforeAll(async () => {
    collector = await startCollector();
    scenario = await startScenario({
      env: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_BSP_SCHEDULE_DELAY: '200', LOG_LEVEL: 'debug' },
    });
    client = await openClient(scenario, 100);
  });
  afterAll(async () => {
    await client?.close();
    await scenario?.close();
    await collector?.close();
  });

  const ofPurchase = (id: string) =>
    collector.spans.filter(({ traceId }) => traceId === traceIdOf(collector.spans, id));
  const only = (spans: readonly ReceivedSpan[], name: string): ReceivedSpan => {
    const [span, second] = spans.filter((one) => one.name === name);
    if (span === undefined || second !== undefined)
      throw new Error(`not one span ${name} among ${spans.map((one) => one.name)}`);
    return span;
  };

  it('a purchase is one trace, from the request through workflow and gateway to the webhook', async () => {
    const asked = wish('mtn');
    const { id } = await client.bought(asked);
    await expect
      .poll(() => ofPurchase(id).map(({ name }) => name), PATIENCE)
      .toEqual(expect.arrayContaining(SPANS_OF_PURCHASE));

    const spans = ofPurchase(id);
    const request = only(spans, 'POST /v1/purchases');
    expect(request).toMatchObject({ service: 'bundlewire-api', parentSpanId: null });
    const start = only(spans, 'StartWorkflow:purchase');
    expect(start).toMatchObject({ service: 'bundlewire-worker', parentSpanId: request.spanId });
    const workflow = only(spans, 'RunWorkflow:purchase');
    expect(workflow.parentSpanId).toBe(start.spanId);
    const scheduled = only(spans, 'StartActivity:submit');
    expect(scheduled.parentSpanId).toBe(workflow.spanId);
    const activity = only(spans, 'RunActivity:submit');
    expect(activity.parentSpanId).toBe(scheduled.spanId);
    const gateway = only(spans, 'gateway submit');
    expect(gateway).toMatchObject({
      parentSpanId: activity.spanId,
      attributes: { 'bundlewire.purchase_id': id, 'bundlewire.network_id': 'net_mtn_ng' },
    });
    const webhook = only(spans, 'webhook attempt');
    expect(webhook).toMatchObject({
      parentSpanId: request.spanId,
      attributes: {
        'bundlewire.purchase_id': id,
        'bundlewire.outcome': 'delivered',
        'bundlewire.attempt': '1',
      },
    });
    expect(request.attributes).toMatchObject({
      'bundlewire.purchase_id': id,
      'http.response.status_code': '201',
    });
  });

  it('a replay joins the trace of its purchase, and a refusal has its own trace', async () => {
    const asked = wish('mtn');
    const { id } = await client.bought(asked);
    await client.buy(asked);
    await client.buy({ ...wish('mtn'), bundle_id: 'bnd_none' });
    const requests = () => collector.spans.filter(({ name }) => name === 'POST /v1/purchases');
    const withStatus = (status: string) =>
      requests().filter(({ attributes }) => attributes['http.response.status_code'] === status);
    await expect.poll(() => [withStatus('200').length, withStatus('422').length], PATIENCE).toEqual([1, 1]);
    const accepted = requests().find(
      ({ parentSpanId, attributes }) => parentSpanId === null && attributes['bundlewire.purchase_id'] === id,
    );
    expect(withStatus('200')[0]).toMatchObject({
      traceId: accepted?.traceId,
      parentSpanId: accepted?.spanId,
      attributes: { 'bundlewire.purchase_id': id },
    });
    expect(withStatus('422')[0]?.parentSpanId).toBeNull();
  });

  it('the trace of a campaign row starts where the row was released', async () => {
    const rows = Array.from({ length: ROWS }, () => wish('mtn'));
    const lines = rows.map((row) => `${row.phone_number},${row.bundle_id}`);
    const response = await retryWhileLimited(() =>
      fetch(`${scenario.stack.apiUrl}/v1/batches?reference=traced`, {
        method: 'POST',
        headers: { authorization: `Bearer ${client.apiKey}`, 'content-type': 'text/csv' },
        body: `phone_number,bundle_id\n${lines.join('\n')}\n`,
      }),
    );
    expect(response.status).toBe(201);
    const roots = () => collector.spans.filter(({ name }) => name === 'release a row');
    await expect.poll(() => roots().length, PATIENCE).toBe(ROWS);
    for (const root of roots()) {
      expect(root.parentSpanId).toBeNull();
      await expect
        .poll(
          () =>
            collector.spans.find((span) => span.name === 'webhook attempt' && span.traceId === root.traceId),
          PATIENCE,
        )
        .toMatchObject({ parentSpanId: root.spanId });
    }
  });

  it('the logs lead from the request id to the purchase, its workflow and its webhook', async () => {
    const { phone_number, ...rest } = wish('mtn');
    const response = await retryWhileLimited(() =>
      fetch(`${scenario.stack.apiUrl}/v1/purchases`, {
        method: 'POST',
        headers: { authorization: `Bearer ${client.apiKey}`, 'content-type': 'application/json' },
        body: JSON.stringify({ phone_number, ...rest }),
      }),
    );
    const { id } = PurchaseResource.parse(JSON.parse(await response.text()));
    const accepted = { request_id: response.headers.get('svc-request-id'), account_id: client.accountId };
    const ofPurchase = () =>
      logLines(scenario).filter((line) => line.purchase_id === id || line.workflow_id === id);
    await expect.poll(ofPurchase, PATIENCE).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ ...accepted, process: 'api', level: INFO, msg: 'a purchase was accepted' }),
        expect.objectContaining({ process: 'worker', workflow_id: id, msg: 'workflow started' }),
        expect.objectContaining({ call: 'submit', network_id: 'net_mtn_ng', msg: 'gateway call' }),
        expect.objectContaining({ level: INFO, status: 'successful', msg: 'purchase settled' }),
        expect.objectContaining({
          event_id: expect.stringMatching(/^evt_/),
          attempt: 1,
          outcome: 'delivered',
          msg: 'webhook attempt',
        }),
      ]),
    );
  });

  it('workers without tracing continue workflows that started with it', async () => {
    await buySlowly(scenario, client);
    await replayAll(scenario, 'plain', ROWS + 1);
  });

  it('no span, log line or payload contains a phone number, a key or a secret', async () => {
    const digits = await scenario.pool.query<{ digits: string }>(
      'SELECT right(phone_number, 8) AS digits FROM purchases',
    );
    const secrets = [client.apiKey, client.signingSecret, ...digits.rows.map((row) => row.digits)];
    expect(digits.rows.length).toBeGreaterThan(ROWS);
    const seen = new Map([...(await tracesOf(scenario)), ['spans', collector.received()]]);
    for (const [where, text] of seen) {
      if (where.startsWith('log simulator') || where.startsWith('log reloadly')) continue;
      for (const secret of secrets) expect(text.includes(secret), `${secret} in ${where}`).toBe(false);
    }
  });
});

/** Every line that API and worker have logged. */
function logLines({ stateDir }: Scenario): Record<string, unknown>[] {
  return ['api', 'worker'].flatMap((name) =>
    readFileSync(join(stateDir, 'logs', `${name}.log`), 'utf8')
      .split('\n')
      // The last line may be half written.
      .flatMap((line) => (line.startsWith('{') && line.endsWith('}') ? [JSON.parse(line)] : [])),
  );
}

/** The trace of the request that made a purchase. */
function traceIdOf(spans: readonly ReceivedSpan[], purchaseId: string): string | null {
  const request = spans.find((span) => span.attributes['bundlewire.purchase_id'] === purchaseId);
  return request?.traceId ?? null;
}
