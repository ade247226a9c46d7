import { readActivationConfig } from '../config/config.ts';
import { activateBuild } from '../worker/temporal/builds.ts';

/** The workers of a new build may still be starting. */
const WITHIN_MS = 10 * 60_000;

/** Run it after the workers of a build were started. Waits until they are there, then gives them all tasks. */
async function main(): Promise<void> {
  const {
    TEMPORAL_ADDRESS: address,
    TEMPORAL_NAMESPACE: namespace,
    WORKER_BUILD_ID,
  } = readActivationConfig(process.env);
  await activateBuild({ address, namespace }, WORKER_BUILD_ID, WITHIN_MS);
  process.stdout.write(
    `${WORKER_BUILD_ID ?? 'Workers without WORKER_BUILD_ID'} now: all tasks of workflows.\n`,
  );
}

main().catch((error: unknown) => {
  process.stderr.write(
    `The build was not activated: ${error instanceof Error ? error.message : String(error)}\n`,
  );
  process.exitCode = 1;
});
