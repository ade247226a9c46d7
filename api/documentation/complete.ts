import { type Body, type Document, listOperations, type Operation, type Schemas } from './document.ts';
import { makeExample } from './examples.ts';
import { completeResponses, HEADERS, METHOD_NOT_ALLOWED } from './responses.ts';
import { readSchemas, tidySchemas, withoutUnusedSchemas } from './schemas.ts';
import { describeWebhooks } from './webhooks.ts';

/**
 * Adds to the document that the routes' schemas make what holds for all of them: headers, the codes of errors, an example of
 * everything, webhooks. A route need only declare its own parameters, body and answers.
 */
export function completeDocument(generated: Document): Document {
  const document = tidySchemas(generated);
  const schemas = readSchemas(document);
  for (const { operation } of listOperations(document)) completeOperation(operation, schemas);
  return withoutUnusedSchemas({
    ...document,
    webhooks: describeWebhooks(schemas),
    components: {
      ...document.components,
      headers: HEADERS,
      responses: { MethodNotAllowed: METHOD_NOT_ALLOWED },
    },
  });
}

function completeOperation(operation: Operation, schemas: Schemas): void {
  const body = operation['x-request-body'] ?? operation.requestBody;
  if (body !== undefined) operation.requestBody = withExamples(body, schemas);
  operation.responses = completeResponses(operation, schemas);
  delete operation['x-error-codes'];
  delete operation['x-request-body'];
}

function withExamples(body: Body, schemas: Schemas): Body {
  const content = Object.entries(body.content).map(([type, media]) => {
    const hasNone = media.example === undefined && media.examples === undefined && media.schema !== undefined;
    return [type, hasNone ? { ...media, example: makeExample(media.schema ?? {}, schemas) } : media];
  });
  return { required: true, ...body, content: Object.fromEntries(content) };
}
