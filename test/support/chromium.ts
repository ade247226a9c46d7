import { existsSync } from 'node:fs';
import { type Browser, chromium, type Page } from 'playwright-core';
import type { TestContext } from 'vitest';
import { CHROMIUM } from '../../tools/chromium.ts';

const QUIET = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** A page in a separate profile, and what went wrong on it. */
export interface WatchedPage {
  readonly page: Page;
  /** Errors of the page's scripts and console, including what the browser blocked by policy. */
  readonly errors: readonly string[];
  /** Requested addresses outside the page's origin. */
  readonly foreign: readonly string[];
  close(): Promise<void>;
}

/** The browser of this process. It ends with the process, since they share a pipe. */
let shared: Promise<Browser> | null = null;

/**
 * Opens an empty page in a fresh profile, or skips the test with the reason. The page may connect only to `origin`.
 */
export async function openPage(context: TestContext, origin: string): Promise<WatchedPage> {
  if (!existsSync(CHROMIUM)) context.skip(`no browser: ${CHROMIUM} is not there (tools/install-chromium.sh)`);
  const profile = await (await openBrowserOnce()).newContext();
  const page = await profile.newPage();
  const errors: string[] = [];
  const foreign: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(`${message.text()} ${message.location().url}`.trim());
  });
  page.on('pageerror', (error) => errors.push(String(error)));
  page.on('request', (request) => {
    const { protocol, origin: asked } = new URL(request.url());
    if (protocol.startsWith('http') && asked !== origin) foreign.push(request.url());
  });
  return { page, errors, foreign, close: () => profile.close() };
}

/** Starting a browser takes longer than many tests, so the tests of a process share one. */
async function openBrowserOnce(): Promise<Browser> {
  const open = await shared?.catch(() => null);
  if (open?.isConnected()) return open;
  shared = launch();
  return shared;
}

/** Headless, without a sandbox (root has none), in a folder that ends with it. */
function launch(): Promise<Browser> {
  return chromium.launch({
    executablePath: CHROMIUM,
    headless: true,
    chromiumSandbox: false,
    args: QUIET,
    timeout: 60_000,
  });
}
