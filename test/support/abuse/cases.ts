import { MTN_BUNDLE } from '../api/fixture.ts';
import { order } from '../api/http.ts';
import type { Load } from './load.ts';
import type { AbuseSetting } from './setting.ts';

/** One kind of abuse, and the answers that show that it took place. */
export interface AbuseCase {
  readonly name: string;
  readonly load: (setting: AbuseSetting) => Load;
  /** Statuses of the answers, and how often each round has them at least. */
  readonly served: Readonly<Record<string, number>>;
  /** Other statuses that are correct answers to this abuse. */
  readonly refused?: readonly string[];
  /** The least number of bytes that each round receives. */
  readonly bytes?: number;
}

const MB = 1_000_000;
const get = { method: 'GET', headers: {}, reads: 'to_the_end' } as const;
const HEADER = 'phone_number,bundle_id,metadata.note\n';
/** As many requests as fit into one packet; the API rejects more on one connection. */
const unread = { reads: 'never', connections: 100, pipelined: 64 } as const;

const MANY_KEYS = Object.fromEntries(Array.from({ length: 5_000 }, (_, at) => [`key-${at}`, 'x']));

const keyOf = ({ abuser }: AbuseSetting) => ({ authorization: `Bearer ${abuser.key}` });

function list(name: string, path: string, bytes: number): AbuseCase[] {
  const load = (setting: AbuseSetting): Load => ({
    ...get,
    url: `${setting.url}/v1/${path.replace('{wide}', setting.batches.wide)}`,
    headers: keyOf(setting),
    connections: 16,
  });
  return [
    { name: `another lists ${name} again and again`, load, served: { 200: 20 }, refused: ['429'], bytes },
    {
      name: `another lists ${name} and never reads the answers`,
      load: (setting) => ({ ...load(setting), ...unread }),
      served: { 200: 10 },
      refused: ['429'],
    },
  ];
}

function download(name: string, path: (setting: AbuseSetting) => string, bytes: number): AbuseCase {
  return {
    name: `another downloads ${name} again and again`,
    load: (setting) => ({
      ...get,
      url: `${setting.url}/v1/${path(setting)}`,
      headers: { ...keyOf(setting), accept: 'text/csv' },
      connections: 16,
    }),
    served: { 200: 1 },
    refused: ['429'],
    bytes,
  };
}

function upload(name: string, text: string, times: number, connections = 4): AbuseCase {
  return {
    name: `another uploads ${name}`,
    load: (setting) => ({
      method: 'POST',
      reads: 'to_the_end',
      url: `${setting.url}/v1/batches?reference=abuse-{serial}&start=manual`,
      headers: { ...keyOf(setting), 'content-type': 'text/csv' },
      body: { head: HEADER, text, times },
      connections,
    }),
    served: { 201: 1 },
    refused: ['429'],
  };
}

export const ABUSE: readonly AbuseCase[] = [
  download('wide results', ({ batches }) => `batches/${batches.wide}/rows`, 5 * MB),
  download('results of many rows', ({ batches }) => `batches/${batches.many}/rows`, MB),
  download('its statement', () => `statements/${new Date().toISOString().slice(0, 10)}/lines`, 100),
  {
    name: 'another never reads the results that it asks for',
    load: (setting) => ({
      ...get,
      ...unread,
      url: `${setting.url}/v1/batches/${setting.batches.wide}/rows`,
      headers: { ...keyOf(setting), accept: 'text/csv' },
    }),
    served: { 200: 1 },
    refused: ['429'],
  },
  ...list('wide rows', 'batches/{wide}/rows?limit=100', MB),
  ...list('purchases with the most metadata', 'purchases?limit=100', MB),
  ...list('events of such purchases', 'events?limit=100', MB),
  ...list('batches with many errors', 'batches?limit=100', MB),
  {
    name: 'another sends purchases with thousands of metadata keys',
    load: (setting) => ({
      method: 'POST',
      reads: 'to_the_end',
      url: `${setting.url}/v1/purchases`,
      headers: { ...keyOf(setting), 'content-type': 'application/json' },
      body: { text: JSON.stringify(order({ metadata: MANY_KEYS })), times: 1 },
      connections: 16,
    }),
    served: { 400: 20 },
    refused: ['429'],
  },
  {
    name: 'someone loads the API reference again and again',
    load: ({ url }) => ({ ...get, url: `${url}/docs/js/scalar.js`, connections: 16 }),
    served: { 200: 1 },
    refused: ['429'],
  },
  {
    name: 'someone asks for the API reference and never reads it',
    // Within the limit of an address, above which a whole burst is rejected.
    load: ({ url }) => ({
      ...get,
      ...unread,
      url: `${url}/docs/js/scalar.js`,
      connections: 3,
      pipelined: 8,
    }),
    served: { 200: 3 },
    refused: ['429'],
  },
  {
    name: 'someone asks for the OpenAPI document in pipelines and never reads it',
    load: ({ url }) => ({ ...get, ...unread, url: `${url}/openapi.json`, pipelined: 500 }),
    served: { 200: 1 },
    refused: ['429'],
  },
  {
    name: 'readiness is probed without a pause',
    load: ({ probes }) => ({ ...get, url: `${probes}/readyz`, connections: 4 }),
    served: { 200: 20 },
  },
  {
    name: 'metrics are read without a pause',
    load: ({ probes }) => ({ ...get, url: `${probes}/metrics`, connections: 4 }),
    served: { 200: 20 },
  },
  {
    name: 'someone tries made-up keys',
    load: ({ url }) => ({ ...get, url: `${url}/v1/balance`, connections: 16, madeUpKeys: true }),
    served: { 401: 20 },
    refused: ['429'],
  },
  upload('a megabyte of blank lines', '\n', 1_000_000),
  upload('short lines', 'x\n', 500_000),
  upload('rows that end with a comma', `+2348031234567,${MTN_BUNDLE},,\n`, 20_000),
  upload('wide rows', `+2348031234567,${MTN_BUNDLE},${'x'.repeat(60_000)}\n`, 100),
  upload('many files in parallel', `+2348031234567,${MTN_BUNDLE},\n`, 1, 32),
];
