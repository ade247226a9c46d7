export { type Client, createClient } from './client.ts';
export { ApiError, NoAnswerError } from './errors.ts';
export type { ClientOptions, Retries } from './http.ts';
export type { Listing, Page } from './listing.ts';
export type * from './types.ts';
export { type VerifyOptions, verifyWebhook, type WebhookVerdict } from './verify-webhook.ts';
