import { describe, expect, it } from 'vitest';
import { bindGateway, PROTOCOLS, parseGateways } from '../../adapters/registry.ts';

const SETTINGS = {
  dtone: { api_key: 'key', api_secret: 'hush' },
  reloadly: {
    auth_url: 'https://auth.example.com',
    client_id: 'id',
    client_secret: 'hush',
    country: { iso: 'NG', calling_code: '234', trunk_prefix: '0' },
  },
  vtpass: { api_key: 'key', secret_key: 'hush' },
  ding: { api_key: 'hush', account: 'ours' },
  pretups: {
    login: 'login',
    password: 'hush',
    gateway_code: 'code',
    network_code: 'NG',
    msisdn: '8031234550',
    pin: '1234',
    time_zone: 'Africa/Lagos',
    country_code: '234',
  },
} as const satisfies Record<(typeof PROTOCOLS)[number]['name'], object>;

const GOOD = [
  ['dtone', '6035'],
  ['dtone', '2147483647'],
  ['reloadly', '341:500:local'],
  ['reloadly', '341:4.99:wallet'],
  ['vtpass', 'mtn-data/mtn-1gb'],
  ['pretups', '1:1000'],
  ['pretups', 'DATA_1GB:99.50'],
  ['ding', 'NG_MT_TopUp:1.25:USD'],
  ['ding', 'NGMT1234:5:EUR'],
] as const;
const BAD = [
  ['dtone', 'mtn-data/mtn-1gb', 'product id'],
  ['dtone', '0', 'product id'],
  ['dtone', '2147483648', 'product id'],
  ['dtone', '6035.5', 'product id'],
  ['reloadly', '341:500', 'operator:amount:local'],
  ['reloadly', '341:5e2:local', 'operator:amount:local'],
  ['reloadly', '6035', 'operator:amount:local'],
  ['vtpass', '6035', 'serviceID/variation_code'],
  ['vtpass', 'mtn-data/', 'serviceID/variation_code'],
  ['pretups', '6035', 'SELECTOR:AMOUNT'],
  ['pretups', '1:', 'SELECTOR:AMOUNT'],
  ['ding', 'NG_MT_TopUp', 'SkuCode:SendValue'],
  ['ding', 'NG_MT_TopUp:1.25', 'SkuCode:SendValue'],
  ['ding', 'NG_MT_TopUp:1e2:USD', 'SkuCode:SendValue'],
] as const;

function gatewayOf(protocol: keyof typeof SETTINGS) {
  const live = { protocol, base_url: 'https://gateway.example.com', ...SETTINGS[protocol] };
  const { networks } = parseGateways(JSON.stringify({ networks: { net_a: { live } } }));
  const settings = networks.net_a?.live ?? null;
  if (settings === null) throw new TypeError('no gateway was read');
  return bindGateway(settings);
}

describe('the product code of a bundle', () => {
  it('is known in a good and a bad form for every protocol', () => {
    const names = PROTOCOLS.map(({ name }) => name).toSorted();
    for (const table of [GOOD, BAD]) {
      expect([...new Set(table.map(([protocol]) => protocol))].toSorted()).toEqual(names);
    }
  });

  it.each(GOOD)('of %s may be %s', (protocol, productCode) => {
    expect(gatewayOf(protocol).checkProductCode(productCode)).toBeNull();
  });

  it.each(BAD)('of %s may not be %s, and the words say what it should be', async (protocol, code, words) => {
    const gateway = gatewayOf(protocol);
    const misfit = gateway.checkProductCode(code);
    expect(misfit).toContain(words);

    const adapter = gateway.connect();
    const request = {
      gatewayReference: 'pur_01j9zs1y8gvzbq1gkx4wq0e5n7',
      phoneNumber: '+2348031234550',
      productCode: code,
      firstSentAt: new Date(),
    };
    // Refused before any connection: the address leads nowhere.
    const outcome = await adapter.submit(request, { signal: AbortSignal.timeout(10_000) });
    await adapter.close();
    expect(outcome).toMatchObject({ kind: 'refused', code: 'bundle_unavailable' });
    expect(outcome).toMatchObject({ gatewayCode: `not sent: the product code ${misfit}` });
  });
});
