/** Networks whose simulator confirms in its answer, where its gateways are set to. */
const BUNDLES = [
  { prefix: '+234803', bundle: 'bnd_mtn_ng_500mb_7d' },
  { prefix: '+234802', bundle: 'bnd_airtel_ng_500mb_7d' },
  { prefix: '+234805', bundle: 'bnd_glo_ng_500mb_7d' },
] as const;

/** Numbers that end in 10 to 69 are delivered as soon as the simulator can. Others may be test numbers: 977 takes 20 minutes. */
const [FIRST_ENDING, ENDINGS] = [10, 60];

let serial = 0;

/** The next number and bundle: 6,000,000 different numbers per network, the networks by turns. */
function nextPurchase(): { readonly phone: string; readonly bundle: string } {
  const { prefix, bundle } = BUNDLES[serial % BUNDLES.length] ?? BUNDLES[0];
  const nth = Math.floor(serial++ / BUNDLES.length);
  const middle = String(Math.floor(nth / ENDINGS) % 100_000).padStart(5, '0');
  return { phone: `${prefix}${middle}${FIRST_ENDING + (nth % ENDINGS)}`, bundle };
}

/** A campaign of this many rows, all delivered immediately. */
export function instantFile(rows: number): string {
  const lines = Array.from({ length: rows }, () => {
    const { phone, bundle } = nextPurchase();
    return `${phone},${bundle}`;
  });
  return ['phone_number,bundle_id', ...lines, ''].join('\n');
}

/** The bytes of requests for immediately delivered bundles, under references that begin with `name`. */
export function instantPurchases(
  { apiUrl, apiKey }: { readonly apiUrl: string; readonly apiKey: string },
  name: string,
): () => string {
  const { hostname } = new URL(apiUrl);
  const head = `POST /v1/purchases HTTP/1.1\r\nHost: ${hostname}\r\nAuthorization: Bearer ${apiKey}\r\nContent-Type: application/json\r\nContent-Length: `;
  return () => {
    const { phone, bundle } = nextPurchase();
    const body = `{"reference":"${name}.${serial}","phone_number":"${phone}","bundle_id":"${bundle}"}`;
    return `${head}${body.length}\r\n\r\n${body}`;
  };
}
