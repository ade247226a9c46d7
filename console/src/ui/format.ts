import { useTexts } from '../app/i18n.tsx';
import { moneyFormat, moneyOf, SIGN_DISPLAY, writeDecimal } from './amount.ts';

interface Amount {
  /** In minor units. */
  readonly amount: number;
  readonly currency: string;
}

/** Writes money, numbers and times as the language of the person does. */
export function useFormat() {
  const { locale } = useTexts();
  return formatsOf(locale);
}

const known = new Map<string, ReturnType<typeof makeFormats>>();

/** The formats of a language, made once. */
function formatsOf(locale: string) {
  let formats = known.get(locale);
  if (formats === undefined) {
    formats = makeFormats(locale);
    known.set(locale, formats);
  }
  return formats;
}

function makeFormats(locale: string) {
  // English without a country is American; we write British English.
  const full = locale === 'en' ? 'en-GB' : locale;
  const number = new Intl.NumberFormat(full, { signDisplay: SIGN_DISPLAY });
  const percent = new Intl.NumberFormat(full, {
    style: 'percent',
    maximumFractionDigits: 1,
    signDisplay: SIGN_DISPLAY,
  });
  const inUnit = (unit: string, count: number) =>
    new Intl.NumberFormat(full, { style: 'unit', unit, unitDisplay: 'long' }).format(count);
  const relative = new Intl.RelativeTimeFormat(full, { numeric: 'auto' });
  const time = new Intl.DateTimeFormat(full, {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZoneName: 'short',
  });
  const exactTime = new Intl.DateTimeFormat(full, {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    timeZoneName: 'short',
  });
  const day = new Intl.DateTimeFormat(full, { dateStyle: 'long', timeZone: 'UTC' });
  const month = new Intl.DateTimeFormat(full, { month: 'long', year: 'numeric', timeZone: 'UTC' });
  const clock = new Intl.DateTimeFormat(full, { hour: '2-digit', minute: '2-digit' });
  const weekdayClock = new Intl.DateTimeFormat(full, {
    weekday: 'short',
    hour: '2-digit',
    minute: '2-digit',
  });
  const weekday = new Intl.DateTimeFormat(full, { weekday: 'long', timeZone: 'UTC' });
  const list = new Intl.ListFormat(full);
  const shortDay = new Intl.DateTimeFormat(full, { day: 'numeric', month: 'short', timeZone: 'UTC' });
  return {
    number: (value: number) => number.format(value),
    percent: (value: number) => percent.format(value),
    /** With the zone named. @param iso with a zone */
    time: (iso: string) => time.format(new Date(iso)),
    /** To the second, with the zone named. @param iso with a zone */
    exactTime: (iso: string) => exactTime.format(new Date(iso)),
    /** A UTC day. @param date YYYY-MM-DD */
    day: (date: string) => day.format(new Date(`${date}T00:00:00Z`)),
    /** @param of YYYY-MM */
    monthName: (of: string) => month.format(new Date(`${of}-01T00:00:00Z`)),
    /** The time of the day where the browser is, beside a date that names the day. */
    clock: (iso: string) => clock.format(new Date(iso)),
    /** The same with the day of the week. */
    weekdayClock: (iso: string) => weekdayClock.format(new Date(iso)),
    /** The zone of the browser, such as Africa/Lagos. */
    zone: clock.resolvedOptions().timeZone,
    /** From Monday to Sunday. */
    weekdays: MONDAY_TO_SUNDAY.map((date) => weekday.format(new Date(`${date}T00:00:00Z`))),
    list: (items: readonly string[]) => list.format(items),
    /** A UTC day without its year, for axes. @param seconds since 1970 */
    shortDay: (seconds: number) => shortDay.format(new Date(seconds * 1_000)),
    money: ({ amount, currency }: Amount) => moneyFormat(full, currency)(amount),
    /** A number with all its digits; text that is none stays. @param text decimal, such as `125000.0050` */
    decimal: (text: string) => writeDecimal(text, full),
    /** Money with all its digits, such as what a gateway takes. @param units decimal text in units of the currency */
    exactMoney: (units: string, currency: string) => moneyOf(full, currency, 9).format(Number(units)),
    /** How long from now, in the largest unit that fits. */
    fromNow: (iso: string) => {
      const seconds = (Date.parse(iso) - Date.now()) / 1_000;
      const [unit, size] = UNITS.find(([, length]) => Math.abs(seconds) >= length) ?? ['second', 1];
      return relative.format(Math.round(seconds / size), unit);
    },
    /** Exactly, in the largest unit of which it is a multiple, such as `36 hours`. */
    wholeDuration: (seconds: number) => {
      const [unit, size] = UNITS.find(([, length]) => seconds >= length && seconds % length === 0) ?? [
        'second',
        1,
      ];
      return inUnit(unit, seconds / size);
    },
    /** In the largest unit that fits, such as `3 minutes`. */
    duration: (seconds: number) => {
      const [unit, size] = UNITS.find(([, length]) => seconds >= length) ?? ['second', 1];
      return inUnit(unit, Math.round(seconds / size));
    },
  };
}

/** A week. */
const MONDAY_TO_SUNDAY = Array.from({ length: 7 }, (_, index) => `2024-01-0${index + 1}`);

const UNITS = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const satisfies readonly (readonly [Intl.RelativeTimeFormatUnit, number])[];
