import type { Page } from 'playwright-core';
import { type BenchBrowser, PATIENCE_MS, withConsole } from '../browser.ts';
import { type BenchRow, countedRow, ROUNDS_MIN } from '../report.ts';
import { measureRounds } from '../rounds.ts';
import { campaignFile, upload } from './csv.ts';

const GOAL_MS = 100;
const ROWS = 1_000_000;
const ROUND_MS = 30_000;

/** What one round of scrolling showed. */
interface Scrolled {
  /** The longest time between two frames, in milliseconds. */
  readonly longestMs: number;
  readonly frames: number;
  /** The last row that was drawn with its content, from 1. */
  readonly row: number;
}

/**
 * Scrolls the rows of a checked campaign as fast as they load, from where the last round ended. The list loads page by page, so what is
 * below has to be loaded first. No yardstick.
 */
export function benchScroll(log: (line: string) => void): Promise<BenchRow> {
  return withConsole(async (bench) => {
    const id = await upload(bench.stack, Buffer.from(campaignFile(ROWS)), 'a-million-rows');
    const page = await openRows(bench, id);
    const rounds = await measureRounds(log, async (round) => {
      const scrolled: Scrolled = await page.evaluate(SCROLL);
      log(
        `  round ${round}: row ${scrolled.row}, ${scrolled.frames} frames, the longest ${scrolled.longestMs} ms`,
      );
      return { ...scrolled, product: scrolled.longestMs };
    });
    const row = rounds.at(-1)?.row ?? 0;
    const facts = {
      rows: ROWS,
      scrolled_to: row,
      frames: rounds.reduce((sum, { frames }) => sum + frames, 0),
    };
    return countedRow('scroll, longest frame', 'ms', GOAL_MS, rounds, row > 0 ? 0 : 1, facts, ROUNDS_MIN);
  });
}

async function openRows({ browser, stack, cookies }: BenchBrowser, id: string): Promise<Page> {
  const context = await browser.newContext();
  await context.addCookies(cookies);
  const page = await context.newPage();
  await page.goto(`${stack.apiUrl}/campaigns/${id}`);
  await page.locator('[role=grid] [role=gridcell]').first().waitFor({ timeout: PATIENCE_MS });
  return page;
}

/** Runs in the page: goes to the end of what is loaded with every frame. Afterwards, it waits until what is shown is loaded. */
const SCROLL = `new Promise((resolve) => {
  const grid = document.querySelector('[role=grid]');
  const until = performance.now() + ${ROUND_MS};
  let longest = 0, frames = 0, last = null;
  const scroll = (now) => {
    if (last !== null) longest = Math.max(longest, now - last);
    last = now;
    frames += 1;
    if (now < until) grid.scrollTop = grid.scrollHeight;
    requestAnimationFrame(now < until ? scroll : read);
  };
  const read = () => {
    const rows = [...grid.querySelectorAll('.grid-body [role=row]')];
    const loaded = rows.filter((row) => row.querySelector('.loading') === null);
    if (loaded.length === 0 && performance.now() < until + ${PATIENCE_MS}) return requestAnimationFrame(read);
    const row = Math.max(0, ...loaded.map((each) => Number(each.getAttribute('aria-rowindex')) - 1));
    resolve({ longestMs: Math.round(longest), frames, row });
  };
  requestAnimationFrame(scroll);
})`;
