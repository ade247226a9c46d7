import { readdirSync, readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import proto from '@temporalio/proto';
import type { History } from './fixture.ts';

const Histories = proto.temporal.api.history.v1.History;

/** One folder per version, with one history per path, written by record.ts. */
export const RECORDINGS = join(import.meta.dirname, 'fixtures');

export interface Recording {
  readonly version: string;
  /** Of PATHS. */
  readonly path: string;
  readonly text: string;
}

/** All recordings, oldest version first. */
export function readRecordings(): Recording[] {
  const versions = readdirSync(RECORDINGS).sort((a, b) => a.localeCompare(b, 'en', { numeric: true }));
  return versions.flatMap((version) =>
    readdirSync(join(RECORDINGS, version)).map((file) => ({
      version,
      path: file.replace(/\.json$/, ''),
      text: readFileSync(join(RECORDINGS, version, file), 'utf8'),
    })),
  );
}

/** JSON with one event per line, without names and paths of the machine that recorded it. */
export function toText(history: History): string {
  const plain = Histories.toObject(Histories.fromObject(history), {
    longs: String,
    enums: String,
    bytes: String,
  });
  const lines = plain.events.map((event: object) => JSON.stringify(event, withoutOrigin)).join(',\n');
  return `{"events":[\n${lines}\n]}\n`.replaceAll(hostname(), 'recorder');
}

function withoutOrigin(key: string, value: unknown): unknown {
  if (key === 'identity') return 'recorder';
  return key === 'stackTrace' ? '' : value;
}

export function fromText(text: string): History {
  return Histories.fromObject(JSON.parse(text));
}
