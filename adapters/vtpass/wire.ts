import { z } from 'zod';
import { operatorWords, parseJson } from '../answers.ts';

const GATEWAY_ID = /^[A-Za-z0-9_-]{1,60}$/;

const Transactions = z.object({
  transactions: z.object({
    status: z.string(),
    transactionId: z.union([z.string(), z.number()]).nullish().catch(null),
  }),
});

const Envelope = z.object({
  code: z.string().min(1).max(10),
  response_description: z.string().catch(''),
  requestId: z.string().nullish().catch(null),
  content: z.unknown().optional(),
});

const Webhook = z.object({
  type: z.string(),
  data: z.object({ requestId: z.string().optional() }).nullish().catch(null),
});

/** The parts of an answer that we act on. Amounts are not read, because we charge our prices. */
export interface Answer {
  readonly code: string;
  /** For operators: printable, short, free of phone numbers. */
  readonly words: string;
  readonly requestId: string | null;
  /** `content.transactions.status`; null if the answer has no order. */
  readonly status: string | null;
  /** VTpass's id of the order. */
  readonly transactionId: string | null;
}

/** Reads the body of a submit or of a requery; null if it is neither. */
export function readAnswer(text: string): Answer | null {
  const envelope = Envelope.safeParse(parseJson(text));
  if (!envelope.success) return null;

  const { code, response_description, requestId, content } = envelope.data;
  const order = Transactions.safeParse(content).data?.transactions;
  return {
    code,
    words: operatorWords(response_description),
    requestId: requestId ?? null,
    status: order?.status ?? null,
    transactionId: toId(order?.transactionId),
  };
}

/** The type of a webhook, and the request_id of its order, if it names one. */
export function readWebhook(text: string): { type: string; requestId: string | null } | null {
  const webhook = Webhook.safeParse(parseJson(text));
  if (!webhook.success) return null;
  return { type: webhook.data.type, requestId: webhook.data.data?.requestId ?? null };
}

/** A number that JSON cannot hold exactly would name another order. */
function toId(id: string | number | null | undefined): string | null {
  if (typeof id === 'number') return Number.isSafeInteger(id) && id > 0 ? String(id) : null;
  return typeof id === 'string' && GATEWAY_ID.test(id) ? id : null;
}
