import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Document, Response } from '../../../api/documentation/document.ts';

/** An answer of an operation, as it is sent. */
export interface SentAnswer {
  /** In lower case. */
  readonly method: string;
  /** The path of the document: /v1/purchases/{purchase_id}. */
  readonly path: string;
  readonly status: number;
  /** Null if the answer has no body. */
  readonly contentType: string | null;
  /** Null if it is sent in parts. */
  readonly body: string | null;
}

/** Finds what an OpenAPI document does not say of an answer: its status, its content type, or the form of its JSON. */
export interface AnswerCheck {
  /** A sentence that names the operation, the status and the place of the fault; null if the answer fits. */
  faultOf(answer: SentAnswer): string | null;
}

/** Schemas are compiled when the first answer of their operation and status comes. */
export function createAnswerCheck(document: Document): AnswerCheck {
  const ajv = new Ajv2020({ strict: false, formats: FORMATS, logger: false });
  ajv.addSchema({ $id: ROOT, components: document.components });
  const compiled = new Map<string, ValidateFunction>();
  return {
    faultOf({ method, path, status, contentType, body }) {
      const operation = document.paths[path]?.[method];
      // Some routes are not for programs. A wrong method at /v1/batches/template reaches the route of /v1/batches/{batch_id}.
      if (operation === undefined || status === 405) return null;
      const name = `${operation.operationId} (${method.toUpperCase()} ${path})`;
      const response = operation.responses?.[status];
      if (response === undefined) return `${name} answered ${status}, which the document does not have.`;
      if (contentType === null) return null;
      const type = contentType.split(';', 1)[0] ?? '';
      const schema = schemaOf(response, type);
      if (schema === null)
        return `${name} answered ${status} with ${type}, which the document does not have for this status.`;
      if (type !== 'application/json' || body === null) return null;
      const key = `${method} ${path} ${status}`;
      const validate = once(compiled, key, () => ajv.compile(inDocument(schema)));
      if (validate(JSON.parse(body))) return null;
      const { instancePath = '', message = 'does not fit' } = validate.errors?.[0] ?? {};
      return `${name} answered ${status}, and ${instancePath || 'the body'} ${message} by the document.`;
    },
  };
}

const ROOT = 'https://document.test/';

/** Those that the document uses, and by which programs parse values. */
const FORMATS = {
  'date-time': /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/,
  date: /^\d{4}-\d\d-\d\d$/,
};

function schemaOf({ content = {} }: Response, type: string): object | null {
  const media = content[type];
  return media === undefined ? null : (media.schema ?? {});
}

/** References of the document are to its components. */
function inDocument(schema: object): object {
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/components/', `"${ROOT}#/components/`));
}

/** What a map has for a key, made when it is first needed. */
function once<T>(map: Map<string, T>, key: string, make: () => T): T {
  const made = map.get(key) ?? make();
  map.set(key, made);
  return made;
}

/** Answers of an app that do not fit its document. */
export interface WatchedAnswers {
  /** Watches the routes that are registered after this call. */
  attach(app: FastifyInstance): void;
  /** @throws Error with a sentence for each kind of answer that did not fit. */
  verify(): void;
}

/** @param further what else is attached to the app. */
export function watchAnswers(further?: { attach(app: FastifyInstance): void }): WatchedAnswers {
  const faults = new Set<string>();
  return {
    attach(app) {
      const checks = new Map<string, AnswerCheck>();
      const checkOf = ({ routeOptions: { config } }: FastifyRequest): AnswerCheck =>
        config.staffRight === undefined
          ? once(checks, 'client', () => createAnswerCheck(asServed(app.swagger())))
          : once(checks, 'staff', () => createAnswerCheck(asServed(app.staffDocument())));
      app.addHook('onRoute', (route) => {
        if (route.config?.right === undefined && route.config?.staffRight === undefined) return;
        // Of a route, because such hooks come last and see what is sent.
        route.onSend = [route.onSend ?? []].flat().concat((request, reply, payload, done) => {
          const fault = isOfOtherAccount(request, reply)
            ? null
            : checkOf(request).faultOf(answerOf(request, reply, payload));
          if (fault !== null) faults.add(fault);
          done(null, payload);
        });
      });
      further?.attach(app);
    },
    verify() {
      if (faults.size > 0) throw new Error([...faults].join('\n'));
    },
  };
}

/** People name the account in a header, and programs do not: an account of others is unknown before the operation begins. */
function isOfOtherAccount({ headers }: FastifyRequest, { statusCode }: FastifyReply): boolean {
  return statusCode === 404 && headers.authorization === undefined;
}

function answerOf(
  { method, routeOptions }: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
): SentAnswer {
  const isEmpty = payload === undefined || payload === null || payload === '';
  return {
    method: method.toLowerCase(),
    path: (routeOptions.url ?? '').replaceAll(/:([a-z_]+)/g, '{$1}'),
    status: reply.statusCode,
    contentType: isEmpty ? null : String(reply.getHeader('content-type')),
    body: typeof payload === 'string' ? payload : null,
  };
}

/** What JSON leaves out is not there. */
function asServed(document: unknown): Document {
  return JSON.parse(JSON.stringify(document));
}
