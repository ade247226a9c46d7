import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { userCache } from '../../cache.ts';
import { findOnPath, isExecutable, runTool } from '../../run-tool.ts';
import { BringUpError, messageOf } from '../failure.ts';

const VERSION = '1.32.1';
const OFFICIAL_DOWNLOADS = 'https://temporal.download/temporal-test-server';
const ANSWER_TIMEOUT_MS = 5_000;
const MAVEN_TIMEOUT_MS = 5 * 60_000;

/** What `TestWorkflowEnvironment.createTimeSkipping({ server: { executable } })` takes. */
export type TimeSkippingExecutable =
  | { readonly type: 'existing-path'; readonly path: string }
  | { readonly type: 'cached-download'; readonly downloadDir: string; readonly ttl: '365 days' };

/**
 * The test server that skips over timers: what an earlier run has cached, else the official download, else the
 * Java server from Maven Central behind a small launcher. Throws `BringUpError` when none can be had.
 */
export async function timeSkippingExecutable(log: (line: string) => void): Promise<TimeSkippingExecutable> {
  const cache = userCache();
  const launcher = join(cache, `temporal-test-server-${VERSION}`, 'temporal-test-server');
  if (isExecutable(launcher)) return { type: 'existing-path', path: launcher };

  const downloadDir = join(cache, 'temporal-test-server-download');
  const official = { type: 'cached-download', downloadDir, ttl: '365 days' } as const;
  if (existsSync(downloadDir) && readdirSync(downloadDir).length > 0) return official;
  const unreachable = await reasonUnreachable();
  if (unreachable === null) {
    mkdirSync(downloadDir, { recursive: true });
    return official;
  }

  const mavenFailure = await installFromMaven(join(cache, `temporal-test-server-${VERSION}`), log);
  if (mavenFailure === null) return { type: 'existing-path', path: launcher };
  throw new BringUpError(
    `Time-skipping test server: the official download cannot be reached (${unreachable}), and Maven could not ` +
      `fetch it either (${mavenFailure}); allow one of the two, or install Java and Maven.`,
  );
}

/** Asks for what the SDK would ask for; null when it is there. */
async function reasonUnreachable(): Promise<string | null> {
  const arch = process.arch === 'x64' ? 'amd64' : process.arch;
  const query = `arch=${arch}&platform=${process.platform}&format=tar.gz&sdk-name=sdk-typescript`;
  try {
    const response = await fetch(`${OFFICIAL_DOWNLOADS}/default?${query}`, {
      signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS),
    });
    await response.body?.cancel();
    return response.ok ? null : `HTTP ${response.status}`;
  } catch (error) {
    return messageOf(error instanceof Error && error.cause !== undefined ? error.cause : error);
  }
}

/** Null when it worked, else the reason. The folder appears complete or not at all. */
async function installFromMaven(folder: string, log: (line: string) => void): Promise<string | null> {
  const maven = findOnPath('mvn');
  if (maven === null || findOnPath('java') === null) return 'no `mvn` and `java` on PATH';
  log('Fetching the time-skipping test server with Maven: 33 MB, usually half a minute, once.');
  mkdirSync(userCache(), { recursive: true });
  const unfinished = mkdtempSync(`${folder}.new-`);
  try {
    writeFileSync(join(unfinished, 'pom.xml'), POM);
    const copied = await runTool(
      maven,
      ['--batch-mode', '--quiet', 'dependency:copy-dependencies', '-DoutputDirectory=lib'],
      { cwd: unfinished, timeoutMs: MAVEN_TIMEOUT_MS },
    );
    if (!copied.ok) return `mvn: ${copied.lastLine}`;
    writeFileSync(join(unfinished, 'temporal-test-server'), LAUNCHER, { mode: 0o755 });
    if (!existsSync(folder)) renameSync(unfinished, folder);
    return null;
  } catch (error) {
    return messageOf(error);
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
}

const POM = `<project>
  <modelVersion>4.0.0</modelVersion>
  <groupId>bundlewire</groupId>
  <artifactId>time-skipping-server</artifactId>
  <version>1</version>
  <dependencies>
    <dependency>
      <groupId>io.temporal</groupId>
      <artifactId>temporal-test-server</artifactId>
      <version>${VERSION}</version>
    </dependency>
  </dependencies>
</project>
`;

/**
 * exec: the signal that ends the launcher must reach Java. Short-lived, so little is gained by compiling hard. It
 * complains about a logger that nobody needs, hence the file.
 */
const LAUNCHER = `#!/bin/sh
exec java -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -cp "$(dirname "$0")/lib/*" io.temporal.testserver.TestServer "$@" 2>>"$(dirname "$0")/server.log"
`;
