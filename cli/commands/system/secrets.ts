import type { Command } from 'commander';
import { recordAction } from '../../../db/audit/record.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { resealSecrets } from '../../../services/webhooks/reseal.ts';
import { EXIT } from '../../failure.ts';
import type { Frame } from '../../frame.ts';
import type { Shown } from '../../layout.ts';
import type { Session } from '../../session.ts';

/** `secrets`: the key that stored secrets are encrypted with. */
export function addSecretsCommands(program: Command, frame: Frame): void {
  const secrets = program.command('secrets').description('The key with which stored secrets are encrypted.');
  frame
    .changes(
      secrets,
      'reseal',
      'Encrypts every stored secret again, with SECRETS_KEY. Uses SECRETS_KEYS_FORMER to decrypt where needed.',
    )
    .action(frame.does(reseal));
}

async function reseal(session: Session): Promise<Shown> {
  const keys = session.secretsKeys();
  const actor = await session.actor();
  const pool = session.pool();
  const { resealed, current, unreadable } = await resealSecrets(pool, keys);
  const details = { resealed, current, unreadable: unreadable.length };
  await inTransaction(pool, (tx) =>
    recordAction(tx, { ...actor, action: 'secrets_reseal', accountId: null, subject: 'secrets', details }),
  );
  const lost = unreadable.map((account) => `${account}: none of the keys decrypts its secrets`);
  return {
    json: { resealed, current, unreadable },
    text: [`${resealed} secrets encrypted with the current key; ${current} already were.`, ...lost].join(
      '\n',
    ),
    exitCode: unreadable.length === 0 ? EXIT.done : EXIT.notDone,
  };
}
