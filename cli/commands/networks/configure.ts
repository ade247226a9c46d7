import { readFile } from 'node:fs/promises';
import type { Command } from 'commander';
import { configureNetwork, type NetworkConfig } from '../../../db/networks/config.ts';
import { NetworkFileError, parseNetworkFile } from '../../../services/catalogue/network-file.ts';
import { CliError, wrongUsage } from '../../failure.ts';
import type { Frame } from '../../frame.ts';
import type { Shown } from '../../layout.ts';
import type { Session } from '../../session.ts';

/** `network configure`: adds or changes a network. */
export function addNetworkConfigure(network: Command, frame: Frame): void {
  frame
    .changes(
      network,
      'configure <file>',
      'Adds or changes a network from a JSON file: prefixes, pace, bundles.',
    )
    .addHelpText(
      'after',
      '\nSee docs/operating/adding-a-network.md for the file. If the network exists, values that the file leaves out do not change.',
    )
    .action(frame.does<object, [string]>(configure));
}

async function configure(session: Session, _options: object, path: string): Promise<Shown> {
  const network = await readNetwork(path);
  const configured = await configureNetwork(session.pool(), network, await session.actor());
  if (configured.kind === 'taken') {
    throw new CliError(`${configured.what} already belongs to ${configured.by}. Nothing was changed.`);
  }
  const { isNew } = configured;
  return {
    json: { network_id: network.id, is_new: isNew, bundles: network.bundles.map(({ id }) => id) },
    text: isNew
      ? `Added ${network.id}. Add its gateway to GATEWAYS_FILE, then restart the API and the worker.`
      : `Changed ${network.id}. Restart the worker to apply its pace and timeouts.`,
  };
}

async function readNetwork(path: string): Promise<NetworkConfig> {
  const text = await readFile(path, 'utf8').catch(() => {
    throw wrongUsage(`${path} cannot be read. Check the path.`);
  });
  try {
    return parseNetworkFile(text);
  } catch (error) {
    if (!(error instanceof NetworkFileError)) throw error;
    throw wrongUsage(`${path} cannot be used. ${error.message}\nNothing was changed.`);
  }
}
