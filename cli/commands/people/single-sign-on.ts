import { readFile } from 'node:fs/promises';
import type { Command } from 'commander';
import { readCliConfig } from '../../../config/config.ts';
import { readSso, removeSso, type SsoTerms, setSso } from '../../../db/people/sso/settings.ts';
import { sealSecret } from '../../../domain/crypto/sealed-secret.ts';
import { judgeReceiverUrl } from '../../../services/webhooks/receiver-address.ts';
import { CliError, wrongUsage } from '../../failure.ts';
import type { Frame } from '../../frame.ts';
import { fields, type Shown } from '../../layout.ts';
import type { Session } from '../../session.ts';
import { knownOrganisation } from './organisation.ts';

const ISSUER_CHARS_MAX = 500;
const CLIENT_ID_CHARS_MAX = 255;
const SECRET_CHARS_MAX = 1_000;
const DOMAINS_MAX = 50;
const DOMAIN = /^(?=.{3,253}$)[a-z0-9-]+(\.[a-z0-9-]+)+$/;

/** `organisation sso`: how the people of an organisation sign in at their own provider. */
export function addSingleSignOnCommands(organisation: Command, frame: Frame): void {
  const sso = organisation
    .command('sso')
    .description('Single sign-on of an organisation, with OpenID Connect.');
  frame
    .destroys(
      sso,
      'set <organisation>',
      'Sets the provider of an organisation and the domains of its e-mail addresses. Verify first that the organisation owns them.',
    )
    .requiredOption('--issuer <url>', 'the address of the provider, as its document names it')
    .requiredOption('--client-id <id>', 'our id at the provider')
    .requiredOption('--client-secret-file <path>', 'a file with our secret at the provider')
    .requiredOption('--domain <domain...>', 'a domain of e-mail addresses; can be repeated')
    .option('--required', 'refuse passwords, links and passkeys of people with these domains')
    .option('--admit', 'make people of these domains viewers, even if no one invited them')
    .addHelpText('after', '\nAt the provider, allow PUBLIC_URL and /v1/auth/sign-in/sso/callback behind it.')
    .action(frame.does<SetOptions, [string]>(set));
  frame
    .reads(sso, 'show <organisation>', 'Shows the single sign-on of an organisation, without its secret.')
    .action(frame.does<object, [string]>(show));
  frame
    .destroys(sso, 'remove <organisation>', 'Removes the single sign-on of an organisation.')
    .action(frame.does<object, [string]>(remove));
}

interface SetOptions {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecretFile: string;
  readonly domain: readonly string[];
  readonly required?: boolean;
  readonly admit?: boolean;
}

async function set(session: Session, options: SetOptions, text: string): Promise<Shown> {
  const terms = readTerms(session, options);
  const secret = await readSecret(options.clientSecretFile);
  const { id, name } = await knownOrganisation(session, text);
  await session.confirm(
    `People of ${name} will sign in at ${terms.issuer}, with addresses of ${terms.domains.join(', ')}.`,
  );
  const sealedSecret = sealSecret(secret, session.secretsKeys());
  const taken = await setSso(session.pool(), id, { ...terms, sealedSecret }, await session.actor());
  if (taken !== null) throw new CliError(`${taken} belongs to another organisation. Nothing was changed.`);
  return { json: { id, ...toJson(terms) }, text: `${name} signs in at ${terms.issuer}.` };
}

async function show(session: Session, _options: object, text: string): Promise<Shown> {
  const { id, name } = await knownOrganisation(session, text);
  const sso = await readSso(session.pool(), id);
  if (sso === null) throw new CliError(`${name} has no single sign-on.`);
  return {
    json: { id, ...toJson(sso) },
    text: fields([
      ['Issuer', sso.issuer],
      ['Client id', sso.clientId],
      ['Domains', sso.domains.join(' ')],
      ['Required', sso.isRequired ? 'yes' : 'no'],
      ['People who were not invited', sso.admitsDomain ? 'become viewers' : 'are refused'],
    ]),
  };
}

async function remove(session: Session, _options: object, text: string): Promise<Shown> {
  const { id, name } = await knownOrganisation(session, text);
  await session.confirm(`People of ${name} will sign in with passwords, links and passkeys only.`);
  if (!(await removeSso(session.pool(), id, await session.actor())))
    throw new CliError(`${name} has no single sign-on.`);
  return { json: { id, removed: true }, text: `${name} has no single sign-on any more.` };
}

function readTerms({ terminal }: Session, options: SetOptions): SsoTerms {
  const { issuer, clientId, domain, required = false, admit = false } = options;
  const allowPrivate = readCliConfig(terminal.environment).WEBHOOK_ALLOW_PRIVATE;
  const verdict = judgeReceiverUrl(issuer, { allowPrivate });
  if (verdict.kind === 'refused') throw wrongUsage(`--issuer: ${verdict.why}.`);
  if (issuer.length > ISSUER_CHARS_MAX)
    throw wrongUsage(`--issuer has more than ${ISSUER_CHARS_MAX} characters.`);
  if (clientId === '' || clientId.length > CLIENT_ID_CHARS_MAX)
    throw wrongUsage(`--client-id must have 1 to ${CLIENT_ID_CHARS_MAX} characters.`);
  const domains = [...new Set(domain.map((each) => each.trim().toLowerCase()))];
  const wrong = domains.find((each) => !DOMAIN.test(each));
  if (wrong !== undefined) throw wrongUsage(`${wrong} is not a domain, such as example.com.`);
  if (domains.length > DOMAINS_MAX) throw wrongUsage(`An organisation can have ${DOMAINS_MAX} domains.`);
  return { issuer, clientId, domains, isRequired: required, admitsDomain: admit };
}

async function readSecret(path: string): Promise<string> {
  const text = await readFile(path, 'utf8').catch(() => {
    throw wrongUsage(`${path} cannot be read.`);
  });
  const secret = text.trim();
  if (secret === '' || secret.length > SECRET_CHARS_MAX)
    throw wrongUsage(`${path} must contain the secret: 1 to ${SECRET_CHARS_MAX} characters.`);
  return secret;
}

function toJson({ issuer, clientId, domains, isRequired, admitsDomain }: SsoTerms): object {
  return { issuer, client_id: clientId, domains, required: isRequired, admits_domain: admitsDomain };
}
