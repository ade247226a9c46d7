/** What the settings of retention and of the archive are for, as in descriptions.ts. */
export const RETENTION_DESCRIPTIONS = {
  ARCHIVE_DIR: {
    what: 'The folder in which `node deploy/archive.ts` writes the files of archived months. Back it up: the database no longer has their rows.',
  },
  KEEP_PURCHASES_MONTHS: {
    what: 'How many whole months before the current one purchases stay in the database, with what was sent to networks for them. 0 keeps them forever. See [Old months](operating/months.md).',
    unit: 'months',
  },
  KEEP_EVENTS_MONTHS: {
    what: 'The same for events, with their deliveries and attempts. 0 keeps them forever.',
    unit: 'months',
  },
  KEEP_CALLBACKS_DAYS: {
    what: 'How long callbacks of gateways are kept. They contain phone numbers. 0 keeps them forever.',
    unit: 'days',
  },
  KEEP_ANSWERS_DAYS: {
    what: "How long the answers of clients' servers to webhooks are kept. The attempts stay. 0 keeps them forever.",
    unit: 'days',
  },
  KEEP_LOOKUPS_DAYS: {
    what: "How long a porting provider's answer about a number is kept after it is no longer used. 0 keeps it forever.",
    unit: 'days',
  },
  KEEP_REQUESTS_DAYS: {
    what: 'How long the log of requests of clients is kept, up to 90 days. Set the same value for the API and for workers. With 0, the API records no requests, and a worker deletes those that it recorded before.',
    unit: 'days',
  },
} as const;
