import type { BatchResource } from '../../../contract/batches/batch.ts';
import { authorized, type BatchFixture, uploaded } from './fixture.ts';

/** Sends JSON to a path under /v1/batches. */
export async function send(
  { app, ...fixture }: BatchFixture,
  method: 'GET' | 'PATCH' | 'POST',
  path: string,
  payload?: object,
) {
  const headers = authorized({ app, ...fixture });
  const url = `/v1/batches/${path}`;
  const answer = await app.inject({ method, url, headers, ...(payload === undefined ? {} : { payload }) });
  return { status: answer.statusCode, body: answer.json() };
}

/** Uploads a file that waits for its start. */
export function ready(
  fixture: BatchFixture,
  file: string,
  reference: string,
  options: Readonly<Record<string, string>> = {},
): Promise<BatchResource> {
  return uploaded(fixture, file, { reference, start: 'manual', ...options });
}

/** A file with these rows. */
export function lines(...rows: string[]): string {
  return ['phone_number,bundle_id', ...rows].join('\n');
}
