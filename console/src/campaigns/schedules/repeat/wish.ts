import type { Batch, CreateRecurringBatch } from '../../../../../clients/typescript/src/types.ts';
import { fromLocalInput } from '../../../app/local-time.ts';
import { readAmount } from '../../../ui/amount.ts';
import { referenceOf } from '../../prepare/file/name.ts';

/** Which of the two lists of days a person chose. */
export const DAYS = ['every', 'week', 'month', 'both'] as const;

/** A recurring campaign as a person fills it in. */
export interface Wish {
  readonly batchId: string;
  readonly name: string;
  readonly zone: string;
  /** Time of the day, as of an input: `08:00`. */
  readonly at: string;
  readonly days: (typeof DAYS)[number];
  /** 1 is Monday. */
  readonly weekdays: ReadonlySet<number>;
  readonly monthDays: ReadonlySet<number>;
  readonly amount: string;
  /** Local time where the browser is; empty for no end. */
  readonly endsAt: string;
  readonly windowHours: string;
}

/** A field of the request, by which the API names what is wrong. */
export type WishField = keyof CreateRecurringBatch;

/** What each part of the form takes. */
export interface FieldsProps {
  readonly wish: Wish;
  /** @param fields whose problems are no longer shown */
  readonly change: (part: Partial<Wish>, fields: readonly WishField[]) => void;
  /** What is wrong with a field, in words; undefined for nothing. */
  readonly problemOf: (field: WishField) => string | undefined;
}

/** A field that a person can leave wrong. Time zones are only chosen from a list. */
export type WishFault = Exclude<WishField, 'time_zone'>;

/** What the API takes for how many hours earlier purchases are compared. */
export const WINDOW_HOURS_MAX = 8784;
const NAME_CHARS = 35;

export function emptyWish(batchId: string, zone: string): Wish {
  return {
    batchId,
    name: '',
    zone,
    at: '08:00',
    days: 'week',
    weekdays: new Set(),
    monthDays: new Set(),
    amount: '',
    endsAt: '',
    windowHours: '0',
  };
}

/** The reference of a recurring campaign with this name. */
export function recurringReferenceOf(name: string): string {
  return referenceOf(name).slice(0, NAME_CHARS).replace(/-+$/, '');
}

/**
 * What a person must correct before it can be asked for.
 * @param source the campaign that was chosen; undefined for none
 * @param now in ms
 */
export function faultsOfWish(
  wish: Wish,
  source: Batch | undefined,
  locale: string,
  now: number,
): readonly WishFault[] {
  const amount = source === undefined ? null : readAmount(wish.amount, source.cost.currency, locale);
  const hours = Number(wish.windowHours);
  const ends = wish.endsAt === '' ? null : Date.parse(wish.endsAt);
  const wrong: Readonly<Record<WishFault, boolean>> = {
    batch_id: source === undefined,
    reference: recurringReferenceOf(wish.name) === '',
    at: wish.at === '',
    weekdays: hasWeekdays(wish) && wish.weekdays.size === 0,
    month_days: hasMonthDays(wish) && wish.monthDays.size === 0,
    // Without a campaign there is no currency yet.
    approved_cost: amount !== null && (amount.kind !== 'amount' || amount.amount === 0),
    ends_at: ends !== null && !(ends > now),
    duplicate_window_hours: !Number.isInteger(hours) || hours < 0 || hours > WINDOW_HOURS_MAX,
  };
  return (Object.keys(wrong) as WishFault[]).filter((field) => wrong[field]);
}

/** The request that creates it. @param wish without faults */
export function requestOf(wish: Wish, { id, cost }: Batch, locale: string): CreateRecurringBatch {
  const typed = readAmount(wish.amount, cost.currency, locale);
  const endsAt = fromLocalInput(wish.endsAt);
  return {
    reference: recurringReferenceOf(wish.name),
    batch_id: id,
    time_zone: wish.zone,
    at: wish.at,
    weekdays: hasWeekdays(wish) ? inOrder(wish.weekdays) : [],
    month_days: hasMonthDays(wish) ? inOrder(wish.monthDays) : [],
    ...(endsAt === null ? {} : { ends_at: endsAt }),
    approved_cost: { amount: typed.kind === 'amount' ? typed.amount : 0, currency: cost.currency },
    duplicate_window_hours: Number(wish.windowHours),
  };
}

export function hasWeekdays({ days }: Wish): boolean {
  return days === 'week' || days === 'both';
}

export function hasMonthDays({ days }: Wish): boolean {
  return days === 'month' || days === 'both';
}

const inOrder = (days: ReadonlySet<number>) => [...days].toSorted((a, b) => a - b);

/** The field that an answer names, such as `weekdays` for `weekdays[0]`; null for another one. */
export function fieldOf(param: string | null): WishField | null {
  const name = /^\w+/.exec(param ?? '')?.[0];
  return FIELDS.find((field) => field === name) ?? null;
}

const FIELDS: readonly WishField[] = [
  'reference',
  'batch_id',
  'time_zone',
  'at',
  'weekdays',
  'month_days',
  'ends_at',
  'approved_cost',
  'duplicate_window_hours',
];
