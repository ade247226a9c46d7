import { Command } from 'commander';
import { setAllowedRanges } from './allow.ts';
import { setWebhook } from './webhook.ts';

const program = new Command('bundlewire').description('Operates Bundlewire.');

const webhook = program.command('webhook').description("An account's webhook endpoint.");
webhook
  .command('set')
  .description('Sends the webhooks of an account somewhere else, signed with the same secret.')
  .argument('<url>', 'https address of the receiver; http only on addresses that WEBHOOK_ALLOW_PRIVATE lists')
  .option('--account <id>', 'account, acc_…; the live demo account of npm start when it is left out')
  .requiredOption('--reason <text>', 'why; kept with the change')
  .action(setWebhook);

program
  .command('allow')
  .description("Replaces the addresses from which an account's keys may be used; none given means anywhere.")
  .argument('[ranges...]', 'addresses or ranges: 203.0.113.7 198.51.100.0/24 2001:db8::/32')
  .option('--account <id>', 'account, acc_…; the live demo account of npm start when it is left out')
  .requiredOption('--reason <text>', 'why; kept with the change')
  .action(setAllowedRanges);

await program.parseAsync();
