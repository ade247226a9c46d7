import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import {
  type BundleOptions,
  bundleWorkflowCode,
  DefaultLogger,
  type WorkflowBundle,
} from '@temporalio/worker';
import { ConfigError } from '../../config/read.ts';

const WORKFLOWS = join(import.meta.dirname, '..', '..', 'workflows', 'index.ts');

/** The workflow code as it is, and with the interceptors that record traces. */
export const BUNDLE_KINDS = ['plain', 'traced'] as const;
export type BundleKind = (typeof BUNDLE_KINDS)[number];

const INTERCEPTORS: Readonly<Record<BundleKind, string[]>> = {
  plain: [],
  traced: [
    createRequire(import.meta.url).resolve(
      '@temporalio/interceptors-opentelemetry/lib/workflow-interceptors',
    ),
  ],
};

/** Bundles the workflow code into a folder. It takes seconds, so it is done once per image or stack. */
export async function writeWorkflowBundles(folder: string, kinds: readonly BundleKind[]): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const kind of kinds) {
    const { code } = await bundleWorkflowCode({
      ...bundleOptions(WORKFLOWS),
      workflowInterceptorModules: INTERCEPTORS[kind],
      logger: new DefaultLogger('ERROR'),
    });
    await writeFile(pathOf(folder, kind), code);
  }
}

/**
 * The workflow code for all Temporal workers of the process.
 * @throws ConfigError if it is not in the folder.
 */
export async function readWorkflowBundle(folder: string, kind: BundleKind): Promise<WorkflowBundle> {
  try {
    return { code: await readFile(pathOf(folder, kind), 'utf8') };
  } catch {
    throw new ConfigError(
      `WORKFLOW_BUNDLES: ${pathOf(folder, kind)} cannot be read. Run \`node worker/temporal/write-bundles.ts ${folder}\` to write it.`,
    );
  }
}

function pathOf(folder: string, kind: BundleKind): string {
  return join(folder, `${kind}.js`);
}

/** Options for bundling workflow code, also that of the benchmarks' yardstick. */
export function bundleOptions(workflowsPath: string) {
  return {
    workflowsPath,
    // Evaluated once per thread and frozen, not once per workflow: our modules keep no state of a workflow.
    preloadModules: [workflowsPath],
    // Every thread keeps the source map. With source lines it is twice the size of the code, and stack traces do not need them.
    webpackConfigHook: (webpack) => ({ ...webpack, devtool: 'inline-nosources-source-map' }),
  } satisfies BundleOptions;
}
