import type { Command } from '../spec.ts';
import { BATCH_COMMANDS } from './batch.ts';
import { BUY } from './buy.ts';
import { BALANCE, BUNDLES } from './catalogue.ts';
import { LISTEN } from './listen.ts';
import { MCP } from './mcp.ts';
import { PURCHASE } from './purchase.ts';
import { STATEMENT } from './statement.ts';
import { TRIGGER } from './trigger.ts';

/** All commands, in the order of the help. */
export const COMMANDS: readonly Command[] = [
  BUY,
  PURCHASE,
  BUNDLES,
  BALANCE,
  STATEMENT,
  ...BATCH_COMMANDS,
  LISTEN,
  TRIGGER,
  MCP,
];
