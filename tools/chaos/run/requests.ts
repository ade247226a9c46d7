import { z } from 'zod';
import { ERROR_CASES } from '../../../contract/error-cases/error-cases.ts';
import { type Answer, microsecondsNow, type Span } from './observed.ts';
import type { ChaosStack } from './stack.ts';

const TIMEOUT_MS = 20_000;

/** An answer of the API, or none. */
export interface Reply extends Span {
  readonly status: number | null;
  readonly body: unknown;
}

export interface Request {
  /** Who asks. */
  readonly account: number;
  readonly method?: 'GET' | 'POST';
  readonly path: string;
  readonly body?: string;
  readonly type?: 'application/json' | 'text/csv';
}

/** Sends one request to the API process that `turn` falls on. Never throws: a connection that ends is a reply too. */
export async function send(
  { programs, accounts }: ChaosStack,
  turn: number,
  request: Request,
): Promise<Reply> {
  const sentAt = microsecondsNow();
  try {
    const response = await fetch(`${programs.apiUrl(turn)}${request.path}`, {
      method: request.method ?? 'GET',
      headers: {
        authorization: `Bearer ${accounts[request.account]?.apiKey}`,
        ...(request.body === undefined ? {} : { 'content-type': request.type ?? 'application/json' }),
      },
      ...(request.body === undefined ? {} : { body: request.body }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const text = await response.text();
    return { sentAt, endedAt: microsecondsNow(), status: response.status, body: parse(text) };
  } catch {
    return { sentAt, endedAt: microsecondsNow(), status: null, body: null };
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** The parts of a purchase that a run looks at. */
export const SeenPurchase = z.object({ id: z.string(), status: z.string(), resolve_by: z.string() });
export const SeenList = z.object({ data: z.array(SeenPurchase) });
export const SeenBatch = z.object({ id: z.string(), status: z.string() });
export const SeenBalance = z.object({
  available: z.object({ amount: z.number() }),
  held: z.object({ amount: z.number() }),
});
const SeenError = z.object({
  error: z.object({ code: z.string(), message: z.string(), request_id: z.string() }),
});
const DATABASE_AWAY: string = ERROR_CASES.database_away.message;

/** What an error's body says; nothing for other bodies. */
export function errorIn({ status, body }: Reply): Pick<Answer, 'code' | 'isUnexpected' | 'requestId'> {
  const parsed = SeenError.safeParse(body);
  const error = parsed.success ? parsed.data.error : null;
  return {
    code: error?.code ?? null,
    isUnexpected: status === 500 && error?.message !== DATABASE_AWAY,
    requestId: error?.request_id ?? null,
  };
}
