import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readPlatform } from '../../db/heartbeats.ts';
import { createHeartbeat } from '../../relay/heartbeat.ts';
import { startRelay } from '../../relay/relay.ts';
import { connectTemporal } from '../../relay/temporal-link.ts';
import { createMoneySetting, type MoneySetting, QUEUE } from '../settlement/setting.ts';
import { NO_ALERTS } from '../support/no-alerts.ts';
import { temporalAddress } from '../support/temporal.ts';
import { NO_DELIVERIES, temporalDown } from './stubs.ts';

const log = pino({ level: 'silent' });

let setting: MoneySetting;
beforeAll(async () => {
  setting = await createMoneySetting();
});
afterAll(() => setting.close());

const platform = async () => {
  const { relayAlive, temporalReached } = await readPlatform(setting.pool);
  return { relayAlive, temporalReached };
};

it('is given by a relay from its start to its end, and says that Temporal is away', async () => {
  expect(await platform()).toEqual({ relayAlive: false, temporalReached: false });
  const { pool, settleLane } = setting;
  const temporal = temporalDown();
  const deps = {
    pool,
    settleLane,
    adapterFor: () => null,
    alerts: NO_ALERTS,
    temporal,
    deliveries: NO_DELIVERIES,
  };
  const relay = startRelay({ ...deps, queues: [QUEUE], log });
  await expect.poll(platform, { timeout: 20_000 }).toEqual({ relayAlive: true, temporalReached: false });
  await relay.stop();
  expect(await platform()).toEqual({ relayAlive: false, temporalReached: false });
});

it('says that Temporal is reached once the link is open, and not before', async () => {
  const temporal = connectTemporal(temporalAddress(), 'default', log);
  await temporal.connected;
  const heartbeat = createHeartbeat(setting.pool, temporal);
  await heartbeat.pass();
  expect(await platform()).toEqual({ relayAlive: true, temporalReached: false });
  temporal.open();
  await heartbeat.pass();
  expect(await platform()).toEqual({ relayAlive: true, temporalReached: true });
  await heartbeat.end();
  await temporal.close();
});
