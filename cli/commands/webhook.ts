import type { Command } from 'commander';
import { changeWebhookUrl } from '../../db/accounts.ts';
import { judgeReceiverUrl } from '../../webhooks/receiver-address.ts';
import { CliError } from '../failure.ts';
import type { Frame } from '../frame.ts';

/** `webhook`: where an account's events go. */
export function addWebhookCommands(program: Command, frame: Frame): void {
  const webhook = program.command('webhook').description("An account's webhook endpoint.");
  frame
    .changes(
      webhook,
      'set <url>',
      'Sends the webhooks of an account somewhere else, signed with the same secret.',
    )
    .option('--account <account>', 'acc_…; the live demo account of npm start when it is left out')
    .addHelpText('after', '\nThe URL is https; http only on addresses that WEBHOOK_ALLOW_PRIVATE lists.')
    .action(
      frame.does<{ account?: string }, [string]>(async (session, options, url) => {
        const account = session.account(options.account);
        const verdict = judgeReceiverUrl(url, { allowPrivate: session.target().allowPrivate });
        if (verdict.kind === 'refused') throw new CliError(`${url} cannot be an endpoint: ${verdict.why}.`);

        const changed = await changeWebhookUrl(session.pool(), account, url, await session.actor());
        if (!changed) {
          throw new CliError(`${account} has no webhook endpoint yet, or there is no such account.`);
        }
        return { json: { account_id: account, url }, text: `Webhooks of ${account} go to ${url}.` };
      }),
    );
}
