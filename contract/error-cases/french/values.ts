import { amountInFrench } from './amounts.ts';
import { ruleInFrench } from './rules.ts';
import { bindSpaces } from './spaces.ts';

type Value = string | number;
type Word = (value: string) => string;

/** What does not exist, as the staff names it. */
const SUBJECTS: Readonly<Record<string, string>> = {
  account: 'de compte',
  approval: 'd’approbation',
  bundle: 'de forfait',
  campaign: 'de campagne',
  'enabled endpoint': 'd’adresse de webhook activée',
  'enabled endpoint that wants this event': 'd’adresse de webhook activée qui demande cet événement',
  endpoint: 'd’adresse de webhook',
  event: 'd’événement',
  network: 'de réseau',
  'network with an override': 'de réseau dont l’état est fixé',
  'open contradiction': 'de contradiction ouverte',
  'open late confirmation': 'de confirmation tardive ouverte',
  organisation: 'd’organisation',
  person: 'de personne',
  'person in this organisation': 'de personne dans cette organisation',
  'staff member': 'de personne de l’équipe',
  purchase: 'd’achat',
  'requested reconciliation': 'de rapprochement demandé',
};

const FIELDS: Readonly<Record<string, string>> = {
  'The body': 'Le corps',
  'threshold and email': 'threshold et email',
};

const ROLES: Readonly<Record<string, string>> = {
  preparer: 'la personne ou la clé qui a préparé cette campagne',
  requester: 'la personne ou la clé qui a demandé ce lancement',
};

const SCOPES: Readonly<Record<string, string>> = { day: 'jour', month: 'mois' };

/** Values that are words or amounts, by the name of their placeholder. All others are the same in every language. */
const WORDS: Readonly<Record<string, Word>> = {
  amount: amountInFrench,
  approved: amountInFrench,
  cap: amountInFrench,
  cost: amountInFrench,
  limit: amountInFrench,
  spent: amountInFrench,
  allowed: (value) => (value === 'no command' ? 'aucune' : value.replaceAll(' or ', ' ou ')),
  example: (value) => value.replace('(+ written as %2B)', '(le + s’écrit %2B)'),
  field: (value) => FIELDS[value] ?? value,
  role: (value) => ROLES[value] ?? value,
  rule: (value) => bindSpaces(ruleInFrench(value)),
  scope: (value) => SCOPES[value] ?? value,
  steps: (value) =>
    value === 'the approval of another person or key'
      ? 'l’approbation d’une autre personne ou clé'
      : value.replace(
          /^the approvals of (\d+) other people or keys$/,
          'les approbations de $1 autres personnes ou clés',
        ),
  what: (value) => SUBJECTS[value] ?? `de ${value}`,
};

/** A value of a message as a French reader reads it. @param name of its placeholder */
export function valueInFrench(name: string, value: Value): Value {
  return typeof value === 'string' ? (WORDS[name]?.(value) ?? value) : value;
}
