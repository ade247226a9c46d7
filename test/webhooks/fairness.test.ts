import { pino } from 'pino';
import { expect, it } from 'vitest';
import { startRelay } from '../../relay/relay.ts';
import { temporalDown } from '../relay/stubs.ts';
import { startReceiver } from './receiver.ts';
import { createWebhookSetting } from './setting.ts';

/** More than the relay makes at once. */
const SILENT = 700;

it('a receiver that never answers fills the slots, and another account still has the next free one', async () => {
  const setting = await createWebhookSetting();
  const silent = await startReceiver(() => {});
  const healthy = await startReceiver();
  const [crowd, few] = [await setting.openAccountAt(silent.url), await setting.openAccountAt(healthy.url)];
  await setting.makeEvents(crowd, SILENT);
  const { pool, settleLane, deliveries } = setting;
  const log = pino({ level: 'silent' });
  const gateways = { adapterFor: () => null, temporal: temporalDown(), queues: [] };
  const relay = startRelay({ ...gateways, pool, settleLane, deliveries, log });

  try {
    await expect.poll(() => silent.received.length, { timeout: 15_000 }).toBe(256);
    const began = performance.now();
    await setting.makeEvents(few, 3);
    relay.wake('webhooks');
    await expect.poll(() => healthy.received.length, { timeout: 30_000 }).toBe(3);
    const seconds = (performance.now() - began) / 1_000;
    console.log(`256 slots held by a silent receiver: a healthy one waited ${seconds.toFixed(1)} s`);
    // One deadline of the silent receiver, however many rounds of slots its account still has waiting.
    expect(seconds).toBeLessThan(15);
  } finally {
    await silent.close();
    await relay.stop();
    await healthy.close();
    await setting.close();
  }
});
