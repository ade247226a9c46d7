import { must, mustFail, NAMESPACE, RELEASE, type Release, until } from './release.ts';

/** What is installed first, and the version that replaces it. */
const [FIRST, SECOND] = [`sha256:${'0'.repeat(64)}`, `sha256:${'1'.repeat(64)}`];
const SECRETS = ['api', 'worker', 'migrations', 'operator', 'reconciler', 'cli', 'scaler'];
const KEYS = ['database_url', 'gateways', 'secrets_key', 'auth_secret'];
const WAIT = ['--wait', '--timeout', '180s'];
const ZONES = ['a', 'b', 'c'];

/** What a step showed, in a sentence. */
export type Step = (release: Release) => Promise<string>;

/** The drill: each step begins where the one before it ended. */
export const STEPS: Readonly<Record<string, Step>> = {
  'definitions and namespace': prepareNamespace,
  'a pod as root is refused': refuseRoot,
  'too many connections are refused': refuseConnections,
  'helm upgrade --install': install,
  'helm upgrade, one value changed': changeValue,
  'helm upgrade, migration fails': failMigration,
  'helm upgrade, new version: workers': upgradeWorkers,
  'helm upgrade, new version: API': upgradeApi,
  'helm rollback': rollBack,
  evictions: evict,
  'kubectl drain': drain,
  'helm uninstall': uninstall,
};

/** The namespace enforces the strictest standard for pods. The Secrets are those that External Secrets would make. */
async function prepareNamespace({ kubectl }: Release): Promise<string> {
  must(await kubectl(['create', 'namespace', NAMESPACE]));
  const label = 'pod-security.kubernetes.io/enforce=restricted';
  must(await kubectl(['label', 'namespace', NAMESPACE, label]));
  for (const name of SECRETS) {
    const literals = KEYS.map((key) => `--from-literal=${key}=drill`);
    must(await kubectl(['create', 'secret', 'generic', `bundlewire-${name}`, '-n', NAMESPACE, ...literals]));
  }
  return `the namespace enforces the standard "restricted"; ${SECRETS.length} Secrets`;
}

async function refuseRoot({ kubectl }: Release): Promise<string> {
  const args = ['run', 'root', '--image', 'example.com/any', '-n', NAMESPACE];
  return mustFail(await kubectl(args), /violates PodSecurity "restricted:latest"/);
}

async function refuseConnections({ upgrade }: Release): Promise<string> {
  return mustFail(
    await upgrade(['postgresql.maxConnections=600']),
    /may open \d+ connections to PostgreSQL, with \d+ reserved, but postgresql.maxConnections is 600/,
  );
}

/** The cluster has no node until the migration waits for one, which shows that nothing else is started before it. */
async function install(release: Release): Promise<string> {
  const installing = release.upgrade([], WAIT);
  const job = ['get', 'job', `${RELEASE}-migration`, '-n', NAMESPACE];
  await until('the migration is created', async () => 'done' in (await release.kubectl(job)));
  const early = must(await release.kubectl(['get', 'deployments', '-n', NAMESPACE, '-o', 'name']));
  if (early !== '') throw new Error(`Before the migration has run, there are already ${early}`);
  for (const zone of ZONES) must(await release.kubectl(['apply', '-f', '-'], nodeIn(zone)));
  must(await installing);
  await until('two API pods are ready', async () => (await release.readyPods('api')).length === 2);
  const objects = must(
    await release.kubectl([
      'get',
      'deploy,svc,pdb,hpa,cj,netpol,ing,prometheusrule,servicemonitor,scaledobject,externalsecret',
      '-n',
      NAMESPACE,
      '-o',
      'name',
    ]),
  );
  return `no Deployment before the migration ended; ${objects.trim().split('\n').length} objects, 2 API pods ready`;
}

async function changeValue(release: Release): Promise<string> {
  const before = await release.deployment('worker-mtn');
  must(await release.upgrade(['api.drainSeconds=20'], WAIT));
  const api = await release.deployment('api');
  expect('terminationGracePeriodSeconds', api?.spec.template.spec.terminationGracePeriodSeconds, 40);
  expect(
    'generation of workers',
    (await release.deployment('worker-mtn'))?.metadata.generation,
    before?.metadata.generation,
  );
  return 'the API was replaced, the workers were not touched';
}

/** No node takes the pod of the migration, as if it never ended. */
async function failMigration(release: Release): Promise<string> {
  const before = await imagesOf(release);
  must(await release.kubectl(['cordon', '--selector', 'drill=node']));
  const why = mustFail(
    await release.upgrade([`image.digest=${SECOND}`], ['--wait', '--timeout', '10s']),
    /pre-upgrade hooks failed[^\n]*/,
  );
  must(await release.kubectl(['uncordon', '--selector', 'drill=node']));
  expect('images', await imagesOf(release), before);
  return `${why.slice(0, 80)}; the old pods stayed`;
}

