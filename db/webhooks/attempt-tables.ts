/**
 * Where attempts are kept. Events go to the endpoint that operators set, and as deliveries to those that clients set; both
 * have the same columns and the same statements.
 */
export interface AttemptTables {
  /** Distinguishes the prepared statements. */
  readonly name: string;
  /** What is delivered: its state, by id. */
  readonly subjects: 'events' | 'deliveries';
  readonly attempts: 'webhook_attempts' | 'delivery_attempts';
  /** The column of an attempt that names its subject. */
  readonly subjectId: 'event_id' | 'delivery_id';
  readonly endpoints: 'webhook_endpoints' | 'client_endpoints';
  /** The column of an endpoint by which its rows take turns in the outbox. */
  readonly turn: 'account_id' | 'id';
  /** The outbox topic that asks for an attempt. */
  readonly topic: 'deliver_event' | 'deliver_to_endpoint';
  /** The outbox topic that starts the retries of a first attempt that failed. */
  readonly retryTopic: 'retry_event' | 'retry_delivery';
}

/** Of the one endpoint that operators set for an account. */
export const OPERATOR_TABLES: AttemptTables = {
  name: 'event',
  subjects: 'events',
  attempts: 'webhook_attempts',
  subjectId: 'event_id',
  endpoints: 'webhook_endpoints',
  turn: 'account_id',
  topic: 'deliver_event',
  retryTopic: 'retry_event',
};

/** Of the endpoints that clients set. */
export const CLIENT_TABLES: AttemptTables = {
  name: 'delivery',
  subjects: 'deliveries',
  attempts: 'delivery_attempts',
  subjectId: 'delivery_id',
  endpoints: 'client_endpoints',
  turn: 'id',
  topic: 'deliver_to_endpoint',
  retryTopic: 'retry_delivery',
};
