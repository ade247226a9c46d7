import type { Event } from '../../src/index.ts';
import { wrongUsage } from '../failure.ts';
import { followEvents } from '../listen/feed.ts';
import { type Forwarded, forwardEvent, newSigningSecret } from '../listen/forward.ts';
import { escapeOneLine } from '../show/characters.ts';
import { time } from '../show/layout.ts';
import type { Command, Given, Session, Shown } from '../spec.ts';

/** `listen`: test-mode events, forwarded to a receiver on this machine. */
export const LISTEN: Command = {
  name: 'listen',
  args: [],
  summary: 'Forwards signed test-mode events to a receiver on this machine as they happen.',
  options: {
    forward: {
      kind: 'value',
      value: 'URL',
      required: true,
      help: 'your receiver, for example http://127.0.0.1:3000/webhooks',
    },
    secret: { kind: 'value', value: 'SECRET', help: 'signing secret; default: a new one, which is printed' },
    since: {
      kind: 'value',
      value: 'TIME',
      help: 'start with events of this time, for example 2026-11-20T09:00:00Z',
    },
    count: { kind: 'value', value: 'EVENTS', help: 'stop after this many events' },
  },
  notes: `Use this if your receiver cannot be reached from outside. The key must be of test mode (bw_test_…). Each event is
sent once, and the answer of your receiver is shown. Stop with Ctrl-C. The command also ends when the process that
started it ends, and when its output is closed.`,
  run: listen,
};

async function listen({ terminal, json, testApi }: Session, given: Given): Promise<Shown | null> {
  const url = readReceiver(given.value('forward') ?? '');
  const since = readSince(given.value('since'));
  const count = readCount(given.value('count'));
  const client = testApi();
  const secret = given.value('secret') ?? newSigningSecret();
  const { signal } = terminal;
  terminal.err(`Forwarding test-mode events to ${url.href}\nSigned with: ${secret}\n`);

  const onLink = (state: 'silent' | 'back', why: string) =>
    terminal.err(
      state === 'silent'
        ? `The API does not answer (${why}). Waiting for it …\n`
        : 'The API answers again.\n',
    );
  let [forwarded, rejected] = [0, 0];
  for await (const event of followEvents(client, { since, signal, onLink })) {
    const answer = await forwardEvent({ url, secret }, event, signal);
    if (signal.aborted) break;
    forwarded += 1;
    if (!isAccepted(answer)) rejected += 1;
    terminal.out(`${json ? jsonLine(event, answer) : textLine(event, answer)}\n`);
    if (forwarded === count) break;
  }
  const summary = `${forwarded} events forwarded, ${rejected} not answered with 2xx.`;
  terminal.err(`${summary}\n`);
  return null;
}

function readReceiver(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null;
  const isHttp = url?.protocol === 'http:' || url?.protocol === 'https:';
  if (url === null || !isHttp || !/^(127(\.\d+){3}|\[::1\]|localhost)$/.test(url.hostname)) {
    throw wrongUsage(
      `--forward ${text} is not on this machine. Give an address such as http://127.0.0.1:3000/webhooks.`,
    );
  }
  return url;
}

function readSince(text: string | undefined): Date | null {
  if (text === undefined) return null;
  const since = new Date(text);
  if (Number.isNaN(since.getTime()) || !/(Z|[+-]\d\d:\d\d)$/.test(text)) {
    throw wrongUsage(`--since ${text} is not a time with its zone. Write it as 2026-11-20T09:00:00Z.`);
  }
  return since;
}

function readCount(text: string | undefined): number {
  if (text === undefined) return Number.POSITIVE_INFINITY;
  const count = Number(text);
  if (!Number.isSafeInteger(count) || count < 1)
    throw wrongUsage(`--count ${text} is not a whole number above 0.`);
  return count;
}

function isAccepted({ status }: Forwarded): boolean {
  return status !== null && status >= 200 && status < 300;
}

function textLine({ created_at, type, id }: Event, answer: Forwarded): string {
  const result = answer.status === null ? `✗ ${answer.answer}` : `→ ${answer.status}, ${answer.ms} ms`;
  const detail =
    answer.status === null || isAccepted(answer) || answer.answer === '' ? '' : `: ${answer.answer}`;
  return escapeOneLine(`${time(created_at)}  ${type.padEnd(20)}  ${id}  ${result}${detail}`);
}

function jsonLine({ created_at, type, id }: Event, { status, ms, answer }: Forwarded): string {
  return JSON.stringify({ event_id: id, type, created_at, status, duration_ms: ms, answer });
}
