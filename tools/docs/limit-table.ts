import { maxHeaderSize } from 'node:http';
import {
  BODY_BYTES_MAX,
  HEADERS_WITHIN_MS,
  KEEP_ALIVE_MS,
  REQUEST_WITHIN_MS,
  STILL_MS,
} from '../../api/app.ts';
import { FAILED_ATTEMPTS } from '../../api/plugins/failed-attempts.ts';
import { UNANSWERED_MAX } from '../../api/plugins/overload.ts';
import { FILE_STALLED_MS, FILE_WITHIN_MS } from '../../api/plugins/places/hold-place.ts';
import { LIST_WITHIN_MS } from '../../api/plugins/places/list-answers.ts';
import { DOWNLOADED, LISTED, STREAMED, UPLOADED } from '../../api/plugins/places/places.ts';
import { CONSOLE_FILES_MAX, REQUESTS_MAX, WINDOW_MS } from '../../api/plugins/rate-limit.ts';
import { BODY_WITHIN_MS } from '../../api/plugins/slow-bodies.ts';
import { STREAM_SECONDS_MAX } from '../../api/routes/batch-progress/schemas.ts';
import { UPLOAD_BYTES_MAX, UPLOAD_IDLE_MS } from '../../api/routes/batches.ts';
import { PURCHASE_WAIT_MS } from '../../api/routes/buy.ts';
import { PAGE_BYTES_MAX } from '../../api/routes/page.ts';
import { PURCHASE_BYTES_MAX } from '../../api/routes/purchase-body.ts';
import { METADATA_KEYS_MAX, METADATA_VALUE_MAX, Page } from '../../contract/common.ts';
import { ERRORS_SHOWN } from '../../db/batches/repeated.ts';
import { ENDPOINTS_MAX } from '../../db/endpoints/endpoints.ts';
import { TEST_PAUSE_MS } from '../../db/endpoints/test-events.ts';
import { RESEND_PAUSE_MS, RESENDS_WAITING_MAX } from '../../db/webhooks/resends.ts';
import { START_AHEAD_DAYS_MAX } from '../../domain/batch/schedule.ts';
import { ATTEMPT_OFFSETS_MS, ATTEMPTS_MAX, WEBHOOK_TIMEOUT_MS } from '../../domain/webhook/retry-schedule.ts';
import { COLUMNS_MAX, NAME_CHARS_MAX } from '../../services/batches/header.ts';
import { ERRORS_OF_ROW_MAX } from '../../services/batches/judge-rows.ts';
import { LINES_MAX, RECORD_CHARS_MAX, UNEVEN_ROWS_MAX } from '../../services/batches/read-csv.ts';
import { ROWS_MAX } from '../../services/batches/store.ts';
import { UNPACKED_MAX } from '../../services/batches/workbook/archive.ts';
import { SHEETS_MAX } from '../../services/batches/workbook/workbook.ts';
import { ADDRESSES_MAX } from '../../services/webhooks/receiver-address.ts';
import { ANSWER_MAX_BYTES } from '../../services/webhooks/send.ts';
import type { Blocks } from './blocks.ts';

type Row = readonly [applies: string, limit: string, value: string, beyond: string];

const NUMBER = new Intl.NumberFormat('en');

/** The table of docs/limits.md, with the numbers that the code enforces. */
export function limitTable(): Blocks {
  const rows = [...REQUESTS, ...LISTS, ...PURCHASES, ...CAMPAIGNS, ...WEBHOOKS];
  return {
    limits: [
      '| Applies to | Limit | Value | If you exceed it |',
      '|---|---|---|---|',
      ...rows.map((row) => `| ${row.join(' | ')} |`),
    ].join('\n'),
  };
}

const { minimum, maximum, default: usual } = Page.limit.meta() ?? {};

const CLOSES = 'the connection closes';

const REQUESTS: readonly Row[] = [
  ['account', 'requests', '100 per second, unless you agreed on another rate', '429'],
  ['account', 'number look-ups', 'a tenth of the rate of requests, at least 1 per second', '429'],
  [
    'IP address',
    'requests with a rejected key',
    `${FAILED_ATTEMPTS.burst} in a burst, then ${FAILED_ATTEMPTS.perSecond} per second, unless set otherwise`,
    '429',
  ],
  [
    'IP address',
    'requests for documentation and pages of the console',
    `${REQUESTS_MAX} per ${seconds(WINDOW_MS)}`,
    '429',
  ],
  [
    'IP address',
    'requests for scripts and styles of the console',
    `${CONSOLE_FILES_MAX} per ${seconds(WINDOW_MS)}`,
    '429',
  ],
  [
    'connection',
    'requests sent before an answer arrives',
    NUMBER.format(UNANSWERED_MAX),
    '429, and the connection closes',
  ],
  ['connection', 'time from an answer to the next request', seconds(KEEP_ALIVE_MS), CLOSES],
  ['connection', 'time in which neither side sends a byte', seconds(STILL_MS), CLOSES],
  ['request', 'size of URL and headers', bytes(maxHeaderSize), '431'],
  ['request', 'time to send the headers', seconds(HEADERS_WITHIN_MS), '408'],
  [
    'request',
    'size of a JSON body',
    `${bytes(BODY_BYTES_MAX)}, or ${bytes(PURCHASE_BYTES_MAX)} for a purchase`,
    '413',
  ],
  ['request', 'time to send a JSON body', seconds(BODY_WITHIN_MS), '408'],
];

