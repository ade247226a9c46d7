import { expect, inject, it } from 'vitest';
import { ConfigError } from '../../../config/read.ts';
import { readWorkflowBundle } from '../../../worker/temporal/workflow-bundle.ts';
import { temporaryStateDir } from '../../support/state-dir.ts';
import '../../support/provided.ts';

it('is read from its folder, with the trace interceptors only if requested', async () => {
  for (const kind of ['plain', 'traced'] as const) {
    const { code } = await readWorkflowBundle(inject('workflowBundles'), kind);
    expect(code.includes('class OpenTelemetryInboundInterceptor')).toBe(kind === 'traced');
    expect(code.includes('./workflows/purchase.ts')).toBe(true);
  }
});

it('reports a wrong setting and what to do if it was not written', async () => {
  const reading = readWorkflowBundle(temporaryStateDir(), 'plain');
  await expect(reading).rejects.toThrow(ConfigError);
  await expect(reading).rejects.toThrow(/WORKFLOW_BUNDLES: .*plain\.js cannot be read.*write-bundles\.ts/);
});
