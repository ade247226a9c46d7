import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { z } from 'zod';

const Ready = z.object({ port: z.int() });
const Mail = z.object({ from: z.string(), to: z.array(z.string()), mail: z.string() });
export type Mail = z.output<typeof Mail>;

export interface MailServer {
  readonly url: string;
  readonly mails: readonly Mail[];
  stop(): Promise<void>;
}

/** Starts a mail server in a separate process; it rejects the first mails. */
export async function startMailServer(refusals = 0): Promise<MailServer> {
  const script = join(import.meta.dirname, 'smtp-server-process.ts');
  const child = spawn(process.execPath, [script, String(refusals)], { stdio: ['ignore', 'pipe', 'inherit'] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const first = await lines.next();
  const { port } = Ready.parse(JSON.parse(first.value ?? ''));
  const mails: Mail[] = [];
  const reading = (async () => {
    for await (const line of { [Symbol.asyncIterator]: () => lines })
      mails.push(Mail.parse(JSON.parse(line)));
  })();
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    async stop() {
      await end(child);
      await reading;
    },
  };
}

function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    child.once('exit', () => resolve());
    child.kill();
  });
}
