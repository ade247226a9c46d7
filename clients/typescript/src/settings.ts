import { UsageError } from './errors.ts';
import { fetchOnce, runtime } from './runtime.ts';
import { VERSION } from './version.ts';

export interface ClientOptions {
  /** For example `https://api.example.com`, without `/v1`. Only this machine may be `http`. */
  readonly baseUrl: string;
  readonly apiKey: string;
  /** Time limit of one attempt, in milliseconds; 30,000 by default. Uploads have a second more for every 100 KB. */
  readonly timeoutMs?: number;
  /** How often, and for how long, a request is retried. */
  readonly retries?: Partial<Retries>;
  /** Sent as `Svc-Sandbox` with every request in test mode, for example `closed-day`. In live mode, requests with it are rejected. */
  readonly sandbox?: string;
  /** Added to `User-Agent`, for example `shop/2.1`. */
  readonly userAgentSuffix?: string;
  /** Receives one entry per attempt, without bodies, queries and the key. */
  readonly logger?: (entry: LogEntry) => void;
  /** Replaces the global fetch. */
  readonly fetch?: typeof fetch;
  /** Allows `http` to other machines, for a private network. The key is then sent without encryption. */
  readonly allowHttp?: boolean;
}

export interface Retries {
  /** Total attempts; 1 means no retry. 20 by default, so that the time decides. */
  readonly attempts: number;
  /** No attempt starts later than this after the first, in milliseconds; 60,000 by default. */
  readonly withinMs: number;
}

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** One attempt of a request. */
export interface LogEntry {
  readonly method: Method;
  /** Without its query, which can have a phone number. */
  readonly path: string;
  /** HTTP status; null if no answer came. */
  readonly status: number | null;
  readonly requestId: string | null;
  /** 1 for the first. */
  readonly attempt: number;
  readonly ms: number;
}

/** Options that were checked, with their defaults. */
export interface Settings
  extends Required<Omit<ClientOptions, 'retries' | 'sandbox' | 'userAgentSuffix' | 'allowHttp'>> {
  /** Null if none is sent. */
  readonly sandbox: string | null;
  readonly retries: Retries;
  readonly userAgent: string;
}

const TIMEOUT_MS = 30_000;
const RETRIES: Retries = { attempts: 20, withinMs: 60_000 };
const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** @throws UsageError when the address or the key cannot be used. */
export function readSettings(options: ClientOptions): Settings {
  const {
    apiKey,
    timeoutMs = TIMEOUT_MS,
    retries,
    sandbox = null,
    userAgentSuffix,
    logger = () => {},
  } = options;
  if (typeof apiKey !== 'string' || !/^[\x21-\x7e]+$/.test(apiKey))
    throw new UsageError('apiKey is empty, or has characters that no API key has.');
  if (sandbox !== null && !/^[a-z-]+$/.test(sandbox))
    throw new UsageError('sandbox is not a value such as closed-day.');
  return {
    apiKey,
    sandbox,
    baseUrl: readBaseUrl(options.baseUrl, options.allowHttp === true),
    timeoutMs,
    retries: { ...RETRIES, ...retries },
    userAgent: [userAgent(), userAgentSuffix].filter(Boolean).join(' '),
    logger,
    fetch: options.fetch ?? fetchOnce(),
  };
}

/** `bundlewire-typescript/0.2.0 (node 20.19.0)`. */
export function userAgent(): string {
  return `bundlewire-typescript/${VERSION} (${runtime()})`;
}

function readBaseUrl(text: string, allowHttp: boolean): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== '' || url.search !== '')
    throw new UsageError('baseUrl is not an address such as https://api.example.com.');
  if (url.protocol === 'http:' && !allowHttp && !LOOPBACK.test(url.hostname))
    throw new UsageError(
      `baseUrl is http, so the API key would be sent without encryption to ${url.hostname}. Use https.`,
    );
  return url.href.replace(/\/+$/, '');
}
