import type { Command } from 'commander';
import { z } from 'zod';
import { importPrices, type RoutePrice, type WrongPrice } from '../../../db/costs/prices.ts';
import { findRepeated, readRows } from '../../csv-rows.ts';
import { CliError, wrongUsage } from '../../failure.ts';
import type { Frame } from '../../frame.ts';
import type { Shown } from '../../layout.ts';
import type { Session } from '../../session.ts';
import { BUNDLE_ID, COST, CURRENCY, NETWORK_ID, ROUTE } from './fields.ts';

const HELP = `
The file is CSV with the columns network_id, route, bundle_id, cost, currency, valid_from and valid_until. The times are
ISO 8601 with a zone. An empty valid_from means now; it cannot be in the past. An empty valid_until means that no end is known.
Of several prices that are valid, the one that began last counts, so a promotion can have an end. The import takes all rows or
none. Orders that were sent keep their price.`;

const WHY: Readonly<Record<WrongPrice, string>> = {
  unknown: 'there is no such bundle on the network of its line',
  past: 'its valid_from is in the past. Leave it empty for now',
  repeated: 'another price begins at the same time',
};

/** `bundle prices`: what each gateway takes for a bundle, and from when on. */
export function addBundlePrices(bundle: Command, frame: Frame): void {
  frame
    .changes(bundle, 'prices <file>', 'Adds a price list of gateways, with times, from a CSV file.')
    .addHelpText('after', HELP)
    .action(frame.does<object, [string]>(importFile));
}

const TIME = z.union([
  z.literal('').transform(() => null),
  z.iso
    .datetime({ offset: true, error: 'must be a time such as 2026-12-01T00:00:00Z, or empty' })
    .transform((text) => new Date(text)),
]);

const Row = z
  .object({
    network_id: NETWORK_ID,
    route: ROUTE,
    bundle_id: BUNDLE_ID,
    cost: COST,
    currency: CURRENCY,
    valid_from: TIME.default(null),
    valid_until: TIME.default(null),
  })
  .refine(({ valid_from: from, valid_until: until }) => until === null || until > (from ?? new Date()), {
    path: ['valid_until'],
    error: 'must be after valid_from',
  })
  .transform(
    (row): RoutePrice => ({
      networkId: row.network_id,
      route: row.route,
      bundleId: row.bundle_id,
      cost: row.cost,
      currency: row.currency,
      validFrom: row.valid_from,
      validUntil: row.valid_until,
    }),
  );

async function importFile(session: Session, _options: object, path: string): Promise<Shown> {
  const imported = await importPrices(session.pool(), await readPrices(path), await session.actor());
  if (imported.kind === 'wrong') {
    const names = imported.prices.map(({ route, bundleId }) => `${route} ${bundleId}`).join(', ');
    throw new CliError(`${names}: ${WHY[imported.why]}. Nothing was changed.`);
  }
  return { json: { count: imported.count }, text: `${imported.count} prices added.` };
}

async function readPrices(path: string): Promise<RoutePrice[]> {
  const rows = await readRows(path, Row);
  if (rows.length === 0) throw wrongUsage(`${path} has no lines.`);
  const keys = rows.map(({ route, bundleId, validFrom }) =>
    `${route} ${bundleId} ${validFrom?.toISOString() ?? ''}`.trim(),
  );
  const twice = findRepeated(keys);
  if (twice !== undefined) throw wrongUsage(`${path} has ${twice} twice. Nothing was changed.`);
  return rows;
}