async function upgradeWorkers(release: Release): Promise<string> {
  must(await release.upgrade([`image.digest=${SECOND}`, `api.image.digest=${FIRST}`], WAIT));
  expect('images', await imagesOf(release), { api: FIRST, worker: SECOND });
  return 'workers have the new image, the API has the old one';
}

async function upgradeApi(release: Release): Promise<string> {
  must(await release.upgrade([`image.digest=${SECOND}`], WAIT));
  expect('images', await imagesOf(release), { api: SECOND, worker: SECOND });
  return 'all pods have the new image';
}

async function rollBack(release: Release): Promise<string> {
  must(await release.helm(['rollback', RELEASE, '1', ...WAIT]));
  expect('images', await imagesOf(release), { api: FIRST, worker: FIRST });
  const jobs = must(await release.kubectl(['get', 'jobs', '-n', NAMESPACE, '-o', 'name']));
  if (jobs.includes('migration')) throw new Error('A rollback ran the migration.');
  return 'all pods have the first image, and no migration ran';
}

/** Two evictions of the API, while no node takes a new pod: the budget allows one. */
async function evict(release: Release): Promise<string> {
  await until('two API pods are ready', async () => (await release.readyPods('api')).length === 2);
  const [one = '', two = ''] = await release.readyPods('api');
  must(await release.kubectl(['cordon', '--selector', 'drill=node']));
  must(await evictPod(release, one));
  const refused = mustFail(await evictPod(release, two), /Cannot evict pod[^\n.]*/);
  must(await release.kubectl(['uncordon', '--selector', 'drill=node']));
  await until('a pod replaces the evicted one', async () => {
    const ready = await release.readyPods('api');
    return ready.length === 2 && !ready.includes(one);
  });
  await until('the budget allows the second', async () => 'done' in (await evictPod(release, two)));
  return `${refused.slice(0, 72)}, until the first was replaced`;
}

async function drain(release: Release): Promise<string> {
  let fewest = Number.POSITIVE_INFINITY;
  let draining = true;
  const watch = (async () => {
    while (draining) fewest = Math.min(fewest, (await release.readyPods('api')).length);
  })();
  for (const zone of ZONES) {
    const node = `node-${zone}`;
    must(await release.kubectl(['drain', node, '--delete-emptydir-data', '--timeout', '120s']));
    must(await release.kubectl(['uncordon', node]));
  }
  draining = false;
  await watch;
  if (fewest < 1) throw new Error('While the nodes were drained, no API pod was ready.');
  return `3 nodes, one after another; never fewer than ${fewest} API pods ready`;
}

async function uninstall(release: Release): Promise<string> {
  must(await release.helm(['uninstall', RELEASE, '--wait']));
  const left = must(await release.kubectl(['get', 'secrets', '-n', NAMESPACE, '-o', 'name']));
  const kept = SECRETS.filter((name) => left.includes(`secret/bundlewire-${name}\n`));
  expect('Secrets', kept.length, SECRETS.length);
  return 'the Secrets stayed';
}

function evictPod({ kubectl }: Release, name: string) {
  const eviction = { apiVersion: 'policy/v1', kind: 'Eviction', metadata: { name, namespace: NAMESPACE } };
  const path = `/api/v1/namespaces/${NAMESPACE}/pods/${name}/eviction`;
  return kubectl(['create', '--raw', path, '-f', '-'], JSON.stringify(eviction));
}

async function imagesOf(release: Release): Promise<{ api: string; worker: string }> {
  const digest = async (part: string) => {
    const deployment = await release.deployment(part);
    return deployment?.spec.template.spec.containers[0].image.split('@')[1] ?? 'none';
  };
  return { api: await digest('api'), worker: await digest('worker-mtn') };
}

function expect(what: string, found: unknown, wanted: unknown): void {
  if (JSON.stringify(found) !== JSON.stringify(wanted))
    throw new Error(`${what}: ${JSON.stringify(found)} instead of ${JSON.stringify(wanted)}`);
}

function nodeIn(zone: string): string {
  const amounts = { cpu: '16', memory: '64Gi', pods: '110', 'ephemeral-storage': '100Gi' };
  return JSON.stringify({
    apiVersion: 'v1',
    kind: 'Node',
    metadata: {
      name: `node-${zone}`,
      annotations: { 'kwok.x-k8s.io/node': 'fake' },
      labels: {
        drill: 'node',
        'topology.kubernetes.io/zone': zone,
        'kubernetes.io/hostname': `node-${zone}`,
      },
    },
    status: { allocatable: amounts, capacity: amounts },
  });
}
