import type { Batch } from '../../../../../clients/typescript/src/types.ts';

/** When and how much a campaign buys, as a person fills it in. */
export interface Plan {
  readonly when: 'now' | 'later';
  /** Local time, as of an input: `2026-12-01T09:00`. */
  readonly at: string;
  /** The time that was asked for before, which a field shows to the minute; null for none. */
  readonly exactly: string | null;
  readonly hours: 'any' | 'between';
  readonly from: string;
  readonly until: string;
  readonly isTrial: boolean;
  /** How many rows are bought first. */
  readonly first: string;
}

export const FIRST_MAX = 10_000;

/** The plan that a campaign has already. @param now in ms */
export function planOf(
  { not_before, send_between }: Pick<Batch, 'not_before' | 'send_between'>,
  now: number,
): Plan {
  const [from = '08:00', until = '20:00'] = send_between?.split('-') ?? [];
  const isLater = not_before !== null && Date.parse(not_before) > now;
  return {
    when: isLater ? 'later' : 'now',
    at: isLater ? localInput(new Date(not_before)) : '',
    exactly: isLater ? not_before : null,
    hours: send_between === null ? 'any' : 'between',
    from,
    until,
    isTrial: false,
    first: '10',
  };
}

/** A time as an input of the browser shows it, in its zone. */
export function localInput(time: Date): string {
  const part = (value: number) => String(value).padStart(2, '0');
  const day = `${time.getFullYear()}-${part(time.getMonth() + 1)}-${part(time.getDate())}`;
  return `${day}T${part(time.getHours())}:${part(time.getMinutes())}`;
}

export type PlanFault = 'at' | 'hours' | 'first';

/** What must be corrected before the campaign can start. @param now in ms */
export function faultsOfPlan(plan: Plan, now: number): readonly PlanFault[] {
  const first = Number(plan.first);
  const isFuture = plan.at !== '' && Date.parse(plan.at) > now;
  const isFirst = Number.isInteger(first) && first >= 1 && first <= FIRST_MAX;
  return [
    ...(plan.when === 'later' && !isFuture ? (['at'] as const) : []),
    ...(plan.hours === 'between' && !(plan.from < plan.until) ? (['hours'] as const) : []),
    ...(plan.isTrial && !isFirst ? (['first'] as const) : []),
  ];
}

/** How many rows are bought before the campaign waits or ends. */
export function rowsOf({ isTrial, first }: Plan, { counts }: Batch): number {
  return isTrial ? Math.min(Number(first), counts.waiting) : counts.waiting;
}

/** The command that starts a campaign by this plan, and exactly as it was shown. */
export function commandOf(plan: Plan, batch: Batch): { readonly path: string; readonly json: object } {
  const agreed = {
    ...agreedOf(plan, batch),
    ...(plan.isTrial ? { first: Number(plan.first) } : {}),
  };
  const path = `/v1/batches/${batch.id}`;
  return plan.when === 'now'
    ? { path: `${path}/start`, json: agreed }
    : { path: `${path}/schedule`, json: { ...agreed, start_at: startOf(plan) } };
}

/** The request that others approve a start by this plan. @param note for them; empty for none */
export function requestOf(
  plan: Plan,
  batch: Batch,
  note: string,
): { readonly path: string; readonly json: object } {
  return {
    path: `/v1/batches/${batch.id}/request-start`,
    json: {
      ...agreedOf(plan, batch),
      ...(plan.when === 'now' ? {} : { start_at: startOf(plan) }),
      ...(note.trim() === '' ? {} : { note: note.trim() }),
    },
  };
}

function agreedOf({ hours, from, until }: Plan, { cost, file_sha256, revision, send_between }: Batch) {
  const between = hours === 'any' ? null : `${from}-${until}`;
  return {
    approved_cost: { amount: cost.amount, currency: cost.currency },
    ...(file_sha256 === null ? {} : { file_sha256 }),
    revision,
    ...(between === send_between ? {} : { send_between: between }),
  };
}

/** The start time of a plan: to the millisecond as it was asked for, unless the person has changed it. */
export function startOf({ at, exactly }: Plan): string {
  if (exactly !== null && localInput(new Date(exactly)) === at) return exactly;
  return new Date(at).toISOString();
}
