import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findOnPath } from '../../../../tools/run-tool.ts';
import { findTemporalBinary, SERVER_LINE } from '../../../../tools/stack/servers/temporal-binary.ts';

describe('the Temporal binary', () => {
  const path = process.env.PATH;
  let folder = '';
  let server: Server | null = null;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'bundlewire-binary-'));
    // What unpacks an archive, but neither temporal nor go.
    for (const tool of ['tar', 'gzip', 'cp']) symlinkSync(findOnPath(tool) ?? '', join(folder, tool));
    process.env.PATH = folder;
  });
  afterEach(() => {
    process.env.PATH = path;
    server?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const find = (downloads: string) =>
    findTemporalBinary({ log: () => undefined, cache: join(folder, 'cache'), downloads });

  it('is downloaded once, when the downloads can be reached', async () => {
    mkdirSync(join(folder, 'release'));
    writeFileSync(join(folder, 'release', 'temporal'), '#!/bin/sh\necho fake\n', { mode: 0o755 });
    execFileSync('tar', ['-czf', join(folder, 'archive.tar.gz'), '-C', join(folder, 'release'), 'temporal']);
    const archive = readFileSync(join(folder, 'archive.tar.gz'));
    const requests: (string | undefined)[] = [];
    server = createServer((request, response) => {
      requests.push(request.url);
      response.end(archive);
    });
    const downloads = await listen(server);

    const binary = await find(downloads);
    expect(execFileSync(binary, { encoding: 'utf8' })).toBe('fake\n');
    expect(await find(downloads)).toBe(binary);
    expect(requests).toEqual([expect.stringMatching(/^\/cli\/archive\/v1\.9\.1\?platform=\w+&arch=\w+$/)]);
  });

  it('is compiled once with Go, when the download fails', async () => {
    // Like `go build` in the folder of the module, this writes a program to the path after `-o`.
    const go = '#!/bin/sh\n[ -f go.mod ] && echo "$1" >> "$0.calls" && cp "$0" "$5"\n';
    writeFileSync(join(folder, 'go'), go, { mode: 0o755 });

    const binary = await find('http://127.0.0.1:1');
    expect(binary).toContain(join('cache', 'temporal-server-'));
    expect(readFileSync(binary, 'utf8')).toBe(go);
    expect(await find('http://127.0.0.1:1')).toBe(binary);
    expect(readFileSync(join(folder, 'go.calls'), 'utf8')).toBe('build\n');
  });

  it('has, when compiled, the server of the line whose database file it gets', () => {
    const module = join(import.meta.dirname, '../../../../tools/stack/servers/temporal-server/go.mod');
    expect(readFileSync(module, 'utf8')).toContain(`go.temporal.io/server v${SERVER_LINE}.`);
  });

  it('says what was tried and what to do when it cannot be had', async () => {
    await expect(find('http://127.0.0.1:1')).rejects.toThrow(
      /^Temporal server: no `temporal` on PATH, .*download failed \(.+\), .*\(Go is not on the PATH\); install .* TEMPORAL_ADDRESS/,
    );
  });
});

function listen(server: Server): Promise<string> {
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      resolve(`http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`);
    });
  });
}
