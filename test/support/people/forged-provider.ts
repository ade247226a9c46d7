import { createSign, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { listening } from './real-provider.ts';

/** Claims of a token, as a provider under someone else's control would set them. */
export type Forgery = Readonly<Record<string, unknown>>;

/** An OpenID Connect provider that signs what a test tells it. It shares no code with the API. */
export interface ForgedProvider {
  readonly issuer: string;
  /** What the next tokens say, over what is right. `signedBy: 'other'` signs with a key that is not published. */
  says(claims: Forgery, options?: { readonly signedBy?: 'other'; readonly status?: number }): void;
  /** Bodies of the requests for tokens. */
  readonly requests: readonly URLSearchParams[];
  close(): Promise<void>;
}

export async function startForgedProvider(clientId: string): Promise<ForgedProvider> {
  const [key, other] = [generateKeyPairSync('rsa', { modulusLength: 2048 }), newKey()];
  const requests: URLSearchParams[] = [];
  let forged: { claims: Forgery; signedBy?: 'other' | undefined; status?: number | undefined } = {
    claims: {},
  };
  let issuer = '';

  const token = () => {
    const now = Math.floor(Date.now() / 1_000);
    const claims = { iss: issuer, aud: clientId, sub: 'subject', iat: now, exp: now + 300, ...forged.claims };
    return signToken(claims, forged.signedBy === 'other' ? other : key.privateKey);
  };
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const path = new URL(request.url ?? '/', issuer).pathname;
    if (path === '/.well-known/openid-configuration') return send(response, 200, documentOf(issuer));
    if (path === '/jwks') {
      const jwk = { ...key.publicKey.export({ format: 'jwk' }), kid: 'key', alg: 'RS256', use: 'sig' };
      return send(response, 200, { keys: [jwk] });
    }
    requests.push(new URLSearchParams(await readBody(request)));
    const tokens = { access_token: 'opaque', token_type: 'Bearer', expires_in: 300, id_token: token() };
    return send(response, forged.status ?? 200, tokens);
  };
  const server = createServer((request, response) => void answer(request, response));
  const { port, close } = await listening(server);
  issuer = `http://127.0.0.1:${port}`;
  return {
    issuer,
    requests,
    says: (claims, options = {}) => {
      forged = { claims, ...options };
    },
    close,
  };
}

function newKey(): KeyObject {
  return generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
}

function documentOf(issuer: string): object {
  return {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/jwks`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
    code_challenge_methods_supported: ['S256'],
  };
}

function signToken(claims: object, key: KeyObject): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const text = `${part({ alg: 'RS256', kid: 'key', typ: 'JWT' })}.${part(claims)}`;
  return `${text}.${createSign('sha256').update(text).sign(key).toString('base64url')}`;
}

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

async function readBody(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return text;
}
