import { z } from 'zod';
import { type SsoTerms, setSso } from '../../../db/people/sso/settings.ts';
import { sealSecret } from '../../../domain/crypto/sealed-secret.ts';
import type { OrganisationId } from '../../../domain/ids.ts';
import type { ApiFixture } from '../api/fixture.ts';
import type { Answer } from '../api/http.ts';
import { ACTOR, browse, cookieOf, organisationOf, post } from './fixture.ts';
import { CLIENT, type RealProvider, signInAtProvider } from './real-provider.ts';

export const callbackOf = ({ baseUrl }: ApiFixture) => `${baseUrl}/v1/auth/sign-in/sso/callback`;

/** Gives an organisation single sign-on. */
export async function connect(
  api: ApiFixture,
  organisationId: OrganisationId,
  terms: Partial<SsoTerms> & Pick<SsoTerms, 'issuer' | 'domains'>,
): Promise<void> {
  const taken = await setSso(
    api.pool,
    organisationId,
    {
      clientId: CLIENT.id,
      isRequired: false,
      admitsDomain: false,
      ...terms,
      sealedSecret: sealSecret(CLIENT.secret, api.secretsKeys),
    },
    ACTOR,
  );
  if (taken !== null) throw new Error(`${taken} is taken`);
}

/** Begins a sign-in. Returns where the browser goes, and the cookie that it keeps. */
export async function begin(api: ApiFixture, email: string) {
  const answer = await post(api, '/v1/auth/sign-in/sso', { email });
  if (answer.status !== 200) throw new Error(`single sign-on answered ${answer.status}: ${answer.text}`);
  const { url } = z.object({ url: z.string() }).parse(JSON.parse(answer.text));
  return { url: new URL(url), cookie: cookieOf(answer) };
}

/** Follows the provider's redirect back to the API. */
export function comeBack(api: ApiFixture, answer: URL, cookie: string): Promise<Answer> {
  return browse(api, `${answer.pathname}${answer.search}`, { cookie });
}

/** What the page is asked to show after a refusal; null after success. */
export function shownAfter({ status, headers }: Answer): string | null {
  if (status !== 303) throw new Error(`the callback answered ${status}`);
  return new URL(headers.get('location') ?? '', 'http://localhost').searchParams.get('sso');
}

let domains = 0;

/** What tests of single sign-on do at a real provider. */
export function atProvider(api: ApiFixture, provider: RealProvider) {
  return {
    /** An organisation with a separate domain. */
    async withDomain(terms: { isRequired?: boolean; admitsDomain?: boolean } = {}) {
      domains += 1;
      const domain = `sso-${domains}.example`;
      const id = await organisationOf(api);
      await connect(api, id, { issuer: provider.issuer, domains: [domain], ...terms });
      return { id, domain, email: `amina@${domain}` };
    },

    /** Signs in as `email`, having named `named` on our page. */
    async signIn(email: string, named = email) {
      const { url, cookie } = await begin(api, named);
      return comeBack(api, await signInAtProvider(url.href, email, callbackOf(api)), cookie);
    },
  };
}
