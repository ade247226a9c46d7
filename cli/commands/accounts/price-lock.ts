import type { Command } from 'commander';
import { PRICE_LOCK_HOURS_MAX, setPriceLock } from '../../../db/accounts/price-lock.ts';
import { knownAccount } from '../../account.ts';
import { wrongUsage } from '../../failure.ts';
import type { Frame } from '../../frame.ts';
import type { Shown } from '../../layout.ts';
import type { Session } from '../../session.ts';

/** `account price-lock`. */
export function addPriceLockCommand(account: Command, frame: Frame): void {
  frame
    .changes(
      account,
      'price-lock <account> <hours>',
      'Sets for how many hours a campaign keeps the prices of its check; 0 turns it off.',
    )
    .addHelpText('after', '\nCampaigns that are checked already keep what they have.')
    .action(frame.does<object, [string, string]>(lock));
}

async function lock(
  session: Session,
  _options: object,
  accountText: string,
  hoursText: string,
): Promise<Shown> {
  const hours = Number(hoursText);
  if (!/^[0-9]{1,4}$/.test(hoursText) || hours > PRICE_LOCK_HOURS_MAX)
    throw wrongUsage(
      `${hoursText} is not a number of hours. Give a whole number from 0 to ${PRICE_LOCK_HOURS_MAX}.`,
    );
  const account = await knownAccount(session, accountText);
  await setPriceLock(session.pool(), account.id, hours, await session.actor());
  return {
    json: { id: account.id, price_lock_hours: hours },
    text:
      hours === 0
        ? `New campaigns of ${account.name} buy at the prices of the day.`
        : `New campaigns of ${account.name} keep the prices of their check for ${hours} hours.`,
  };
}
