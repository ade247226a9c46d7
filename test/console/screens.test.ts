import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CLIENT_SCREENS, OPEN_SCREENS, STAFF_SCREENS } from '../support/console/screens.ts';

interface Route {
  readonly fullPath: string;
  readonly children?: unknown;
}

/** The types of the tests know no JSX, so it is imported as what is needed of it. */
const { router }: { router: { routesById: Readonly<Record<string, Route>> } } = await import(
  join(import.meta.dirname, '..', '..', 'console', 'src', 'app', 'router.tsx')
);
const GUIDE = join(import.meta.dirname, '..', '..', 'docs', 'guides', 'console.md');
const SCREENS = [...OPEN_SCREENS, ...CLIENT_SCREENS, ...STAFF_SCREENS];

/** Addresses without a slash at the end, each once. */
const sorted = (routes: readonly string[]) =>
  [...new Set(routes.map((route) => route.replace(/(?<=.)\/$/, '')))].toSorted();

describe('the list of screens, of which each has pictures and is looked at by axe,', () => {
  it('has every address of the router', () => {
    // What has others in it is their frame.
    const screens = Object.values(router.routesById).filter(({ children }) => children === undefined);
    const addresses = screens.map(({ fullPath }) => fullPath);
    expect(sorted(SCREENS.map(([, route]) => route))).toEqual(sorted(addresses));
  });

  it('has a different name for each picture', () => {
    expect(new Set(SCREENS.map(([name]) => name)).size).toBe(SCREENS.length);
  });

  it('has every address of the guide', async () => {
    const guide = await readFile(GUIDE, 'utf8');
    const [, table = ''] = guide.split('| Address | For | What it answers |');
    const cells = (table.split('\n\n')[0] ?? '').split('\n').map((row) => row.split('|')[1] ?? '');
    const addresses = cells.flatMap((cell) =>
      [...cell.matchAll(/`([^`]+)`/g)].map(([, address = '']) => address),
    );
    expect(addresses.length).toBeGreaterThan(30);
    const shown = new Set(SCREENS.map(([, route]) => route.replaceAll(/\$\w+/g, '…')));
    expect(
      addresses.map((address) => address.replaceAll(/\w+_…/g, '…')).filter((one) => !shown.has(one)),
    ).toEqual([]);
  });
});
