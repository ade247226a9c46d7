import { spawn } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findTlc } from '../../tlc.ts';
import { type Bounds, renderTree } from './tla.ts';
import type { Trace } from './trace.ts';
import { toTree } from './tree.ts';

/** The model. */
const PROOF = join(import.meta.dirname, '..', '..', '..', 'docs', 'proof');

/** Most traces need one worker. One more is searched for what is not explained by less: a larger model has many more states. */
const BOUNDS: readonly Bounds[] = [
  { workers: 1, guards: 1 },
  { workers: 2, guards: 1 },
];

/** How many steps of a trace the model explains; all of them, if the run was as the model says. */
export interface Explained {
  readonly trace: Trace;
  readonly steps: number;
}

/**
 * Has TLC search, for each trace, steps of the model that could be seen as this trace.
 * @param folder gets the traces in TLA+
 * @throws BringUpError without Java or TLC
 */
export async function explain(traces: readonly Trace[], folder: string): Promise<Explained[]> {
  let explained = traces.map((trace): Explained => ({ trace, steps: 0 }));
  for (const bounds of BOUNDS) {
    const open = explained.filter(({ trace, steps }) => steps < trace.length);
    if (open.length === 0) break;
    const reached = await search(
      open.map(({ trace }) => trace),
      bounds,
      folder,
    );
    const found = new Map(open.map(({ trace }, at) => [trace, reached[at] ?? 0]));
    explained = explained.map(({ trace, steps }) => ({ trace, steps: found.get(trace) ?? steps }));
  }
  return explained;
}

/** How far each trace is explained within the bounds. */
async function search(traces: readonly Trace[], bounds: Bounds, folder: string): Promise<number[]> {
  const { java, jar } = await findTlc();
  const tree = toTree(traces);
  const { module, text, config } = renderTree(tree, bounds);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${module}.tla`), text);
  writeFileSync(join(folder, `${module}.cfg`), config);
  const states = join(folder, 'states');
  const { code, output } = await run(
    java,
    [
      ...[
        '-XX:+UseSerialGC',
        '-XX:TieredStopAtLevel=1',
        '-Xmx2g',
        `-Djava.io.tmpdir=${folder}`,
        `-DTLA-Library=${PROOF}`,
      ],
      ...['-cp', jar, 'tlc2.TLC'],
      // One thread, because each has its own memory of what was explained.
      ...['-workers', '1', '-metadir', states, '-config', `${module}.cfg`, module],
    ],
    folder,
  );
  rmSync(states, { recursive: true, force: true });
  if (code !== 0) throw new Error(`TLC could not search the traces in ${folder}:\n${output}`);
  const explained = new Set(
    [...output.matchAll(/^<<"explained", (\d+)>>$/gm)].map(([, step]) => Number(step)),
  );
  return tree.paths.map((path) => path.filter((step) => explained.has(step)).length);
}

function run(
  program: string,
  args: readonly string[],
  cwd: string,
): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve, reject) => {
    let output = '';
    const child = spawn(program, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => {
        output += chunk.toString();
      });
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, output }));
  });
}
