/** Where the gateway of net_mtn calls back. */
export const CALLBACK_PATH = '/gateways/net_mtn/callbacks/token';

/** Uses the protocol with the fewest settings; the test provides the adapter. */
export const GATEWAYS_FILE = JSON.stringify({
  networks: {
    net_mtn: {
      live: {
        protocol: 'dtone',
        base_url: 'https://gateway.test',
        callback_url: `https://bundlewire.test${CALLBACK_PATH}`,
        api_key: 'key',
        api_secret: 'secret',
      },
    },
  },
});
