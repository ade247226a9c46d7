import {
  ERROR_CODES as DTONE_ERRORS,
  REASONS as DTONE_REASONS,
  STATUS_CLASSES,
} from '../../adapters/dtone/codes.ts';
import { STATUSES as PRETUPS_STATUSES } from '../../adapters/pretups/codes.ts';
import {
  ERROR_CODES as RELOADLY_ERRORS,
  STATUSES as RELOADLY_STATUSES,
} from '../../adapters/reloadly/codes.ts';
import { CODES as VTPASS_CODES, STATUSES as VTPASS_STATUSES } from '../../adapters/vtpass/codes.ts';
import type { Blocks } from './blocks.ts';

/** The meaning of a code in a gateway's table, as far as the page shows it. */
interface Meaning {
  readonly kind: string;
  readonly code?: string;
  readonly reason?: string;
  readonly supplierFault?: boolean;
}

type Row = readonly [code: string, words: string, meaning: Meaning];

const NOT_SUBMITTED: Readonly<Record<string, string>> = {
  rate_limited: 'nothing was ordered; sent again when the gateway allows it',
  supplier_account: 'nothing was ordered; sent again, and an **alert** about our account',
  too_soon: 'nothing was ordered; sent again after the gateway’s spacing',
};

/** What each kind of meaning, of all tables, makes of a purchase. */
const OUTCOMES: Readonly<Record<string, string>> = {
  open: 'open: we wait for a callback, and inquire',
  by_status: 'the status decides',
  confirmed: '`successful`, charged',
  delivered: '`successful`, charged',
  reversed: '`reversed` and refunded if it had been delivered, otherwise `failed`',
  returned: '`reversed` and refunded if it had been delivered, otherwise `failed`',
  failed: '`failed`',
  refused: '`failed`',
  exists: 'unknown: an earlier send arrived, so we inquire',
  unclear: 'unknown: we inquire, and never send again blindly',
  ambiguous: 'unknown: the carrier does not know either; we keep inquiring',
  absent: 'in answer to an inquiry: not there yet; final only after the gateway’s longest hold',
  token: 'nothing was ordered; a new token, once, then an **alert** about our account',
};

/** The tables of docs/gateways.md, from the codes of each adapter. */
export function gatewayTables(): Blocks {
  return {
    'dtone-statuses': table(
      [...STATUS_CLASSES].map(([id, { name, meaning }]) => [`${id} ${name}`, '', { kind: meaning }]),
    ),
    'dtone-reasons': table(
      [...DTONE_REASONS].map(([reason, refusal]) => [reason, '', { kind: 'refused', ...refusal }]),
    ),
    'dtone-errors': table([...DTONE_ERRORS].map(([code, meaning]) => [String(code), '', meaning])),
    'reloadly-statuses': table([...RELOADLY_STATUSES].map(([status, kind]) => [status, '', { kind }])),
    'reloadly-errors': table([...RELOADLY_ERRORS].map(([code, meaning]) => [code, '', meaning])),
    'vtpass-statuses': table([...VTPASS_STATUSES].map(([status, kind]) => [status, '', { kind }])),
    'vtpass-codes': table([...VTPASS_CODES].map(([code, { words, meaning }]) => [code, words, meaning])),
    'pretups-statuses': table(
      [...PRETUPS_STATUSES].map(([status, { words, meaning }]) => [status, words, meaning]),
    ),
  };
}

function table(rows: readonly Row[]): string {
  const lines = rows.map(
    ([code, words, meaning]) =>
      `| \`${code}\`${words === '' ? '' : ` ${words}`} | ${formatMeaning(meaning)} |`,
  );
  return ['| Code | What becomes of the purchase |', '|---|---|', ...lines].join('\n');
}

function formatMeaning({ kind, code, reason, supplierFault }: Meaning): string {
  if (kind === 'refused' && code !== undefined) {
    return supplierFault === true ? `\`failed\`, \`${code}\`, and an **alert**` : `\`failed\`, \`${code}\``;
  }
  const words = kind === 'not_submitted' ? NOT_SUBMITTED[reason ?? ''] : OUTCOMES[kind];
  if (words === undefined) throw new TypeError(`the page has no words for ${kind} ${reason ?? ''}`);
  return words;
}
