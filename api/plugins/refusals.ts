import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Pool } from 'pg';
import { z } from 'zod';
import { findEndedKey, type Refusal, recordRefusal } from '../../db/audit/refusals.ts';
import { findPerson } from '../../db/people/people.ts';
import { findHomesOfPerson } from '../../db/people/sign-ins/record.ts';
import type { Principal } from '../../domain/access/principal.ts';
import type { PersonId } from '../../domain/ids.ts';
import { readOrigin } from './actor.ts';
import { ApiError } from './api-error.ts';

/** Within this time, a process looks at the same refusal once. */
const REPEATED_MS = 60_000;
/** Refusals that wait to be recorded, and that this process remembers. More are not recorded. */
const WAITING_MAX = 1_000;
const REMEMBERED_MAX = 10_000;

/** Brings refused requests into the audit log, beside the requests, which do not wait for it. */
export interface RefusalLog {
  /** A request of a principal that is known. */
  note(refusal: Refusal): void;
  /** A refused sign-in, which is recorded for each organisation of its person, or for the platform if no one has that e-mail address. */
  noteSignIn(refusal: Omit<Refusal, 'accountId' | 'subject'>, who: SignInSubject): void;
  /** A request with a key that does not work. It is recorded if the key worked before. */
  noteKey(request: FastifyRequest, hash: Buffer): void;
}

/** Who was meant to be signed in. The e-mail address is in lower case. */
export type SignInSubject = { readonly personId: PersonId } | { readonly email: string } | null;

/**
 * Records requests that are refused because a right is missing, because a key would exceed its cap, or because someone decides on
 * what is their own, and what is noted: each key and reason once a minute. Refusals that come faster than they are recorded are
 * dropped, so that they cannot fill the memory or the database.
 */
export function recordRefusals(app: FastifyInstance, pool: Pool): RefusalLog {
  const take = createOnceAMinute();
  const waiting: (() => Promise<void>)[] = [];
  let draining: Promise<void> | null = null;
  const drain = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      await next().catch((err: unknown) => app.log.warn({ err }, 'a refusal was not recorded'));
    }
    draining = null;
  };
  const add = (name: string, work: () => Promise<void>) => {
    if (waiting.length >= WAITING_MAX || !take(name)) return;
    waiting.push(work);
    draining ??= drain();
  };
  const note: RefusalLog['note'] = (refusal) => add(nameOf(refusal), () => recordRefusal(pool, refusal));

  app.addHook('onError', (request, _reply, error, done) => {
    const refusal = error instanceof ApiError ? readRefusal(request, error) : null;
    if (refusal !== null) note(refusal);
    done();
  });
  app.addHook('onClose', async () => {
    await draining;
  });

  return {
    note,
    noteSignIn(refusal, who) {
      add(JSON.stringify([refusal.action, refusal.actor.principal, who]), async () => {
        const personId = await findSubject(pool, who);
        const homes = personId === null ? [null] : await findHomesOfPerson(pool, personId);
        const subject = personId ?? 'sign_in';
        for (const accountId of homes) await recordRefusal(pool, { ...refusal, accountId, subject });
      });
    },
    noteKey(request, hash) {
      const origin = readOrigin(request);
      add(hash.toString('base64'), async () => {
        const key = await findEndedKey(pool, hash);
        if (key === null) return;
        const { accountId, keyId, why } = key;
        const actor = { principal: { kind: 'key', keyId }, ...origin } as const;
        await recordRefusal(pool, {
          accountId,
          actor,
          action: 'refused_key',
          subject: keyId,
          details: { why },
        });
      });
    },
  };
}

async function findSubject(pool: Pool, who: SignInSubject): Promise<PersonId | null> {
  if (who === null) return null;
  return 'personId' in who ? who.personId : findPerson(pool, who.email);
}

/** What an error says about its request; null if it is not recorded. A staff request concerns no account. */
function readRefusal(request: FastifyRequest, { code, facts: { details } }: ApiError): Refusal | null {
  // First, because reading the address of each rejection in an overload would cost more than all else here.
  if (details === undefined) return null;
  const { caller, actor }: Pick<FastifyRequest, 'actor'> & Partial<Pick<FastifyRequest, 'caller'>> = request;
  const by = { accountId: caller?.accountId ?? null, actor };
  if (code === 'spend_cap_exceeded')
    return { ...by, action: 'refused_cap', subject: String(details.scope), details };
  if (code !== 'permission_denied') return null;
  if (details.required_right !== undefined)
    return { ...by, action: 'refused_right', subject: String(details.required_right) };
  // Their own request, or what they prepared.
  if (details.role !== undefined)
    return { ...by, action: 'refused_approval', subject: approvalOf(request), details };
  return null;
}

/** The approval that a request names. */
function approvalOf({ params }: FastifyRequest): string {
  return z.object({ approval_id: z.string().max(64) }).safeParse(params).data?.approval_id ?? 'approval';
}

/** The refusal of a request from outside the allowlist of its account. */
export function refusedAddress(
  request: FastifyRequest,
  accountId: Refusal['accountId'],
  principal: Principal,
): Refusal {
  const actor = { principal, ...readOrigin(request) };
  const subject = principal.kind === 'key' ? principal.keyId : 'account';
  return { accountId, actor, action: 'refused_address', subject };
}

function nameOf({ accountId, actor, action, subject }: Refusal): string {
  return JSON.stringify([accountId, actor.principal, action, subject]);
}

/** Whether something is to be done, by name: true once a minute. When full, the oldest name is forgotten. */
function createOnceAMinute(): (name: string) => boolean {
  const taken = new Map<string, number>();
  return (name) => {
    const now = performance.now();
    const at = taken.get(name);
    if (at !== undefined && now - at < REPEATED_MS) return false;
    taken.delete(name);
    taken.set(name, now);
    const oldest = taken.size > REMEMBERED_MAX ? taken.keys().next().value : undefined;
    if (oldest !== undefined) taken.delete(oldest);
    return true;
  };
}
