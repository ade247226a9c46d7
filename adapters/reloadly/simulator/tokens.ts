import { randomBytes } from 'node:crypto';
import type { secretKeeper } from '../../simulation/server.ts';

/** As Reloadly's sandbox gives it: a day. */
export const TOKEN_SECONDS = 86_400;

/** Tokens that were given and not yet ended; a simulator that starts again knows none of before. */
export interface Tokens {
  /** A new token for right credentials, null for wrong ones. */
  give(clientId: string, clientSecret: string): string | null;
  /** Whose token it is; `expired` for one that has ended, null for one that was never given. */
  ownerOf(token: string): string | 'expired' | null;
  expire(token: string): void;
  /** How many were given to a client. */
  given(clientId: string): number;
}

export function createTokens(isRight: ReturnType<typeof secretKeeper>, lifeSeconds: number): Tokens {
  const owners = new Map<string, { clientId: string; untilMs: number }>();
  const counts = new Map<string, number>();
  return {
    give(clientId, clientSecret) {
      if (!isRight(clientId, clientSecret)) return null;
      const token = randomBytes(24).toString('base64url');
      owners.set(token, { clientId, untilMs: Date.now() + lifeSeconds * 1_000 });
      counts.set(clientId, (counts.get(clientId) ?? 0) + 1);
      return token;
    },
    ownerOf(token) {
      const owner = owners.get(token);
      if (owner === undefined) return null;
      return owner.untilMs > Date.now() ? owner.clientId : 'expired';
    },
    expire(token) {
      const owner = owners.get(token);
      if (owner !== undefined) owner.untilMs = 0;
    },
    given: (clientId) => counts.get(clientId) ?? 0,
  };
}
