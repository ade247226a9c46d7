import type { Body, Posted } from '../faults/load.ts';
import type { Random } from '../faults/seed.ts';
import type { CappedKey } from './ceilings.ts';

/** An answer, with the code of its error. */
export interface PostedAs extends Posted {
  readonly code: string | null;
}

const CLIENTS = 64;

/** Posts each body as one of the keys to one of the API processes, from 64 clients. Resolves when all were answered. */
export async function postAsKeys(
  urls: readonly string[],
  keys: readonly [CappedKey, ...CappedKey[]],
  bodies: readonly Body[],
  random: Random,
): Promise<PostedAs[]> {
  const posted: PostedAs[] = [];
  const waiting = bodies.entries();
  const client = async () => {
    for (const [index, body] of waiting) {
      posted.push(await postOne(urls[index % urls.length] ?? '', random.pick(keys), body));
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
  return posted;
}

async function postOne(url: string, { key }: CappedKey, body: Body): Promise<PostedAs> {
  const response = await fetch(`${url}/v1/purchases`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(60_000),
  });
  const answer = (await response.json()) as { id?: string; error?: { code: string } };
  const { reference } = body;
  const { status } = response;
  const answered = { reference, status, answeredAt: Date.now() };
  if (status <= 201) return { ...answered, kind: 'accepted', purchaseId: answer.id ?? null, code: null };
  return { ...answered, kind: 'refused', purchaseId: null, code: answer.error?.code ?? null };
}
