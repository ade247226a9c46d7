/** VTpass requires the current date, followed by letters and digits only. */
const REQUEST_ID = /^\d{12}([a-z]{3})([0-9a-z]{1,36})$/;
const GATEWAY_REFERENCE = /^([a-z]{3})_([0-9a-z]{1,36})$/;

/** `YYYYMMDDHHmm` in Nigeria, whose clocks are an hour ahead of UTC all year. */
const LAGOS = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Africa/Lagos',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});

/**
 * The request_id of an order: the minute of its first send, then our gateway reference without its underscore. Both are
 * stored, so every later send and inquiry has the same id. Throws if the gateway reference is not one of our keys.
 */
export function toRequestId(gatewayReference: string, firstSentAt: Date): string {
  const [, prefix, rest] = GATEWAY_REFERENCE.exec(gatewayReference) ?? [];
  if (prefix === undefined || rest === undefined)
    throw new TypeError('the gateway reference does not fit request_id');

  const part = new Map(LAGOS.formatToParts(firstSentAt).map(({ type, value }) => [type, value]));
  const minute = (['year', 'month', 'day', 'hour', 'minute'] as const).map((name) => part.get(name)).join('');
  return `${minute}${prefix}${rest}`;
}

/** The gateway reference in a request_id; null if it is not one of our keys. */
export function gatewayReferenceFromRequestId(requestId: string): string | null {
  const [, prefix, rest] = REQUEST_ID.exec(requestId) ?? [];
  return prefix === undefined || rest === undefined ? null : `${prefix}_${rest}`;
}
