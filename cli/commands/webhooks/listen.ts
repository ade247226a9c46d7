import type { Command } from 'commander';
import { ApiError, type Event } from '../../../clients/typescript/src/index.ts';
import { newSigningSecret } from '../../../domain/crypto/signing-secret.ts';
import { CliError, EXIT, wrongUsage } from '../../failure.ts';
import type { Frame } from '../../frame.ts';
import { type Shown, time } from '../../layout.ts';
import type { Session } from '../../session.ts';
import { followEvents } from './event-feed.ts';
import { type Forwarded, forwardEvent } from './forward.ts';

interface ListenOptions {
  readonly forward: string;
  readonly secret?: string;
  readonly since?: string;
  readonly count?: string;
  readonly json?: boolean;
}

const HELP = `
Use this if your receiver cannot be reached from outside. Set BASE_URL and BUNDLEWIRE_API_KEY (a test-mode key,
bw_test_…); without them, the test account of the stack that npm start runs in this folder is used.
Each event is sent once, and the answer of your receiver is shown. Stop with Ctrl-C.`;

/** `listen`: test-mode events, forwarded to a receiver on this machine. */
export function addListenCommand(program: Command, frame: Frame): void {
  frame
    .reads(
      program,
      'listen',
      'Forwards signed test-mode events to a receiver on this machine as they happen.',
    )
    .requiredOption('--forward <url>', 'your receiver, for example http://127.0.0.1:3000/webhooks')
    .option('--secret <secret>', 'signing secret; default: a new one, which is printed')
    .option('--since <time>', 'start with events of this time, for example 2026-11-20T09:00:00Z')
    .option('--count <events>', 'stop after this many events')
    .addHelpText('after', HELP)
    .action(frame.does<ListenOptions, []>(listen));
}

async function listen(session: Session, options: ListenOptions): Promise<Shown> {
  const url = readReceiver(options.forward);
  const since = readSince(options.since);
  const count = readCount(options.count);
  const { baseUrl, client } = session.testApi();
  const { terminal } = session;
  const secret = options.secret ?? newSigningSecret();
  if (secret === '')
    throw wrongUsage('--secret is empty. Give a secret, or leave the option out to get a new one.');
  terminal.err(`Forwarding test-mode events from ${baseUrl} to ${url.href}\nSigned with: ${secret}\n`);

  const stopping = new AbortController();
  const stop = () => stopping.abort();
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
  const onLink = (state: 'silent' | 'back', why: string) =>
    terminal.err(
      state === 'silent'
        ? `The API does not answer (${why}). Waiting for it …\n`
        : 'The API answers again.\n',
    );
  let [forwarded, rejected] = [0, 0];
  try {
    for await (const event of followEvents(client, { since, signal: stopping.signal, onLink })) {
      const answer = await forwardEvent(url, secret, event);
      forwarded += 1;
      if (!isAccepted(answer)) rejected += 1;
      terminal.out(`${options.json === true ? jsonLine(event, answer) : textLine(event, answer)}\n`);
      if (forwarded === count) break;
    }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    throw new CliError(
      `The API rejected the request: ${error.message} (${error.status} ${error.code})`,
      EXIT.cannot,
    );
  } finally {
    process.off('SIGINT', stop);
    process.off('SIGTERM', stop);
  }
  return {
    json: { forwarded, refused: rejected },
    text: `${forwarded} events forwarded, ${rejected} not answered with 2xx.`,
  };
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
    answer.status === null || isAccepted(answer) || answer.answer === '' ? '' : `: ${oneLine(answer.answer)}`;
  return `${time(new Date(created_at))}  ${type.padEnd(20)}  ${id}  ${result}${detail}`;
}

function jsonLine({ created_at, type, id }: Event, { status, ms, answer }: Forwarded): string {
  return JSON.stringify({ event_id: id, type, created_at, status, duration_ms: ms, answer });
}

/** A receiver's answer on one line, without control characters. */
function oneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}]+/gu, ' ').trim();
}
