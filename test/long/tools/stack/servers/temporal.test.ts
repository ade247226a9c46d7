import { join } from 'node:path';
import { Client, Connection } from '@temporalio/client';
import type { SearchAttributes } from '@temporalio/common';
import { afterEach, describe, expect, it } from 'vitest';
import { isRunning } from '../../../../../tools/stack/pid.ts';
import {
  startTemporal,
  stopTemporal,
  type Temporal,
  type TemporalOptions,
} from '../../../../../tools/stack/servers/temporal.ts';
import { temporaryStateDir } from '../../../../support/state-dir.ts';
import { runInCrashingParent } from '../../../../support/tools/crashing-parent.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..', '..', '..');
/** The server reads the names of a namespace again every two seconds. */
const SOON = { interval: 200 };

describe('the Temporal development server', () => {
  const started: Temporal[] = [];
  const start = async (options: Pick<TemporalOptions, 'stateDir'> & Partial<TemporalOptions>) => {
    const temporal = await startTemporal({
      searchAttributes: { Stage: 'KEYWORD' },
      log: () => undefined,
      ...options,
    });
    started.push(temporal);
    return temporal;
  };
  afterEach(async () => {
    for (const temporal of started.splice(0).reverse()) await temporal.destroy();
  });

  it('keeps its workflows through SIGKILL and comes back on the same ports', async () => {
    const stateDir = temporaryStateDir();
    const first = await start({ stateDir });
    await startWorkflow(first.address, 'kept');
    await first.kill();

    const second = await start({ stateDir, port: portOf(first.address), uiPort: portOf(first.uiUrl ?? '') });
    expect(second).toMatchObject({ address: first.address, uiUrl: first.uiUrl, adopted: false });
    expect(await stageOf(second.address, 'kept')).toBe('waiting');
    expect((await fetch(second.uiUrl ?? '')).status).toBe(200);
  });

  it('is found again after the process that started it was killed', async () => {
    const stateDir = temporaryStateDir();
    const pid = await runInCrashingParent(`
      const { startTemporal } = await load(${JSON.stringify(join(ROOT, 'tools', 'stack', 'servers', 'temporal.ts'))});
      const stateDir = ${JSON.stringify(stateDir)};
      console.log((await startTemporal({ stateDir, searchAttributes: {}, log() {} })).pid);`);

    const adopted = await start({ stateDir });
    expect(adopted).toMatchObject({ adopted: true, pid: Number(pid) });
    expect(await stopTemporal(stateDir)).toBe(true);
    expect(isRunning(Number(pid))).toBe(false);
  });

  it('takes search attributes that came with a newer version, whether it runs or starts again', async () => {
    const stateDir = temporaryStateDir();
    const first = await start({ stateDir, searchAttributes: {} });
    const adopted = await start({ stateDir });
    expect(adopted).toMatchObject({ adopted: true, pid: first.pid });
    await expect.poll(() => startWorkflow(adopted.address, 'newer'), SOON).toBeUndefined();
    await adopted.kill();

    const again = await start({ stateDir, searchAttributes: { Stage: 'KEYWORD', Newest: 'KEYWORD' } });
    const newest = () => startWorkflow(again.address, 'newest', { Stage: ['waiting'], Newest: ['yes'] });
    await expect.poll(newest, SOON).toBeUndefined();
    expect(await stageOf(again.address, 'newer')).toBe('waiting');
  });

  it('says what to do when the server of TEMPORAL_ADDRESS does not answer', async () => {
    const attempt = startTemporal({
      stateDir: temporaryStateDir(),
      address: '127.0.0.1:1',
      searchAttributes: {},
      log: () => undefined,
    });
    await expect(attempt).rejects.toThrow(
      /^Temporal server: TEMPORAL_ADDRESS is 127\.0\.0\.1:1, .*; start it/,
    );
  });
});

const portOf = (address: string) => Number(address.split(':').at(-1));

async function startWorkflow(
  address: string,
  workflowId: string,
  searchAttributes: SearchAttributes = { Stage: ['waiting'] },
): Promise<void> {
  const connection = await Connection.connect({ address });
  try {
    const { workflow } = new Client({ connection });
    await workflow.start('anything', { workflowId, taskQueue: 'nobody-listens', searchAttributes });
  } finally {
    await connection.close();
  }
}

async function stageOf(address: string, workflowId: string): Promise<unknown> {
  const connection = await Connection.connect({ address });
  const description = await new Client({ connection }).workflow.getHandle(workflowId).describe();
  await connection.close();
  return description.searchAttributes.Stage?.[0];
}
