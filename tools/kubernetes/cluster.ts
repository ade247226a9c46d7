import { type ChildProcess, spawn } from 'node:child_process';
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { mkdirSync, openSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { runTool } from '../run-tool.ts';
import { BringUpError } from '../stack/failure.ts';
import { logTail } from '../stack/log-tail.ts';
import { freePort } from '../stack/servers/ports.ts';
import type { KubernetesPrograms } from './programs.ts';

const READY_WITHIN_MS = 3 * 60_000;
const POLL_MS = 250;
const STOP_WITHIN_MS = 20_000;

/** A control plane on this machine: etcd, API server, controllers and scheduler, and nodes that only report. */
export interface Cluster {
  readonly kubeconfig: string;
  /** Ends all processes. */
  stop(): Promise<void>;
}

/**
 * Starts a cluster on loopback, with its data in an empty folder.
 * @throws BringUpError with the end of the log of what did not start
 */
export async function startCluster(programs: KubernetesPrograms, folder: string): Promise<Cluster> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const children: ChildProcess[] = [];
  const start = (name: string, program: string, args: readonly string[]) => {
    const log = openSync(join(folder, `${name}.log`), 'w', 0o600);
    children.push(spawn(program, args, { cwd: folder, stdio: ['ignore', log, log] }));
  };
  const stop = async () => {
    // The API server ends before etcd, which it needs.
    for (const child of children.toReversed()) await end(child);
  };
  try {
    const kubeconfig = await startServer(programs, folder, start);
    await becomesReady(programs.kubectl, kubeconfig, folder);
    const key = `--service-account-private-key-file=${join(folder, 'accounts.key')}`;
    const common = [`--kubeconfig=${kubeconfig}`, '--leader-elect=false', '--secure-port=0'];
    start('controllers', programs.controllerManager, [...common, key]);
    start('scheduler', programs.scheduler, common);
    const stages = programs.stages.map((file) => `--config=${file}`);
    start('nodes', programs.kwok, [`--kubeconfig=${kubeconfig}`, '--manage-all-nodes=true', ...stages]);
    return { kubeconfig, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Starts etcd and the API server, whose certificate it makes itself. @returns the path of the kubeconfig */
async function startServer(
  programs: KubernetesPrograms,
  folder: string,
  start: (name: string, program: string, args: readonly string[]) => void,
): Promise<string> {
  const [clients, peers, secure] = [await freePort(), await freePort(), await freePort()];
  const [clientUrl, peerUrl] = [`http://127.0.0.1:${clients}`, `http://127.0.0.1:${peers}`];
  start('etcd', programs.etcd, [
    '--data-dir=etcd',
    `--listen-client-urls=${clientUrl}`,
    `--advertise-client-urls=${clientUrl}`,
    `--listen-peer-urls=${peerUrl}`,
    `--initial-advertise-peer-urls=${peerUrl}`,
    `--initial-cluster=default=${peerUrl}`,
  ]);

  const token = randomBytes(24).toString('hex');
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  writeFileSync(join(folder, 'accounts.key'), privateKey.export({ type: 'pkcs1', format: 'pem' }), {
    mode: 0o600,
  });
  writeFileSync(join(folder, 'tokens.csv'), `${token},drill,drill,system:masters\n`, { mode: 0o600 });
  start('apiserver', programs.apiserver, [
    `--etcd-servers=${clientUrl}`,
    '--bind-address=127.0.0.1',
    '--advertise-address=127.0.0.1',
    `--secure-port=${secure}`,
    '--cert-dir=certificates',
    '--token-auth-file=tokens.csv',
    '--authorization-mode=RBAC',
    '--service-account-issuer=https://kubernetes.default.svc',
    '--service-account-key-file=accounts.key',
    '--service-account-signing-key-file=accounts.key',
    '--service-cluster-ip-range=10.96.0.0/16',
  ]);
  const kubeconfig = join(folder, 'kubeconfig');
  const certificate = join(folder, 'certificates', 'apiserver.crt');
  const config = {
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [
      {
        name: 'drill',
        cluster: { server: `https://127.0.0.1:${secure}`, 'certificate-authority': certificate },
      },
    ],
    users: [{ name: 'drill', user: { token } }],
    contexts: [{ name: 'drill', context: { cluster: 'drill', user: 'drill' } }],
    'current-context': 'drill',
  };
  writeFileSync(kubeconfig, JSON.stringify(config), { mode: 0o600 });
  return kubeconfig;
}

async function becomesReady(kubectl: string, kubeconfig: string, folder: string): Promise<void> {
  const end = Date.now() + READY_WITHIN_MS;
  while (Date.now() < end) {
    const args = ['--kubeconfig', kubeconfig, 'get', '--raw', '/readyz'];
    const { ok } = await runTool(kubectl, args, { timeoutMs: 10_000 });
    if (ok) return;
    await sleep(POLL_MS);
  }
  throw new BringUpError(`The API server is not ready:\n${logTail(join(folder, 'apiserver.log'))}`);
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
  const exited = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  const stopped = await Promise.race([exited.then(() => true), sleep(STOP_WITHIN_MS, false)]);
  if (stopped) return;
  child.kill('SIGKILL');
  await exited;
}
