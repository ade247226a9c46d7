import type { ApiKey, Person, Role } from '../../../../clients/typescript/src/types.ts';
import { useAll } from '../../app/all.ts';
import { useTexts } from '../../app/i18n.tsx';
import { useRight } from '../../app/session.tsx';
import { useFormat } from '../../ui/format.ts';
import type { Rule } from './rule.tsx';

const APPROVES = 'approvals:decide';

/** How many people and keys may approve now; null for those who may not read that, and while it is read. */
function useApprovers(): number | null {
  const mayRead = [useRight('people:read'), useRight('keys:read')].every(Boolean);
  const { data: people } = useAll<Person>('/v1/people', {}, mayRead);
  const { data: roles } = useAll<Role>('/v1/roles', {}, mayRead);
  const { data: keys } = useAll<ApiKey>('/v1/api-keys', {}, mayRead);
  if (people === undefined || roles === undefined || keys === undefined) return null;
  const approving = new Set(roles.filter(({ rights }) => rights.includes(APPROVES)).map(({ id }) => id));
  const active = people.filter(({ role, status }) => status === 'active' && approving.has(role));
  const named = keys.filter(({ scopes, status }) => status === 'active' && scopes.includes(APPROVES));
  return active.length + named.length;
}

/** Warns if a rule asks for more approvals than the people and keys of the own client can give. */
export function TooFewApprovers({ rule }: { readonly rule: Rule }) {
  return <TooFew rule={rule} count={useApprovers()} />;
}

/** The same for a known number of people and keys; says nothing while it is null. */
export function TooFew({ rule, count }: { readonly rule: Rule; readonly count: number | null }) {
  const { t } = useTexts();
  const { money } = useFormat();
  const wanted = [
    { approvals: 1, from: rule.one_approval_from },
    { approvals: 2, from: rule.two_approvals_from },
  ].flatMap(({ approvals, from }) => (from === null ? [] : [{ approvals, from }]));
  if (count === null) return null;
  const impossible = wanted.find(({ approvals }) => approvals > count);
  const scarce = wanted.find(({ approvals }) => approvals === count);
  const most = Math.max(0, ...wanted.map(({ approvals }) => approvals));
  if (impossible !== undefined) {
    const values = { count, amount: money(impossible.from), missing: most - count };
    return <p className="notice warn">{t('approvalRules.impossible', values)}</p>;
  }
  if (scarce === undefined) return null;
  const values = { count, amount: money(scarce.from) };
  return <p className="notice warn">{t('approvalRules.scarce', values)}</p>;
}
