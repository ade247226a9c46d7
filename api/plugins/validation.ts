import type { FastifySchemaCompiler } from 'fastify';
import type { z } from 'zod';
import { FIELD_RULES, SHAPE_RULES } from '../../contract/field-rules.ts';
import { type ApiError, apiError } from './api-error.ts';

type Issue = z.core.$ZodIssue;
type RawIssue = z.core.$ZodRawIssue;

const MISSING = 'is missing';

/** Names that the client sent are shown up to this length, so that an answer is never as long as the request. */
const SHOWN_CHARS = 40;

const TYPES: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
};

/** Validates bodies and queries by their zod schemas. The first error becomes an ApiError that names the field. */
export const validatorCompiler: FastifySchemaCompiler<z.ZodType> =
  ({ schema, httpPart }) =>
  (data) => {
    // The wording of a schema takes precedence.
    const result = schema.safeParse(data, { error: wordIssue });
    if (result.success) return { value: result.data };
    const [issue] = result.error.issues;
    if (issue === undefined) return { error: apiError('body_not_object') };
    return {
      error:
        httpPart === 'querystring' && isRepeated(data, issue) ? toRepeated(issue) : toError(issue, httpPart),
    };
  };

/** The end of a sentence that begins with the field's name. */
function wordIssue(issue: RawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? MISSING : SHAPE_RULES.type(TYPES[issue.expected] ?? issue.expected);
    case 'invalid_value':
      return SHAPE_RULES.one_of(issue.values.map(String));
    case 'invalid_format':
      return issue.format === 'datetime' ? FIELD_RULES.date_time : SHAPE_RULES.other;
    case 'too_big':
      return SHAPE_RULES.longest(Number(issue.maximum));
    case 'too_small':
      return SHAPE_RULES.not_empty;
    case 'invalid_key':
      return issue.issues[0]?.message ?? SHAPE_RULES.other;
    default:
      return SHAPE_RULES.other;
  }
}

/** Whether the query has the parameter of an issue several times, which no operation takes. */
function isRepeated(query: unknown, { path: [name] }: Issue): boolean {
  if (typeof query !== 'object' || query === null || name === undefined) return false;
  return Object.entries(query).some(([key, value]) => key === name && Array.isArray(value));
}

function toRepeated(issue: Issue): ApiError {
  const field = String(issue.path[0] ?? '').slice(0, SHOWN_CHARS);
  return apiError('field_invalid', { values: { field, rule: SHAPE_RULES.once }, param: field });
}

function toError(issue: Issue, httpPart: string | undefined): ApiError {
  if (issue.code === 'unrecognized_keys') {
    const field = (issue.keys[0] ?? '').slice(0, SHOWN_CHARS);
    return apiError('field_unknown', {
      values: { field: field || '""' },
      ...(field === '' ? {} : { param: field }),
    });
  }
  const field = String(issue.path[0] ?? '').slice(0, SHOWN_CHARS);
  if (field === '') return apiError('body_not_object');
  if (issue.message === MISSING) return apiError('field_missing', { values: { field }, param: field });
  if (field === 'phone_number') {
    // An unencoded + in a query means a space.
    const example = httpPart === 'querystring' ? '%2B2348031234567 (+ written as %2B)' : '+2348031234567';
    return apiError('phone_number_invalid', { values: { example } });
  }
  return apiError('field_invalid', { values: { field, rule: issue.message }, param: field });
}
