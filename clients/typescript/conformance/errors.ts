import {
  ApiError,
  BatchRejectedError,
  NoAnswerError,
  StatementMismatchError,
  StatementOpenError,
  UsageError,
  WebhookError,
} from '../src/index.ts';

/** An error of the package, as clients/conformance.md has it. */
export function renderError(error: unknown): object {
  if (!(error instanceof Error)) return { type: 'unknown', message: String(error) };
  const { message } = error;
  if (error instanceof ApiError) {
    const { status, code, param, details, retryable, requestId } = error;
    return { type: 'api', message, status, code, param, details, retryable, request_id: requestId };
  }
  if (error instanceof NoAnswerError) return { type: 'no_answer', message, reference: error.reference };
  if (error instanceof WebhookError) return { type: 'webhook', message, code: error.code };
  if (error instanceof StatementMismatchError) return { type: 'statement_mismatch', message };
  if (error instanceof StatementOpenError) return { type: 'statement_open', message };
  if (error instanceof BatchRejectedError)
    return { type: 'batch_rejected', message, code: error.rejection.code };
  return { type: error instanceof UsageError ? 'invalid' : 'unknown', message: error.stack };
}
