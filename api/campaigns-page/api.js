/** A request that the API rejected. `status` is 0 if the API could not be reached. */
export class Refused extends Error {
  constructor(status, code, message, details = {}) {
    super(message);
    this.status = status;
    this.code = code;
    this.details = details;
  }
}

const UNREACHABLE = 'The service cannot be reached at the moment.';
const KEY_INVALID = 'This key is not valid. Check that you copied all of it.';

const FILES = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv',
};

/** The headers of requests with a key, which only the client that gets them keeps. @param {string} key */
export const withKey = (key) => ({ authorization: `Bearer ${key}` });

/** The headers of requests for an account of the person who is signed in with this browser. @param {string} account its id */
export const withSession = (account) => ({ 'bundlewire-account': account });

/** Who is signed in with this browser, and the accounts that the person may use now; null for no one. */
export async function readPerson() {
  const answer = await fetch('/v1/auth/session', { cache: 'no-store' }).catch(() => null);
  if (answer === null || !answer.ok) return null;
  const { person, accounts } = await answer.json();
  if (person === null) return null;
  return { email: person.email, accounts: accounts.filter(({ rights }) => rights.includes('batches:read')) };
}

/** A client of the API. @param {Record<string, string>} access headers of `withKey` or `withSession` */
export function createApi(access) {
  async function call(method, path, accept = 'application/json', body = null) {
    let answer;
    try {
      const type = body === null ? {} : { 'content-type': 'application/json' };
      const headers = { ...access, accept, ...type };
      const content = body === null ? {} : { body: JSON.stringify(body) };
      answer = await fetch(path, { method, headers, cache: 'no-store', ...content });
    } catch {
      throw new Refused(0, 'unreachable', UNREACHABLE);
    }
    if (!answer.ok) throw refusalOf(answer.status, await answer.text());
    return answer;
  }
  const read = async (path) => (await call('GET', path)).json();

  return {
    balance: () => read('/v1/balance'),
    /** Codes of the countries of the account's networks. */
    countries: async () => {
      const { data } = await read('/v1/networks?limit=100');
      return [...new Set(data.map(({ country }) => country))].sort();
    },
    batches: (cursor) => read(`/v1/batches?limit=10${cursor ? `&cursor=${encodeURIComponent(cursor)}` : ''}`),
    batch: (id) => read(`/v1/batches/${id}`),
    rows: (id, query) => read(`/v1/batches/${id}/rows?${new URLSearchParams(query)}`),
    breakdown: (id) => read(`/v1/batches/${id}/breakdown`),
    /** Names of networks and bundles by id, of the first 100 each. */
    names: async () => {
      const lists = await Promise.all(['networks', 'bundles'].map((kind) => read(`/v1/${kind}?limit=100`)));
      return new Map(lists.flatMap(({ data }) => data.map(({ id, name }) => [id, name])));
    },
    command: async (id, name, body = null) =>
      (await call('POST', `/v1/batches/${id}/${name}`, 'application/json', body)).json(),
    /** The results as a file that Excel opens, with amounts as people write them. @param {'xlsx' | 'csv'} form */
    results: async (id, query, form) => {
      const parameters = new URLSearchParams({ ...query, amounts: 'major', bom: 'true' });
      return fileOf(await call('GET', `/v1/batches/${id}/rows?${parameters}`, FILES[form]));
    },
    /** A workbook to fill in. */
    template: async () => fileOf(await call('GET', '/v1/batches/template', FILES.xlsx)),
    upload: (file, parameters, onProgress, signal) => upload(access, file, parameters, onProgress, signal),
  };
}

/** Sends the file as it is. The browser streams it from disk; only XMLHttpRequest reports the progress of an upload. */
function upload(access, file, parameters, onProgress, signal) {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', `/v1/batches?${new URLSearchParams(parameters)}`);
    for (const [name, value] of Object.entries(access)) request.setRequestHeader(name, value);
    request.setRequestHeader('content-type', 'text/csv');
    request.upload.onprogress = ({ loaded, total }) => onProgress(loaded, total);
    request.onerror = () =>
      reject(new Refused(0, 'unreachable', `${UNREACHABLE} The file was not uploaded.`));
    request.onabort = () =>
      reject(new Refused(0, 'stopped', 'Upload stopped. Nothing of the file was kept.'));
    request.onload = () => {
      if (request.status >= 300) reject(refusalOf(request.status, request.responseText));
      else resolve(JSON.parse(request.responseText));
    };
    signal.addEventListener('abort', () => request.abort());
    request.send(file);
  });
}

/** A file and the name that the API gives it. */
async function fileOf(answer) {
  const header = answer.headers.get('content-disposition') ?? '';
  const encoded = /filename\*=UTF-8''([^;]+)/.exec(header)?.[1];
  const name = encoded ? decodeURIComponent(encoded) : /filename="([^"]+)"/.exec(header)?.[1];
  return { name: name ?? 'download', content: await answer.blob() };
}

function refusalOf(status, text) {
  try {
    const { code, message, details } = JSON.parse(text).error;
    return new Refused(status, code, status === 401 ? KEY_INVALID : message, details);
  } catch {
    return new Refused(status, 'unknown', `The service failed (HTTP ${status}). Try again.`);
  }
}
