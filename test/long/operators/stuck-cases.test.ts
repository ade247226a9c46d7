import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ScriptInput } from '../../../adapters/dtone/simulator/scripts.ts';
import { overrideNetwork } from '../../../db/networks/override.ts';
import { type DemoAccounts, openDemoAccounts } from '../../../tools/demo/accounts.ts';
import { type FaultStack, OWN_SERVERS, startFaultStack } from '../../support/faults/fault-stack.ts';
import { foundInUi, savedQuery } from '../../support/operators/saved-queries.ts';
import {
  buyScripted,
  failingChecks,
  PATIENCE,
  shownOf,
  stuckCauseOf,
  timed,
  traceOf,
} from '../../support/operators/stuck.ts';
import { retryWhileBusy } from '../../support/retry.ts';
import { type NetworkName, PRICE, wish } from '../../support/scenarios/client.ts';

/** Long enough that no purchase ends while the other cases run. */
const RESOLVE_WITHIN_MS = 15 * 60_000;
const GLO_RESOLVE_WITHIN_MS = 45_000;
/** For so long after `resolve_by`, the late inquiry runs and is found. */
const LATE_MS = 45_000;
const NETWORKS = ['net_mtn_ng', 'net_airtel_ng', 'net_glo_ng', 'net_9mobile_ng'];

