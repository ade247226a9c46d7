import { describe, expect, it } from 'vitest';
import { CONNECTIONS_MAX as API_CONNECTIONS } from '../../../api/pools.ts';
import { CONNECTIONS_MAX as WORKER_CONNECTIONS } from '../../../worker/pools.ts';
import { renderChart } from '../../support/chart/helm.ts';

const GROUPS = [
  { name: 'one', queues: [], replicas: 1, maxReplicas: 2 },
  { name: 'two', queues: [], replicas: 3, maxReplicas: 4 },
];

/** The connections of the values below: at most 5 API pods and 2 + 4 worker pods, one more of each Deployment, 9 for jobs, 2 for KEDA. */
const NEEDED = API_CONNECTIONS * 6 + WORKER_CONNECTIONS * (2 + 4 + 2) + 9 + 2 + 30;

function valuesWith(maxConnections: number) {
  return {
    postgresql: { maxConnections, reservedConnections: 30 },
    api: { autoscaling: { enabled: true, maxReplicas: 5 } },
    worker: { groups: GROUPS },
  };
}

describe('the budget of connections', () => {
  it('allows values whose processes fit into PostgreSQL exactly', async () => {
    expect(await renderChart(valuesWith(NEEDED))).toHaveProperty('text');
  });

  it('rejects values that may open one connection more', async () => {
    expect(await renderChart(valuesWith(NEEDED - 1))).toEqual({
      refused: expect.stringContaining(
        `may open ${NEEDED} connections to PostgreSQL, with 30 reserved, but postgresql.maxConnections is ${NEEDED - 1}`,
      ),
    });
  });

  it('counts replicas instead where nothing scales', async () => {
    const fixed = API_CONNECTIONS * 3 + WORKER_CONNECTIONS * (1 + 3 + 2) + 9 + 30;
    const values = {
      ...valuesWith(fixed),
      api: { autoscaling: { enabled: false } },
      keda: { enabled: false },
    };
    expect(await renderChart(values)).toHaveProperty('text');
    values.postgresql.maxConnections -= 1;
    expect(await renderChart(values)).toEqual({ refused: expect.stringContaining(`may open ${fixed} `) });
  });
});

describe('values that do not fit together are rejected with what to do', () => {
  it.each([
    ['a misspelt name', { api: { replica: 3 } }, "additional properties 'replica' not allowed"],
    ['a setting that does not exist', { settings: { LOG_LEVL: 'info' } }, 'LOG_LEVL'],
    ['a secret as a setting', { api: { settings: { AUTH_SECRET: 'x' } } }, 'AUTH_SECRET'],
    ['no image', { image: { repository: '' } }, '/image/repository'],
    ['a digest that is none', { image: { digest: 'sha256:abc' } }, '/image/digest'],
    ['an ingress without proxies', { api: { trustedProxies: [] } }, 'needs api.trustedProxies'],
    ['an ingress without TLS', { ingress: { tlsSecret: '' } }, '/ingress/tlsSecret'],
    ['one API pod', { api: { replicas: 1 } }, '/api/replicas'],
    [
      'a queue that is no network',
      { worker: { groups: [{ name: 'x', queues: ['webhooks'], replicas: 1 }] } },
      '/queues/0',
    ],
    [
      'two groups of one name',
      { worker: { groups: [GROUPS[0], GROUPS[0]] } },
      'two groups with the name one',
    ],
    [
      'fewer at most than at least',
      { worker: { groups: [{ ...GROUPS[1], maxReplicas: 2 }] } },
      'fewer maxReplicas',
    ],
    ['a Secret without the database', { secrets: { operator: { keys: [] } } }, '/secrets/operator/keys'],
    [
      'External Secrets without a store',
      { externalSecrets: { store: { name: '' } } },
      '/externalSecrets/store/name',
    ],
  ])('%s', async (_, values, message) => {
    expect(await renderChart(values)).toEqual({ refused: expect.stringContaining(message) });
  });
});
