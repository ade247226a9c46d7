import { platform } from 'node:os';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BatchResource } from '../../contract/batches/batch.ts';
import { residentMib } from '../support/resident-memory.ts';
import { type Client, openClient } from '../support/scenarios/client.ts';
import { type Scenario, startScenario } from '../support/scenarios/stack.ts';

const ROWS = 1_000_000;
const WARM_UP_ROWS = 100_000;
const GROWTH_MIB_MAX = 64;
/** Of 60 KB each: nearly 200 MiB, the largest file allowed. */
const WIDE_ROWS = 3_400;
const LOOK_MS = 250;
const CHUNK_ROWS = 1_000;

/** Memory is read from /proc. */
describe.runIf(platform() === 'linux')('an upload of a million rows', () => {
  let scenario: Scenario;
  let client: Client;
  beforeAll(async () => {
    scenario = await startScenario();
    client = await openClient(scenario, 200);
  });
  afterAll(async () => {
    await client.close();
    await scenario.close();
  });

  it('grows processes that took 100,000 rows before by at most 64 MiB', async () => {
    const { api, worker } = scenario.stack.processes;
    await upload('warm-up', WARM_UP_ROWS);
    const before = { api: residentMib(api.pid), worker: residentMib(worker.pid) };

    const peak = { ...before };
    const looking = setInterval(() => {
      peak.api = Math.max(peak.api, residentMib(api.pid));
      peak.worker = Math.max(peak.worker, residentMib(worker.pid));
    }, LOOK_MS);
    const { counts } = await upload('million', ROWS).finally(() => clearInterval(looking));
    console.log(
      `API ${before.api.toFixed(0)} → ${peak.api.toFixed(0)} MiB, worker ${before.worker.toFixed(0)} → ${peak.worker.toFixed(0)} MiB`,
    );
    expect(counts).toMatchObject({ rows: ROWS, valid: ROWS, waiting: ROWS });
    expect(peak.api - before.api).toBeLessThanOrEqual(GROWTH_MIB_MAX);
    expect(peak.worker - before.worker).toBeLessThanOrEqual(GROWTH_MIB_MAX);
  }, 540_000);

  it('grows the API by at most 64 MiB for the largest file, with rows of 60 KB', async () => {
    const { api } = scenario.stack.processes;
    const before = residentMib(api.pid);
    let peak = before;
    const looking = setInterval(() => {
      peak = Math.max(peak, residentMib(api.pid));
    }, LOOK_MS);
    const { counts } = await uploadChunks('wide', wideRows()).finally(() => clearInterval(looking));
    console.log(`API ${before.toFixed(0)} → ${peak.toFixed(0)} MiB`);
    expect(counts).toMatchObject({ rows: WIDE_ROWS, invalid: WIDE_ROWS });
    expect(peak - before).toBeLessThanOrEqual(GROWTH_MIB_MAX);
  }, 540_000);

  async function upload(reference: string, rows: number): Promise<BatchResource> {
    return uploadChunks(reference, chunks(rows));
  }

  async function uploadChunks(reference: string, file: Iterable<Uint8Array>): Promise<BatchResource> {
    const response = await fetch(`${client.apiUrl}/v1/batches?reference=${reference}&start=manual`, {
      method: 'POST',
      headers: { authorization: `Bearer ${client.apiKey}`, 'content-type': 'text/csv' },
      body: ReadableStream.from(file),
      duplex: 'half',
    });
    const text = await response.text();
    expect(response.status, text).toBe(201);
    return BatchResource.parse(JSON.parse(text));
  }
});

/** Generated in pieces, so that this process never holds the whole file. */
function* chunks(rows: number): Generator<Uint8Array> {
  yield Buffer.from('phone_number,bundle_id,metadata.customer\n');
  for (let from = 0; from < rows; from += CHUNK_ROWS) {
    const lines = Array.from({ length: CHUNK_ROWS }, (_, index) => {
      const serial = from + index;
      return `+234803${String(serial).padStart(7, '0')},bnd_mtn_ng_500mb_7d,customer-${serial}\n`;
    });
    yield Buffer.from(lines.join(''));
  }
}

function* wideRows(): Generator<Uint8Array> {
  yield Buffer.from('phone_number,bundle_id,metadata.customer\n');
  const note = 'x'.repeat(60_000);
  for (let index = 0; index < WIDE_ROWS; index++) {
    yield Buffer.from(`+234803${String(index).padStart(7, '0')},bnd_mtn_ng_500mb_7d,${note}\n`);
  }
}
