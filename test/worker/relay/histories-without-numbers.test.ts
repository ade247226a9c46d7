import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createRunningFixture, type RunningFixture } from '../../support/relay/running.ts';

let fixture: RunningFixture;

beforeAll(async () => {
  fixture = await createRunningFixture();
});
afterAll(() => fixture.close());

/** Every text and every payload of a history, one after another. */
function textsOf(value: unknown): string {
  if (typeof value === 'string') return `${value}\n`;
  if (value instanceof Uint8Array) return `${Buffer.from(value).toString('utf8')}\n`;
  if (typeof value !== 'object' || value === null) return '';
  return Object.entries(value)
    .map(([key, each]) => `${key}\n${textsOf(each)}`)
    .join('');
}

it('no history has a phone number, even if the reference contains it', async () => {
  const id = await fixture.buyTold({ end_after_ms: 0 });
  await fixture.pool.query(`UPDATE purchases SET reference = 'order-' || phone_number`);
  const { rows } = await fixture.pool.query<{ number: string; reference: string }>(
    'SELECT phone_number AS number, reference FROM purchases',
  );
  const { number = '', reference = '' } = rows[0] ?? {};
  expect(reference).toContain(number);
  fixture.startRelay();
  await vi.waitFor(async () => expect((await fixture.statusOf(id)).status).toBe('successful'), {
    timeout: 60_000,
  });
  await fixture.handleOf(id).result();

  const texts =
    textsOf(await fixture.handleOf(id).fetchHistory()) + textsOf(await fixture.handleOf(id).describe());
  expect(texts).toContain(id);
  expect(texts).not.toContain(number.slice(-8));
});
