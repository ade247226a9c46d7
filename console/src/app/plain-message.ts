/** A message of the API without what only programs can do. */
export interface PlainMessage {
  readonly text: string;
  /** Whether it says how long a program must wait. */
  readonly mustWait: boolean;
}

/** Names of columns, which people write into the first line of a file. */
const COLUMNS = /\b(phone_number|bundle_id|network_id|data_mb|validity_hours)\b/g;
/** Ids of bundles and networks, and those that were generated. They are facts. */
const IDS = /\b(?:bnd|bdl|net)_\w+|\b[a-z]{2,4}_[0-9a-z]{26}\b/g;
/** Names of fields, values of parameters, and headers of HTTP. */
const API_NAME =
  /[a-z]+_[a-z0-9_]+|[\w.}]=|\bparameter\b|\b(Retry-After|Content-[A-Z]\w+|Svc-\w+|Bundlewire-\w+)/;
const QUOTED = /"[^"]*"|“[^”]*”|«[^»]*»/g;

/** Whether a text has names of the API outside of quotation marks. Names of columns and ids are none. */
export function hasApiNames(text: string): boolean {
  return API_NAME.test(text.replaceAll(QUOTED, '').replaceAll(COLUMNS, '').replaceAll(IDS, ''));
}

/** Leaves out the sentences of a message that have names of the API; all stay if there are no others. */
export function plainMessage(message: string): PlainMessage {
  const sentences = message.split(/(?<=[.!?]) (?=[\p{Lu}"“«])/u);
  const plain = sentences.filter((sentence) => !hasApiNames(sentence));
  return {
    text: plain.length === 0 ? message : plain.join(' '),
    mustWait: plain.length > 0 && message.includes('Retry-After'),
  };
}
