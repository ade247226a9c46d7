import { request } from 'undici';
import { createCursors } from '../api/cursor.ts';
import { acceptLoad } from './accept.ts';
import type { Comparison, Measured } from './compare-histories.ts';
import { campaignFile, upload } from './csv.ts';
import type { Grown } from './grown.ts';
import { createGetter, measureLatencies } from './latencies.ts';
import type { BenchStack } from './stack.ts';

const ROUND_MS = 1_000;
const READERS = 2;
const PAGE = 100;
const CAMPAIGN_ROWS = 20_000;
const LINE_FEED = 10;

export interface Measure {
  readonly name: string;
  readonly per: Comparison['per'];
  readonly measure: (grown: Grown) => Promise<Measured>;
}

/** What is measured with a long and with a short history, each for about a second. */
export const MEASURES: readonly Measure[] = [
  { name: 'accept', per: 'purchase', measure: buy },
  { name: 'csv', per: 'row', measure: uploadCampaign },
  { name: 'by id', per: 'read', measure: readById },
  { name: 'newest page', per: 'read', measure: readNewest },
  { name: 'statement page', per: 'read', measure: readStatementPage },
  { name: 'statement', per: 'line', measure: readStatement },
];

async function buy({ stack }: Grown): Promise<Measured> {
  const { seconds, byStatus } = await acceptLoad(stack, ROUND_MS);
  const accepted = byStatus.get(201) ?? 0;
  const answered = [...byStatus.values()].reduce((sum, count) => sum + count, 0);
  return { perSecond: accepted / seconds, done: accepted, failed: answered - accepted };
}

function readById(grown: Grown): Promise<Measured> {
  return read(grown, () => `/v1/purchases/${drawn(grown.ids)}`);
}

function readNewest(grown: Grown): Promise<Measured> {
  return read(grown, () => '/v1/purchases');
}

/** Pages from anywhere in the day, each under a cursor of its own. */
function readStatementPage(grown: Grown): Promise<Measured> {
  const { accountId } = grown.stack;
  const endpoint = `statements/${today()}/lines`;
  const cursors = createCursors();
  return read(grown, () => {
    const seq = 1 + Math.floor(Math.random() * (grown.purchases - PAGE));
    const cursor = cursors.seal({ accountId, endpoint, filters: {} }, [String(seq)]);
    return `/v1/${endpoint}?limit=${PAGE}&cursor=${cursor}`;
  });
}

async function read({ stack }: Grown, path: () => string): Promise<Measured> {
  const client = createGetter(stack.apiUrl, { authorization: `Bearer ${stack.apiKey}` });
  try {
    const call = async () => (await client.get(path())) === 200;
    const { ms, failed } = await measureLatencies(READERS, ROUND_MS, call);
    return { perSecond: ms.length / (ROUND_MS / 1_000), done: ms.length, failed };
  } finally {
    client.close();
  }
}

function drawn<T>(items: readonly T[]): T {
  const item = items[Math.floor(Math.random() * items.length)];
  if (item === undefined) throw new Error('there are no purchases to be read');
  return item;
}

const campaign = Buffer.from(campaignFile(CAMPAIGN_ROWS));
let uploads = 0;

async function uploadCampaign({ stack }: Grown): Promise<Measured> {
  const began = performance.now();
  await upload(stack, campaign, `campaign-${++uploads}`);
  return { perSecond: CAMPAIGN_ROWS / ((performance.now() - began) / 1_000), done: CAMPAIGN_ROWS, failed: 0 };
}

/** The whole day as CSV, again and again, and not to its end when the time is over. */
async function readStatement({ stack }: Grown): Promise<Measured> {
  const began = performance.now();
  let lines = 0;
  while (performance.now() - began < ROUND_MS) lines += await readLines(stack, began + ROUND_MS);
  return {
    perSecond: lines / ((performance.now() - began) / 1_000),
    done: lines,
    failed: lines === 0 ? 1 : 0,
  };
}

async function readLines({ apiUrl, apiKey }: BenchStack, until: number): Promise<number> {
  const { statusCode, body } = await request(`${apiUrl}/v1/statements/${today()}/lines`, {
    headers: { authorization: `Bearer ${apiKey}`, accept: 'text/csv' },
  });
  if (statusCode !== 200) throw new Error(`the statement was answered with ${statusCode}`);
  let lines = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    for (let at = chunk.indexOf(LINE_FEED); at !== -1; at = chunk.indexOf(LINE_FEED, at + 1)) lines += 1;
    if (performance.now() >= until) break;
  }
  return lines;
}

function today(): string {
  return new Date().toISOString().slice(0, 10);
}