const LISTS: readonly Row[] = [
  ['list', 'items of a page, `limit`', `${minimum} to ${maximum}, ${usual} by default`, '400'],
  [
    'list',
    'size of a page',
    `about ${bytes(PAGE_BYTES_MAX)}`,
    'the page has fewer items; `has_more` is true',
  ],
  ['list', 'time to read an answer', seconds(LIST_WITHIN_MS), CLOSES],
  ['account', 'answers of lists that you have not read', NUMBER.format(LISTED.ofAccount), '429'],
  ['account', 'CSV downloads at the same time', NUMBER.format(DOWNLOADED.ofAccount), '429'],
  [
    'account and API process',
    'streams of progress at the same time',
    NUMBER.format(STREAMED.ofAccount),
    '429',
  ],
  ['stream of progress', 'time', seconds(STREAM_SECONDS_MAX * 1_000), 'it ends; connect again'],
  ['download', 'time in which you read nothing', seconds(FILE_STALLED_MS), CLOSES],
  ['download', 'total time', seconds(FILE_WITHIN_MS), CLOSES],
];

const PURCHASES: readonly Row[] = [
  ['purchase', '`reference`', '64 characters', '400'],
  ['purchase', 'keys of `metadata`', `${METADATA_KEYS_MAX} keys of 40 characters`, '400'],
  ['purchase', 'values of `metadata`', `${METADATA_VALUE_MAX} characters`, '400'],
  ['purchase', 'time that it waits for others of your account', seconds(PURCHASE_WAIT_MS), '429'],
];

const CAMPAIGNS: readonly Row[] = [
  ['campaign', '`reference`', '55 characters', '400'],
  ['campaign', 'size of the file', bytes(UPLOAD_BYTES_MAX), '413'],
  ['campaign', 'rows', NUMBER.format(ROWS_MAX), '`rejected`'],
  ['campaign', 'lines, with blank ones', NUMBER.format(LINES_MAX), '`rejected`'],
  ['campaign', 'length of a row', `${NUMBER.format(RECORD_CHARS_MAX)} characters`, '`rejected`'],
  [
    'campaign',
    'columns',
    `${COLUMNS_MAX}; a name has at most ${NUMBER.format(NAME_CHARS_MAX)} characters`,
    '`rejected`',
  ],
  ['campaign', 'rows with more or fewer cells than the header', NUMBER.format(UNEVEN_ROWS_MAX), '`rejected`'],
  ['campaign', 'errors listed for a row', NUMBER.format(ERRORS_OF_ROW_MAX), 'further errors are not listed'],
  ['campaign', 'workbook, unpacked', bytes(UNPACKED_MAX), '`rejected`'],
  ['campaign', 'sheets of a workbook', NUMBER.format(SHEETS_MAX), '`rejected`'],
  ['campaign', '`errors` and `warnings` of a batch', `${ERRORS_SHOWN} each`, 'the rows list all of them'],
  ['campaign', '`not_before`', `${START_AHEAD_DAYS_MAX} days ahead`, '400'],
  ['upload', 'time in which you send nothing', seconds(UPLOAD_IDLE_MS), '408'],
  ['upload', 'total time', seconds(REQUEST_WITHIN_MS), CLOSES],
  ['account', 'uploads at the same time', NUMBER.format(UPLOADED.ofAccount), '429'],
];

const WEBHOOKS: readonly Row[] = [
  ['webhook', 'time for your answer', seconds(WEBHOOK_TIMEOUT_MS), 'the attempt has failed'],
  ['webhook', 'attempts', NUMBER.format(ATTEMPTS_MAX), 'the event is `failed`'],
  [
    'webhook',
    'times of the retries, after the first attempt',
    ATTEMPT_OFFSETS_MS.slice(1).map(seconds).join(', '),
    '–',
  ],
  ['webhook', 'age of `Svc-Timestamp`', '5 minutes', 'reject it'],
  ['webhook', 'size of your answer', bytes(ANSWER_MAX_BYTES), 'the rest is ignored'],
  ['webhook', 'IP addresses of your host name', NUMBER.format(ADDRESSES_MAX), 'the rest are ignored'],
  ['account', 'webhook endpoints that you set over the API', NUMBER.format(ENDPOINTS_MAX), '422'],
  ['webhook endpoint', 'time between two test events', seconds(TEST_PAUSE_MS), '429'],
  ['webhook endpoint', 'resends that wait to be sent', NUMBER.format(RESENDS_WAITING_MAX), '429'],
  ['event', 'time between two resends', seconds(RESEND_PAUSE_MS), '429'],
  ['account', 'resends that wait to be sent', NUMBER.format(RESENDS_WAITING_MAX), '429'],
];

/** A time as people read it: `10 s`, `2 minutes`, `1 hour`. */
function seconds(ms: number): string {
  const [size, unit] =
    ms < 60_000 || ms % 60_000 > 0 ? [1_000, 's'] : ms < 3_600_000 ? [60_000, 'minute'] : [3_600_000, 'hour'];
  const count = ms / size;
  return `${count} ${unit}${unit === 's' || count === 1 ? '' : 's'}`;
}

function bytes(count: number): string {
  return count < 1024 * 1024 ? `${count / 1024} KiB` : `${count / 1024 / 1024} MiB`;
}
