import type { Command } from '../spec.ts';
import { BATCH_COMMANDS } from './batch.ts';
import { ROW_COMMANDS } from './batch-rows.ts';
import { SCHEDULE_COMMANDS } from './batch-schedule.ts';
import { BLOCKLIST_COMMANDS } from './blocklist.ts';
import { BUY } from './buy.ts';
import { BALANCE, BUNDLES } from './catalogue.ts';
import { LIMIT_COMMANDS } from './limits.ts';
import { LISTEN } from './listen.ts';
import { MCP } from './mcp.ts';
import { NOTICE_COMMANDS } from './notices.ts';
import { PURCHASE } from './purchase.ts';
import { RECURRING_COMMANDS } from './recurring.ts';
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
  ...SCHEDULE_COMMANDS,
  ...ROW_COMMANDS,
  ...RECURRING_COMMANDS,
  ...NOTICE_COMMANDS,
  ...LIMIT_COMMANDS,
  ...BLOCKLIST_COMMANDS,
  LISTEN,
  TRIGGER,
  MCP,
];
