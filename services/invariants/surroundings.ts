import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { type GatewaysConfig, parseGateways } from '../../adapters/registry.ts';

/** Nothing could be verified at all. The message says what is missing and what to do. */
export class CannotVerify extends Error {
  override readonly name = 'CannotVerify';
}

/** What there is to verify. */
export interface Surroundings {
  readonly databaseUrl: string;
  /** `host:port`. */
  readonly temporalAddress: string | null;
  /** Null where no simulators are known. */
  readonly simulators: {
    readonly gateways: GatewaysConfig;
    readonly urls: Readonly<Record<string, string>>;
  } | null;
}

/** The part of `.bundlewire/stack.json` that is read here. */
const StackFile = z.object({
  database_url: z.string(),
  temporal_address: z.string(),
  simulators: z.record(z.string(), z.url()),
});

/**
 * Finds out what to verify: what the environment names, otherwise the stack of `folder`. A DATABASE_URL other than the stack's
 * is not compared with the stack's Temporal server and simulators.
 * @throws CannotVerify when there is no database to verify.
 */
export function findSurroundings(
  environment: Readonly<Record<string, string | undefined>>,
  folder: string,
): Surroundings {
  const stack = readStack(join(folder, '.bundlewire', 'stack.json'));
  // Empty counts as unset, as for npm start. The command line has rejected it before.
  const databaseUrl = environment.DATABASE_URL || stack?.database_url;
  if (databaseUrl === undefined) {
    throw new CannotVerify(
      'There is no database to verify. Set DATABASE_URL, or start the stack in this folder with npm start.',
    );
  }

  const own = stack !== null && stack.database_url === databaseUrl ? stack : null;
  return {
    databaseUrl,
    temporalAddress: environment.TEMPORAL_ADDRESS ?? own?.temporal_address ?? null,
    simulators: own === null ? null : readSimulators(own, join(folder, '.bundlewire', 'gateways.json')),
  };
}

function readStack(path: string): z.output<typeof StackFile> | null {
  if (!existsSync(path)) return null;

  const stack = StackFile.safeParse(parseJson(readFileSync(path, 'utf8')));
  if (stack.success) return stack.data;
  throw new CannotVerify('.bundlewire/stack.json is not as npm start writes it. Start the stack again.');
}

function readSimulators(stack: z.output<typeof StackFile>, gatewaysFile: string): Surroundings['simulators'] {
  if (Object.keys(stack.simulators).length === 0 || !existsSync(gatewaysFile)) return null;
  return { gateways: parseGateways(readFileSync(gatewaysFile, 'utf8')), urls: stack.simulators };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
