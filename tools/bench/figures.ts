/** What a row of results means; docs/operating/measurements.md describes its yardstick. */
export interface Figure {
  /** The row's name, or how the names of its rows begin. */
  readonly rows: string;
  readonly what: string;
}

/** The eight lines of the table of goals, in its order. */
export const GOALS: readonly Figure[] = [
  {
    rows: 'accept',
    what: 'Purchases accepted over HTTP on one account, 64 connections, durable, all checks on',
  },
  {
    rows: 'drain',
    what: 'Purchases from 201 to webhook delivered, over a gateway that confirms in its answer',
  },
  {
    rows: 'events, ',
    what: "Events in the history of a purchase's workflow",
  },
  {
    rows: 'csv',
    what: 'A CSV batch of 100,000 rows validated into the database',
  },
  {
    rows: 'statement',
    what: 'A statement of 1,000,000 lines as CSV over HTTP',
  },
  {
    rows: 'batch-beside',
    what: 'Single purchases while a batch of 100,000 rows runs',
  },
  {
    rows: 'webhooks',
    what: "p95 of a working endpoint's webhook with 1,000 dead endpoints queued",
  },
  {
    rows: 'growth',
    what: 'Buying, uploading, reading, and disk per purchase, with 1,000,000 charged purchases of one account',
  },
];

/** What else is measured. */
export const FURTHER: readonly Figure[] = [
  {
    rows: 'callbacks',
    what: 'Purchases from 201 to webhook delivered at the shipped rates, over a gateway that calls back',
  },
  {
    rows: 'mix',
    what: 'The mix of a real day, from its start until all purchases are final and all working endpoints have their events',
  },
  {
    rows: 'witness',
    what: 'Our load generator against oha, 64 connections',
  },
  {
    rows: 'soak',
    what: 'The mix of a real day at half of the capacity for two hours, the last quarter against the second, run by hand',
  },
  {
    rows: 'startup',
    what: 'Start-up on a warm machine: `npm start` to the first 201, and the worker process to ready',
  },
  {
    rows: 'console, ',
    what: 'The first screen of the console in a browser with an empty cache, until a person can use it',
  },
  {
    rows: 'scroll, ',
    what: 'Scrolling the rows of a campaign of 1,000,000 rows in a browser, the longest frame',
  },
  {
    rows: 'files, ',
    what: 'A million rows of .xlsx against .csv, of .csv compared with recent purchases, and the memory they take',
  },
  {
    rows: 'settle',
    what: 'Purchases settled on one account through its lane, 256 in parallel, durable',
  },
  {
    rows: 'reads',
    what: 'Reading from 1,000,000 purchases of one account, one request at a time, p99 over HTTP',
  },
  {
    rows: 'growth-drain',
    what: 'From 201 to webhook, and campaigns, with 1,000,000 delivered purchases of the account',
  },
  {
    rows: 'growth-10m',
    what: 'Buying, uploading, reading, and disk per purchase, with 10,000,000 charged purchases of one account, run by hand (15 GB of disk)',
  },
  {
    rows: 'hot-row',
    what: "One account's row under 1,000,000 holds in one go, the later half",
  },
  {
    rows: 'bulkheads',
    what: 'p95 from accepted to confirmed on healthy networks while another is silent for 30 s on every call',
  },
  {
    rows: 'batch-drain',
    what: 'How fast a campaign drains, start to last final, over a gateway that confirms in its answer',
  },
  {
    rows: 'overload',
    what: 'Twice as many purchases offered on one account as the API takes of 64 connections, over 4,096 connections',
  },
];
