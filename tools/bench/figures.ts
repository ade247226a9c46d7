/** What a row of results means, in words; the page of figures is made of it. */
export interface Figure {
  /** The row's name, or how the names of its rows begin. */
  readonly rows: string;
  readonly what: string;
  /** What the yardstick does, and what it leaves out that the product does. */
  readonly yardstick: string;
  /** Where the time goes, and the next idea. */
  readonly remark?: string;
}

/** The eight lines of the table of goals, in its order. */
export const GOALS: readonly Figure[] = [
  {
    rows: 'accept',
    what: 'Purchases accepted over HTTP on one account, 64 connections, durable, all checks on',
    yardstick:
      'The same hold as one SQL statement a purchase over 32 connections: balance check, purchase and outbox row, with the same ' +
      'commit to disk. It has no HTTP, no key, no number lookup, no known references.',
  },
  {
    rows: 'drain',
    what: 'Purchases from 201 to webhook delivered, over a gateway that confirms in its answer',
    yardstick:
      'A workflow with one empty regular activity on a second queue of the same Temporal server, started plainly. It has no ' +
      'database, no gateway, no webhook. Its worker runs alone, in a process of its own, with the same flags of Node, the same way of ' +
      'bundling and preloading workflow code, and the same slots as ours.',
    remark:
      'These figures are older than the two fixed windows for starts, and older than the removal of a patch that spared workflow threads the SDK’s watchdog and stack traces; they are to be measured again, and will be lower. ' +
      'The two cores are full while a purchase goes its way: of its processor time two fifths are the worker, nearly as much the Temporal server and a sixth ' +
      'PostgreSQL. A bare workflow has two workflow tasks and an activity task where a purchase has one workflow task, and takes nearly two fifths more in all; two thirds of that time are the Temporal server’s. ' +
      'The development server does everything through one connection to SQLite; one that keeps its histories in PostgreSQL (1.29.1, four shards, its own database ' +
      'server on the same machine) is measured apart. Of the worker, the main thread is half; threads of workflow code are a fifth, a third of it changing from one workflow’s sandbox to the next, and the SDK’s core another fifth. ' +
      'Next: fewer statements and fewer calls between threads a purchase.',
  },
  {
    rows: 'events, ',
    what: "Events in the history of a purchase's workflow",
    yardstick: 'None: they are counted in Temporal. The figure is the most of any purchase counted.',
  },
  {
    rows: 'csv',
    what: 'A CSV batch of 100,000 rows validated into the database',
    yardstick:
      'csv-parse to nothing, then COPY of the same rows into a table with the same indexes. It validates nothing.',
  },
  {
    rows: 'statement',
    what: 'A statement of 1,000,000 lines as CSV over HTTP',
    yardstick: '`COPY … TO STDOUT` of the same columns to the same process.',
    remark:
      'These figures are older than the change to `pg-copy-streams` and a stream, from rows that were read off the socket by hand; they are to be measured again, and will be lower.',
  },
  {
    rows: 'batch-beside',
    what: 'Single purchases while a batch of 100,000 rows runs',
    yardstick: 'The same total rate made of single purchases.',
    remark:
      'These figures are older than the two fixed windows for starts; they will be measured again. The goals are now 2 × and less than 1 s for p95.',
  },
  {
    rows: 'webhooks',
    what: "p95 of a working endpoint's webhook with 1,000 dead endpoints queued",
    yardstick: 'The same events without the dead endpoints.',
  },
  {
    rows: 'growth',
    what: 'Buying, uploading, reading and disk a purchase with 1,000,000 charged purchases of one account',
    yardstick:
      'The same with 100,000, on a second server and API that run by turns. The goal is a loss of 10 % at most; ' +
      'where the machine is noisier than that, no round decides anything. Disk is that of purchases, statement lines and their indexes. They are loaded by COPY and read into ' +
      '`shared_buffers`, which has a quarter of the memory, as in production. `csv` uploads campaigns of 20,000 rows; `statement` is the file of the day, ' +
      'of which both read as many lines as the shorter history has. The way from 201 to webhook stands under `growth-drain`; lines 6 and 7 are not held against histories.',
  },
];

