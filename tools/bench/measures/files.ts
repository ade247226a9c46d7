import { readFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { NIGERIA } from '../../../services/catalogue/demo/nigeria.ts';
import { TEXT } from '../../../services/sheets/sheet.ts';
import { writeWorkbook } from '../../../services/sheets/write-workbook.ts';
import { type BenchRow, benchRow, countedRow } from '../report.ts';
import { measureRounds, ROUNDS } from '../rounds.ts';
import { type BenchStack, startAccounting } from '../stack.ts';

const ROWS = Number(process.env.BENCH_FILE_ROWS ?? 1_000_000);
/** A million rows take a minute, so few rounds of them are enough to show what holds. */
const FILE_ROUNDS = ROWS > 100_000 ? Math.min(3, ROUNDS) : ROUNDS;
const PAGE_ROWS = 1_000;
const COLUMNS = ['phone_number', 'bundle_id', 'metadata.customer'];
const LOOK_MS = 100;
/** A workbook is unpacked and parsed as XML, and its rows are stored as those of a CSV file are. */
const XLSX_GOAL = 0.25;
/** One look-up a row costs at most a fifth more. */
const WINDOW_GOAL = 1 / 1.2;
const GROWTH_MIB_MAX = 64;
const WINDOW_HOURS = 72;
/** A machine that is busy with something else needs some. */
const ATTEMPTS_MAX = 60;

/**
 * A million rows as .xlsx against .csv, a .csv that is compared with recent purchases against one that is not, and by how much the
 * API grows meanwhile. The phone numbers of each file are its own, and no file is held in memory here.
 */
export async function benchFiles(log: (line: string) => void): Promise<BenchRow[]> {
  const stack = await startAccounting();
  try {
    await uploadRows(stack, 'warm-up-csv', csv(100_000));
    await uploadRows(stack, 'warm-up-xlsx', xlsx(100_000));
    const once = async (round: number) => {
      const plain = await measured(stack, `csv-${round}`, csv(ROWS), 0);
      const book = await measured(stack, `xlsx-${round}`, xlsx(ROWS), 0);
      const compared = await measured(stack, `window-${round}`, csv(ROWS), WINDOW_HOURS);
      log(
        `  round ${round}: .csv ${Math.round(plain.perSecond)}, .xlsx ${Math.round(book.perSecond)}, .csv compared ${Math.round(compared.perSecond)} rows a second`,
      );
      return { plain, book, compared };
    };
    const rounds = await measureRounds(log, once, FILE_ROUNDS);
    const against = (of: 'book' | 'compared') =>
      rounds.map(({ plain, others, [of]: product }) => ({
        product: product.perSecond,
        yardstick: plain.perSecond,
        others,
      }));
    const facts = { 'rows of a file': ROWS };
    const growths = (of: 'plain' | 'book') => rounds.map((round) => ({ product: Math.round(round[of].mib) }));
    return [
      benchRow('files, xlsx', 'rows/s', XLSX_GOAL, against('book'), 0, facts, FILE_ROUNDS),
      benchRow('files, duplicates', 'rows/s', WINDOW_GOAL, against('compared'), 0, facts, FILE_ROUNDS),
      countedRow('files, memory of csv', 'MiB', GROWTH_MIB_MAX, growths('plain'), 0, facts),
      countedRow('files, memory of xlsx', 'MiB', GROWTH_MIB_MAX, growths('book'), 0, facts),
    ];
  } finally {
    await stack.stop();
  }
}

type File = () => AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

async function measured(stack: BenchStack, reference: string, file: File, windowHours: number) {
  const before = residentMib(stack.pids.API);
  let peak = before;
  let isRunning = true;
  const looking = (async () => {
    while (isRunning) {
      peak = Math.max(peak, residentMib(stack.pids.API));
      await sleep(LOOK_MS);
    }
  })();
  try {
    const seconds = await uploadRows(stack, reference, file, windowHours);
    return { perSecond: ROWS / seconds, mib: peak - before };
  } finally {
    isRunning = false;
    await looking;
  }
}

/**
 * Uploads a file that is to be checked only. While the API is too busy to take it, it is sent again.
 * @returns how long the last attempt took, in seconds.
 * @throws Error unless every row of it is valid.
 */
async function uploadRows(
  stack: BenchStack,
  reference: string,
  file: File,
  windowHours = 0,
): Promise<number> {
  const query = new URLSearchParams({
    reference,
    start: 'manual',
    duplicate_window_hours: String(windowHours),
    on_duplicate: windowHours === 0 ? 'buy' : 'skip',
  });
  const send = () =>
    fetch(`${stack.apiUrl}/v1/batches?${query}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${stack.apiKey}`, 'content-type': 'text/csv' },
      body: ReadableStream.from(file()),
      duplex: 'half',
    });
  let began = performance.now();
  let response = await send();
  for (let attempt = 1; response.status === 429 && attempt < ATTEMPTS_MAX; attempt++) {
    await response.arrayBuffer();
    await sleep(1_000 * Number(response.headers.get('retry-after') ?? 1));
    began = performance.now();
    response = await send();
  }
  const text = await response.text();
  const seconds = (performance.now() - began) / 1_000;
  const body: { counts?: { valid: number; rows: number; refused: number } } = JSON.parse(text);
  const { counts } = body;
  if (response.status !== 201 || counts === undefined || counts.valid - counts.refused !== counts.rows) {
    throw new Error(`upload answered ${response.status}: ${text.slice(0, 400)}`);
  }
  return seconds;
}

const csv =
  (rows: number): File =>
  () =>
    csvPieces(rows);

function* csvPieces(rows: number): Generator<Uint8Array> {
  yield Buffer.from(`${COLUMNS.join(',')}\n`);
  for (const page of pages(rows)) yield Buffer.from(`${page.map((row) => row.join(',')).join('\n')}\n`);
}

/** Text cells, as in the template. */
const xlsx =
  (rows: number): File =>
  () =>
    writeWorkbook([
      {
        name: 'Rows',
        columns: COLUMNS.map((name) => ({ name, width: 20, format: TEXT })),
        rows: Readable.from(pages(rows)),
      },
    ]);

/** A campaign over four networks, each number once. */
function* pages(rows: number): Generator<string[][]> {
  const networks = NIGERIA.map(({ prefixes, bundles }) => [prefixes[0] ?? '', bundles[0]?.id ?? ''] as const);
  for (let from = 0; from < rows; from += PAGE_ROWS) {
    yield Array.from({ length: PAGE_ROWS }, (_, at) => {
      const index = from + at;
      const [prefix, bundle] = networks[index % networks.length] ?? ['', ''];
      return [`${prefix}${String(index).padStart(14 - prefix.length, '0')}`, bundle, `customer-${index}`];
    });
  }
}

function residentMib(pid: number): number {
  const kib = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kib) / 1_024;
}
