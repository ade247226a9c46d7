import { ERROR_CODES as DING_ERRORS, STATES as DING_STATES } from '../../adapters/ding/codes.ts';
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

/** The part of a code's meaning that the page shows. */
interface Meaning {
  readonly kind: string;
  readonly code?: string;
  readonly reason?: string;
  readonly supplierFault?: boolean;
}

type Row = readonly [code: string, words: string, meaning: Meaning];

const NOT_SUBMITTED: Readonly<Record<string, string>> = {
  rate_limited: 'not ordered; sent again when the gateway allows it',
  supplier_account: 'not ordered; sent again, with an **alert**',
  too_soon: 'not ordered; sent again after the required pause',
};

/** The effect on the purchase, by kind of meaning. */
const OUTCOMES: Readonly<Record<string, string>> = {
  open: 'pending; wait for a callback and inquire',
  by_status: 'see the status',
  confirmed: '`successful`, charged',
  delivered: '`successful`, charged',
  reversed: '`reversed` and refunded if it was charged, otherwise `failed`',
  returned: '`reversed` and refunded if it was charged, otherwise `failed`',
  by_parameter: '`failed`; `Context` names the parameter, which decides the failure code',
  failed: '`failed`',
  refused: '`failed`',
  exists: 'unknown: an earlier send arrived; inquire',
  unclear: 'unknown; inquire',
  ambiguous: 'unknown to the carrier too; inquire until it knows',
  absent: 'inquiry only: not found yet; conclusive after `hold_ms`',
  token: 'not ordered; retried once with a new token, then an **alert**',
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
    'ding-states': table([...DING_STATES].map(([state, kind]) => [state, '', { kind }])),
    'ding-errors': table([...DING_ERRORS].map(([code, meaning]) => [code, '', meaning])),
  };
}

function table(rows: readonly Row[]): string {
  const lines = rows.map(
    ([code, words, meaning]) =>
      `| \`${code}\`${words === '' ? '' : ` ${words}`} | ${formatMeaning(meaning)} |`,
  );
  return ['| Code | Effect on the purchase |', '|---|---|', ...lines].join('\n');
}

function formatMeaning({ kind, code, reason, supplierFault }: Meaning): string {
  if (kind === 'refused' && code !== undefined) {
    return supplierFault === true ? `\`failed\`, \`${code}\`, with an **alert**` : `\`failed\`, \`${code}\``;
  }
  const words = kind === 'not_submitted' ? NOT_SUBMITTED[reason ?? ''] : OUTCOMES[kind];
  if (words === undefined) throw new TypeError(`the page has no words for ${kind} ${reason ?? ''}`);
  return words;
}
