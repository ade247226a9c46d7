import { findTraced } from '../../../db/purchases/trace.ts';
import { type AccountId, type PurchaseId, readId } from '../../../domain/ids.ts';
import { CliError, wrongUsage } from '../../failure.ts';
import type { Session } from '../../session.ts';

/**
 * Reads what belongs to the purchase with an id that a person typed.
 * @param read null if the account has no such purchase
 * @throws CliError if the text is no id, or there is no such purchase
 */
export async function readById<T>(
  session: Session,
  text: string,
  read: (accountId: AccountId, id: PurchaseId) => Promise<T | null>,
): Promise<T> {
  const id = readId('pur', text);
  if (id === null) throw wrongUsage(`${text} is not a purchase id: pur_ and 26 characters.`);
  const [found] = await findTraced(session.pool(), { id }, null);
  const purchase = found === undefined ? null : await read(found.accountId, id);
  if (purchase === null)
    throw new CliError(
      `There is no purchase ${id}. Check the id, or find it by its reference with: bundlewire purchase trace REFERENCE`,
    );
  return purchase;
}
