import { Worker, type WorkflowBundle } from '@temporalio/worker';
import { beforeAll, describe, expect, it } from 'vitest';
import { OLDEST_REPLAYED } from '../../workflows/versions.ts';
import { installQuietRuntime } from '../support/quiet-runtime.ts';
import { shippedBundle } from '../support/workflow-bundle.ts';
import { PATHS } from '../support/workflows/paths.ts';
import { fromText, type Recording, readRecordings } from '../support/workflows/recordings.ts';

const RECORDINGS = readRecordings();

let workflowBundle: WorkflowBundle;
beforeAll(async () => {
  installQuietRuntime();
  workflowBundle = await shippedBundle();
});

function replay({ path, text }: Recording): Promise<void> {
  return Worker.runReplayHistory({ workflowBundle }, fromText(text), path);
}

function recordingOf(path: string): Recording {
  const recording = RECORDINGS.find((one) => one.path === path);
  if (recording === undefined) throw new Error(`no recording of ${path}`);
  return recording;
}

describe('a worker of this code continues what a released version began', () => {
  it.each(RECORDINGS.map((one) => [`${one.version} ${one.path}`, one] as const))('%s', async (_name, one) => {
    await replay(one);
  });
});

it('every path is recorded, from the oldest version that is replayed on', () => {
  expect(RECORDINGS[0]?.version).toBe(OLDEST_REPLAYED);
  const latest = RECORDINGS.at(-1)?.version;
  const paths = RECORDINGS.flatMap(({ version, path }) => (version === latest ? [path] : []));
  expect(paths.sort()).toEqual(Object.keys(PATHS).sort());
});

it('a replay fails if the code issues another command than was recorded', async () => {
  const recording = recordingOf('purchase-confirmed-by-inquiry');
  const text = recording.text.replaceAll('"name":"inquire"', '"name":"cancel"');
  expect(text).not.toBe(recording.text);
  await expect(replay({ ...recording, text })).rejects.toThrow(/[Nn]ondetermin/);
});
