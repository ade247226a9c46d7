import { createRootRoute, createRoute, Outlet, retainSearchParams } from '@tanstack/react-router';
import { NotFound } from './not-found.tsx';
import { Shell } from './shell.tsx';

export interface RootSearch {
  /** The account that the screen shows, so that a link shows the same to a colleague. */
  account?: string;
}

/** All addresses of the console. */
export const root = createRootRoute({
  component: Outlet,
  validateSearch: ({ account }: Record<string, unknown>): RootSearch =>
    typeof account === 'string' ? { account } : {},
  search: { middlewares: [retainSearchParams<RootSearch>(['account'])] },
  notFoundComponent: NotFound,
});

/** Everything for people who are signed in. */
export const shell = createRoute({ getParentRoute: () => root, id: 'shell', component: Shell });

export interface PageSearch {
  /** Where the page of a list starts; left out for the first page. */
  cursor?: string;
}

/** Reads the filters of an address, and which page of the list it shows. */
export function withPage<Search extends object>(readFilters: (search: Record<string, unknown>) => Search) {
  return (search: Record<string, unknown>): Search & PageSearch => ({
    ...readFilters(search),
    ...readPageSearch(search),
  });
}

/** Reads which page of a list an address shows. */
export function readPageSearch({ cursor }: Record<string, unknown>): PageSearch {
  return typeof cursor === 'string' ? { cursor } : {};
}