describe.runIf(OWN_SERVERS)('a stuck purchase', () => {
  let stack: FaultStack;
  let uiUrl: string;

  beforeAll(async () => {
    stack = await startFaultStack({
      network: { resolveWithinMs: RESOLVE_WITHIN_MS, gatewayTimeoutMs: 3_000 },
    });
    uiUrl = stack.stack.temporalUiUrl ?? '';
    await stack.pool.query(`UPDATE networks SET resolve_within_ms = $1 WHERE id = 'net_glo_ng'`, [
      GLO_RESOLVE_WITHIN_MS,
    ]);
    // The faults of one case must not close the networks to later ones.
    for (const networkId of NETWORKS) {
      const override = { networkId, status: 'operational', message: null, until: null } as const;
      await overrideNetwork(stack.pool, override, { operator: 'test', reason: 'a test' });
    }
  });
  afterAll(() => stack?.stop());

  const trace = (text: string) => traceOf(stack, text);
  const bought = (network: NetworkName, script: Omit<ScriptInput, 'number'>, apiKey?: string) =>
    buyScripted(stack, network, script, apiKey);
  const finds = (query: string) => foundInUi(uiUrl, query);
  /** What a command or view shows in under 5 s, once the cause exists. */
  const shows = <T>(ask: () => Promise<T>, answer: unknown) =>
    expect.poll(() => timed(ask), PATIENCE).toEqual({ answer, inTime: true });
  const traces = (text: string, cause: string) => shows(async () => (await trace(text)).cause, cause);
  const isFound = (id: string, query: string) => shows(() => finds(query), expect.arrayContaining([id]));
  /** All commands name the cause of a pending purchase; `check` is the one of `health` that fails, if any. */
  const names = async (id: string, cause: string, check?: string) => {
    await traces(id, cause);
    await shows(() => stuckCauseOf(stack, id), cause);
    await fails(check);
  };
  const fails = (check?: string) =>
    shows(() => failingChecks(stack), expect.arrayContaining(check === undefined ? [] : [check]));

  it('whose gateway is silent', async () => {
    const id = await bought('mtn', { answer: 'silent', inquiry_answer: 'silent', callbacks: 0, end: null });
    await names(id, 'gateway_silent');
    await isFound(id, savedQuery('outcome unknown'));
  });

  it('whose outcome is unknown', async () => {
    const id = await bought('mtn', { answer: 'reset', inquiry_answer: 'html', callbacks: 0, end: null });
    await names(id, 'outcome_unknown');
    await isFound(id, savedQuery('outcome unknown'));

    const seen = async () => (await trace(id)).temporal;
    await expect
      .poll(seen, PATIENCE)
      .toMatchObject({ status: 'running', timeline: { stage: 'outcome_unknown' } });
  });

  it('with a forged callback', async () => {
    const id = await bought('mtn', { forged_callback: true, end: null });
    await names(id, 'callback_not_confirmed');
    await isFound(id, savedQuery('waiting for the network'));
  });

  it('whose supplier wallet is empty', async () => {
    const id = await bought('airtel', { refuse: 'wallet_empty' });
    await names(id, 'supplier_account', 'Gateways');
    await isFound(id, savedQuery('waiting to be sent again'));
  });

  it('that was delivered too late', async () => {
    const id = await bought('glo', { end_after_ms: GLO_RESOLVE_WITHIN_MS + LATE_MS, callback_delay_ms: 0 });
    await isFound(`${id}.late`, savedQuery('late inquiries'));
    await traces(id, 'late_confirmation');
    await fails('Late confirmations');
  });

  it('whose client has a dead endpoint', async () => {
    const account = await openAccount('http://127.0.0.1:9/hooks', 100 * PRICE);
    const id = await bought('mtn', { end_after_ms: 0 }, account.apiKey);
    await traces(id, 'webhook_failing');
    const { events } = await trace(id);
    await isFound(events[0].id, savedQuery('failing webhooks'));
    await isFound(events[0].id, savedQuery('one client', { 'acc_…': account.accountId }));
  });

  it('that waits behind a full queue', async () => {
    const first = await bought('mtn', { end: null });
    await names(first, 'waiting_for_network');
    await stack.pool.query(`UPDATE network_queues SET in_flight_max = 1 WHERE queue = 'network.mtn_ng'`);
    const id = await bought('mtn', {});
    await names(id, 'queue_saturated');
    // It has no workflow yet, as its trace says; the purchase ahead of it is found.
    await isFound(first, savedQuery('one network'));
    expect(await finds(savedQuery('one network'))).not.toContain(id);
    await expect.poll(async () => (await trace(id)).temporal.kind, PATIENCE).toBe('not_found');
    await stack.pool.query(`UPDATE network_queues SET in_flight_max = 2000 WHERE queue = 'network.mtn_ng'`);
    await expect.poll(async () => (await trace(id)).purchase.status, PATIENCE).toBe('successful');
  });

  it('of a campaign that is paused because the balance is too low', async () => {
    const account = await openAccount(stack.receiver.url, PRICE);
    const rows = [1, 2, 3].map(() => wish('mtn')).map((row) => `${row.phone_number},${row.bundle_id}`);
    const response = await retryWhileBusy(() =>
      fetch(`${stack.apiUrl}/v1/batches?reference=poor`, {
        method: 'POST',
        headers: { authorization: `Bearer ${account.apiKey}`, 'content-type': 'text/csv' },
        body: `phone_number,bundle_id\n${rows.join('\n')}\n`,
      }),
    );
    const { id } = JSON.parse(await response.text());
    await traces('poor.4', 'batch_paused');
    expect((await trace('poor.4')).sentence).toContain('the balance does not cover');
    await isFound(id, savedQuery('one campaign', { 'bat_…': id }));
  });

  it('while no worker reaches Temporal', async () => {
    const id = await bought('mtn', { end: null });
    await names(id, 'waiting_for_network');
    await stack.proxies.temporal.refuse();
    stack.proxies.temporal.reset();
    await names(id, 'temporal_down', 'Temporal');
    await isFound(id, savedQuery('running'));
    await stack.proxies.temporal.restore();
    await names(id, 'waiting_for_network');
  });

  it('while no worker runs', async () => {
    const id = await bought('mtn', { end: null });
    await names(id, 'waiting_for_network');
    const { worker } = stack.stack.processes;
    worker.kill('SIGKILL');
    await worker.exited;
    await names(id, 'worker_down', 'Workers');
    await isFound(id, savedQuery('running'));
    await stack.stack.restart('worker');
    await names(id, 'waiting_for_network');
  });

  it.each([
    ['purchase', 'net_', ['AccountId', 'NetworkId', 'ResolveBy', 'Stage']],
    ['lateInquiry', 'late inquiry', ['AccountId', 'NetworkId']],
    ['webhookRetries', 'webhook purchase.', ['AccountId']],
    ['runBatch', 'campaign', ['AccountId', 'BatchId']],
  ])('shows what a %s is about, where it stands and what each step does', async (type, summary, found) => {
    const shown = () => shownOf(stack, `WorkflowType = "${type}"`);
    await expect.poll(shown, PATIENCE).toMatchObject({
      summary: expect.stringContaining(summary),
      details: expect.stringMatching(/./),
      attributes: expect.arrayContaining(found),
    });
    expect((await shown())?.steps.filter((step) => step === '')).toEqual([]);
  });

  it("the worker's /metrics has our metrics and the SDK's, and /readyz is OK again", async () => {
    const url = new URL(stack.stack.processes.worker.ready.metrics_url ?? '');
    // This worker was started by an earlier case, and its first call may still be under way.
    const metrics = async () => (await fetch(url)).text();
    await expect
      .poll(metrics, PATIENCE)
      .toMatch(/bundlewire_gateway_call_seconds_count\{network="net_mtn_ng"/);
    await expect.poll(metrics, PATIENCE).toMatch(/^temporal_\w+/m);
    await expect.poll(async () => (await fetch(new URL('/readyz', url))).status, PATIENCE).toBe(200);
  });

  async function openAccount(webhookUrl: string, funding: number): Promise<DemoAccounts> {
    const { databaseUrl, secretsKey } = stack.stack;
    return openDemoAccounts({ databaseUrl, secretsKey, webhookUrl, funding, kept: null });
  }
});
