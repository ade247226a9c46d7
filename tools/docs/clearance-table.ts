import {
  ERROR_CODES as DING_ERRORS,
  PARAMETERS as DING_PARAMETERS,
  OTHER_PARAMETER,
} from '../../adapters/ding/codes.ts';
import { ERROR_CODES as DTONE_ERRORS, REASONS as DTONE_REASONS } from '../../adapters/dtone/codes.ts';
import { CARRIER_MEANINGS, STATUSES as PRETUPS_STATUSES } from '../../adapters/pretups/codes.ts';
import { ERROR_CODES as RELOADLY_ERRORS } from '../../adapters/reloadly/codes.ts';
import { CODES as VTPASS_CODES } from '../../adapters/vtpass/codes.ts';
import { clearanceOf } from '../../domain/network/failover.ts';
import type { RefusalCode } from '../../domain/purchase/failure-codes.ts';
import type { Blocks } from './blocks.ts';

type Meaning =
  | { readonly kind: 'refused'; readonly code: RefusalCode; readonly supplierFault: boolean }
  | { readonly kind: 'not_submitted'; readonly reason: string }
  | { readonly kind: 'absent' }
  | { readonly kind: Other };
/** What shows nothing about an order that is free: it is delivered, under way, unknown, or decided by something else. */
type Other =
  | 'by_parameter'
  | 'by_status'
  | 'exists'
  | 'unclear'
  | 'token'
  | 'open'
  | 'ambiguous'
  | 'delivered'
  | 'reversed';

type Codes = readonly (readonly [code: string | number, meaning: Meaning])[];
type Column = 'not_submitted' | 'gateway_refused' | 'never_received';

interface Gateway {
  readonly name: string;
  readonly codes: Codes;
  /** What clears an order there besides a code. */
  readonly others: Partial<Record<Column, string>>;
  readonly source: string;
}

const refusals = (
  of: ReadonlyMap<string, { readonly code: RefusalCode; readonly supplierFault: boolean }>,
): Codes => [...of].map(([code, refusal]) => [code, { kind: 'refused', ...refusal }]);
const inWords = (of: ReadonlyMap<string, { readonly meaning: Meaning }>): Codes =>
  [...of].map(([code, { meaning }]) => [code, meaning]);
const source = (folder: string, anchor: string) =>
  `[facts](../adapters/${folder}/README.md), [codes](gateways.md#${anchor})`;

const GATEWAYS: readonly Gateway[] = [
  {
    name: 'all',
    codes: [],
    others: {
      not_submitted: 'the connection is refused, or its host is not found; we kept the order back',
      gateway_refused: 'no call: the product code of the bundle does not fit the gateway',
    },
    source: '`adapters/http-result.ts`, `adapters/outcomes.ts`',
  },
  {
    name: 'DT One',
    codes: [...DTONE_ERRORS, ...refusals(DTONE_REASONS)],
    others: { never_received: 'an empty list' },
    source: source('dtone', 'dt-one'),
  },
  {
    name: 'Reloadly',
    codes: [...RELOADLY_ERRORS],
    others: {
      not_submitted: 'no token; HTTP 429 with a code that is in no table',
      never_received: 'an empty report',
    },
    source: source('reloadly', 'reloadly'),
  },
  { name: 'VTpass', codes: inWords(VTPASS_CODES), others: {}, source: source('vtpass', 'vtpass') },
  {
    name: 'Ding',
    codes: [...DING_ERRORS],
    others: { gateway_refused: dingParameters(), never_received: 'an empty list' },
    source: source('ding', 'ding'),
  },
  {
    name: 'PreTUPS',
    codes: [...inWords(PRETUPS_STATUSES), ...Object.entries(CARRIER_MEANINGS)],
    others: {},
    source: source('pretups', 'pretups-extgw'),
  },
];

/** Codes that only name a parameter: any of them clears, but those that are about the number. */
function dingParameters(): string {
  const kept = [...DING_PARAMETERS].filter(([, refusal]) => toColumn(refusal) === null);
  if (toColumn(OTHER_PARAMETER) === null)
    throw new TypeError('the page names the parameters that do not clear');
  const codes = [...DING_ERRORS].filter(([, { kind }]) => kind === 'by_parameter');
  return `${listed(codes)} about any parameter but ${listed(kept)}`;
}

/** The table of docs/routing.md: after which answers another gateway is asked, from the codes of each adapter and the rule itself. */
export function clearanceTable(): Blocks {
  const rows = GATEWAYS.map(({ name, codes, others, source: from }) => {
    const cell = (column: Column) =>
      [codesOf(codes, column), others[column] ?? ''].filter((text) => text !== '').join('; ');
    const cells = [cell('not_submitted'), cell('gateway_refused'), cell('never_received')];
    return `| ${[name, ...cells, from].join(' | ')} |`.replaceAll('|  |', '| |');
  });
  const head = ['| Gateway | Not submitted | Refusal about the gateway | Never received | Source |'];
  return { clearances: [...head, '|---|---|---|---|---|', ...rows].join('\n') };
}

function codesOf(codes: Codes, column: Column): string {
  return listed(codes.filter(([, meaning]) => toColumn(meaning) === column));
}

function listed(codes: readonly (readonly [code: string | number, meaning: unknown])[]): string {
  return codes.map(([code]) => `\`${code}\``).join(', ');
}

function toColumn(meaning: Meaning): Column | null {
  switch (meaning.kind) {
    case 'refused':
    case 'not_submitted':
      return clearanceOf(meaning);
    case 'absent':
      return clearanceOf({ kind: 'not_found', conclusive: true });
    default:
      return null;
  }
}
