import { Client, Connection } from '@temporalio/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../../domain/crypto/new-id.ts';
import { type TemporalLookup, temporalLookup } from '../../../services/invariants/temporal.ts';
import { ownTaskQueue, temporalAddress } from '../../support/temporal.ts';

let connection: Connection;
let lookup: TemporalLookup;

beforeAll(async () => {
  connection = await Connection.connect({ address: temporalAddress() });
  lookup = temporalLookup(temporalAddress());
});

afterAll(async () => {
  await lookup.close();
  await connection.close();
});

describe('the workflows that run', () => {
  it('are those that were started and have not ended', async () => {
    const { workflow } = new Client({ connection });
    const taskQueue = ownTaskQueue('verify');
    const [waiting, ended, unknown] = [newId('pur'), newId('pur'), newId('pur')];
    for (const workflowId of [waiting, ended]) await workflow.start('purchase', { taskQueue, workflowId });
    await workflow.getHandle(ended).terminate();

    expect(await lookup.isRunning([ended, unknown, waiting])).toEqual(new Set([waiting]));
    await workflow.getHandle(waiting).terminate();
  });

  it('are found among more than one request covers', async () => {
    const ids = Array.from({ length: 50 }, () => newId('pur'));
    expect(await lookup.isRunning(ids)).toEqual(new Set());
    expect(await lookup.isRunning([])).toEqual(new Set());
  });
});
