/** The kinds of identifier and their prefixes, as the contract names them. */
export const ID_PREFIXES = [
  'acc',
  'apr',
  'aud',
  'bat',
  'dlv',
  'era',
  'evt',
  'inv',
  'key',
  'org',
  'per',
  'pky',
  'pur',
  'rcn',
  'rec',
  'req',
  'rol',
  'ses',
  'stl',
  'wep',
] as const;
export type IdPrefix = (typeof ID_PREFIXES)[number];

/** An identifier as the outside sees it: the prefix and 26 lower-case Crockford base32 characters. */
export type Id<P extends IdPrefix> = `${P}_${string}`;

export type AccountId = Id<'acc'>;
/** An entry of the audit log. */
export type AuditId = Id<'aud'>;
/** A request for approval, and its outcome. */
export type ApprovalId = Id<'apr'>;
export type BatchId = Id<'bat'>;
/** One event for one endpoint of a client. */
export type DeliveryId = Id<'dlv'>;
/** An endpoint that a client set. */
export type EndpointId = Id<'wep'>;
/** The erasure of a phone number. */
export type ErasureId = Id<'era'>;
export type EventId = Id<'evt'>;
export type InvitationId = Id<'inv'>;
export type KeyId = Id<'key'>;
export type OrganisationId = Id<'org'>;
/** A passkey of a person. */
export type PasskeyId = Id<'pky'>;
export type PersonId = Id<'per'>;
export type PurchaseId = Id<'pur'>;
/** A comparison with the list of a gateway that someone requested. */
export type ReconciliationRequestId = Id<'rcn'>;
/** A campaign that is bought again and again. */
export type RecurrenceId = Id<'rec'>;
/** A role that an organisation composed. Built-in roles have their name as id. */
export type RoleId = Id<'rol'>;
/** A person who is signed in. */
export type SessionId = Id<'ses'>;

const CROCKFORD = '0123456789abcdefghjkmnpqrstvwxyz';
const HEX = '0123456789abcdef';
const ID_CHARS = 26;
/** Codes in ASCII: of digits, of the hyphen, the bit of lower case, and the code that "a" has less ten. */
const [ZERO, NINE, HYPHEN, LOWER_CASE, TEN] = [0x30, 0x39, 0x2d, 0x20, 0x61 - 10];
/** 26 characters carry 130 bits, a UUID has 128: the first two are zero. */
const SPARE_BITS = 2;

const valueOfCrockford: ReadonlyMap<string, number> = new Map(
  [...CROCKFORD].map((char, value) => [char, value]),
);

/** Renders a UUID for the outside; UUIDv7s keep their order by time. */
export function idFromUuid<P extends IdPrefix>(prefix: P, uuid: string): Id<P> {
  let text = '';
  let buffer = 0;
  let bits = SPARE_BITS;
  // By character codes: every request and purchase is named here.
  for (let at = 0; at < uuid.length; at++) {
    const code = uuid.charCodeAt(at);
    if (code === HYPHEN) continue;
    buffer = (buffer << 4) | (code <= NINE ? code - ZERO : (code | LOWER_CASE) - TEN);
    bits += 4;
    if (bits < 5) continue;
    bits -= 5;
    text += CROCKFORD.charAt(buffer >> bits);
    buffer &= (1 << bits) - 1;
  }
  return `${prefix}_${text}`;
}

/** Reads an identifier of the given kind back to its UUID; `null` when it is not one. */
export function parseId(prefix: IdPrefix, text: string): string | null {
  const start = prefix.length + 1;
  if (text.length !== start + ID_CHARS || !text.startsWith(`${prefix}_`) || text.charAt(start) > '7')
    return null;

  let hex = '';
  let buffer = 0;
  let bits = -SPARE_BITS;
  for (const char of text.slice(start)) {
    const value = valueOfCrockford.get(char);
    if (value === undefined) return null;
    buffer = (buffer << 5) | value;
    bits += 5;
    while (bits >= 4) {
      bits -= 4;
      hex += HEX.charAt(buffer >> bits);
      buffer &= (1 << bits) - 1;
    }
  }
  return hyphenated(hex);
}

/** A text that came from outside as the identifier of the given kind that it is; `null` when it is not one. */
export function readId<P extends IdPrefix>(prefix: P, text: string): Id<P> | null {
  return parseId(prefix, text) === null ? null : `${prefix}_${text.slice(prefix.length + 1)}`;
}

/**
 * The UUID of an identifier that this program made or has already checked.
 * @throws RangeError when it is malformed, which is a bug in the caller.
 */
export function uuidOf<P extends IdPrefix>(prefix: P, id: Id<P>): string {
  const uuid = parseId(prefix, id);
  if (uuid === null) throw new RangeError(`not a ${prefix}_ identifier: ${id}`);
  return uuid;
}

/** When an identifier over a UUIDv7 was made, in Unix milliseconds; null when it is malformed. */
export function readTime(prefix: IdPrefix, id: string): number | null {
  const uuid = parseId(prefix, id);
  return uuid === null ? null : Number.parseInt(uuid.slice(0, 8) + uuid.slice(9, 13), 16);
}

function hyphenated(hex: string): string {
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
