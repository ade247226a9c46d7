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

/** What a gateway's table says a code means, as far as this page words it. */
interface Meaning {
  readonly kind: string;
  readonly code?: string;
  readonly reason?: string;
  readonly supplierFault?: boolean;
}

interface Table {
  readonly title: string;
  readonly rows: readonly (readonly [code: string, words: string, meaning: Meaning])[];
}

/** Every gateway protocol with its tables; a new one adds its own here. */
const GATEWAYS: readonly {
  readonly name: string;
  readonly folder: string;
  readonly tables: readonly Table[];
}[] = [
  {
    name: 'DT One',
    folder: 'dtone',
    tables: [
      {
        title: 'Status class of an order',
        rows: [...STATUS_CLASSES].map(([id, { name, meaning }]) => [`${id} ${name}`, '', { kind: meaning }]),
      },
      {
        title: 'Reason behind REJECTED and DECLINED; any other is `network_rejected`',
        rows: [...DTONE_REASONS].map(([reason, refusal]) => [reason, '', { kind: 'refused', ...refusal }]),
      },
      {
        title: 'Error code',
        rows: [...DTONE_ERRORS].map(([code, meaning]) => [String(code), '', meaning]),
      },
    ],
  },
  {
    name: 'Reloadly',
    folder: 'reloadly',
    tables: [
      {
        title: 'Status of an order',
        rows: [...RELOADLY_STATUSES].map(([status, meaning]) => [status, '', { kind: meaning }]),
      },
      { title: 'Error code', rows: [...RELOADLY_ERRORS].map(([code, meaning]) => [code, '', meaning]) },
    ],
  },
  {
    name: 'VTpass',
    folder: 'vtpass',
    tables: [
      {
        title: 'Status of an order',
        rows: [...VTPASS_STATUSES].map(([status, meaning]) => [status, '', { kind: meaning }]),
      },
      {
        title: 'Code',
        rows: [...VTPASS_CODES].map(([code, { words, meaning }]) => [code, words, meaning]),
      },
    ],
  },
  {
    name: 'PreTUPS EXTGW',
    folder: 'pretups',
    tables: [
      {
        title: 'Status; a carrier’s own codes are configured, and any other is undocumented',
        rows: [...PRETUPS_STATUSES].map(([status, { words, meaning }]) => [status, words, meaning]),
      },
    ],
  },
];

const NOT_SUBMITTED: Readonly<Record<string, string>> = {
  rate_limited: 'nothing was ordered; sent again when the gateway lets us',
  supplier_account: 'nothing was ordered; sent again, and an **alert** about our account',
  too_soon: 'nothing was ordered; sent again after the gateway’s spacing',
};

/** What becomes of a purchase; the words of all tables, whatever each gateway calls them. */
const OUTCOMES: Readonly<Record<string, string>> = {
  open: 'open: we wait to be told, and inquire',
  by_status: 'the status decides',
  confirmed: '`successful`, charged',
  delivered: '`successful`, charged',
  reversed: '`reversed`, refunded, where it had been delivered; else `failed`',
  returned: '`reversed`, refunded, where it had been delivered; else `failed`',
  failed: '`failed`',
  refused: '`failed`',
  exists: 'unknown: an earlier send arrived, so we inquire',
  unclear: 'unknown: we inquire, and never send again blindly',
  ambiguous: 'unknown: the carrier does not know either; we go on inquiring',
  absent: 'to an inquiry: not there so far; believed only after the gateway’s longest hold',
  token: 'nothing was ordered; a new token, once, then an **alert** about our account',
};

const HEAD = `# Gateways, and what their words become

What each documented code of a gateway makes of a purchase. A code that is not in its table is **undocumented**: the order stays unknown,
is inquired of, and an alert is raised. So is every timeout, reset, unreadable or empty answer, and every 5xx, whatever was delivered. Facts and doubts
of each gateway stand in the README beside its adapter.

- **Nothing is sent twice blindly.** A row is committed before every send. After an unknown outcome the gateway is asked; the order is sent again only when
  it was certainly never received ("not found" counts only after the gateway's longest hold, \`hold_ms\`) and only where the gateway refuses a second order
  under our key.
- **Callbacks** are stored raw, answered at once, and settled by the process that received them. A signed one counts; an unsigned one makes us ask.
- **Late news** moves no purchase backwards: a delivery after \`network_timeout\` is listed as a late confirmation, and inquiry goes on for 72 hours. News
  that contradicts what was booked, or names another product or amount than was ordered, is kept for people: \`npx bundlewire contradiction list\`.
- **Our own account** (wallet empty, key refused) raises an alert: \`npx bundlewire gateway alerts\`, \`bundlewire_gateway_alert\`, and the log. It blames no number.
- **Credentials** stand in the file that \`GATEWAYS_FILE\` names, or are named there: \`{"env": "DTONE_SECRET"}\`, \`{"file": "/run/secrets/dtone"}\`. They are
  never in the database.
- **Every day** can be compared with the carrier's own list where it offers one (DT One, Reloadly):
  \`npx bundlewire gateway reconcile net_mtn_ng 2026-11-20 --reason daily\`.
`;

