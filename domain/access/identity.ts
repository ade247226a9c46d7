import type { Principal } from './principal.ts';

/** Who acted, as it is stored and compared. A person is the same one in every session, as a client and as staff. */
export interface Identity {
  readonly kind: 'key' | 'person' | 'operator' | 'process';
  /** Id of the key or person; name of the operator or process. */
  readonly id: string;
}

export function identityOf(principal: Principal): Identity {
  switch (principal.kind) {
    case 'key':
      return { kind: 'key', id: principal.keyId };
    case 'person':
    case 'staff':
      return { kind: 'person', id: principal.personId };
    case 'operator':
    case 'process':
      return { kind: principal.kind, id: principal.name };
  }
}

export function isSameIdentity(a: Identity, b: Identity): boolean {
  return a.kind === b.kind && a.id === b.id;
}
