import { type Body, type Document, listOperations, type Operation, type Schemas } from './document.ts';
import { inOrder, makeExample } from './examples.ts';
import { completeResponses, HEADERS } from './responses.ts';
import { openAnswers, readSchemas, tidySchemas, withoutUnusedSchemas } from './schemas.ts';
import { describeResentEvent, describeWebhooks } from './webhooks.ts';

/**
 * Completes the document that is generated from the routes' schemas with what all routes share: headers, error codes,
 * examples and webhooks. A route declares only its own parameters, body and answers.
 * @param hasWebhooks whether the readers of the document receive webhooks.
 */
export function completeDocument(generated: Document, hasWebhooks = true): Document {
  const document = openAnswers(tidySchemas(generated));
  const schemas = readSchemas(document);
  for (const { operation } of listOperations(document)) completeOperation(operation, schemas);
  for (const schema of Object.values(schemas)) {
    if (schema.examples !== undefined)
      schema.examples = schema.examples.map((example) => inOrder(example, schema, schemas));
  }
  return withoutUnusedSchemas({
    ...document,
    ...(hasWebhooks ? { webhooks: describeWebhooks(schemas) } : {}),
    components: { ...document.components, headers: HEADERS },
  });
}

function completeOperation(operation: Operation, schemas: Schemas): void {
  const body = operation['x-request-body'] ?? operation.requestBody;
  if (body !== undefined) operation.requestBody = withExamples(body, schemas);
  // Readers of the reference run samples as they are: an example would be sent as a filter.
  for (const parameter of operation.parameters ?? [])
    if (parameter.in === 'query' && parameter.required !== true) delete parameter.example;
  operation.responses = completeResponses(operation, schemas);
  if (operation.operationId === 'resendEvent') operation.callbacks = describeResentEvent();
  delete operation['x-request-body'];
}

function withExamples(body: Body, schemas: Schemas): Body {
  const { isOptional, required } = requiredBody(body);
  const content = Object.entries(required.content).map(([type, media]) => {
    const hasNone = media.example === undefined && media.examples === undefined && media.schema !== undefined;
    return [type, hasNone ? { ...media, example: makeExample(media.schema ?? {}, schemas) } : media];
  });
  return { ...required, required: !isOptional, content: Object.fromEntries(content) };
}

/** A body that may be left out is `null` for the validator; the document has it as optional, and without `null`. */
function requiredBody(body: Body): { readonly isOptional: boolean; readonly required: Body } {
  const media = body.content['application/json'];
  const [schema, nothing, ...others] = media?.schema?.anyOf ?? [];
  if (schema === undefined || nothing?.type !== 'null' || others.length > 0)
    return { isOptional: false, required: body };
  return { isOptional: true, required: { ...body, content: { 'application/json': { ...media, schema } } } };
}
