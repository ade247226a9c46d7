import { spawnSync } from 'node:child_process';
import { chownSync, mkdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findPostgresBinaries } from '../../../tools/stack/servers/postgres-binaries.ts';
import { stackPaths } from '../../../tools/stack/state.ts';

/** A small file system in memory, which a test can fill. */
export interface SmallDisk {
  /** Takes all free space. */
  fill(): void;
  /** Returns that space. */
  empty(): void;
  unmount(): void;
}

/** Mounts one where the stack of a state folder keeps PostgreSQL's data; null if this user may not mount. */
export function mountSmallDisk(stateDir: string, mebibytes: number): SmallDisk | null {
  const { clusterDir, runAs } = findPostgresBinaries();
  const folder = clusterDir(stackPaths(stateDir).postgres);
  mkdirSync(folder, { recursive: true });
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${mebibytes}m,mode=755`, 'tmpfs', folder]);
  if (mounted.status !== 0) return null;
  // It also keeps the folder from being empty, so that the stack does not remove the mount point.
  const filling = join(folder, 'filling');
  const empty = () => writeFileSync(filling, '');
  empty();
  if (runAs !== null) chownSync(filling, runAs.uid, runAs.gid);
  return {
    fill: () => {
      const { bavail, bsize } = statfsSync(folder);
      writeFileSync(filling, Buffer.alloc(bavail * bsize));
    },
    empty,
    unmount: () => {
      spawnSync('umount', ['-l', folder]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
