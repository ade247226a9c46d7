import { useTexts } from '../../app/i18n.tsx';
import { useApprovers } from '../../approvals/use-approvers.ts';
import { useFormat } from '../../ui/format.ts';
import type { Rule } from './rule.tsx';

/** Warns if a rule asks for more approvals than the people and keys of the own client can give. */
export function TooFewApprovers({ rule }: { readonly rule: Rule }) {
  return <TooFew rule={rule} count={useApprovers()?.length ?? null} />;
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
