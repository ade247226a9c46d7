import { z } from 'zod';
import { createHttpClient } from '../../adapters/http.ts';
import type { PortingProvider, ProviderAnswer } from './porting-provider.ts';

export interface BindSettings {
  /** https://number-api.bind.hr, or the address of a test server. */
  readonly baseUrl: string;
  readonly apiKey: string;
  /** From the request until the last byte of the answer. */
  readonly timeoutMs: number;
}

const Reply = z.tuple([
  z.object({
    response: z.int(),
    mcc: z
      .string()
      .regex(/^\d{3}$/)
      .nullish(),
    mnc: z
      .string()
      .regex(/^\d{2,3}$/)
      .nullish(),
  }),
]);

/** Result codes of the protocol: 5 the number's length is not valid, 6 no coverage resolves it. */
const NOT_KNOWN = new Set([5, 6]);

/**
 * The portability lookup of Bind's Number Intelligence API: POST /lookup/mnp with numbers without their plus, the key in
 * X-API-KEY, and for each number the network to which it belongs now.
 */
export function createBindProvider({ baseUrl, apiKey, timeoutMs }: BindSettings): PortingProvider {
  const http = createHttpClient({ baseUrl, timeoutMs });
  return {
    async locate(phoneNumber, signal) {
      const result = await http.call(
        {
          method: 'POST',
          path: '/lookup/mnp',
          headers: { 'content-type': 'application/json', accept: 'application/json', 'x-api-key': apiKey },
          body: JSON.stringify({ msisdn: [phoneNumber.slice(1)] }),
        },
        signal,
      );
      switch (result.kind) {
        case 'answered':
          return readReply(result.status, result.body);
        case 'not_connected':
        case 'lost':
          return { kind: 'unavailable', why: result.detail };
      }
    },
    close: () => http.close(),
  };
}

/** Reads a complete answer. Pure. */
export function readReply(status: number, body: string): ProviderAnswer {
  if (status !== 200) return { kind: 'unavailable', why: `HTTP ${status}` };
  const reply = Reply.safeParse(parseJson(body));
  if (!reply.success) return { kind: 'unavailable', why: 'an answer that cannot be read' };

  const [{ response, mcc, mnc }] = reply.data;
  if (NOT_KNOWN.has(response)) return { kind: 'not_known' };
  if (response !== 0) return { kind: 'unavailable', why: `response ${response}` };
  // A network that the provider cannot name.
  if (mcc == null || mnc == null) return { kind: 'not_known' };
  return { kind: 'found', mccMnc: mcc + mnc };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
