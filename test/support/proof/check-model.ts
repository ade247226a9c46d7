import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { findTlc } from '../../../tools/tlc.ts';
import { run } from '../clients/run.ts';

/** The model, its configurations and its page. */
export const PROOF = join(import.meta.dirname, '..', '..', '..', 'docs', 'proof');

/** What TLC found. */
export interface Verdict {
  /** `refuted`: TLC found steps that lead to a state, or to a loop, that `property` forbids. */
  readonly kind: 'holds' | 'refuted' | 'broken';
  /** The refuted property; null if TLC does not name it. */
  readonly property: string | null;
  /** Different states that TLC reached. */
  readonly states: number;
  /** Actions by name, with how often each led to a state. Empty unless coverage was asked for. */
  readonly actions: ReadonlyMap<string, number>;
  readonly seconds: number;
  /** Everything that TLC printed. */
  readonly output: string;
}

export interface CheckOptions {
  /** The module to check; `Purchase` by default. */
  readonly module?: string;
  /** Counts how often each action was taken. */
  readonly coverage?: boolean;
}

/** TLC's exit codes. */
const KINDS: Readonly<Record<number, Verdict['kind']>> = { 0: 'holds', 12: 'refuted', 13: 'refuted' };

/**
 * Checks one configuration of the model with TLC, on both cores.
 * @param config its path from the folder of the model
 */
export async function checkModel(
  config: string,
  { module = 'Purchase', coverage = false }: CheckOptions = {},
): Promise<Verdict> {
  const { java, jar } = await findTlc();
  const states = mkdtempSync(join(tmpdir(), 'tlc-'));
  const began = performance.now();
  try {
    const { code, output } = await run(
      java,
      [
        ...['-XX:+UseParallelGC', '-Xmx2g', `-Djava.io.tmpdir=${states}`, '-cp', jar, 'tlc2.TLC'],
        ...['-workers', '2', '-metadir', states, ...(coverage ? ['-coverage', '60'] : [])],
        ...['-config', config, module],
      ],
      { cwd: PROOF },
    );
    return {
      kind: KINDS[code ?? -1] ?? 'broken',
      property: /(?:Invariant|Action property) (\w+) is violated/.exec(output)?.[1] ?? null,
      states: Number(/([\d,]+) distinct states found/.exec(lastCount(output))?.[1]?.replaceAll(',', '') ?? 0),
      actions: readActions(output),
      seconds: (performance.now() - began) / 1_000,
      output,
    };
  } finally {
    rmSync(states, { recursive: true, force: true });
  }
}

function lastCount(output: string): string {
  return output.split('\n').findLast((line) => line.includes('distinct states found')) ?? '';
}

/** `<Name line 1, col 1 to line 2, col 2 of module M>: distinct:all`; the last report of each counts. */
function readActions(output: string): ReadonlyMap<string, number> {
  const counts = output.matchAll(/^<(\w+) line [^>]*>: \d+:(\d+)/gm);
  return new Map([...counts].map(([, name = '', count]) => [name, Number(count)]));
}

/** A variant with one mistake, and the property that TLC must refute. */
export interface BrokenVariant {
  readonly name: string;
  /** From the folder of the model. */
  readonly config: string;
  readonly property: string;
  /** The mistake, in a sentence. */
  readonly mistake: string;
}

/** The variants in `broken/`. Each checks one property, the one that its mistake breaks. */
export function listBrokenVariants(): BrokenVariant[] {
  return globSync('broken/*.cfg', { cwd: PROOF })
    .toSorted()
    .map((config) => {
      const text = readFileSync(join(PROOF, config), 'utf8');
      const [, mistake = ''] = /^\\\* (.+)$/m.exec(text) ?? [];
      const [, property = ''] = /^(?:INVARIANT|PROPERTY) (\w+)$/m.exec(text) ?? [];
      return { name: basename(config, '.cfg'), config, property, mistake };
    });
}
