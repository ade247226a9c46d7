import { createServer, type Server } from 'node:http';
import Provider from 'oidc-provider';

export const CLIENT = { id: 'bundlewire', secret: 'a secret of the client' } as const;

/** A certified OpenID Connect provider on its own port. It signs in anyone, with the e-mail address that they enter. */
export interface RealProvider {
  readonly issuer: string;
  /** E-mail addresses that it has not verified. */
  readonly unverified: Set<string>;
  close(): Promise<void>;
}

/** @param callback where it sends browsers back to. */
export async function startRealProvider(callback: string): Promise<RealProvider> {
  const unverified = new Set<string>();
  const server = createServer((request, response) => void handle(request, response));
  const { port, close } = await listening(server);
  const issuer = `http://127.0.0.1:${port}`;
  const provider = new Provider(issuer, {
    clients: [{ client_id: CLIENT.id, client_secret: CLIENT.secret, redirect_uris: [callback] }],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    cookies: { keys: ['a key of the cookies'] },
    findAccount: (_context, id) => ({
      accountId: id,
      claims: () => ({ sub: id, email: id, email_verified: !unverified.has(id), name: 'Amina' }),
    }),
  });
  const handle = provider.callback();
  return { issuer, unverified, close };
}

/** Signs in at the provider as its own pages do, without a browser. Returns the address to which it sends the browser back. */
export async function signInAtProvider(start: string, email: string, callback: string): Promise<URL> {
  const cookies = new Map<string, string>();
  let next: { url: string; form?: URLSearchParams } = { url: start };
  for (let step = 0; step < 12; step += 1) {
    const answer = await fetch(next.url, {
      redirect: 'manual',
      method: next.form === undefined ? 'GET' : 'POST',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(next.form === undefined ? {} : { body: next.form }),
    });
    for (const cookie of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      cookies.set(name, value);
    }
    const location = answer.headers.get('location');
    if (location?.startsWith(callback) === true) return new URL(location);
    const page = await answer.text();
    const [, action = ''] = /action="([^"]+)"/.exec(page) ?? [];
    const [, prompt = ''] = /name="prompt" value="(\w+)"/.exec(page) ?? [];
    next =
      location === null
        ? { url: action, form: new URLSearchParams({ prompt, login: email, password: 'any' }) }
        : { url: new URL(location, next.url).href };
  }
  throw new Error('the provider did not send the browser back');
}

/** Lets a server listen on a free port of this machine. */
export async function listening(server: Server) {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
