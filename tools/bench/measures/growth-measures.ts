import { randomUUID } from 'node:crypto';
import { request } from 'undici';
import { createCursors } from '../../../api/routes/cursor.ts';
import type { Comparison, Measured } from '../histories/compare-histories.ts';
import type { Grown } from '../histories/grown.ts';
import { lineFeeds } from '../histories/line-feeds.ts';
import { createGetter, measureLatencies } from '../load/latencies.ts';
import type { BenchStack } from '../stack.ts';
import { acceptLoad } from './accept.ts';
import { campaignFile, upload } from './csv.ts';

const ROUND_MS = 1_000;
const READERS = 2;
const PAGE = 100;
const CAMPAIGN_ROWS = 20_000;
const HEADER_LINES = 1;

/** One kind of work, and what of it is counted. */
export interface Measure {
  readonly name: string;
  readonly per: Comparison['per'];
  readonly measure: (grown: Grown) => Promise<Measured>;
}

/** What is measured with a long and with a short history, each for about a second. */
export const MEASURES: readonly Measure[] = [
  { name: 'csv', per: 'row', measure: uploadCampaign },
  { name: 'by id', per: 'read', measure: readById },
  { name: 'newest page', per: 'read', measure: readNewest },
  { name: 'statement page', per: 'read', measure: readStatementPage },
  { name: 'statement', per: 'line', measure: readStatement },
  // Last, because it adds to both.
  { name: 'accept', per: 'purchase', measure: buy },
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

/** Pages from anywhere in the day, each with a different cursor. */
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

let campaign: Buffer | undefined;

/** Created once: every round uploads the same rows under a new reference. */
function theCampaign(): Buffer {
  campaign ??= Buffer.from(campaignFile(CAMPAIGN_ROWS));
  return campaign;
}

async function uploadCampaign({ stack }: Grown): Promise<Measured> {
  const file = theCampaign();
  const began = performance.now();
  await upload(stack, file, `campaign-${randomUUID()}`);
  return { perSecond: CAMPAIGN_ROWS / ((performance.now() - began) / 1_000), done: CAMPAIGN_ROWS, failed: 0 };
}

/** As many lines as the shorter history has, over and over: the first of the day as CSV. */
async function readStatement({ stack, lines }: Grown): Promise<Measured> {
  const began = performance.now();
  let [done, failed] = [0, 0];
  while (performance.now() - began < ROUND_MS) {
    const read = await readLines(stack, lines);
    if (read < lines) failed += 1;
    done += read;
  }
  return { perSecond: done / ((performance.now() - began) / 1_000), done, failed };
}

async function readLines({ apiUrl, apiKey }: BenchStack, most: number): Promise<number> {
  const { statusCode, body } = await request(`${apiUrl}/v1/statements/${today()}/lines`, {
    headers: { authorization: `Bearer ${apiKey}`, accept: 'text/csv' },
  });
  if (statusCode !== 200) throw new Error(`the statement was answered with ${statusCode}`);
  let lines = -HEADER_LINES;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    lines += lineFeeds(chunk);
    if (lines >= most) break;
  }
  return Math.min(lines, most);
}

function today(): string {
  return new Date().toISOString().slice(0, 10);
}
