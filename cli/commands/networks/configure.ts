import { readFile } from 'node:fs/promises';
import type { Command } from 'commander';
import { configureNetwork, type NetworkConfig } from '../../../db/networks/config.ts';
import { NetworkFileError, parseNetworkFile } from '../../../services/catalogue/network-file.ts';
import { CliError, wrongUsage } from '../../failure.ts';
import type { Frame } from '../../frame.ts';
import type { Shown } from '../../layout.ts';
import type { Session } from '../../session.ts';

/** `network configure`: adds a network, or changes one. */
export function addNetworkConfigure(network: Command, frame: Frame): void {
  frame
    .changes(
      network,
      'configure <file>',
      'Adds a network or changes it, by a JSON file: prefixes, pace, bundles.',
    )
    .addHelpText(
      'after',
      '\nThe file is described in docs/adding-a-network.md. What it leaves out of an existing network stays.',
    )
    .action(frame.does<object, [string]>(configure));
}

async function configure(session: Session, _options: object, path: string): Promise<Shown> {
  const network = await readNetwork(path);
  const configured = await configureNetwork(session.pool(), network, await session.actor());
  if (configured.kind === 'taken') {
    throw new CliError(`${configured.what} is of ${configured.by}. Nothing was changed.`);
  }
  const { isNew } = configured;
  return {
    json: { network_id: network.id, is_new: isNew, bundles: network.bundles.map(({ id }) => id) },
    text: isNew
      ? `${network.id} is added. Give it a gateway in GATEWAYS_FILE, then start API and worker anew.`
      : `${network.id} is changed; its pace and timeouts hold when the worker is started anew.`,
  };
}

async function readNetwork(path: string): Promise<NetworkConfig> {
  const text = await readFile(path, 'utf8').catch(() => {
    throw wrongUsage(`${path} cannot be read.`);
  });
  try {
    return parseNetworkFile(text);
  } catch (error) {
    if (!(error instanceof NetworkFileError)) throw error;
    throw wrongUsage(`${path} is not usable. ${error.message}\nNothing was changed.`);
  }
}
