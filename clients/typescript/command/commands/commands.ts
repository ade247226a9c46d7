import type { Command } from '../spec.ts';
import { BATCH_COMMANDS } from './batch.ts';
import { BUY } from './buy.ts';
import { BALANCE, BUNDLES } from './catalogue.ts';
import { PURCHASE } from './purchase.ts';
import { STATEMENT } from './statement.ts';

/** All commands, in the order of the help. */
export const COMMANDS: readonly Command[] = [BUY, PURCHASE, BUNDLES, BALANCE, STATEMENT, ...BATCH_COMMANDS];
