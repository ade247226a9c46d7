import { join } from 'node:path';
import { startProcess } from '../../stack/process.ts';
import { createMeter, type UnitCosts } from '../load/costs.ts';
import { type BenchRow, comparisonRow, ROUNDS_MIN } from '../report.ts';
import { startLifecycle } from './lifecycle.ts';

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? ROUNDS_MIN);
const PURCHASES = Number(process.env.BENCH_PURCHASES ?? 1_200);
const WARM_UP = 200;
const ENGINES = { dbos: 'engines, DBOS Transact', graphile: 'engines, graphile-worker' } as const;
type Name = keyof typeof ENGINES;

/**
 * For the reader's choice: the way of an instantly confirmed purchase on DBOS Transact and on graphile-worker, by turns with
 * ours on Temporal. Each engine's process takes the worker's place while it is measured.
 */
export async function benchEngines(log: (line: string) => void): Promise<BenchRow[]> {
  const lifecycle = await startLifecycle('sync');
  const { stack, pool, stateDir } = lifecycle;
  const startWorker = {
    product: () => stack.restart('worker'),
    engine: (name: Name) => {
      return startProcess({
        name,
        script: 'tools/bench/engines/worker.ts',
        logFile: join(stateDir, 'logs', `${name}.log`),
        env: {
          ENGINE: name,
          DATABASE_URL: stack.databaseUrl,
          GATEWAYS_FILE: stack.gatewaysFile,
          SECRETS_KEY: stack.secretsKey,
          TEMPORAL_ADDRESS: stack.temporalAddress,
          WEBHOOK_ALLOW_PRIVATE: '127.0.0.1/32',
        },
      });
    },
  };
  try {
    const rates = { product: [] as number[], dbos: [] as number[], graphile: [] as number[] };
    /** Of the last round, for each round has processes of its own. */
    const costs: Partial<Record<Name | 'product', UnitCosts>> = {};
    await stack.processes.worker.stop();
    const { api, simulator } = stack.processes;
    const pids = { API: api.pid, Temporal: stack.temporal.pid, gateway: simulator.pid };
    for (let round = 1; round <= ROUNDS; round++) {
      for (const name of ['product', 'dbos', 'graphile'] as const) {
        const worker = await (name === 'product' ? startWorker.product() : startWorker.engine(name));
        await lifecycle.drain(WARM_UP);
        const meter = await createMeter(pool, { ...pids, worker: worker.pid });
        rates[name].push(await meter.during(() => lifecycle.drain(PURCHASES)));
        costs[name] = meter.perUnit('purchase', PURCHASES);
        await worker.stop();
      }
      const at = (name: keyof typeof rates) => Math.round(rates[name][round - 1] ?? Number.NaN);
      log(
        `  round ${round}: ${at('product')} on Temporal, ${at('dbos')} on DBOS, ${at('graphile')} on graphile-worker a second`,
      );
    }
    const errors = await lifecycle.notSuccessful();
    return (['dbos', 'graphile'] as const).map((name) => {
      const measured = rates[name].map((product, round) => ({
        product,
        yardstick: rates.product[round] ?? Number.NaN,
      }));
      const row = comparisonRow(ENGINES[name], 'purchases/s', measured, errors);
      const { [name]: own, product: temporal } = costs;
      return own === undefined || temporal === undefined
        ? row
        : { ...row, costs: own, yardstickCosts: temporal };
    });
  } finally {
    await lifecycle.stop();
  }
}