/** What is measured besides. */
export const FURTHER: readonly Figure[] = [
  {
    rows: 'startup',
    what: 'Start-up on a warm machine: `npm start` to the first 201, and the worker process to ready',
    yardstick: 'None. The figure is the slowest of the starts.',
    remark:
      'Most of it is making Temporal workers, each with a thread of its own that loads the SDK and the workflow bundle: some 0.2 s of ' +
      'processor time each. So those of live networks are made first, and the process is ready when they run; the others follow one after ' +
      'another within two seconds. Half a second goes into loading modules, which are kept compiled; the bundle is built once and kept by ' +
      'the hash of its sources.',
  },
  {
    rows: 'engines',
    what: 'The same way of a purchase, from 201 to webhook, with another engine in place of Temporal',
    yardstick:
      'Bundlewire on Temporal in the same run. API, admission, fence, gateway, settle lanes and webhooks are the same code; only ' +
      'what carries a purchase between them is another. It is carried as far as the gateway confirms in its answer, and no ' +
      'further. **graphile-worker** does not give: waiting for a verdict, an inquiry or a deadline (a state machine of ours over ' +
      'delayed jobs), signals, queries, a history to look at, and a job of a killed worker is taken up after four hours unless ' +
      'ours unlock it. **DBOS Transact**, started without its queues, which are polled, does not give: a dead process’s workflows going on ' +
      'in another one, and a console to look at them, without DBOS Conductor, a service apart. Both write to the PostgreSQL that holds the money.',
    remark:
      'Where other work shares the machine, Temporal, whose server and worker take turns, probably suffers most from that: ' +
      'the ratios are then not those of a quiet machine.',
  },
  {
    rows: 'settle',
    what: 'Purchases settled on one account through its lane, 256 at once, durable',
    yardstick:
      'The same capture as one SQL statement in a transaction of its own over 32 connections: purchase, money, statement line, ' +
      'event and outbox row, with the same commit to disk. It reads nothing, decides nothing and renders no event.',
  },
  {
    rows: 'reads',
    what: 'Reading from 1,000,000 purchases of one account, one request at a time, p99 over HTTP',
    yardstick: 'The same statement sent straight to PostgreSQL over one connection.',
  },
  {
    rows: 'growth-drain',
    what: 'From 201 to webhook, and campaigns, with 1,000,000 delivered purchases of the account',
    yardstick:
      'The same with 100,000, on a second whole stack that runs by turns. Each purchase has its line, its submission, its confirmation, ' +
      'its event and the attempt of its webhook. A campaign is measured from its start until its last row is final; ' +
      'what it costs includes its upload and what both leave to be done for a second.',
  },
  {
    rows: 'growth-10m',
    what: 'Buying, uploading, reading and disk a purchase with 10,000,000 charged purchases of one account, run by hand (15 GB of disk)',
    yardstick: 'The same with 1,000,000; otherwise as with 1,000,000 against 100,000.',
    remark:
      '`shared_buffers` of 6 GiB hold all lines, but not all purchases, whose indexes alone are 5 GB. With 256 MB a page drawn at random from 2 GB of lines ' +
      'was read at 0.83 × of the rate of one from 1,000,000.',
  },
  {
    rows: 'hot-row',
    what: "One account's row under 1,000,000 holds in one go, the later half",
    yardstick:
      'The earlier half of the same run. What became of the row itself, updates in place, dead versions, size, vacuum, stands below.',
  },
  {
    rows: 'bulkheads',
    what: 'p95 from accepted to confirmed on healthy networks while another is silent for 30 s on every call',
    yardstick: 'The same purchases, 15 a second, without the silent network.',
  },
  {
    rows: 'batch-drain',
    what: 'How fast a campaign drains, start to last final, over a gateway that confirms in its answer',
    yardstick:
      'As many single purchases, 5,000 at most, accepted at 500 a second, from the first POST to the last final: once before the ' +
      'campaign and once after it, the mean of the two. A campaign has 2,000 rows; `BENCH_DRAINED_ROWS=100000` gives it others, with one round where they are more than 10,000.',
  },
  {
    rows: 'overload',
    what: 'Twice as many purchases offered on one account as the API takes of 64 connections, over 4,096 connections',
    yardstick:
      'Of goodput: as many offered as it takes. Of p99: 1.5 seconds, counted from when each request was due, whatever its connection ' +
      'waited for. Of recovery: a second; well is ten purchases in a row accepted within 100 ms each.',
    remark:
      'These figures are older than the removal of a listener that refused in front of the framework; they are to be measured again, and will be lower. ' +
      'The lane refuses in time, in a hook before the body is read; but the one thread of the API must still ' +
      'read what it refuses. A bare HTTP server of Node takes 23 µs of it for such an answer (on the Xeon of other rows), a bare socket 7. With 64 connections that thread works ' +
      'two thirds to three quarters of its time, for it waits for commits; in an overload it is always at work, and larger batches make a purchase cheaper: so twice as ' +
      'many can be accepted or refused. Where more is offered than the thread can take, goodput falls: on the EPYC 6,400 were accepted of 6,500 a second, 4,700 of 9,000. It would fall ' +
      'sooner if 64 connections filled the thread: when a lane sent its next transaction before it answered anybody of the one before, they bought a third more than when all were answered first, ' +
      'and twice of that left 0.62 ×. While V8 collected garbage on four threads, the thread of the API waited a fifth of an overload for one of the two processors, a tenth beside one such thread. ' +
      'Next: refusals by a process of their own, on a core of their own.',
  },
];
