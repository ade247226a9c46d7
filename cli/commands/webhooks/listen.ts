import type { Command } from 'commander';
import { ApiError, type Event } from '../../../client/index.ts';
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
For a developer whose receiver cannot be reached from outside. Needs BASE_URL and BUNDLEWIRE_API_KEY, the key of a
test-mode account (bw_test_…); without them the test account of the stack that npm start runs in this folder.
Each event is sent once; what your receiver answers is shown. Ends with Ctrl-C.`;

/** `listen`: test-mode events, forwarded to a receiver on this machine. */
export function addListenCommand(program: Command, frame: Frame): void {
  frame
    .reads(
      program,
      'listen',
      'Forwards test-mode events to a receiver on this machine as they happen, signed.',
    )
    .requiredOption('--forward <url>', 'where to, for example http://127.0.0.1:3000/webhooks')
    .option('--secret <secret>', 'to sign with; one is made and printed when it is left out')
    .option('--since <time>', 'also the events since this date-time, for example 2026-11-20T09:00:00Z')
    .option('--count <events>', 'end after so many events')
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
  if (secret === '') throw wrongUsage('--secret is empty: anybody could sign with it.');
  terminal.err(`Forwarding test events of ${baseUrl} to ${url.href}\nSigned with: ${secret}\n`);

  const stopping = new AbortController();
  const stop = () => stopping.abort();
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
  const onLink = (state: 'silent' | 'back', why: string) =>
    terminal.err(
      state === 'silent'
        ? `The API does not answer (${why}); waiting for it …\n`
        : 'The API answers again.\n',
    );
  let [forwarded, refused] = [0, 0];
  try {
    for await (const event of followEvents(client, { since, signal: stopping.signal, onLink })) {
      const answer = await forwardEvent(url, secret, event);
      forwarded += 1;
      if (!isTaken(answer)) refused += 1;
      terminal.out(`${options.json === true ? jsonLine(event, answer) : textLine(event, answer)}\n`);
      if (forwarded === count) break;
    }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    throw new CliError(`The API refused (${error.status} ${error.code}): ${error.message}`, EXIT.cannot);
  } finally {
    process.off('SIGINT', stop);
    process.off('SIGTERM', stop);
  }
  return {
    json: { forwarded, refused },
    text: `${forwarded} events forwarded, ${refused} of them not answered with 2xx.`,
  };
}

function readReceiver(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null;
  const isHttp = url?.protocol === 'http:' || url?.protocol === 'https:';
  if (url === null || !isHttp || !/^(127(\.\d+){3}|\[::1\]|localhost)$/.test(url.hostname)) {
    throw wrongUsage(
      `--forward ${text}: an address on this machine, for example http://127.0.0.1:3000/webhooks.`,
    );
  }
  return url;
}

function readSince(text: string | undefined): Date | null {
  if (text === undefined) return null;
  const since = new Date(text);
  if (Number.isNaN(since.getTime()) || !/(Z|[+-]\d\d:\d\d)$/.test(text)) {
    throw wrongUsage(`--since ${text}: a date-time with its zone, for example 2026-11-20T09:00:00Z.`);
  }
  return since;
}

function readCount(text: string | undefined): number {
  if (text === undefined) return Number.POSITIVE_INFINITY;
  const count = Number(text);
  if (!Number.isSafeInteger(count) || count < 1) throw wrongUsage(`--count ${text}: a whole number from 1.`);
  return count;
}

function isTaken({ status }: Forwarded): boolean {
  return status !== null && status >= 200 && status < 300;
}

function textLine({ created_at, type, id }: Event, answer: Forwarded): string {
  const result = answer.status === null ? `✗ ${answer.said}` : `→ ${answer.status}, ${answer.ms} ms`;
  const said =
    answer.status === null || isTaken(answer) || answer.said === '' ? '' : `: ${oneLine(answer.said)}`;
  return `${time(new Date(created_at))}  ${type.padEnd(20)}  ${id}  ${result}${said}`;
}

function jsonLine({ created_at, type, id }: Event, { status, ms, said }: Forwarded): string {
  return JSON.stringify({ event_id: id, type, created_at, status, duration_ms: ms, answer: said });
}

/** What a receiver said, fit for a terminal. */
function oneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}]+/gu, ' ').trim();
}
