import { type CallOptions, type Calls, json } from '../calls.ts';
import type { Listing } from '../listing.ts';
import type {
  ApiKey,
  ApiKeyWithSecret,
  CreateApiKey,
  ListApiKeysQuery,
  RotateApiKey,
  UpdateApiKey,
} from '../types.ts';

/**
 * API keys of your account. Needs the rights `keys:read` and `keys:write`. Requests of `create` and `rotate` are not sent again
 * after a lost answer, because their answer is the only one that has the new key.
 */
export interface ApiKeys {
  /**
   * Creates a key, which works immediately. The answer has the key itself, which is never shown again.
   * @throws ApiError `permission_denied` for rights that you do not have, `api_key_limit` for the 101st key that works.
   * @throws NoAnswerError when the answer was lost. List the keys, and revoke the one that you do not have.
   */
  create(key: CreateApiKey, options?: CallOptions): Promise<ApiKeyWithSecret>;
  get(id: string, options?: CallOptions): Promise<ApiKey>;
  /** Newest first, including keys that expired or were revoked. */
  list(query?: Omit<ListApiKeysQuery, 'cursor'>): Listing<ApiKey>;
  /** Changes the fields that you give, within a second. */
  update(id: string, changes: UpdateApiKey, options?: CallOptions): Promise<ApiKey>;
  /**
   * Replaces the key. The answer has the new one, which is never shown again. The former key works too for `overlap_seconds`, a
   * day by default. If you rotate the key of this client, keep an overlap.
   * @throws ApiError `secret_rotation_under_way` while a former key works, unless `overlap_seconds` is 0.
   * @throws NoAnswerError when the answer was lost. If the key then has `former_key_until`, rotate it again with
   *   `overlap_seconds` 0.
   */
  rotate(id: string, rotation?: RotateApiKey, options?: CallOptions): Promise<ApiKeyWithSecret>;
  /** Ends the key forever, within a second. To revoke it again changes nothing. */
  revoke(id: string, options?: CallOptions): Promise<ApiKey>;
}

const PATH = '/v1/api-keys';
const CREATED =
  'The key may have been created. List the keys, and revoke the one that you do not have. Then create another.';
const ROTATED =
  'The key may have been replaced. Read it: if it has former_key_until, the former key works until then. Rotate it again with overlap_seconds 0.';

export function createApiKeys({ get, list, post, change }: Calls): ApiKeys {
  const at = (id: string, more = '') => `${PATH}/${encodeURIComponent(id)}${more}`;
  const sendOnce = async (path: string, body: object, ifLost: string, options: CallOptions | undefined) =>
    (await post<ApiKeyWithSecret>({ path, body: json(body), ifLost }, options)).body;
  return {
    create: (key, options) => sendOnce(PATH, key, CREATED, options),
    get: (id, options) => get(at(id), options),
    list: (query) => list(PATH, query),
    update: (id, body, options) => change('PATCH', at(id), { ...options, body }),
    rotate: (id, rotation = {}, options) => sendOnce(at(id, '/rotate'), rotation, ROTATED, options),
    revoke: async (id, options) => (await post<ApiKey>({ path: at(id, '/revoke') }, options)).body,
  };
}
