import type { Command } from 'commander';
import { z } from 'zod';
import { type BundleRow, importBundles, withdrawBundle } from '../../../db/networks/bundle-import.ts';
import { findRepeated, readRows } from '../../csv-rows.ts';
import { CliError, wrongUsage } from '../../failure.ts';
import type { Frame } from '../../frame.ts';
import type { Shown } from '../../layout.ts';
import type { Session } from '../../session.ts';
import { addBundlePrices } from './bundle-prices.ts';
import { addBundleRoutes } from './route.ts';

const WHOLE = z.coerce.number().int().min(1).max(2_147_483_647);

/** A row of the file. */
const Row = z
  .object({
    bundle_id: z.string().regex(/^bnd_[a-z0-9_]{1,60}$/, 'must be bnd_ and lower-case letters, digits or _'),
    network_id: z.string().regex(/^net_[a-z0-9_]{1,40}$/, 'must be net_ and lower-case letters, digits or _'),
    name: z.string().min(1).max(200),
    data_mb: WHOLE,
    validity_hours: WHOLE,
    product_code: z.string().min(1).max(100),
  })
  .transform(
    (row): BundleRow => ({
      id: row.bundle_id,
      networkId: row.network_id,
      name: row.name,
      dataMb: row.data_mb,
      validityHours: row.validity_hours,
      productCode: row.product_code,
    }),
  );

const COLUMNS = `
The file is CSV with the columns bundle_id, network_id, name, data_mb (1 GB is 1024), validity_hours and product_code
(the gateway's code). Existing bundles are changed, and withdrawn ones are sold again. The import takes all rows or none.
Purchases keep the bundle as it was. An account can buy a bundle once it has a price: see account prices.`;

/** `bundle`: what networks sell. */
export function addBundleCommands(program: Command, frame: Frame): void {
  const bundle = program.command('bundle').description('The bundles of networks.');
  frame
    .changes(bundle, 'import <file>', 'Adds and changes bundles from a CSV file.')
    .addHelpText('after', COLUMNS)
    .action(frame.does<object, [string]>(importFile));
  frame
    .destroys(
      bundle,
      'withdraw <bundle>',
      'Stops selling a bundle to all accounts. Existing purchases continue.',
    )
    .action(frame.does<object, [string]>(withdraw));
  addBundleRoutes(bundle, frame);
  addBundlePrices(bundle, frame);
}

async function importFile(session: Session, _options: object, path: string): Promise<Shown> {
  const bundles = await readBundles(path);
  const imported = await importBundles(session.pool(), bundles, await session.actor());
  switch (imported.kind) {
    case 'unknown_networks':
      throw new CliError(`There is no network ${imported.networkIds.join(', ')}. Nothing was changed.`);
    case 'moved_networks':
      throw new CliError(
        `${imported.bundleIds.join(', ')} would move to another network. Use a new bundle id. Nothing was changed.`,
      );
    case 'imported':
      return {
        json: { added: imported.added, changed: imported.changed },
        text: `${imported.added} bundles added, ${imported.changed} changed.`,
      };
  }
}

async function readBundles(path: string): Promise<BundleRow[]> {
  const bundles = await readRows(path, Row);
  const twice = findRepeated(bundles.map(({ id }) => id));
  if (twice !== undefined) throw wrongUsage(`${path} lists ${twice} twice. Nothing was changed.`);
  if (bundles.length === 0) throw wrongUsage(`${path} has no rows. Nothing was changed.`);
  return bundles;
}

async function withdraw(session: Session, _options: object, bundleId: string): Promise<Shown> {
  await session.confirm(`No account can buy ${bundleId} from now on.`);
  if (!(await withdrawBundle(session.pool(), bundleId, await session.actor()))) {
    throw new CliError(`No bundle ${bundleId} is on sale. Nothing was changed.`);
  }
  return { json: { id: bundleId, withdrawn: true }, text: `${bundleId} is withdrawn.` };
}
