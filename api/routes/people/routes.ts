import type { FastifyInstance } from 'fastify';
import { isUnavailable } from '../../../db/unavailable.ts';
import type { SingleSignOn } from '../../../services/people/sso/sign-in.ts';
import { apiError } from '../../plugins/api-error.ts';
import { handleError } from '../../plugins/errors.ts';
import { acceptJson } from '../../plugins/json-body.ts';
import { refuseWhenOverloaded } from '../../plugins/overload.ts';
import { limitAddresses } from '../../plugins/rate-limit.ts';
import { recordRefusals } from '../../plugins/refusals.ts';
import { handleUnknownPaths, type KnownRoute } from '../../plugins/requests.ts';
import { registerAll } from '../../register-all.ts';
import { deviceRoutes } from './device.ts';
import { linkRoutes } from './links.ts';
import { passkeyRoutes } from './passkeys/manage.ts';
import { passkeySignInRoutes } from './passkeys/sign-in.ts';
import { recoveryRoutes } from './recovery.ts';
import { WITHOUT_BODY } from './schemas.ts';
import { secondFactorRoutes } from './second-factor.ts';
import { NO_ONE, passwordRoutes, sessionRoutes } from './sessions.ts';
import { type SignInDeps, signInRoutes } from './sign-in.ts';
import { ssoRoutes } from './sso.ts';

export interface PeopleRoutesDeps extends Omit<SignInDeps, 'refusals'> {
  /** Null if the process cannot read the secrets of organisations. */
  readonly sso: SingleSignOn | null;
  readonly routes: readonly KnownRoute[];
  readonly waitingMax?: number | undefined;
}

/** Long enough for a queue of connections to become shorter. */
const RETRY_SECONDS = 5;

/** Everything under /v1/auth: signing in and out, sessions, passwords. No key is needed, and no key helps. */
export function peopleRoutes(given: PeopleRoutesDeps) {
  return async (app: FastifyInstance): Promise<void> => {
    const deps = { ...given, refusals: recordRefusals(app, given.pool) };
    await limitAddresses(app, 'sign_ins_exceeded');
    app.setErrorHandler((error: Error, request, reply) =>
      handleError(isUnavailable(error) ? databaseBusy() : error, request, reply),
    );
    app.addHook('onRequest', async (request) => deps.refuseCrossSite(request));
    refuseWhenOverloaded(app, [deps.pool], deps.waitingMax);
    acceptJson(app);
    handleUnknownPaths(app, deps.routes);
    await registerAll(app, {
      signInRoutes: signInRoutes(deps),
      linkRoutes: linkRoutes(deps),
      recoveryRoutes: recoveryRoutes(deps),
      sessionRoutes: sessionRoutes(deps),
      passwordRoutes: passwordRoutes(deps),
      secondFactorRoutes: secondFactorRoutes(deps),
      passkeyRoutes: passkeyRoutes(deps),
      passkeySignInRoutes: passkeySignInRoutes(deps),
      ssoRoutes: ssoRoutes(deps),
      deviceRoutes: deviceRoutes(deps),
    });
  };
}

const databaseBusy = () => apiError('database_busy', { retryAfterSeconds: RETRY_SECONDS });

/** If no one can sign in, pages still ask who is signed in. */
export async function routesWithoutPeople(app: FastifyInstance): Promise<void> {
  app.get('/session', { schema: WITHOUT_BODY }, async () => NO_ONE);
}
