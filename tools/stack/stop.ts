import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { runCommand } from './failure.ts';
import { endProcess } from './pid.ts';
import { MAIN_STATE_DIR, ownerOf, releaseState, stackPaths, stopLeftovers } from './state.ts';

/** Longer than API, worker and servers may take to drain. */
const GRACE_MS = 90_000;

await runCommand(async () => {
  const owner = ownerOf(MAIN_STATE_DIR);
  if (owner !== null) {
    console.log('Stopping Bundlewire.');
    await endProcess(owner, { polite: 'SIGTERM', graceMs: GRACE_MS, firm: 'SIGKILL' });
  }

  const leftovers: string[] = [];
  for (const stateDir of [MAIN_STATE_DIR, ...foldersOfDeadOwners()]) {
    leftovers.push(...(await stopLeftovers(stateDir, { servers: true })));
    releaseState(stateDir);
  }
  if (leftovers.length > 0)
    console.log(`Stopped processes of an earlier, killed start: ${leftovers.join(', ')}.`);
  console.log(
    owner === null && leftovers.length === 0 ? 'Nothing was running.' : 'Stopped. The data is kept.',
  );
});

/** Folders of other stacks, such as the demo's, whose owner was killed. Running stacks are left alone. */
function foldersOfDeadOwners(): string[] {
  const folders = existsSync(MAIN_STATE_DIR) ? readdirSync(MAIN_STATE_DIR, { withFileTypes: true }) : [];
  return folders
    .filter((entry) => entry.isDirectory())
    .map((entry) => join(MAIN_STATE_DIR, entry.name))
    .filter((folder) => existsSync(stackPaths(folder).owner) && ownerOf(folder) === null);
}
