import { z } from 'zod';
import type { ApiFixture } from './fixture.ts';

const Document = z.object({
  paths: z.record(
    z.string(),
    z.record(
      z.string(),
      z.object({
        operationId: z.string(),
        'x-required-right': z.string(),
        parameters: z.array(z.object({ name: z.string(), in: z.string() })).default([]),
        requestBody: z
          .object({ required: z.boolean().default(true), content: z.record(z.string(), z.unknown()) })
          .optional(),
      }),
    ),
  ),
});

/** One operation of the API as its own document describes it. */
export interface Operation {
  readonly id: string;
  readonly method: string;
  /** With its parameters in braces: /v1/purchases/{purchase_id}. */
  readonly path: string;
  /** The right that it names. */
  readonly right: string;
  readonly pathParameters: readonly string[];
  readonly queryParameters: readonly string[];
  readonly takesJson: boolean;
  readonly needsBody: boolean;
  readonly takesBody: boolean;
}

/** Every operation under /v1, so that tests of all operations include new ones. */
export function operationsOf({ app }: ApiFixture): Operation[] {
  return operationsIn(app.swagger());
}

/** Every operation of an OpenAPI document. */
export function operationsIn(document: unknown): Operation[] {
  const { paths } = Document.parse(document);
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => {
      const named = (place: string) =>
        operation.parameters.filter((each) => each.in === place).map(({ name }) => name);
      return {
        id: operation.operationId,
        method: method.toUpperCase(),
        path,
        right: operation['x-required-right'],
        pathParameters: named('path'),
        queryParameters: named('query'),
        takesBody: operation.requestBody !== undefined,
        needsBody: operation.requestBody?.required === true,
        takesJson: operation.requestBody?.content['application/json'] !== undefined,
      };
    }),
  );
}

/** The address of an operation with these values for its parameters. @throws when one is missing. */
export function addressOf({ path }: Operation, values: Readonly<Record<string, string>>): string {
  return path.replaceAll(/\{([a-z_]+)\}/g, (_whole, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`the test has no value for {${name}} of ${path}`);
    return encodeURIComponent(value);
  });
}

/** Ids that are shaped well and name nothing, so that an operation that is allowed changes nothing. */
export const NOBODY = {
  account_id: 'acc_00000000000000000000000000',
  purchase_id: 'pur_00000000000000000000000000',
  recurring_batch_id: 'rec_00000000000000000000000000',
  batch_id: 'bat_00000000000000000000000000',
  approval_id: 'apr_00000000000000000000000000',
  line: '2',
  event_id: 'evt_00000000000000000000000000',
  endpoint_id: 'wep_00000000000000000000000000',
  key_id: 'key_00000000000000000000000000',
  request_id: 'req_00000000000000000000000000',
  erasure_id: 'era_00000000000000000000000000',
  person_id: 'per_00000000000000000000000000',
  role_id: 'rol_00000000000000000000000000',
  invitation_id: 'inv_00000000000000000000000000',
  session_id: 'ses_00000000000000000000000000',
  network_id: 'net_nobody',
  bundle_id: 'bnd_nobody',
  date: new Date().toISOString().slice(0, 10),
};
