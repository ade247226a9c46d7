import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findReconciliationRequest } from '../../../../db/reconciliations/requests.ts';
import { createReconciler } from '../../../../services/reconciliations/run.ts';
import { NETWORK } from '../../../support/purchases/fixture.ts';
import { CALL, createGatewayFixture, type GatewayFixture } from '../../../support/purchases/gateway.ts';
import { requested } from '../../../support/reconciliations/requests.ts';

const PROCESS = join(
  import.meta.dirname,
  '..',
  '..',
  '..',
  'support',
  'reconciliations',
  'reconcile-process.ts',
);
const LEASE_MS = 60_000;

let fixture: GatewayFixture;

beforeAll(async () => {
  fixture = await createGatewayFixture();
});
afterAll(() => fixture.close());

it('another worker runs what a killed worker had taken, once its lease has ended', async () => {
  const request = await requested(fixture.pool, NETWORK);
  // A gateway that takes the request for its list, and never answers.
  const gateway = createServer();
  const asked = once(gateway, 'request');
  await once(gateway.listen(0, '127.0.0.1'), 'listening');
  const { port } = gateway.address() as AddressInfo;
  const worker = spawn(process.execPath, [PROCESS, fixture.url, `http://127.0.0.1:${port}/v1`], {
    stdio: 'inherit',
  });
  const exited = once(worker, 'exit');
  try {
    await Promise.race([
      asked,
      exited.then(([code]) => Promise.reject(new Error(`the worker ended with ${code}`))),
    ]);
    const running = await findReconciliationRequest(fixture.pool, request.id);
    expect(running).toMatchObject({ status: 'running', attempts: 1 });
    worker.kill('SIGKILL');
    await exited;
  } finally {
    worker.kill('SIGKILL');
    gateway.closeAllConnections();
    gateway.close();
  }

  const another = createReconciler(fixture.ports);
  expect(await another.run(CALL)).toBeNull();
  await fixture.moveClock(LEASE_MS);
  expect(await another.run(CALL)).toMatchObject({ outcome: 'done' });
  const done = await findReconciliationRequest(fixture.pool, request.id);
  expect(done).toMatchObject({ status: 'done', attempts: 2 });
});
