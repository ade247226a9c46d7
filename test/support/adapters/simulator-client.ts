/** The default order, for a number in no table. */
export const ORDER = {
  external_id: 'X1',
  product_id: 1,
  auto_confirm: true,
  credit_party_identifier: { mobile_number: '+2348031234550' },
};

let keys = 0;

/** A plain HTTP client of a simulator, without code of the adapter. Each has a new key by default. */
export function simulatorClient(url: string, key = newKey()) {
  const send = async (path: string, init: RequestInit) => {
    const response = await fetch(`${url}${path}`, {
      ...init,
      headers: { ...init.headers, authorization: basic(key, 'secret') },
    });
    return { status: response.status, headers: response.headers, body: await readJson(response) };
  };

  return {
    key,
    get: (path: string) => send(path, {}),
    post: (path: string, body?: unknown) => send(path, { method: 'POST', ...jsonBody(body) }),
  };
}

/** An order for another number. */
export function numbered(mobile_number: string) {
  return { ...ORDER, credit_party_identifier: { mobile_number } };
}

export function basic(key: string, secret: string): string {
  return `Basic ${Buffer.from(`${key}:${secret}`).toString('base64')}`;
}

/** Text is sent unchanged, so that it need not be JSON. */
export function jsonBody(body: unknown): RequestInit {
  if (body === undefined) return {};
  return {
    headers: { 'content-type': 'application/json' },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  };
}

export async function readJson(response: Response) {
  return JSON.parse(await response.text());
}

function newKey(): string {
  keys += 1;
  return `key${keys}`;
}
