import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { freePort } from '../../../tools/stack/servers/ports.ts';
import { installInto, type Running, startPhp } from '../../support/clients/php/project.ts';
import { EVENTS, FAILING, PRINTED, postEvent, printedIn } from '../../support/clients/post-event.ts';
import { ROOT } from '../../support/docs/blocks.ts';
import { receiverInPhp } from '../../support/docs/guides.ts';

const SECRET = 'whsec_1';
const { receiver, processor } = receiverInPhp();

let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(ROOT, '.bundlewire', 'php-receiver-'));
  await installInto(folder);
  // As the page says.
  for (const name of ['public', 'events/done', 'orders']) mkdirSync(join(folder, name), { recursive: true });
  writeFileSync(join(folder, 'public', 'webhook.php'), receiver);
  writeFileSync(join(folder, 'process.php'), processor);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const started: Running[] = [];
const start = (args: readonly string[]): Running => {
  const running = startPhp(args, folder, { WEBHOOK_SECRET: SECRET });
  started.push(running);
  return running;
};
afterEach(() => {
  for (const { child } of started.splice(0)) child.kill();
});

/** Starts PHP's web server as the page says. @returns the address of the receiver */
async function serve(...options: readonly string[]): Promise<string> {
  const port = await freePort();
  start([...options, '-S', `127.0.0.1:${port}`, '-t', 'public']);
  const url = `http://127.0.0.1:${port}/webhook.php`;
  await vi.waitFor(async () => expect(await postEvent(url, 'whsec_2', { id: 'evt_0' })).not.toBeNull(), {
    timeout: 60_000,
  });
  return url;
}

const stored = (name: string) =>
  readdirSync(join(folder, name))
    .filter((file) => file.endsWith('.json'))
    .toSorted();

it('stores each event once, and processes those that it handles', async () => {
  const url = await serve('-d', 'display_errors=0');
  expect(await postEvent(url, 'whsec_2', { id: 'evt_1' })).toBe(401);
  const { output } = start(['process.php']);
  for (const [index, event] of EVENTS.entries()) {
    expect(await postEvent(url, SECRET, event)).toBe(204);
    // An order is processed before its next event comes.
    if (index === 0) await vi.waitFor(() => expect(printedIn(output())).toHaveLength(1), { timeout: 60_000 });
    if (event.id === 'evt_5')
      await vi.waitFor(() => expect(printedIn(output())).toHaveLength(2), { timeout: 60_000 });
  }
  await vi.waitFor(() => expect(stored('events')).toEqual([`${FAILING}.json`]), { timeout: 60_000 });
  expect(stored('events/done')).toHaveLength(new Set(EVENTS.map(({ id }) => id)).size - 1);
  // It was tried again, and did not end the processing of the others.
  await vi.waitFor(() => expect(output()).toContain(`${FAILING}.json failed, next try in 2 s`), {
    timeout: 60_000,
  });
  expect(printedIn(output())).toEqual(PRINTED);

  const second = start(['process.php']);
  await vi.waitFor(() => expect([second.child.exitCode, second.output()]).toEqual([1, expect.any(String)]), {
    timeout: 60_000,
  });
  expect(second.output()).toContain('Another process.php runs');
});

it('answers 500 if an event cannot be stored', async () => {
  const url = await serve('-d', 'display_errors=1');
  rmSync(join(folder, 'events'), { recursive: true });
  expect(await postEvent(url, SECRET, { id: 'evt_8' })).toBe(500);
});

it('answers 500 if it has a syntax error', async () => {
  const url = await serve('-d', 'display_errors=0');
  writeFileSync(join(folder, 'public', 'webhook.php'), `${receiver}\nthis is no PHP`);
  expect(await postEvent(url, SECRET, { id: 'evt_9' })).toBe(500);
});
