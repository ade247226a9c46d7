import { findGoProgram } from '../go-program.ts';

const VERSION = '4.3.1';

/** Helm, compiled once. */
export async function findHelm(): Promise<string> {
  return findGoProgram('helm.sh/helm/v4/cmd/helm', VERSION);
}
