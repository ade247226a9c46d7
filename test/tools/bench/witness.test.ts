import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { writeBodies } from '../../../tools/bench/witness/bodies.ts';
import { ohaArguments, readOha } from '../../../tools/bench/witness/oha.ts';

it('gives oha the requests of our own generator: connections, time, key and bodies', () => {
  const load = { connections: 64, seconds: 6, apiKey: 'bw_live_x' };
  expect(
    ohaArguments({ ...load, target: { url: 'http://127.0.0.1:1/v1/purchases' }, bodiesFile: 'b' }),
  ).toEqual([
    ...['--no-tui', '--output-format', 'json', '-c', '64', '-z', '6s', '-w'],
    ...['-H', 'authorization: Bearer bw_live_x', '-m', 'POST', '-T', 'application/json', '-Z', 'b'],
    'http://127.0.0.1:1/v1/purchases',
  ]);
  expect(ohaArguments({ ...load, target: { urlsFile: 'u' } }).slice(-2)).toEqual(['--urls-from-file', 'u']);
});

it('reads answers by status, failures, time and latency from the output of oha', () => {
  const output = {
    summary: { total: 6.1 },
    latencyPercentiles: { p99: 0.025 },
    statusCodeDistribution: { 200: 3, 201: 900 },
    errorDistribution: { 'connection reset': 2 },
  };
  expect(readOha(JSON.stringify(output))).toEqual({
    seconds: 6.1,
    byStatus: new Map([
      [200, 3],
      [201, 900],
    ]),
    failed: 2,
    p99Ms: 25,
  });
});

it('writes bodies of which no two have the same reference or number', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'bodies-'));
  try {
    const file = join(folder, 'bodies.txt');
    await writeBodies(file, 'w-1', 25_000);
    const bodies: { reference: string; phone_number: string }[] = readFileSync(file, 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(new Set(bodies.map(({ reference }) => reference)).size).toBe(25_000);
    expect(new Set(bodies.map(({ phone_number }) => phone_number)).size).toBe(25_000);
    expect(bodies[0]).toEqual({
      reference: 'w-1-0000000',
      phone_number: '+2348030000000',
      bundle_id: 'bnd_mtn_ng_500mb_7d',
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
