import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

/** How the driver of a language is started. */
export interface Package {
  readonly language: 'typescript' | 'python' | 'go' | 'php';
  readonly command: readonly [string, ...string[]];
  /** Folder of the package. */
  readonly cwd: string;
}

export interface DriverSettings {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly timeoutMs?: number;
  readonly attempts?: number;
  readonly withinMs?: number;
  readonly pollMs?: number;
  readonly sandbox?: string;
}

export interface DriverError {
  readonly type: string;
  readonly message: string;
  readonly status?: number | null;
  readonly code?: string | null;
  readonly param?: string | null;
  readonly details?: Readonly<Record<string, unknown>> | null;
  readonly request_id?: string | null;
  readonly retryable?: boolean | null;
  readonly reference?: string | null;
}

// biome-ignore lint/suspicious/noExplicitAny: objects of the API, which each test names.
export type Value = any;

export interface Driver {
  readonly pid: number;
  /** The result of a call. @throws Error when the call fails. */
  ok(call: string, args?: object): Promise<Value>;
  /** The error of a call. @throws Error when the call succeeds. */
  fails(call: string, args?: object): Promise<DriverError>;
  readonly stdout: () => string;
  readonly stderr: () => string;
  /** Ends the input. Returns the exit code. */
  close(): Promise<number | null>;
}

interface Reply {
  readonly id: number;
  readonly ok?: Value;
  readonly error?: DriverError;
}

const CLOSE_MS = 20_000;

/** Starts the driver of a package. */
export function startDriver({ command: [program, ...args], cwd }: Package, settings: DriverSettings): Driver {
  const env = {
    ...process.env,
    BUNDLEWIRE_BASE_URL: settings.baseUrl,
    BUNDLEWIRE_API_KEY: settings.apiKey,
    BUNDLEWIRE_TIMEOUT_MS: String(settings.timeoutMs ?? 20_000),
    BUNDLEWIRE_RETRY_ATTEMPTS: String(settings.attempts ?? 4),
    BUNDLEWIRE_RETRY_WITHIN_MS: String(settings.withinMs ?? 30_000),
    BUNDLEWIRE_POLL_MS: String(settings.pollMs ?? 50),
    ...(settings.sandbox === undefined ? {} : { BUNDLEWIRE_SANDBOX: settings.sandbox }),
  };
  const child = spawn(program, args, { cwd, env, stdio: ['pipe', 'pipe', 'pipe'] });
  const waiting: ((reply: Reply) => void)[] = [];
  const [out, err] = [gather(child.stdout), gather(child.stderr)];
  createInterface({ input: child.stdout }).on('line', (line) => waiting.shift()?.(JSON.parse(line)));
  let broken = '';
  const exited = exitOf(child, (why) => {
    broken = why;
    for (const reply of waiting.splice(0))
      reply({ id: 0, error: { type: 'driver', message: `${why}\n${err()}` } });
  });

  let id = 0;
  const send = (call: string, given: object): Promise<Reply> => {
    if (broken !== '') throw new Error(`${broken}\n${err()}`);
    id += 1;
    const line = `${JSON.stringify({ id, call, args: given })}\n`;
    return new Promise((resolve) => {
      waiting.push(resolve);
      child.stdin.write(line);
    });
  };
  return {
    pid: child.pid ?? 0,
    async ok(call, given = {}) {
      const reply = await send(call, given);
      if (reply.error !== undefined) throw new Error(`${call}: ${JSON.stringify(reply.error)}\n${err()}`);
      return reply.ok;
    },
    async fails(call, given = {}) {
      const { error, ok } = await send(call, given);
      if (error === undefined) throw new Error(`${call} succeeded: ${JSON.stringify(ok)}`);
      return error;
    },
    stdout: out,
    stderr: err,
    async close() {
      child.stdin.end();
      const late = setTimeout(() => child.kill('SIGKILL'), CLOSE_MS);
      const code = await exited;
      clearTimeout(late);
      return code;
    },
  };
}

function gather(stream: NodeJS.ReadableStream): () => string {
  let text = '';
  stream.on('data', (chunk: Buffer) => {
    text += chunk.toString();
  });
  return () => text;
}

/** The exit code. A driver that cannot start, or ends early, answers all calls that wait. */
function exitOf(child: ChildProcess, onEnd: (why: string) => void): Promise<number | null> {
  return new Promise((resolve) => {
    child.once('error', (error) => {
      onEnd(`The driver cannot be started: ${error.message}`);
      resolve(null);
    });
    child.once('close', (code, signal) => {
      onEnd(`The driver ended with ${code ?? signal}.`);
      resolve(code);
    });
  });
}
