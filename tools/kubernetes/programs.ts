import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { cachedFolder } from '../cached-folder.ts';
import { findGo } from '../go-program.ts';
import { BringUpError, messageOf } from '../stack/failure.ts';
import { findHelm } from './helm.ts';

const KUBERNETES = '1.36.3';
const ETCD = '3.6.8';
const KWOK = '0.8.0';
/** The API server is most of a million lines. */
const COMPILE_TIMEOUT_MS = 60 * 60_000;

/** Modules whose files define the objects of operators. */
const OPERATORS = {
  'github.com/prometheus-operator/prometheus-operator@v0.85.0': [
    'example/prometheus-operator-crd/monitoring.coreos.com_prometheusrules.yaml',
    'example/prometheus-operator-crd/monitoring.coreos.com_servicemonitors.yaml',
  ],
  'github.com/kedacore/keda/v2@v2.21.0': [
    'config/crd/bases/keda.sh_scaledobjects.yaml',
    'config/crd/bases/keda.sh_triggerauthentications.yaml',
  ],
  'github.com/external-secrets/external-secrets@v1.3.2': [
    'config/crds/bases/external-secrets.io_externalsecrets.yaml',
  ],
};

/** What the nodes of kwok report, from its module: pods run immediately, and those of a Job succeed immediately. */
const STAGES = [
  'node/fast/node-initialize.yaml',
  'node/heartbeat-with-lease/node-heartbeat-with-lease.yaml',
  'pod/fast/pod-ready.yaml',
  'pod/fast/pod-complete.yaml',
  'pod/fast/pod-delete.yaml',
];

const Downloaded = z.object({ Dir: z.string(), GoMod: z.string() });
const run = promisify(execFile);

/** Paths of the programs of a cluster, and of the tools that use it. */
export interface KubernetesPrograms {
  readonly version: string;
  readonly etcd: string;
  readonly apiserver: string;
  readonly controllerManager: string;
  readonly scheduler: string;
  /** Stands in for the nodes: it reports that pods run, without running them. */
  readonly kwok: string;
  /** Files that say what these nodes report. */
  readonly stages: readonly string[];
  readonly kubectl: string;
  readonly helm: string;
}

/** Compiles what a cluster needs, once, from Go modules. The first time takes about half an hour on two cores. */
export async function findKubernetesPrograms(): Promise<KubernetesPrograms> {
  const kubernetes = await cachedFolder(`kubernetes-${KUBERNETES}`, buildKubernetes);
  const etcd = await cachedFolder(`etcd-${ETCD}`, (folder) =>
    build(folder, [`go.etcd.io/etcd/server/v3 v${ETCD}`], '', { etcd: 'go.etcd.io/etcd/server/v3' }, '-s -w'),
  );
  const kwok = await cachedFolder(`kwok-${KWOK}`, (folder) =>
    build(folder, [`sigs.k8s.io/kwok v${KWOK}`], '', { kwok: 'sigs.k8s.io/kwok/cmd/kwok' }, '-s -w'),
  );
  const { Dir: stages } = await download(`sigs.k8s.io/kwok@v${KWOK}`);
  return {
    version: KUBERNETES,
    etcd: join(etcd, 'etcd'),
    apiserver: join(kubernetes, 'kube-apiserver'),
    controllerManager: join(kubernetes, 'kube-controller-manager'),
    scheduler: join(kubernetes, 'kube-scheduler'),
    kwok: join(kwok, 'kwok'),
    stages: STAGES.map((stage) => join(stages, 'kustomize', 'stage', stage)),
    kubectl: join(kubernetes, 'kubectl'),
    helm: await findHelm(),
  };
}

/** The files that define the objects of operators which the chart uses. */
export async function findOperatorDefinitions(): Promise<string[]> {
  const folders = await Promise.all(
    Object.entries(OPERATORS).map(async ([module, files]) => {
      const { Dir } = await download(module);
      return files.map((file) => join(Dir, file));
    }),
  );
  return folders.flat();
}

/** Its go.mod takes parts of Kubernetes from a folder that the module does not have; each part is also a module. */
async function buildKubernetes(folder: string): Promise<void> {
  const { GoMod } = await download(`k8s.io/kubernetes@v${KUBERNETES}`);
  const staged = [...readFileSync(GoMod, 'utf8').matchAll(/^\s(k8s\.io\/[a-z-]+) => \.\/staging/gm)];
  const replaced = staged.map(([, part]) => `replace ${part} => ${part} v0${KUBERNETES.slice(1)}`).join('\n');
  const [major, minor] = KUBERNETES.split('.');
  const version = 'k8s.io/component-base/version';
  const flags = [
    `-s -w -X ${version}.gitVersion=v${KUBERNETES}`,
    `-X ${version}.gitMajor=${major} -X ${version}.gitMinor=${minor}`,
  ].join(' ');
  const names = ['kube-apiserver', 'kube-controller-manager', 'kube-scheduler', 'kubectl'];
  const packages = Object.fromEntries(names.map((name) => [name, `k8s.io/kubernetes/cmd/${name}`]));
  await build(folder, [`k8s.io/kubernetes v${KUBERNETES}`], replaced, packages, flags);
}

/** Compiles packages of modules that `go install` rejects, because they replace others. */
async function build(
  folder: string,
  required: readonly string[],
  replaced: string,
  packages: Readonly<Record<string, string>>,
  flags: string,
): Promise<void> {
  const lines = ['module drill', '', ...required.map((module) => `require ${module}`), '', replaced, ''];
  writeFileSync(join(folder, 'go.mod'), lines.join('\n'));
  for (const [name, path] of Object.entries(packages)) {
    const args = ['build', '-mod=mod', '-buildvcs=false', '-trimpath', '-ldflags', flags, '-o', name, path];
    await run(findGo(), args, {
      cwd: folder,
      timeout: COMPILE_TIMEOUT_MS,
      maxBuffer: 64 * 1024 * 1024,
    }).catch((error: unknown) => {
      throw new BringUpError(`${name} could not be compiled: ${messageOf(error)}`);
    });
  }
}

async function download(module: string): Promise<z.output<typeof Downloaded>> {
  const { stdout } = await run(findGo(), ['mod', 'download', '-json', module], { cwd: '/' });
  return Downloaded.parse(JSON.parse(stdout));
}
