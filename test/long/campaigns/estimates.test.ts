import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { medianOf } from '../../support/abuse/harness.ts';
import { inWords, limitNetwork, type Watched, watchCampaign } from '../../support/estimates/real.ts';
import { type Client, openClient } from '../../support/scenarios/client.ts';
import { type Scenario, startScenario } from '../../support/scenarios/stack.ts';

const ROWS = 300;
/** From this part of a campaign on, its estimates count. */
const FROM = 0.2;
/** Of the time left. A fifth over longer simulated campaigns; more here, because the speed of a busy machine changes meanwhile. */
const ERROR_MAX = 0.35;

let scenario: Scenario;
let client: Client;
beforeAll(async () => {
  scenario = await startScenario({ networks: { resolveWithinMs: 5 * 60_000 } });
  client = await openClient(scenario, 10 * ROWS);
});
afterAll(async () => {
  await client.close();
  await scenario.close();
});

let used = 0;
/** Numbers that were not used before, with this ending: it chooses how long the network takes. */
function numbers(count: number, ending = '555'): string[] {
  return Array.from({ length: count }, () => {
    used += 1;
    return `+234803${String(used).padStart(4, '0')}${ending}`;
  });
}

function errorsOf(looks: Watched['looks']): number[] {
  return looks.flatMap(({ error }) => (error === null ? [] : [Math.abs(error)]));
}

function judge(watched: Watched) {
  const counting = watched.looks.filter(({ part }) => part >= FROM);
  const errors = errorsOf(counting);
  return { median: medianOf(errors), given: errors.length / counting.length };
}

describe('the estimated end of a campaign of some hundred rows on the real stack', () => {
  it('is soon near the time left on a worker that has just started', async () => {
    await limitNetwork(scenario, { ratePerSecond: 8, inFlightMax: 500 });
    await scenario.stack.processes.worker.stop();
    await scenario.stack.restart('worker');
    const watched = await watchCampaign(client, 'cold', numbers(ROWS));
    console.log(`a worker that has just started: ${inWords(watched)}`);
    // Its first seconds are slower than the rest, the more so on a busy machine.
    expect(judge(watched).median).toBeLessThan(0.6);
  });

  it('is right where the number of purchases in flight is the limit', async () => {
    await limitNetwork(scenario, { ratePerSecond: 1_000, inFlightMax: 60 });
    // The network takes three seconds for each of them.
    const watched = await watchCampaign(client, 'in-flight', numbers(ROWS, '100'));
    console.log(`limited by its purchases in flight: ${inWords(watched)}`);
    const { median, given } = judge(watched);
    expect(given).toBeGreaterThan(0.8);
    expect(median).toBeLessThan(ERROR_MAX);
  });

  it('is right again after a pause', async () => {
    await limitNetwork(scenario, { ratePerSecond: 8, inFlightMax: 500 });
    const watched = await watchCampaign(client, 'paused', numbers(ROWS), {
      part: 0.4,
      run: async (id) => {
        await client.api.batches.pause(id);
        await new Promise((resolve) => setTimeout(resolve, 10_000));
        await client.api.batches.resume(id);
      },
    });
    console.log(`paused for ten seconds: ${inWords(watched)}`);
    const after = watched.looks.filter(({ part }) => part > 0.5);
    const errors = errorsOf(after);
    expect(errors.length / after.length).toBeGreaterThan(0.8);
    expect(medianOf(errors)).toBeLessThan(ERROR_MAX);
  });
});
