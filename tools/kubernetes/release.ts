import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { z } from 'zod';
import type { KubernetesPrograms } from './programs.ts';

export const NAMESPACE = 'bundlewire';
export const RELEASE = 'bundlewire';
const CHART = join(import.meta.dirname, '..', '..', 'deploy', 'chart');
const VALUES = join(CHART, 'examples', 'production.yaml');
const COMMAND_TIMEOUT_MS = 5 * 60_000;
const CONDITION_WITHIN_MS = 3 * 60_000;
const POLL_MS = 250;

const Failure = z.looseObject({ stdout: z.string(), stderr: z.string() });
const Deployment = z.looseObject({
  metadata: z.looseObject({ generation: z.int() }),
  spec: z.looseObject({
    template: z.looseObject({
      spec: z.looseObject({
        terminationGracePeriodSeconds: z.int(),
        containers: z.tuple([z.looseObject({ image: z.string() })]),
      }),
    }),
  }),
});
const Pods = z.looseObject({
  items: z.array(
    z.looseObject({
      metadata: z.looseObject({ name: z.string(), deletionTimestamp: z.string().optional() }),
      status: z.looseObject({
        conditions: z.array(z.looseObject({ type: z.string(), status: z.string() })).default([]),
      }),
    }),
  ),
});

/** What a command did: its output, or what it printed when it failed. */
export type Outcome = { readonly done: string } | { readonly failed: string };

/** A release of the chart on a cluster, through the commands that people type. */
export interface Release {
  kubectl(args: readonly string[], input?: string): Promise<Outcome>;
  /** Runs `helm upgrade --install` with the example's values and more. */
  upgrade(sets: readonly string[], more?: readonly string[]): Promise<Outcome>;
  helm(args: readonly string[]): Promise<Outcome>;
  /** The Deployment of a part, such as `api`, or null. */
  deployment(part: string): Promise<z.output<typeof Deployment> | null>;
  /** Names of the ready pods of a part, without those that end. */
  readyPods(part: string): Promise<string[]>;
}

export function openRelease(programs: KubernetesPrograms, kubeconfig: string): Release {
  const command = (program: string) => (args: readonly string[], input?: string) =>
    runCommand(program, args, kubeconfig, input);
  const kubectl = command(programs.kubectl);
  const helm = command(programs.helm);
  const inNamespace = ['--namespace', NAMESPACE];
  return {
    kubectl,
    helm: (args) => helm([...args, ...inNamespace]),
    upgrade: (sets, more = []) => {
      const given = sets.flatMap((set) => ['--set', set]);
      const args = ['upgrade', '--install', RELEASE, CHART, '--values', VALUES, ...given, ...more];
      return helm([...args, ...inNamespace]);
    },
    async deployment(part) {
      const args = ['get', 'deployment', `${RELEASE}-${part}`, '--output', 'json', ...inNamespace];
      const found = await kubectl(args);
      return 'done' in found ? Deployment.parse(JSON.parse(found.done)) : null;
    },
    async readyPods(part) {
      const selector = `app.kubernetes.io/component=${part}`;
      const found = must(
        await kubectl(['get', 'pods', '--selector', selector, '--output', 'json', ...inNamespace]),
      );
      return Pods.parse(JSON.parse(found))
        .items.filter(
          ({ metadata, status }) =>
            metadata.deletionTimestamp === undefined &&
            status.conditions.some(({ type, status: now }) => type === 'Ready' && now === 'True'),
        )
        .map(({ metadata }) => metadata.name);
    },
  };
}

/** The output of a command that must succeed. */
export function must(outcome: Outcome): string {
  if ('failed' in outcome) throw new Error(outcome.failed);
  return outcome.done;
}

/** The first sentence with which a command that must fail said why. */
export function mustFail(outcome: Outcome, reason: RegExp): string {
  if ('done' in outcome) throw new Error(`This should have failed with ${reason}: ${outcome.done}`);
  const [found] = reason.exec(outcome.failed) ?? [];
  if (found === undefined) throw new Error(`This should have failed with ${reason}: ${outcome.failed}`);
  return found;
}

/** Waits until a condition holds. */
export async function until(what: string, holds: () => Promise<boolean>): Promise<void> {
  const end = Date.now() + CONDITION_WITHIN_MS;
  while (!(await holds())) {
    if (Date.now() > end) throw new Error(`This did not happen within 3 minutes: ${what}.`);
    await sleep(POLL_MS);
  }
}

async function runCommand(
  program: string,
  args: readonly string[],
  kubeconfig: string,
  input?: string,
): Promise<Outcome> {
  const running = promisify(execFile)(program, args, {
    env: { ...process.env, KUBECONFIG: kubeconfig },
    timeout: COMMAND_TIMEOUT_MS,
    maxBuffer: 16 * 1024 * 1024,
  });
  running.child.stdin?.end(input ?? '');
  try {
    const { stdout } = await running;
    return { done: stdout };
  } catch (error) {
    const failure = Failure.safeParse(error);
    if (!failure.success) throw error;
    return { failed: failure.data.stderr + failure.data.stdout };
  }
}
