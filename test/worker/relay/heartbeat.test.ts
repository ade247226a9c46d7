import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readPlatform } from '../../../db/outbox/heartbeats.ts';
import { createHeartbeat } from '../../../worker/relay/heartbeat.ts';
import { HEARTBEAT, startRelay } from '../../../worker/relay/relay.ts';
import { connectTemporal } from '../../../worker/relay/temporal-link.ts';
import { createLedgerFixture, type LedgerFixture, QUEUE } from '../../support/purchases/fixture.ts';
import { NO_DELIVERIES, relayPorts, temporalDown } from '../../support/relay/stubs.ts';
import { temporalAddress } from '../../support/temporal.ts';

/** Less than the pause between two heartbeats. */
const LESS_THAN_A_PAUSE_MS = 2_000;

const log = pino({ level: 'silent' });

let fixture: LedgerFixture;
beforeAll(async () => {
  fixture = await createLedgerFixture();
});
afterAll(() => fixture.close());

const platform = async () => {
  const { relayAlive, temporalReached } = await readPlatform(fixture.pool);
  return { relayAlive, temporalReached };
};

it('is given by a relay from its start to its end, and says that Temporal is away', async () => {
  expect(await platform()).toEqual({ relayAlive: false, temporalReached: false });
  const deps = {
    ...relayPorts(fixture),
    temporal: temporalDown(),
    deliveries: NO_DELIVERIES,
    clientDeliveries: NO_DELIVERIES,
  };
  const relay = startRelay({ ...deps, queues: [QUEUE], log });
  await expect.poll(platform).toEqual({ relayAlive: true, temporalReached: false });
  await relay.stop();
  expect(await platform()).toEqual({ relayAlive: false, temporalReached: false });
});

it('says that Temporal is reached once the link is open, and not before', async () => {
  const temporal = connectTemporal(temporalAddress(), 'default', log);
  await temporal.connected;
  const heartbeat = createHeartbeat(fixture.pool, temporal);
  await heartbeat.pass();
  expect(await platform()).toEqual({ relayAlive: true, temporalReached: false });
  temporal.open();
  await heartbeat.pass();
  expect(await platform()).toEqual({ relayAlive: true, temporalReached: true });
  await heartbeat.end();
  await temporal.close();
});

it('is given again as soon as it is woken, so that a worker that has started says that it reaches Temporal', async () => {
  // A round that a busy machine makes longer than the pause between two heartbeats shows nothing.
  await expect.poll(isGivenWhenWoken).toBe(true);
});

/** Whether the heartbeat says in time that Temporal is reached, in one life of a relay. */
async function isGivenWhenWoken(): Promise<boolean> {
  const temporal = connectTemporal(temporalAddress(), 'default', log);
  await temporal.connected;
  const deps = {
    ...relayPorts(fixture),
    temporal,
    deliveries: NO_DELIVERIES,
    clientDeliveries: NO_DELIVERIES,
  };
  const relay = startRelay({ ...deps, queues: [QUEUE], log });
  await expect.poll(platform).toEqual({ relayAlive: true, temporalReached: false });

  temporal.open();
  relay.wake(HEARTBEAT);
  const wokenAt = performance.now();
  await expect.poll(platform).toEqual({ relayAlive: true, temporalReached: true });
  const tookMs = performance.now() - wokenAt;
  await relay.stop();
  await temporal.close();
  return tookMs < LESS_THAN_A_PAUSE_MS;
}
