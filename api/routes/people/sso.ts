import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { SSO_SECONDS } from '../../../db/people/sso/sign-ins.ts';
import { SIGN_IN_PAGE } from '../../../services/people/links.ts';
import type { SingleSignOn, SsoRefused } from '../../../services/people/sso/sign-in.ts';
import { apiError } from '../../plugins/api-error.ts';
import { notSignedIn } from './actors.ts';
import { newBrowserSecret, readCookie } from './browser-secret.ts';
import { SSO_ANSWER, SSO_BEGIN } from './schemas.ts';
import { browserOf, noteSignedIn, type SignInDeps } from './sign-in.ts';

export interface SsoDeps extends SignInDeps {
  /** Null if the process cannot read the secrets of organisations. */
  readonly sso: SingleSignOn | null;
}

/** Sign-ins that wait for providers at the same time, in one process. */
const TOGETHER = 20;
const RETRY_SECONDS = 30;
/** Where a provider sends the browser back to, behind the base address. */
const CALLBACK_PATH = '/v1/auth/sign-in/sso/callback';

/** Signing in at the provider of an organisation: POST /v1/auth/sign-in/sso, and where the browser comes back. */
export function ssoRoutes(deps: SsoDeps): FastifyPluginAsyncZod {
  const { people, sso } = deps;
  const cookie = people.signInCookies.sso;
  const limited = limitTogether();

  return async (app) => {
    app.addHook('onClose', async () => sso?.close());

    app.post('/sign-in/sso', { schema: SSO_BEGIN }, async (request, reply) => {
      const callback = callbackOf(deps, request);
      const browser = newBrowserSecret(reply, cookie, SSO_SECONDS);
      const begun =
        sso === null || callback === null
          ? null
          : await limited(() => sso.begin(request.body.email, browser, callback.href));
      if (begun === null) throw apiError('sso_unknown');
      if ('url' in begun) return { url: begun.url };
      note(deps, begun, request);
      throw apiError('sso_unavailable', { retryAfterSeconds: RETRY_SECONDS });
    });

    app.get('/sign-in/sso/callback', { schema: SSO_ANSWER }, async (request, reply) => {
      const answer = callbackOf(deps, request);
      if (sso === null || answer === null) throw apiError('sso_unknown');
      for (const [name, value] of Object.entries(request.query))
        if (value !== undefined) answer.searchParams.set(name, value);
      const browser = readCookie(request.headers.cookie, cookie.name);
      const proved = await limited(() => sso.finish(answer, browser, notSignedIn(request)));
      reply.header('Set-Cookie', `${cookie.name}=; Max-Age=0; ${cookie.attributes}`);
      if (proved.kind === 'refused') return backToPage(reply, note(deps, proved, request));
      if (people.carriesSession(request.headers.cookie)) await people.signOut(request.headers.cookie ?? '');
      const session = await people.signInWithProvider(proved.personId, browserOf(request));
      if (session === null) return backToPage(reply, 'refused');
      await noteSignedIn(deps.pool, session, 'provider', request);
      reply.header('Set-Cookie', [...session.cookies]);
      return reply.redirect(SIGN_IN_PAGE, 303);
    });
  };
}

/** The whole address of the callback, as browsers and the provider know it; null if it is not known. */
function callbackOf({ people }: SsoDeps, { headers }: FastifyRequest): URL | null {
  const base = people.findOwnBase(headers.host);
  return base === null ? null : new URL(`${base.href.replace(/\/$/, '')}${CALLBACK_PATH}`);
}

/** What the page shows. */
type Shown = 'refused' | 'unavailable' | 'not_invited';

/** Counts, records and logs a refusal. */
function note({ failed, refusals }: SsoDeps, refused: SsoRefused, request: FastifyRequest): Shown {
  const { why, organisationId, reason } = refused;
  request.log.warn({ organisation_id: organisationId, why, reason }, 'single sign-on refused');
  refusals.note({
    accountId: null,
    actor: notSignedIn(request),
    action: 'refused_sso',
    subject: organisationId ?? 'sso',
    details: { why },
  });
  failed.take(request.ip);
  if (why === 'provider') return 'unavailable';
  return why === 'not_invited' ? 'not_invited' : 'refused';
}

function backToPage(reply: FastifyReply, shown: Shown): FastifyReply {
  return reply.redirect(`${SIGN_IN_PAGE}?sso=${shown}`, 303);
}

/** Rejects work above a limit, so that a slow provider does not hold all requests. */
function limitTogether() {
  let running = 0;
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= TOGETHER) throw apiError('service_busy', { retryAfterSeconds: 1 });
    running += 1;
    try {
      return await work();
    } finally {
      running -= 1;
    }
  };
}
