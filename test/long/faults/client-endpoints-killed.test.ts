import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { verifyWebhook } from '../../../clients/typescript/src/verify-webhook.ts';
import { WebhookEndpointWithSecret } from '../../../contract/webhook-endpoint.ts';
import { endsWell, eventually } from '../../support/faults/ends-well.ts';
import { type FaultStack, OWN_SERVERS, report, startFaultStack } from '../../support/faults/fault-stack.ts';
import { PROMPT, post } from '../../support/faults/load.ts';
import { seeded } from '../../support/faults/seed.ts';
import { retryWhileBusy } from '../../support/retry.ts';
import { type Answer, OK, type Receiver, startReceiver } from '../../support/webhooks/receiver.ts';

const PURCHASES = 150;
const KILLS = 3;
/** Long enough that a kill finds attempts under way. */
const SLOW_MS = 400;
/** Attempts that the failing endpoint refuses; their retries follow a minute later. */
const REFUSED = 10;
const PATIENCE_MS = 300_000;

const ANSWERS: Readonly<Record<string, Answer>> = {
  prompt: OK,
  slow: (response) => void setTimeout(() => response.writeHead(200).end(), SLOW_MS),
  failing: (response, nth) => void response.writeHead(nth <= REFUSED ? 503 : 200).end(),
};

/** An endpoint that the client set, and what it received. */
interface Endpoint {
  readonly name: string;
  readonly secret: string;
  readonly receiver: Receiver;
}

describe.runIf(OWN_SERVERS)(
  'a worker that is killed (SIGKILL) while it delivers to endpoints of a client',
  () => {
    const random = seeded(import.meta.url);
    const endpoints: Endpoint[] = [];
    let stack: FaultStack;
    beforeAll(async () => {
      stack = await startFaultStack();
      for (const [name, answer] of Object.entries(ANSWERS)) endpoints.push(await addEndpoint(name, answer));
    });
    afterAll(async () => {
      await stack.stop();
      await Promise.all(endpoints.map(({ receiver }) => receiver.close()));
    });

    async function addEndpoint(name: string, answer: Answer): Promise<Endpoint> {
      const receiver = await startReceiver(answer);
      const response = await retryWhileBusy(() =>
        fetch(`${stack.apiUrl}/v1/webhook-endpoints`, {
          method: 'POST',
          headers: { authorization: `Bearer ${stack.apiKey}`, 'content-type': 'application/json' },
          body: JSON.stringify({ url: receiver.url, description: name }),
        }),
      );
      const { secret } = WebhookEndpointWithSecret.parse(await response.json());
      return { name, secret, receiver };
    }

    async function count(text: string): Promise<number> {
      const { rows } = await stack.pool.query<{ n: number }>(`SELECT count(*)::int AS n FROM ${text}`);
      return rows[0]?.n ?? 0;
    }

    /** Kills the worker while attempts are under way, starts another one, and returns how many had no outcome. */
    async function killWorker(): Promise<number> {
      await eventually('attempts are under way', PATIENCE_MS, async () => {
        return (await count('delivery_attempts WHERE finished_at IS NULL')) > 0;
      });
      await sleep(random.between(0, SLOW_MS));
      const { worker } = stack.stack.processes;
      worker.kill('SIGKILL');
      await worker.exited;
      const open = await count('delivery_attempts WHERE finished_at IS NULL');
      await stack.stack.restart('worker');
      return open;
    }

    it('loses no event at any of them, and has a record of every attempt', async () => {
      const posting = post(stack, {
        name: 'killed',
        count: PURCHASES,
        endings: PROMPT,
        random,
        pauseMs: 400,
      });
      let interrupted = 0;
      for (let kill = 0; kill < KILLS; kill++) interrupted += await killWorker();
      expect(interrupted).toBeGreaterThan(0);

      const began = performance.now();
      const ending = await endsWell(stack, await posting);
      await eventually('every delivery has ended', PATIENCE_MS, async () => {
        return (await count(`deliveries WHERE delivery = 'pending'`)) === 0;
      });
      const seconds = (performance.now() - began) / 1_000;

      await everyEventArrivedEverywhere();
      await everyAttemptIsRecorded();
      expect(await count(`outbox WHERE topic IN ('deliver_to_endpoint', 'retry_delivery')`)).toBe(0);
      report({
        fault: `worker SIGKILL ${KILLS} times while it delivers to 3 endpoints of a client`,
        broken: `${interrupted} attempts had no outcome`,
        held: `${ending.events} events at each endpoint, all attempts recorded, books equal`,
        seconds,
      });
    });

    async function everyEventArrivedEverywhere(): Promise<void> {
      const { rows } = await stack.pool.query<{ body: string }>('SELECT body FROM events ORDER BY id');
      const wanted = rows.map(({ body }): string => JSON.parse(body).id).toSorted();
      expect(wanted.length).toBeGreaterThanOrEqual(PURCHASES);
      for (const { name, secret, receiver } of endpoints) {
        const genuine = receiver.received.map(
          ({ body, headers }) => verifyWebhook(body, headers, [secret]).kind,
        );
        expect([name, [...new Set(genuine)]]).toEqual([name, ['genuine']]);
        const accepted = name === 'failing' ? receiver.received.slice(REFUSED) : receiver.received;
        const ids = new Set(accepted.map(({ headers }) => String(headers['svc-event-id'])));
        expect([name, [...ids].toSorted()]).toEqual([name, wanted]);
      }
    }

    /** Each delivery has attempts that all ended, and only the last one delivered it. */
    async function everyAttemptIsRecorded(): Promise<void> {
      const { rows } = await stack.pool.query<{ state: string; n: number }>(
        `SELECT state, count(*)::int AS n
         FROM (SELECT d.delivery || ' after ' ||
                      coalesce(string_agg(coalesce(a.outcome, 'open'), ', ' ORDER BY a.attempt), 'none') AS state
                 FROM deliveries d LEFT JOIN delivery_attempts a ON a.delivery_id = d.id
                GROUP BY d.id) s
        GROUP BY state`,
      );
      for (const { state } of rows) expect(state).toMatch(/^delivered after (failed, )*delivered$/);
      const events = await count('events');
      expect(rows.reduce((sum, { n }) => sum + n, 0)).toBe(events * endpoints.length);
    }
  },
);
