import { z } from 'zod';
import { bindGateway, type GatewaysConfig, listGateways } from '../../adapters/registry.ts';
import { type Book, type BookEntry, BookUnreadable } from './book.ts';

/** Most entries a page may have, so that a book of a million orders takes a hundred requests. */
const PAGE = 10_000;
const TIMEOUT_MS = 30_000;

/** A page of a simulator's book, as GET <url>/_simulator/book gives it. */
const BookPage = z.object({
  entries: z.array(
    z.object({
      external_id: z.string(),
      submits: z.int(),
      deliveries: z.int(),
      reversed_at: z.string().nullable(),
    }),
  ),
  next: z.int().nullable(),
});

/** One customer of a simulator, and the networks whose orders it places there. */
interface Customer {
  readonly name: string;
  readonly url: string;
  readonly apiKey: string;
  readonly gatewayReferenceFrom: (reference: string) => string;
  readonly covers: { readonly networkId: string; readonly livemode: boolean }[];
}

/**
 * Reads the books of all simulators (name → url) that the gateways file sends orders to. Other gateways are never called.
 * @throws BookUnreadable when one does not answer with its book.
 */
export async function readSimulatorBooks(
  gateways: GatewaysConfig,
  simulators: Readonly<Record<string, string>>,
): Promise<Book[]> {
  const books: Book[] = [];
  for (const customer of toCustomers(gateways, simulators)) {
    books.push({ name: customer.name, covers: customer.covers, deliveries: await readBook(customer) });
  }
  return books;
}

function toCustomers(gateways: GatewaysConfig, simulators: Readonly<Record<string, string>>): Customer[] {
  const names = new Map(Object.entries(simulators).map(([name, url]) => [new URL(url).origin, name]));
  const customers = new Map<string, Customer>();
  for (const { networkId, livemode, settings } of listGateways(gateways)) {
    const url = new URL(settings.base_url).origin;
    const name = names.get(url);
    if (name === undefined) continue;

    const { gatewayReferenceFrom, customer: apiKey } = bindGateway(settings);
    const key = JSON.stringify([url, apiKey]);
    const customer = customers.get(key) ?? {
      name,
      url,
      apiKey,
      gatewayReferenceFrom: (reference: string) => gatewayReferenceFrom?.(reference) ?? reference,
      covers: [],
    };
    customer.covers.push({ networkId, livemode });
    customers.set(key, customer);
  }
  return [...customers.values()];
}

async function readBook({ name, url, apiKey, gatewayReferenceFrom }: Customer): Promise<BookEntry[]> {
  const entries: BookEntry[] = [];
  for (let after: number | null = 0; after !== null; ) {
    const page: z.output<typeof BookPage> = await readPage(name, url, apiKey, after);
    for (const { external_id, submits, deliveries, reversed_at } of page.entries) {
      const gatewayReference = gatewayReferenceFrom(external_id);
      entries.push({ gatewayReference, submits, deliveries, reversed: reversed_at !== null });
    }
    after = page.next;
  }
  return entries;
}

async function readPage(name: string, url: string, apiKey: string, after: number) {
  const query = new URLSearchParams({ api_key: apiKey, after: String(after), limit: String(PAGE) });
  let answer: unknown;
  try {
    const response = await fetch(`${url}/_simulator/book?${query}`, {
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    answer = await response.json();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new BookUnreadable(`the simulator ${name} at ${url} did not answer with its book: ${reason}`);
  }
  const page = BookPage.safeParse(answer);
  if (!page.success) throw new BookUnreadable(`the simulator ${name} at ${url} has a book in another format`);
  return page.data;
}
