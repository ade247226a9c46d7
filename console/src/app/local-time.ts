const two = (value: number) => String(value).padStart(2, '0');

/** The day of a time where the browser is, as YYYY-MM-DD. */
export function localDay(at: Date): string {
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
}

/** A time as `<input type="datetime-local">` takes it, where the browser is. */
export function toLocalInput(iso: string): string {
  const at = new Date(iso);
  return `${localDay(at)}T${two(at.getHours())}:${two(at.getMinutes())}`;
}

/** The instant of such a field as ISO 8601; null if it is empty or no time. */
export function fromLocalInput(text: string): string | null {
  const at = new Date(text);
  return text === '' || Number.isNaN(at.getTime()) ? null : at.toISOString();
}
