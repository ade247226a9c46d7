import { type Identity, identityOf } from '../../../domain/access/identity.ts';
import { type Actor, principalOf } from '../../audit/record.ts';

/** Who acts for the platform. A name in other letters or with more spaces is the same operator. */
export function staffIdentityOf(actor: Actor): Identity {
  const { kind, id } = identityOf(principalOf(actor));
  return {
    kind,
    id: kind === 'operator' ? id.normalize('NFKC').trim().replace(/\s+/g, ' ').toLowerCase() : id,
  };
}
