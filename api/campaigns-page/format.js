const number = new Intl.NumberFormat();

/** A count with separators. */
export const count = (value) => number.format(value);

/** "1 row", "3 rows". */
export const rows = (value) => `${count(value)} ${value === 1 ? 'row' : 'rows'}`;

/** How many decimals people write in amounts of a currency. */
export const decimals = (currency) =>
  new Intl.NumberFormat(undefined, { style: 'currency', currency }).resolvedOptions().maximumFractionDigits;

/** A money object as people write it. */
export function money({ amount, currency }) {
  const format = new Intl.NumberFormat(undefined, {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
  });
  return format.format(amount / 10 ** format.resolvedOptions().maximumFractionDigits);
}

/** The time of day for today; date and time for other days. */
export function time(text) {
  const date = new Date(text);
  const today = date.toDateString() === new Date().toDateString();
  return date.toLocaleString(
    undefined,
    today ? { timeStyle: 'short' } : { dateStyle: 'medium', timeStyle: 'short' },
  );
}

/** The rough time left, in words. */
export function untilThen(text) {
  const seconds = Math.max(0, (Date.parse(text) - Date.now()) / 1000);
  if (seconds < 10) return 'a few seconds';
  if (seconds < 90) return `about ${Math.ceil(seconds / 10) * 10} seconds`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 90) return `about ${minutes} minutes`;
  const hours = Math.round(minutes / 60);
  return hours < 48 ? `about ${hours} hours` : `about ${Math.round(hours / 24)} days`;
}

/** A file's size. */
export function size(bytes) {
  if (bytes < 1_000_000) return `${count(Math.max(1, Math.round(bytes / 1000)))} kB`;
  return `${number.format(Math.round(bytes / 100_000) / 10)} MB`;
}

/** A time as a field of type datetime-local has it: in the time zone of the browser, without seconds. */
export function localInput(date) {
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/** The time zone of the browser, such as Africa/Lagos. */
export const timeZone = () => new Intl.DateTimeFormat().resolvedOptions().timeZone;
