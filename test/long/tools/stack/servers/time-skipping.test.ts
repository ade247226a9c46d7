import { join } from 'node:path';
import { defineSearchAttributeKey, TypedSearchAttributes } from '@temporalio/common';
import { Worker } from '@temporalio/worker';
import { expect, it } from 'vitest';
import { installQuietRuntime } from '../../../../support/quiet-runtime.ts';
import { createTimeSkippingEnvironment } from '../../../../support/time-skipping.ts';

it('skips over 34 hours of a workflow that carries our search attributes', async () => {
  installQuietRuntime();
  const environment = await createTimeSkippingEnvironment();
  try {
    const worker = await Worker.create({
      connection: environment.nativeConnection,
      taskQueue: 'sleepers',
      workflowsPath: join(
        import.meta.dirname,
        '..',
        '..',
        '..',
        '..',
        'support',
        'tools',
        'programs',
        'sleeper.ts',
      ),
    });
    const stage = { key: defineSearchAttributeKey('Stage', 'KEYWORD'), value: 'waiting' };
    const before = await environment.currentTimeMs();

    const sleeping = environment.client.workflow.execute('sleeper', {
      workflowId: 'sleeper',
      taskQueue: 'sleepers',
      typedSearchAttributes: new TypedSearchAttributes([stage]),
    });
    expect(await worker.runUntil(sleeping)).toBe('awake');
    expect((await environment.currentTimeMs()) - before).toBeGreaterThanOrEqual(34 * 3_600_000);
  } finally {
    await environment.teardown();
  }
});
