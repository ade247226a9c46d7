import { existsSync } from 'node:fs';
import { type Browser, chromium, type Page } from 'playwright-core';
import type { TestContext } from 'vitest';

/** Debian's; CHROMIUM names another. */
const CHROMIUM = process.env.CHROMIUM ?? '/usr/bin/chromium';

const QUIET = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** A page of a browser of its own, and what went wrong on it. */
export interface WatchedPage {
  readonly page: Page;
  /** Errors of the page's scripts and console, the browser's refusals by policy among them. */
  readonly errors: readonly string[];
  /** Addresses asked for that are not of the page's own origin. */
  readonly foreign: readonly string[];
  close(): Promise<void>;
}

/**
 * Opens an empty page in a fresh profile, or skips the test and says why. `origin` is the only one that the page may talk to.
 */
export async function openPage(context: TestContext, origin: string): Promise<WatchedPage> {
  if (!existsSync(CHROMIUM)) context.skip(`no browser: ${CHROMIUM} is not there (tools/install-chromium.sh)`);
  const browser = await launch();
  const page = await browser.newPage();
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
  return { page, errors, foreign, close: () => browser.close() };
}

/** Headless, without a sandbox (root has none), in a profile folder that ends with it. */
function launch(): Promise<Browser> {
  return chromium.launch({
    executablePath: CHROMIUM,
    headless: true,
    chromiumSandbox: false,
    args: QUIET,
    timeout: 60_000,
  });
}
