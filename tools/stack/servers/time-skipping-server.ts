import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { userCache } from '../../cache.ts';
import { findOnPath, isExecutable, runTool } from '../../run-tool.ts';
import { BringUpError, messageOf } from '../failure.ts';

const VERSION = '1.32.1';
const OFFICIAL_DOWNLOADS = 'https://temporal.download/temporal-test-server';
const ANSWER_TIMEOUT_MS = 5_000;
const MAVEN_TIMEOUT_MS = 5 * 60_000;
/** Long enough for the server to load its classes. */
const ARCHIVE_RUN_MS = 5_000;

/** What `TestWorkflowEnvironment.createTimeSkipping({ server: { executable } })` takes. */
export type TimeSkippingExecutable =
  | { readonly type: 'existing-path'; readonly path: string }
  | { readonly type: 'cached-download'; readonly downloadDir: string; readonly ttl: '365 days' };

/**
 * The test server that skips timers: from the cache, otherwise the official download, otherwise the Java server from
 * Maven Central with a small launcher. Throws `BringUpError` if none is available.
 */
export async function timeSkippingExecutable(log: (line: string) => void): Promise<TimeSkippingExecutable> {
  const cache = userCache();
  const folder = join(cache, `temporal-test-server-${VERSION}-shared-classes`);
  const launcher = join(folder, 'temporal-test-server');
  if (isExecutable(launcher)) return { type: 'existing-path', path: launcher };

  const downloadDir = join(cache, 'temporal-test-server-download');
  const official = { type: 'cached-download', downloadDir, ttl: '365 days' } as const;
  if (existsSync(downloadDir) && readdirSync(downloadDir).length > 0) return official;
  const unreachable = await reasonUnreachable();
  if (unreachable === null) {
    mkdirSync(downloadDir, { recursive: true });
    return official;
  }

  const mavenFailure = await installFromMaven(folder, log);
  if (mavenFailure === null) return { type: 'existing-path', path: launcher };
  throw new BringUpError(
    `Time-skipping test server: the official download cannot be reached (${unreachable}), and Maven could not ` +
      `fetch it either (${mavenFailure}); allow one of the two, or install Java and Maven.`,
  );
}

/** Requests what the SDK would download; null if it is there. */
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

/** Null on success, otherwise the reason. Creates the folder atomically. */
async function installFromMaven(folder: string, log: (line: string) => void): Promise<string | null> {
  const maven = findOnPath('mvn');
  const java = findOnPath('java');
  if (maven === null || java === null) return 'no `mvn` and `java` on PATH';
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
    await archiveClasses(java, folder);
    return null;
  } catch (error) {
    return messageOf(error);
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
}

/**
 * Writes the loaded classes to a file, with which the server starts in a quarter of the time. Without it a busy machine
 * may exceed the five seconds that the SDK waits. Java before 13 writes no such file, and the server starts without it.
 */
async function archiveClasses(java: string, folder: string): Promise<void> {
  const unfinished = join(folder, `${process.pid}.jsa`);
  await runTool(
    java,
    [
      ...JAVA_OPTIONS,
      `-XX:ArchiveClassesAtExit=${unfinished}`,
      '-cp',
      join(folder, 'lib', '*'),
      'io.temporal.testserver.TestServer',
      // Any free port.
      '0',
    ],
    { timeoutMs: ARCHIVE_RUN_MS },
  );
  if (existsSync(unfinished)) renameSync(unfinished, join(folder, 'server.jsa'));
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

/** The server is short-lived, so optimised compilation does not pay. Java before 13 does not know archives. */
const JAVA_OPTIONS = ['-XX:+IgnoreUnrecognizedVMOptions', '-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC'];

/** `exec` passes the signal that ends the launcher to Java. The file hides Java's warning about a missing logger. */
const LAUNCHER = `#!/bin/sh
folder=$(dirname "$0")
exec java ${JAVA_OPTIONS.join(' ')} -XX:SharedArchiveFile="$folder/server.jsa" -cp "$folder/lib/*" io.temporal.testserver.TestServer "$@" 2>>"$folder/server.log"
`;
