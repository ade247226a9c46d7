import type { PoolClient } from 'pg';
import { type Identity, isSameIdentity } from '../../domain/access/identity.ts';
import { mailboxOf } from '../../domain/access/mailbox.ts';
import type { Approval } from '../../domain/approvals/approval.ts';
import { idFromUuid, readId, uuidOf } from '../../domain/ids.ts';

/**
 * As whom someone who decides is judged: as the one who prepared, requested or approved it, if both are people whose e-mail addresses
 * reach the same mailbox. Otherwise as themselves.
 */
export async function judgedAs(
  tx: PoolClient,
  by: Identity,
  { preparedBy, requestedBy, approvedBy }: Pick<Approval, 'preparedBy' | 'requestedBy' | 'approvedBy'>,
): Promise<Identity> {
  const others = [...preparedBy, requestedBy, ...approvedBy].filter(({ kind }) => kind === 'person');
  if (by.kind !== 'person' || others.length === 0 || others.some((other) => isSameIdentity(other, by)))
    return by;
  const people = [by, ...others].flatMap(({ id }) => readId('per', id) ?? []);
  const { rows } = await tx.query<{ id: string; email: string }>({
    name: 'read-mailboxes',
    text: 'SELECT id, email FROM auth_people WHERE id = ANY ($1::uuid[])',
    values: [people.map((id) => uuidOf('per', id))],
  });
  const mailboxes = new Map<string, string>(
    rows.map(({ id, email }) => [idFromUuid('per', id), mailboxOf(email)]),
  );
  const own = mailboxes.get(by.id);
  return others.find(({ id }) => own !== undefined && mailboxes.get(id) === own) ?? by;
}
