import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CliFixture, createCliFixture, REASON } from '../../../support/cli/ledger-fixture.ts';
import { NETWORK } from '../../../support/purchases/fixture.ts';

let fixture: CliFixture;
let cli: CliFixture['cli'];
let json: CliFixture['json'];

beforeAll(async () => {
  fixture = await createCliFixture();
  ({ cli, json } = fixture);
});
afterAll(() => fixture.close());

describe('bundlewire bundle', () => {
  it('imports all rows of a file or none, and withdraws a bundle', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'bundles-'));
    const file = join(folder, 'bundles.csv');
    const head = 'bundle_id,network_id,name,data_mb,validity_hours,product_code\n';
    const row = (id: string, network: string, mb = '1024') =>
      `${id},${network},"1 GB, 30 days",${mb},720,A1\n`;

    for (const [bad, sentence] of [
      [row('bnd_a', NETWORK) + row('bnd_b', 'net_none'), /no network net_none/],
      [row('bnd_a', NETWORK, '1.5'), /line 2, data_mb/],
      [row('bnd_a', NETWORK) + row('bnd_a', NETWORK), /bnd_a twice/],
    ] as const) {
      writeFileSync(file, head + bad);
      expect(await cli('bundle', 'import', file, ...REASON)).toMatchObject({
        out: '',
        err: expect.stringMatching(sentence),
      });
    }
    writeFileSync(file, head + row('bnd_a', NETWORK) + row('bnd_b', NETWORK));
    expect(await json('bundle', 'import', file, ...REASON)).toEqual({ added: 2, changed: 0 });
    expect(await json('bundle', 'import', file, ...REASON)).toEqual({ added: 0, changed: 2 });
    expect(await json('bundle', 'withdraw', 'bnd_a', '--yes', ...REASON)).toMatchObject({ withdrawn: true });
    expect(await cli('bundle', 'withdraw', 'bnd_a', '--yes', ...REASON)).toMatchObject({ exitCode: 1 });
    rmSync(folder, { recursive: true });
  });
});

describe('bundlewire network and health', () => {
  it('lists networks with their override, and exits with 1 for an unavailable network', async () => {
    expect(await json('network', 'list')).toHaveLength(2);
    expect(await json('health')).toMatchObject({ ok: true });
    const override = ['network', 'override', NETWORK, 'unavailable', '--yes', ...REASON];
    expect(await cli(...override)).toMatchObject({ exitCode: 2, err: expect.stringContaining('--message') });
    const operational = ['network', 'override', NETWORK, 'operational', '--yes', ...REASON];
    expect(await cli(...operational, '--message', 'All good')).toMatchObject({
      exitCode: 2,
      err: expect.stringContaining('--message'),
    });
    await json(...override, '--message', 'Works at MTN', '--for', '30');
    expect(await json('network', 'list')).toContainEqual(
      expect.objectContaining({
        networkId: NETWORK,
        overrideStatus: 'unavailable',
        statusMessage: 'Works at MTN',
      }),
    );
    expect(await cli('health')).toMatchObject({
      exitCode: 1,
      out: expect.stringContaining(`${NETWORK} unavailable`),
    });
  });
});
