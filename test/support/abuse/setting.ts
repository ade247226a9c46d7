import { createPool } from '../../../db/pool.ts';
import type { AccountId } from '../../../domain/ids.ts';
import { readId, uuidOf } from '../../../domain/ids.ts';
import { createSettleLane } from '../../../services/purchases/settle-lane.ts';
import { addClient, type Client, MTN_BUNDLE } from '../api/fixture.ts';
import { order } from '../api/http.ts';
import { type ApiProcesses, startApiProcesses } from '../api/processes.ts';

/** The default limit of requests per second of an account. */
const DEFAULT_RATE = 100;
const WIDE_ROWS = 400;
const WIDE_CHARS = 60_000;
const MANY_ROWS = 20_000;
/** The most that one page of a list can show. */
const PAGE = 100;

/** An API process, an account that buys, and one that holds the largest things that the contract allows. */
export interface AbuseSetting {
  readonly apis: ApiProcesses;
  readonly url: string;
  readonly probes: string;
  readonly buyer: Client;
  readonly abuser: Client;
  /** Batches of the abuser, by id. */
  readonly batches: { readonly wide: string; readonly many: string };
}

export async function startAbuseSetting(): Promise<AbuseSetting> {
  const apis = await startApiProcesses(1, { rateLimitPerSecond: 10_000, balance: 1_000_000_000 });
  const url = apis.urls[0] ?? '';
  const abuser = await addClient(apis.pool, { rateLimitPerSecond: 10_000, balance: 1_000_000 });
  const wide = await uploadRows(url, abuser, 'wide', WIDE_ROWS, WIDE_CHARS);
  const many = await uploadRows(url, abuser, 'many', MANY_ROWS, 10);
  for (let file = 0; file < PAGE; file++)
    await upload(
      url,
      abuser,
      `bad-${file}`,
      `phone_number,bundle_id\n${`${'x'.repeat(200)},y\n`.repeat(20)}`,
    );
  await buyWithLargeMetadata(apis, url, abuser);
  await limitRate(apis, abuser.accountId, DEFAULT_RATE);
  return { apis, url, probes: apis.probeUrls[0] ?? '', buyer: apis.client, abuser, batches: { wide, many } };
}

async function limitRate({ pool }: ApiProcesses, accountId: AccountId, perSecond: number): Promise<void> {
  const values = [uuidOf('acc', accountId), perSecond];
  await pool.query('UPDATE accounts SET rate_limit_per_second = $2 WHERE id = $1', values);
}

/** Uploads a batch of `rows` rows, each with a note of `width` characters. */
async function uploadRows(url: string, client: Client, reference: string, rows: number, width: number) {
  const lines = Array.from({ length: rows }, (_, at) => {
    const number = `+234803${String(at).padStart(7, '0')}`;
    return `${number},${MTN_BUNDLE},${String(at).padEnd(width, 'x')}`;
  });
  return upload(url, client, reference, ['phone_number,bundle_id,metadata.note', ...lines].join('\n'));
}

async function upload(url: string, { key }: Client, reference: string, file: string): Promise<string> {
  return create(`${url}/v1/batches?reference=${reference}&start=manual`, key, 'text/csv', file);
}

/** Buys a page of purchases with the most metadata allowed, and settles them, so that each has an event. */
async function buyWithLargeMetadata({ database }: ApiProcesses, url: string, { accountId, key }: Client) {
  const values = Array.from(
    { length: 20 },
    (_, at) => [`key-${at}`.padEnd(40, '-'), '😀'.repeat(500)] as const,
  );
  const pool = createPool(database.url, { max: 1, applicationName: 'test-lanes', use: 'lanes' });
  const lane = createSettleLane({ pool, onOutbox: () => {} });
  for (let bought = 0; bought < PAGE; bought++) {
    const body = JSON.stringify(order({ metadata: Object.fromEntries(values) }));
    const purchaseId = readId('pur', await create(`${url}/v1/purchases`, key, 'application/json', body));
    if (purchaseId === null) throw new TypeError('a purchase has an id of another kind');
    const delivery = { confirmedAt: new Date(), networkReference: null };
    await lane.settle(accountId, { purchaseId, report: { kind: 'confirmed', delivery }, endWorkflow: false });
  }
  await pool.end();
}

/** Returns the id of the created resource. */
async function create(url: string, key: string, type: string, body: string): Promise<string> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': type };
  const response = await fetch(url, { method: 'POST', headers, body });
  const text = await response.text();
  if (response.status !== 201) throw new Error(`${url} answered ${response.status}: ${text}`);
  return String((JSON.parse(text) as { id: string }).id);
}
