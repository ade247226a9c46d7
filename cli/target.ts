import { readCliConfig } from '../config/config.ts';
import type { AccountId } from '../domain/ids.ts';
import { readId } from '../domain/ids.ts';
import { wrongUsage } from './failure.ts';
import { readStack, STACK_GATEWAYS } from './stack.ts';

/** The Bundlewire installation that commands operate on. */
export interface Target {
  readonly databaseUrl: string;
  /** null when TEMPORAL_ADDRESS is not set. */
  readonly temporalAddress: string | null;
  readonly temporalNamespace: string;
  /** Without a slash at the end; null when TEMPORAL_UI_URL is not set. */
  readonly temporalUiUrl: string | null;
  /** null when GATEWAYS_FILE is not set. */
  readonly gatewaysFile: string | null;
  /** Where people sign in; null when PUBLIC_URL is not set. */
  readonly apiUrl: string | null;
  /** The live demo account; null unless the target is the stack of `npm start`. */
  readonly demoAccountId: AccountId | null;
  /** Private address ranges in which webhook receivers are allowed. */
  readonly allowPrivate: readonly string[];
}

/** The stack of npm start allows receivers on this machine. */
const ALLOWED_IN_DEVELOPMENT = ['127.0.0.1/32'];

/**
 * The installation that DATABASE_URL names, or the stack running in this folder.
 * @throws CliError with what to do when there is neither.
 */
export function findTarget(environment: NodeJS.ProcessEnv): Target {
  const config = readCliConfig(environment);
  if (config.DATABASE_URL !== undefined) {
    return {
      databaseUrl: config.DATABASE_URL,
      temporalAddress: config.TEMPORAL_ADDRESS ?? null,
      temporalNamespace: config.TEMPORAL_NAMESPACE,
      temporalUiUrl: config.TEMPORAL_UI_URL?.replace(/\/$/, '') ?? null,
      gatewaysFile: config.GATEWAYS_FILE ?? null,
      apiUrl: config.PUBLIC_URL ?? null,
      demoAccountId: null,
      allowPrivate: config.WEBHOOK_ALLOW_PRIVATE,
    };
  }
  const stack = readStack();
  if (stack === null) {
    throw wrongUsage(
      'No database is configured. Set DATABASE_URL, or run this in the folder where npm start runs.',
    );
  }
  return {
    databaseUrl: stack.operator_database_url,
    temporalAddress: stack.temporal_address,
    temporalNamespace: config.TEMPORAL_NAMESPACE,
    temporalUiUrl: stack.temporal_ui_url?.replace(/\/$/, '') ?? null,
    gatewaysFile: config.GATEWAYS_FILE ?? STACK_GATEWAYS,
    apiUrl: config.PUBLIC_URL ?? stack.base_url,
    demoAccountId: readId('acc', stack.account_id),
    allowPrivate: ALLOWED_IN_DEVELOPMENT,
  };
}
