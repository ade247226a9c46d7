import type { Page } from 'playwright-core';
import { expect, type TestContext } from 'vitest';
import type { ClientRole } from '../../../domain/access/roles.ts';
import type { OrganisationId } from '../../../domain/ids.ts';
import { TEXT } from '../../../services/sheets/sheet.ts';
import { writeWorkbook } from '../../../services/sheets/write-workbook.ts';
import { type ApiFixture, addClient, type Client } from '../api/fixture.ts';
import { call, type Reached, type ReachedApi } from '../api/http.ts';
import { organisationOf } from '../people/fixture.ts';
import { openConsole, SLOW } from './open.ts';

export interface Own {
  readonly client: Client;
  readonly organisation: OrganisationId;
}

/** An account with money, and its organisation. */
export async function ownAccount(api: ApiFixture, balance: number): Promise<Own> {
  const client = await addClient(api.pool, { balance });
  return { client, organisation: await organisationOf(api, client.accountId) };
}

/** Runs a test in the console, in which a person with a role is signed in. No script may fail, and none may ask another server. */
export async function inConsole(
  context: TestContext,
  api: ReachedApi,
  { organisation }: Pick<Own, 'organisation'>,
  role: ClientRole,
  work: (page: Page, cookie: string) => Promise<void>,
): Promise<void> {
  const { page, errors, foreign, close, cookie } = await openConsole(context, api, organisation, role);
  try {
    await work(page, cookie);
    // The browser logs answers with 4xx, which the screens show.
    expect(errors.filter((error) => !error.includes('the server responded with a status of 4'))).toEqual([]);
    expect(foreign).toEqual([]);
  } finally {
    await close();
  }
}

/** A workbook with one sheet of text cells. The first row is the header. */
export async function workbook([header = [], ...rows]: readonly (readonly string[])[]): Promise<Buffer> {
  async function* pages() {
    yield rows.map((row) => [...row]);
  }
  const columns = header.map((name) => ({ name, width: 20, format: TEXT }));
  const chunks: Buffer[] = [];
  for await (const chunk of writeWorkbook([{ name: 'Campaign', columns, rows: pages() }])) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** Opens the screen for a new campaign, chooses a file and names the campaign. */
export async function chooseFile(
  page: Page,
  api: Pick<ReachedApi, 'baseUrl'>,
  {
    name,
    file,
    campaign,
  }: { readonly name: string; readonly file: string | Buffer; readonly campaign: string },
): Promise<void> {
  await page.goto(`${api.baseUrl}/campaigns/new`);
  await page.getByRole('heading', { name: 'New campaign' }).waitFor(SLOW);
  await page
    .locator('input[type=file]')
    .setInputFiles({ name, mimeType: 'application/octet-stream', buffer: Buffer.from(file) });
  await page.getByText(name, { exact: true }).waitFor(SLOW);
  await page.getByLabel('Name of the campaign').fill(campaign);
}

/** Has the chosen file checked, and waits for the campaign. */
export async function check(page: Page, reference: string): Promise<void> {
  await page.getByRole('button', { name: 'Check the file' }).click();
  await page.getByRole('heading', { name: reference, level: 1 }).waitFor(SLOW);
}

/** The campaign on the screen, as the API shows it to a program. */
export async function shown(page: Page, api: Reached, { client }: Pick<Own, 'client'>) {
  const id = new URL(page.url()).pathname.split('/').at(-1);
  return JSON.parse((await call(api, `/v1/batches/${id}`, { key: client.key })).text);
}

/** The cursors of the pages of rows that the screen asks for from now on, null for the first page. */
export function watchRows(page: Page): readonly (string | null)[] {
  const cursors: (string | null)[] = [];
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (pathname.endsWith('/rows')) cursors.push(searchParams.get('cursor'));
  });
  return cursors;
}
