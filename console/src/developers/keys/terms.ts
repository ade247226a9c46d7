import type { ApiKey, CreateApiKey } from '../../../../clients/typescript/src/types.ts';
import { readAmount, writeAmount } from '../../ui/amount.ts';

/** `buy` is a ready choice of rights, whose boxes are ticked. */
export type ScopeMode = 'buy' | 'all' | 'read_only' | 'some';
type Scopes = CreateApiKey['scopes'];

/** What a program needs that buys bundles and follows its purchases. */
const BUYING = ['balance:read', 'catalogue:read', 'numbers:lookup', 'purchases:create', 'purchases:read'];

/** The part of a draft that a choice of a mode changes. @param own the rights of the person */
export function choose(mode: ScopeMode, own: readonly string[]): Pick<TermsDraft, 'mode'> | TermsChoice {
  return mode === 'buy' ? { mode, rights: new Set(BUYING.filter((right) => own.includes(right))) } : { mode };
}

type TermsChoice = Pick<TermsDraft, 'mode' | 'rights'>;

/** Whether single rights are chosen, instead of a word for several. */
export function hasBoxes(mode: ScopeMode): mode is 'buy' | 'some' {
  return mode === 'buy' || mode === 'some';
}

/** What the form of a key holds while a person types. */
export interface TermsDraft {
  readonly name: string;
  readonly mode: ScopeMode;
  readonly rights: ReadonlySet<string>;
  /** A UTC day, YYYY-MM-DD; empty for never. */
  readonly expires: string;
  readonly perPurchase: string;
  readonly perDay: string;
}

export function draftOf(key: ApiKey | null, currency: string, locale: string): TermsDraft {
  if (key === null) {
    return { name: '', mode: 'some', rights: new Set(), expires: '', perPurchase: '', perDay: '' };
  }
  const { scopes, spend_caps: caps } = key;
  const [only] = scopes;
  const cap = (money: ApiKey['spend_caps']['per_day']) =>
    money === null ? '' : writeAmount(money.amount, currency, locale);
  return {
    name: key.name,
    mode: scopes.length === 1 && (only === 'all' || only === 'read_only') ? only : 'some',
    rights: new Set(scopes.filter((scope) => scope !== 'all' && scope !== 'read_only')),
    expires: key.expires_at?.slice(0, 10) ?? '',
    perPurchase: cap(caps.per_purchase),
    perDay: cap(caps.per_day),
  };
}

/** Why a draft cannot be sent yet; null if it can. */
export function findGap(
  draft: TermsDraft,
  currency: string,
  locale: string,
): 'name' | 'rights' | 'caps' | null {
  if (draft.name.trim() === '') return 'name';
  if (hasBoxes(draft.mode) && draft.rights.size === 0) return 'rights';
  const caps = [draft.perPurchase, draft.perDay].map((text) => readAmount(text, currency, locale));
  return caps.some(({ kind }) => kind === 'unreadable') ? 'caps' : null;
}

/** The body that creates a key. */
export function termsOf(draft: TermsDraft, currency: string, locale: string): CreateApiKey {
  const cap = (text: string) => {
    const typed = readAmount(text, currency, locale);
    return typed.kind === 'amount' ? { amount: typed.amount, currency } : null;
  };
  const scopes = hasBoxes(draft.mode) ? [...draft.rights].toSorted() : [draft.mode];
  return {
    name: draft.name.trim(),
    // The form offers only rights that the API has named.
    scopes: scopes as readonly string[] as Scopes,
    expires_at: draft.expires === '' ? null : `${draft.expires}T00:00:00Z`,
    spend_caps: { per_purchase: cap(draft.perPurchase), per_day: cap(draft.perDay) },
  };
}

/** Only what differs, so that a field that was not touched needs no right. */
export function changesOf(
  before: TermsDraft,
  after: TermsDraft,
  currency: string,
  locale: string,
): Partial<CreateApiKey> {
  const [old, next] = [termsOf(before, currency, locale), termsOf(after, currency, locale)];
  const fields = ['name', 'scopes', 'expires_at', 'spend_caps'] as const;
  return Object.fromEntries(
    fields.flatMap((field) =>
      JSON.stringify(old[field]) === JSON.stringify(next[field]) ? [] : [[field, next[field]]],
    ),
  );
}
