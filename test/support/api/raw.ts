import { connect, type Socket } from 'node:net';
import type { ApiFixture } from './fixture.ts';
import type { Answer } from './http.ts';

/** Everything that came back on a connection until the other side closed it. */
export interface Exchange {
  readonly received: string;
  readonly seconds: number;
}

/** Opens a connection, lets `send` write, and reads until the API closes it. */
export function exchange(
  { port }: ApiFixture,
  send: (socket: Socket) => void,
  giveUpMs = 60_000,
): Promise<Exchange> {
  return new Promise((resolve, reject) => {
    const begin = performance.now();
    const chunks: Buffer[] = [];
    const socket = connect({ host: '127.0.0.1', port, allowHalfOpen: true }, () => send(socket));
    const timer = setTimeout(() => {
      socket.destroy();
      reject(new Error(`still open after ${giveUpMs} ms; received: ${Buffer.concat(chunks).toString()}`));
    }, giveUpMs);
    socket.on('data', (chunk) => chunks.push(chunk));
    // A reset after the answer is a valid end.
    socket.on('error', () => {});
    socket.on('end', () => socket.end());
    socket.on('close', () => {
      clearTimeout(timer);
      resolve({
        received: Buffer.concat(chunks).toString(),
        seconds: (performance.now() - begin) / 1_000,
      });
    });
  });
}

/** Sends bytes as they are and reads the only answer. The request should ask for `Connection: close`. */
export async function sendRaw(fixture: ApiFixture, bytes: string | Buffer): Promise<Answer> {
  const { received } = await exchange(fixture, (socket) => socket.write(bytes));
  const answers = readAnswers(received);
  if (answers.length !== 1 || answers[0] === undefined)
    throw new Error(`${answers.length} answers: ${received}`);
  return answers[0];
}

/** The answers in what was received; each must carry its Content-Length. */
export function readAnswers(received: string): Answer[] {
  const answers: Answer[] = [];
  let rest = received;
  while (rest !== '') {
    const end = rest.indexOf('\r\n\r\n');
    const [statusLine = '', ...lines] = rest.slice(0, Math.max(end, 0)).split('\r\n');
    const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(statusLine)?.[1]);
    const headers = new Headers(lines.map((line): [string, string] => splitHeader(line)));
    const length = Number(headers.get('content-length') ?? Number.NaN);
    if (!Number.isInteger(status) || !Number.isInteger(length)) throw new Error(`not an answer: ${rest}`);
    answers.push({ status, headers, text: rest.slice(end + 4, end + 4 + length) });
    rest = rest.slice(end + 4 + length);
  }
  return answers;
}

function splitHeader(line: string): [string, string] {
  const colon = line.indexOf(':');
  return [line.slice(0, colon), line.slice(colon + 1).trim()];
}

/** The head and body of a POST of a purchase, as text. */
export function rawPost(
  { client }: ApiFixture,
  body: string,
  headers: Readonly<Record<string, string>> = {},
): string {
  const all = {
    Host: 'localhost',
    Authorization: `Bearer ${client.key}`,
    'Content-Type': 'application/json',
    'Content-Length': String(Buffer.byteLength(body)),
    Connection: 'close',
    ...headers,
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `POST /v1/purchases HTTP/1.1\r\n${lines.join('')}\r\n${body}`;
}

/** The same in chunks, sent as given. */
export function rawChunkedPost(fixture: ApiFixture, chunks: string): string {
  const head = rawPost(fixture, '', { 'Transfer-Encoding': 'chunked' }).replace('Content-Length: 0\r\n', '');
  return head + chunks;
}
