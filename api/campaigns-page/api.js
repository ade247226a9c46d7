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

/** A client of the API with one key, which only this closure keeps. @param {string} key */
export function createApi(key) {
  const authorization = `Bearer ${key}`;

  async function call(method, path, accept = 'application/json', body = null) {
    let answer;
    try {
      const type = body === null ? {} : { 'content-type': 'application/json' };
      const headers = { authorization, accept, ...type };
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
    command: async (id, name, body = null) =>
      (await call('POST', `/v1/batches/${id}/${name}`, 'application/json', body)).json(),
    /** The results as a file that Excel opens, with amounts as people write them. @param {'xlsx' | 'csv'} form */
    results: async (id, query, form) => {
      const parameters = new URLSearchParams({ ...query, amounts: 'major', bom: 'true' });
      return fileOf(await call('GET', `/v1/batches/${id}/rows?${parameters}`, FILES[form]));
    },
    /** A workbook to fill in. */
    template: async () => fileOf(await call('GET', '/v1/batches/template', FILES.xlsx)),
    upload: (file, parameters, onProgress, signal) =>
      upload(authorization, file, parameters, onProgress, signal),
  };
}

/** Sends the file as it is. The browser streams it from disk; only XMLHttpRequest reports the progress of an upload. */
function upload(authorization, file, parameters, onProgress, signal) {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', `/v1/batches?${new URLSearchParams(parameters)}`);
    request.setRequestHeader('authorization', authorization);
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
