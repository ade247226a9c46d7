import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCommand } from '../stack/failure.ts';
import { startCluster } from './cluster.ts';
import { findKubernetesPrograms, findOperatorDefinitions } from './programs.ts';
import { must, openRelease } from './release.ts';
import { STEPS } from './steps.ts';

/**
 * Installs the chart on a Kubernetes API server that it starts on this machine, changes, upgrades, rolls back, evicts and
 * uninstalls it, and prints what it saw. Nodes only report: no image is pulled and none of our processes runs.
 */
await runCommand(async () => {
  const programs = await findKubernetesPrograms();
  const definitions = await findOperatorDefinitions();
  const folder = mkdtempSync(join(tmpdir(), 'bundlewire-cluster-'));
  const begin = performance.now();
  const cluster = await startCluster(programs, folder);
  try {
    show(`Kubernetes ${programs.version}`, begin, 'etcd, API server, controllers, scheduler');
    const release = openRelease(programs, cluster.kubeconfig);
    const files = definitions.flatMap((file) => ['-f', file]);
    must(await release.kubectl(['apply', '--server-side', ...files]));
    for (const [name, step] of Object.entries(STEPS)) {
      const started = performance.now();
      show(name, started, await step(release));
    }
  } finally {
    await cluster.stop();
    rmSync(folder, { recursive: true, force: true });
  }
});

function show(name: string, begin: number, saw: string): void {
  const seconds = ((performance.now() - begin) / 1_000).toFixed(1).padStart(6);
  console.log(`✓ ${name.padEnd(36)}${seconds} s  ${saw}`);
}
