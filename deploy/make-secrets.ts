import { join } from 'node:path';
import { addMissingSecrets, LostSecretError } from './secret-files.ts';

const FOLDER = join(import.meta.dirname, 'secrets');

try {
  const added = addMissingSecrets(FOLDER);
  if (added.length === 0) console.log(`${FOLDER} already has every secret, so nothing was written.`);
  else {
    console.log(
      `Secrets written to ${FOLDER}: ${added.join(', ')}. Keep this folder: without secrets_key, no webhook can be signed.`,
    );
    if (added.includes('role_passwords'))
      console.log(
        'If the database already exists, give its roles these passwords: docs/production.md, "Database roles", has the commands.',
      );
  }
} catch (error) {
  if (!(error instanceof LostSecretError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
