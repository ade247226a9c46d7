import { expect, inject, it } from 'vitest';
import { ConfigError } from '../../../config/config.ts';
import { readWorkflowBundle } from '../../../worker/temporal/workflow-bundle.ts';
import { temporaryStateDir } from '../../support/state-dir.ts';
import '../../support/provided.ts';

it('is read from its folder, with the interceptors that record traces only where they are asked for', async () => {
  for (const kind of ['plain', 'traced'] as const) {
    const { code } = await readWorkflowBundle(inject('workflowBundles'), kind);
    expect(code.includes('class OpenTelemetryInboundInterceptor')).toBe(kind === 'traced');
    expect(code.includes('./workflows/purchase.ts')).toBe(true);
  }
});

it('is a wrong setting that says what to do, where it was not written', async () => {
  const reading = readWorkflowBundle(temporaryStateDir(), 'plain');
  await expect(reading).rejects.toThrow(ConfigError);
  await expect(reading).rejects.toThrow(/WORKFLOW_BUNDLES: .*plain\.js cannot be read.*write-bundles\.ts/);
});