/** Campaigns over all four protocols with every fault on, as `npm run demo -- --chaos` ended them. */
const SHOWN: readonly {
  readonly day: string;
  readonly rows: number;
  readonly seed: number;
  readonly became: string;
  readonly end: string;
}[] = [
  {
    day: '2026-11-21',
    rows: 200,
    seed: 7,
    became:
      '76 successful, 3 reversed, 121 failed (85 of them `network_timeout`); Glo over VTpass unavailable for 24 s',
    end: 'all 10 invariants hold, books of four simulators equal to the ledger',
  },
  {
    day: '2026-11-21',
    rows: 1_000,
    seed: 20_261_121,
    became:
      '497 successful, 32 reversed, 471 failed (91 of them `network_timeout`); Glo over VTpass and Airtel over PreTUPS unavailable for a while',
    end: 'all 10 invariants hold, books of four simulators equal to the ledger',
  },
  {
    day: '2026-11-21',
    rows: 10_000,
    seed: 20_261_121,
    became:
      '5,442 successful, 217 reversed, 4,341 failed (801 of them `network_timeout`), in 26 minutes on two cores that others used as well; Glo over VTpass unavailable for a while. Not planned: Temporal’s development server hung at row 5,795 and was killed and started again on its file five minutes later, and every callback of VTpass went to a port that nobody listened at (mended since), so 104 deliveries that VTpass took back were told to nobody and stayed charged',
    end: 'all 10 invariants hold: 9,960 orders in the books of four simulators, each delivered once and charged or on record; 10,217 of 10,217 webhooks received',
  },
];

/** What was shown, with the seed that repeats its choices. */
function renderShown(): string {
  const lines = SHOWN.map(
    ({ day, rows, seed, became, end }) =>
      `| ${day} | \`npm run demo -- --chaos --rows ${rows} --seed ${seed}\` | ${became} | ${end} |`,
  );
  return [
    '## All four at once, with faults on',
    '',
    SHOWN_HEAD,
    '',
    '| Day | Run | What became of it | End |',
    '|---|---|---|---|',
    ...lines,
    '',
  ].join('\n');
}

const SHOWN_HEAD = `Six of seven numbers meet a fault, a refusal or a delay; our wallet at VTpass runs empty, PreTUPS falls silent, the worker is killed. A seed
repeats the numbers and what becomes of them, not the interleaving.`;

/** The page docs/gateways.md, made of the tables in code. */
export function renderGateways(): string {
  const sections = GATEWAYS.map(({ name, folder, tables }) =>
    [`## ${name}`, '', `Facts: [\`adapters/${folder}/README.md\`](../adapters/${folder}/README.md)`, '']
      .concat(tables.map(renderTable))
      .join('\n'),
  );
  const foot = 'The tables are made of `adapters/*/codes.ts` by `npm run docs`.\n';
  return [HEAD, ...sections, renderShown(), foot].join('\n');
}

function renderTable({ title, rows }: Table): string {
  const lines = rows.map(
    ([code, words, meaning]) =>
      `| \`${code}\`${words === '' ? '' : ` ${words}`} | ${formatMeaning(meaning)} |`,
  );
  return [`| ${title} | What becomes of the purchase |`, '|---|---|', ...lines, ''].join('\n');
}

function formatMeaning({ kind, code, reason, supplierFault }: Meaning): string {
  if (kind === 'refused' && code !== undefined) {
    return supplierFault === true ? `\`failed\`, \`${code}\`, and an **alert**` : `\`failed\`, \`${code}\``;
  }
  const words = kind === 'not_submitted' ? NOT_SUBMITTED[reason ?? ''] : OUTCOMES[kind];
  if (words === undefined) throw new TypeError(`the page has no words for ${kind} ${reason ?? ''}`);
  return words;
}
