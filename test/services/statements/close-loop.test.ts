import { pino } from 'pino';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { countAccountsToClose } from '../../../db/statements/close-days.ts';
import { whileClosingAlone } from '../../../db/statements/close-lock.ts';
import { uuidOf } from '../../../domain/ids.ts';
import { createDayCloser } from '../../../worker/relay/close-days.ts';
import { startRelay } from '../../../worker/relay/relay.ts';
import { setClock } from '../../support/invariants/history.ts';
import { createLaneFixture, type LaneFixture, openAccount } from '../../support/purchases/lane-fixture.ts';
import { NO_DELIVERIES, onePool, relayPorts, temporalDown } from '../../support/relay/stubs.ts';
import { repeatWhile } from '../../support/stalls.ts';

const DAY_MS = 24 * 3_600_000;
const log = pino({ level: 'silent' });

let fixture: LaneFixture;
beforeEach(async () => {
  fixture = await createLaneFixture();
  await clockAt('2026-03-01T12:00:00.000Z');
  await openAccount(fixture, 1);
  await openAccount(fixture, 0);
});
afterEach(() => fixture.close());

const clockAt = (at: string) => setClock(fixture.pool, new Date(at));
const unclosed = () => countAccountsToClose(fixture.pool);
const closer = () => createDayCloser({ pools: onePool(fixture.pool), log }, new AbortController().signal);

async function statements(): Promise<number> {
  const { rows } = await fixture.pool.query<{ count: number }>(
    'SELECT count(*)::int AS count FROM statements',
  );
  return rows[0]?.count ?? 0;
}

it('closes the days that have ended, without Temporal', async () => {
  await clockAt('2026-03-03T00:00:10.000Z');
  const relay = startRelay({
    ...relayPorts(fixture),
    temporal: temporalDown(),
    deliveries: NO_DELIVERIES,
    clientDeliveries: NO_DELIVERIES,
    queues: [],
    log,
  });
  await expect.poll(unclosed).toBe(0);
  await relay.stop();
  expect(await statements()).toBe(4);
});

it('closes ten seconds past midnight UTC, and hourly what was missed', async () => {
  const pass = closer();
  let midnight = Date.parse('2026-03-01');
  const passSoonAfterMidnight = async () => {
    midnight += DAY_MS;
    await setClock(fixture.pool, new Date(midnight - 60_000));
    await pass();
    await setClock(fixture.pool, new Date(midnight + 1_000));
    await pass();
    const open = await unclosed();
    const { rows } = await fixture.pool.query<{ at: Date }>('SELECT app_now() AS at');
    return { open, isLate: (rows[0]?.at.getTime() ?? 0) >= midnight + 10_000 };
  };
  // On a machine that stands still, the ten seconds may pass: then the next day.
  const { open } = await repeatWhile(({ isLate }) => isLate, passSoonAfterMidnight);
  expect(open).toBe(2);
  // A second more than ten: the offset of the clock is rounded to milliseconds, so the time may be read as earlier than it was set.
  await setClock(fixture.pool, new Date(midnight + 11_000));
  await pass();
  expect(await unclosed()).toBe(0);

  await setClock(fixture.pool, new Date(midnight + 3 * DAY_MS + 7 * 3_600_000 + 11_000));
  await pass();
  expect(await unclosed()).toBe(0);
});

it('closes each day once, however many processes start to', async () => {
  await clockAt('2026-03-03T00:00:10.000Z');
  await Promise.all([closer()(), closer()(), closer()()]);
  expect(await unclosed()).toBe(0);
  expect(await statements()).toBe(4);
});

it('closes the other accounts where one fails, and that one a minute later', async () => {
  const bad = await openAccount(fixture, 0);
  await fixture.pool.query(`
    CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN RAISE EXCEPTION 'not now'; END $$;
    CREATE TRIGGER refused BEFORE INSERT ON statements FOR EACH ROW
    WHEN (NEW.account_id = '${uuidOf('acc', bad)}') EXECUTE FUNCTION refuse()`);
  const pass = closer();
  await clockAt('2026-03-02T00:00:10.000Z');
  await pass();
  expect(await unclosed()).toBe(1);

  await fixture.pool.query('DROP TRIGGER refused ON statements');
  await clockAt('2026-03-02T00:02:00.000Z');
  await pass();
  expect(await unclosed()).toBe(0);
});

it('waits ten minutes at most for another process that closes', async () => {
  await clockAt('2026-03-02T00:00:10.000Z');
  const pass = closer();
  const done = Promise.withResolvers<void>();
  const started = Promise.withResolvers<void>();
  const other = whileClosingAlone(fixture.pool, () => {
    started.resolve();
    return done.promise;
  });
  await started.promise;
  await pass();
  expect(await unclosed()).toBe(2);
  await clockAt('2026-03-02T00:10:30.000Z');
  await pass();
  expect(await unclosed()).toBe(0);
  done.resolve();
  expect(await other).toBe(true);
});
