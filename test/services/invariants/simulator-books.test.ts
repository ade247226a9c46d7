import { afterEach, beforeEach, expect, it } from 'vitest';
import { createSimulator, type Simulator } from '../../../adapters/dtone/simulator/server.ts';
import { createAdapters, parseGateways } from '../../../adapters/registry.ts';
import { newId } from '../../../domain/crypto/new-id.ts';
import { toGatewayReference } from '../../../domain/purchase/gateway-reference.ts';
import { BookUnreadable } from '../../../services/invariants/book.ts';
import { readSimulatorBooks } from '../../../services/invariants/simulator-books.ts';

let simulator: Simulator;

beforeEach(async () => {
  simulator = await createSimulator({ timeScale: 0.01 });
});

afterEach(async () => {
  await simulator.close();
});

function gatewaysOf(url: string) {
  const account = (apiKey: string) => ({
    protocol: 'dtone',
    base_url: `${url}/v1`,
    api_key: apiKey,
    api_secret: 'secret',
  });
  return parseGateways(
    JSON.stringify({
      networks: {
        net_mtn_ng: { live: account('live-key'), test: account('test-key') },
        net_glo_ng: { live: account('live-key'), test: null },
        net_real: { live: { ...account('real'), base_url: 'https://gateway.invalid/v1' }, test: null },
      },
    }),
  );
}

it('reads one book per customer with its networks, and never calls a gateway that is not a simulator', async () => {
  const gateways = gatewaysOf(simulator.url);
  const adapters = createAdapters(gateways);
  const gatewayReference = toGatewayReference(newId('pur'));
  const request = {
    gatewayReference,
    phoneNumber: '+2348031234567',
    productCode: '1',
    firstSentAt: new Date(),
  };
  await adapters.adapterFor('net_mtn_ng', true)?.submit(request, { signal: AbortSignal.timeout(60_000) });
  await expect.poll(() => simulator.book('live-key').totals.deliveries).toBe(1);

  const books = await readSimulatorBooks(gateways, { dtone: simulator.url });
  expect(books).toEqual([
    {
      name: 'dtone',
      covers: [
        { networkId: 'net_mtn_ng', livemode: true },
        { networkId: 'net_glo_ng', livemode: true },
      ],
      deliveries: [{ gatewayReference, submits: 1, deliveries: 1, reversed: false }],
    },
    { name: 'dtone', covers: [{ networkId: 'net_mtn_ng', livemode: false }], deliveries: [] },
  ]);
  await adapters.closeAll();
});

it('says which simulator did not answer', async () => {
  const { url } = simulator;
  const gateways = gatewaysOf(url);
  await simulator.close();
  const reading = readSimulatorBooks(gateways, { dtone: url });
  await expect(reading).rejects.toThrow(BookUnreadable);
  await expect(reading).rejects.toThrow(/simulator dtone .* did not answer with its book/);
});
