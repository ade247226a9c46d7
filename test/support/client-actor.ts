import { newId } from '../../domain/crypto/new-id.ts';

/** A request of a client with a key. */
export const CLIENT = {
  principal: { kind: 'key', keyId: newId('key') },
  address: '192.0.2.7',
  userAgent: 'test',
} as const;
